// Compiles a source, and shows what is wrong with another.
#include "retroshade.h"

#include <cstdio>
#include <memory>
#include <string>

using Result = std::unique_ptr<retroshade_result, decltype(&retroshade_free)>;

static Result compile(const char *target, const std::string &source) {
    return {retroshade_compile(target, "fragment", source.data(), source.size(), "-O3"), retroshade_free};
}

int main() {
    const std::string right = "precision mediump float; varying vec2 vUv; uniform sampler2D uSkin;\n"
                              "void main() { gl_FragColor = texture2D(uSkin, vUv); }\n";
    for (const char *target : {"agal1", "lima"}) {
        Result result = compile(target, right);
        std::size_t size = 0;
        if (!retroshade_output(result.get(), &size)) {
            std::fputs(retroshade_messages(result.get()), stderr);
            return 1;
        }
        std::printf("%s: %zu bytes, %zu bytes of record\n", target, size, std::string(retroshade_record(result.get())).size());
    }
    const std::string wrong = "void main() {\n  gl_FragColor = vec4(missing);\n}\n";
    Result result = compile("agal1", wrong);
    retroshade_message_info message;
    for (std::size_t i = 0; retroshade_message(result.get(), i, &message); i++)
        std::printf("%s at %u:%u: %s\n", message.code, message.line, message.column, message.text);
    return retroshade_output(result.get(), nullptr) != nullptr;
}
