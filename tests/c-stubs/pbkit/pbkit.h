/* What generated lines and the example use of nxdk's pbkit: a push buffer whose blocks are printed at their end, a method and
 * a word in each line. A block of debug builds has room for 128 words. The second frame ends the program. */
#ifndef PBKIT_STUB_H
#define PBKIT_STUB_H

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NV097_SET_TRANSFORM_PROGRAM 0x0B00
#define NV097_SET_TRANSFORM_CONSTANT 0x0B80
#define NV097_SET_VERTEX_DATA_ARRAY_OFFSET 0x1720
#define NV097_SET_VERTEX_DATA_ARRAY_FORMAT 0x1760
#define NV097_SET_VERTEX_DATA_ARRAY_FORMAT_TYPE_F 2
#define NV097_SET_BEGIN_END 0x17FC
#define NV097_SET_BEGIN_END_OP_END 0
#define NV097_SET_BEGIN_END_OP_TRIANGLES 5
#define NV097_DRAW_ARRAYS 0x1810
#define NV097_SET_TRANSFORM_EXECUTION_MODE 0x1E94
#define NV097_SET_TRANSFORM_EXECUTION_MODE_MODE_PROGRAM 2
#define NV097_SET_TRANSFORM_EXECUTION_MODE_RANGE_MODE_PRIV 1
#define NV097_SET_TRANSFORM_PROGRAM_CXT_WRITE_EN 0x1E98
#define NV097_SET_TRANSFORM_PROGRAM_LOAD 0x1E9C
#define NV097_SET_TRANSFORM_PROGRAM_START 0x1EA0
#define NV097_SET_TRANSFORM_CONSTANT_LOAD 0x1EA4

static uint32_t stub_block[1024];

static inline uint32_t *pb_begin(void)
{
	return stub_block;
}

static inline void pb_push(uint32_t *p, uint32_t method, uint32_t count)
{
	*p = count << 18 | method;
}

static inline uint32_t *pb_push1(uint32_t *p, uint32_t method, uint32_t word)
{
	pb_push(p, method, 1);
	p[1] = word;
	return p + 2;
}

static inline void pb_end(uint32_t *end)
{
	assert(end - stub_block <= 128);
	for (const uint32_t *p = stub_block; p < end;) {
		uint32_t method = *p & 0x1FFC, count = *p >> 18;
		p++;
		for (count &= 0x7FF; count > 0; count--, method += 4)
			printf("%x %x\n", (unsigned)method, (unsigned)*p++);
	}
}

static inline int pb_init(void)
{
	return 0;
}

static inline int pb_busy(void)
{
	return 0;
}

static inline int pb_finished(void)
{
	static int frames;
	if (++frames == 2)
		exit(0);
	return 0;
}

static inline int pb_back_buffer_width(void)
{
	return 640;
}

static inline int pb_back_buffer_height(void)
{
	return 480;
}

static inline void pb_show_front_screen(void)
{
}

static inline void pb_wait_for_vbl(void)
{
}

static inline void pb_reset(void)
{
}

static inline void pb_target_back_buffer(void)
{
}

static inline void pb_erase_depth_stencil_buffer(int x, int y, int width, int height)
{
	(void)x, (void)y, (void)width, (void)height;
}

static inline void pb_fill(int x, int y, int width, int height, uint32_t color)
{
	(void)x, (void)y, (void)width, (void)height, (void)color;
}

#endif
