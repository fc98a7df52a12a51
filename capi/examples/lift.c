/* What an emulator does with a program that it finds: look for it in a cache, else make a source of it. */
#include "retroshade.h"

#include <stdio.h>
#include <string.h>

static const char PROGRAM[] = "DP4 oPos.x, v0, c[0];\n"
                              "DP4 oPos.y, v0, c[1];\n"
                              "DP4 oPos.z, v0, c[2];\n"
                              "DP4 oPos.w, v0, c[3];\n"
                              "MOV oD0, v3;\n";

static int fail(const char *what, retroshade_result *result) {
    fprintf(stderr, "%s\n%s", what, retroshade_messages(result));
    retroshade_free(result);
    return 1;
}

int main(void) {
    retroshade_result *assembled = retroshade_assemble("nv2a", "vertex", PROGRAM, strlen(PROGRAM), NULL);
    size_t size = 0;
    const uint8_t *program = retroshade_output(assembled, &size);
    if (!program)
        return fail("not assembled", assembled);

    uint8_t key[16];
    retroshade_key("nv2a", "wgsl", program, size, key);
    printf("key");
    for (int i = 0; i < 16; i++)
        printf(" %02x", key[i]);
    printf("\n");

    const char *languages[] = {"essl", "wgsl", "glsl"};
    for (int i = 0; i < 3; i++) {
        retroshade_result *lifted = retroshade_lift("nv2a", "vertex", program, size, languages[i], NULL, NULL);
        const uint8_t *source = retroshade_output(lifted, NULL);
        if (!source) {
            retroshade_free(assembled);
            return fail("not lifted", lifted);
        }
        printf("--- %s\n%s\n", languages[i], (const char *)source);
        retroshade_free(lifted);
    }
    retroshade_free(assembled);
    return 0;
}
