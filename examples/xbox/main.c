/*
 * A turning triangle for the original Xbox, with both of its shaders in GLSL: nxdk, pbkit, and the two files that
 * `retroshade link` makes of spin.vert and spin.frag.
 */
#include <hal/video.h>
#include <math.h>
#include <pbkit/pbkit.h>
#include <stdint.h>
#include <string.h>
#include <windows.h>
#include <xboxkrnl/xboxkrnl.h>

/* Commands that an application sends begin at register 96 of the vertex unit: the c[0] of the program. */
#define FIRST_CONSTANT 96

typedef struct {
	float position[3];
	float color[3];
} Vertex;

static const Vertex shape[] = {
	{ { 0.0f, 0.8f, 0.5f }, { 1.0f, 0.2f, 0.2f } },
	{ { -0.7f, -0.4f, 0.5f }, { 0.2f, 1.0f, 0.2f } },
	{ { 0.7f, -0.4f, 0.5f }, { 0.2f, 0.2f, 1.0f } },
};

static const uint32_t program[] = {
#include "spin.vert.inl"
};

/* The uniform of spin.frag, which spin.frag.inl reads by its name. */
static const float uTint[4] = { 1.0f, 0.9f, 0.7f, 1.0f };

static void constants(unsigned first, const float *values, unsigned count)
{
	uint32_t *p = pb_begin();
	pb_push1(p, NV097_SET_TRANSFORM_CONSTANT_LOAD, FIRST_CONSTANT + first); p += 2;
	pb_push(p++, NV097_SET_TRANSFORM_CONSTANT, 4 * count);
	memcpy(p, values, 16 * count); p += 4 * count;
	pb_end(p);
}

static void load_shaders(void)
{
	uint32_t *p = pb_begin();
	pb_push1(p, NV097_SET_TRANSFORM_PROGRAM_START, 0); p += 2;
	/* Programs in place of the fixed function, with all constants for them. */
	pb_push1(p, NV097_SET_TRANSFORM_EXECUTION_MODE,
		NV097_SET_TRANSFORM_EXECUTION_MODE_MODE_PROGRAM
		| NV097_SET_TRANSFORM_EXECUTION_MODE_RANGE_MODE_PRIV << 2); p += 2;
	pb_push1(p, NV097_SET_TRANSFORM_PROGRAM_CXT_WRITE_EN, 0); p += 2;
	pb_push1(p, NV097_SET_TRANSFORM_PROGRAM_LOAD, 0); p += 2;
	pb_end(p);

	/* A slot is four words, and a block of pbkit holds few. */
	for (unsigned slot = 0; slot < sizeof program / 16; slot++) {
		p = pb_begin();
		pb_push(p++, NV097_SET_TRANSFORM_PROGRAM, 4);
		memcpy(p, program + 4 * slot, 16); p += 4;
		pb_end(p);
	}

	/* The numbers of the source, which the program reads from constant registers. */
	p = pb_begin();
#define RETROSHADE_LITERALS
#include "spin.vert.inl"
#undef RETROSHADE_LITERALS
	pb_end(p);

	p = pb_begin();
#include "spin.frag.inl"
	pb_end(p);
}

static void attribute(unsigned index, unsigned size, const void *data)
{
	uint32_t *p = pb_begin();
	pb_push1(p, NV097_SET_VERTEX_DATA_ARRAY_FORMAT + 4 * index,
		NV097_SET_VERTEX_DATA_ARRAY_FORMAT_TYPE_F | size << 4 | (uint32_t)sizeof(Vertex) << 8); p += 2;
	pb_push1(p, NV097_SET_VERTEX_DATA_ARRAY_OFFSET + 4 * index, (uint32_t)(uintptr_t)data & 0x03FFFFFF); p += 2;
	pb_end(p);
}

static void draw(const Vertex *vertices, unsigned count)
{
	uint32_t *p = pb_begin();
	/* No attribute is read from memory but those that follow. */
	pb_push(p++, NV097_SET_VERTEX_DATA_ARRAY_FORMAT, 16);
	for (unsigned index = 0; index < 16; index++)
		*p++ = NV097_SET_VERTEX_DATA_ARRAY_FORMAT_TYPE_F;
	pb_end(p);
	/* aPosition and aColor: by their names v0 and v3. */
	attribute(0, 3, vertices->position);
	attribute(3, 3, vertices->color);

	p = pb_begin();
	pb_push1(p, NV097_SET_BEGIN_END, NV097_SET_BEGIN_END_OP_TRIANGLES); p += 2;
	pb_push(p++, 0x40000000 | NV097_DRAW_ARRAYS, 1);
	*p++ = (count - 1) << 24;
	pb_push1(p, NV097_SET_BEGIN_END, NV097_SET_BEGIN_END_OP_END); p += 2;
	pb_end(p);
}

int main(void)
{
	XVideoSetMode(640, 480, 32, REFRESH_DEFAULT);
	if (pb_init())
		return 1;
	pb_show_front_screen();
	int width = pb_back_buffer_width(), height = pb_back_buffer_height();
	load_shaders();

	/* The chip reads vertices from memory that is contiguous and write-combined. */
	Vertex *vertices = MmAllocateContiguousMemoryEx(sizeof shape, 0, 0x03FFAFFF, 0, PAGE_WRITECOMBINE | PAGE_READWRITE);
	memcpy(vertices, shape, sizeof shape);

	/* From -1 to 1 to pixels and depth, a column in each register: `--position divide` leaves it to the matrix. */
	const float matrix[16] = {
		width / 2.0f, 0.0f, 0.0f, 0.0f,
		0.0f, height / -2.0f, 0.0f, 0.0f,
		0.0f, 0.0f, 65536.0f, 0.0f,
		width / 2.0f, height / 2.0f, 0.0f, 1.0f,
	};

	for (unsigned frame = 0;; frame++) {
		float angle = frame * 0.02f;
		const float turn[4] = { cosf(angle), sinf(angle), -sinf(angle), cosf(angle) };

		pb_wait_for_vbl();
		pb_reset();
		pb_target_back_buffer();
		pb_erase_depth_stencil_buffer(0, 0, width, height);
		pb_fill(0, 0, width, height, 0xFF202028);
		while (pb_busy())
			;
		/* uMatrix and uTurn, where spin.vert.inl says that they are. */
		constants(0, matrix, 4);
		constants(4, turn, 1);
		draw(vertices, sizeof shape / sizeof *shape);
		while (pb_busy())
			;
		while (pb_finished())
			;
	}
}
