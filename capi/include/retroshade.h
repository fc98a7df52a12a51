/* retroshade for C and C++: shaders for GPUs that the shader world left behind, in process.
 *
 * Each call does one thing with one input and gives a result, which is never NULL unless memory is exhausted, and which
 * retroshade_free frees. There is no other state: calls may be made on any thread, at the same time.
 *
 *   target    a machine: "agal1" "agal2" "agal3" "lima" "nv2a" "pica200", or another name that the command line takes
 *   stage     "vertex" or "fragment"; NULL where the input tells it
 *   flags     of the command line, with spaces between them, such as "-O3 --position=clip --container=raw"; or NULL
 *
 * Texts are UTF-8 and end with a zero. Inputs have a size and may hold zeros. #include finds nothing. */
#ifndef RETROSHADE_H
#define RETROSHADE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call: bytes or errors, a record, messages. */
typedef struct retroshade_result retroshade_result;

/* A message. The texts live as long as the result. */
typedef struct retroshade_message_info {
    int severity;     /* 0 a warning, 1 an error, 2 a defect of the library */
    const char *code; /* such as "E0301" */
    const char *text; /* a sentence */
    uint32_t line;    /* from 1; 0 where no place in the input is to blame */
    uint32_t column;  /* from 1, in characters */
} retroshade_message_info;

/* A program for a machine, of a source in GLSL ES 1.00 or 3.00. The record says where everything lives. */
retroshade_result *retroshade_compile(const char *target, const char *stage, const void *source, size_t size,
                                      const char *flags);

/* A source in another language: "wgsl", "spirv", "hlsl", "msl" or "glsl". The record says where everything lives. */
retroshade_result *retroshade_translate(const char *language, const char *stage, const void *source, size_t size,
                                        const char *flags);

/* A program of assembly text, and the text of a program. */
retroshade_result *retroshade_assemble(const char *target, const char *stage, const void *text, size_t size,
                                       const char *flags);
retroshade_result *retroshade_disassemble(const char *target, const char *stage, const void *program, size_t size,
                                          const char *flags);

/* A source of a program. language: "essl", "ir", or one of retroshade_translate. record: that of the program's
 * compilation, which gives names and types back; NULL for a program of which only the bytes are known. flags: those of
 * retroshade lift, such as "--semantics=exact", or NULL. */
retroshade_result *retroshade_lift(const char *target, const char *stage, const void *program, size_t size,
                                   const char *language, const char *record, const char *flags);

/* A shorter program for the same registers that is proved equal, or the program itself. */
retroshade_result *retroshade_shorten(const char *target, const char *stage, const void *program, size_t size,
                                      const char *flags);

/* The bytes of a result, with a zero behind them that *size does not count (size may be NULL); NULL if there are errors. */
const uint8_t *retroshade_output(const retroshade_result *result, size_t *size);

/* The record of a result, in JSON; "" if there is none. */
const char *retroshade_record(const retroshade_result *result);

/* All messages as the command line prints them, lines and carets; "" if there are none. */
const char *retroshade_messages(const retroshade_result *result);

/* The messages one by one: their number, and whether there is one of a number, which is then written. */
size_t retroshade_message_count(const retroshade_result *result);
int retroshade_message(const retroshade_result *result, size_t number, retroshade_message_info *message);

/* Frees a result, and all that the functions above gave of it. NULL is allowed. */
void retroshade_free(retroshade_result *result);

/* A key of 16 bytes for a cache: equal for equal bytes, target, options (any text) and version of the library. */
void retroshade_key(const char *target, const char *options, const void *input, size_t size, uint8_t key[16]);

/* The version of the library, such as "0.1.0". */
const char *retroshade_version(void);

#ifdef __cplusplus
}
#endif
#endif
