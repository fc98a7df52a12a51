// A turning cube on the upper screen. A switches the light, START leaves.
//
// cube.h is made by `retroshade --target pica200 -mfmt=h -o cube.h cube.vert`. It holds the program and
// the numbers of everything it reads, so that nothing is looked up by name.

#include <3ds.h>
#include <citro3d.h>

#include "cube.h"

typedef struct
{
	float position[3];
	float normal[3];
	float color[3];
} Vertex;

#define VERTICES 36

// Two triangles for each side, seen from outside counter-clockwise.
static void make_cube(Vertex* vertices)
{
	static const float corners[6][2] = {
		{ -1, -1 }, { 1, -1 }, { 1, 1 }, { 1, 1 }, { -1, 1 }, { -1, -1 },
	};
	for (int side = 0; side < 6; side++)
	{
		int axis = side / 2;
		float sign = side % 2 ? -1.0f : 1.0f;
		for (int k = 0; k < 6; k++)
		{
			Vertex* vertex = vertices++;
			for (int i = 0; i < 3; i++)
			{
				vertex->normal[i] = i == axis ? sign : 0.0f;
				vertex->color[i] = i == axis ? 1.0f : 0.3f;
			}
			vertex->position[axis] = 0.5f * sign;
			vertex->position[(axis + 1) % 3] = 0.5f * sign * corners[k][0];
			vertex->position[(axis + 2) % 3] = 0.5f * corners[k][1];
		}
	}
}

int main(void)
{
	gfxInitDefault();
	C3D_Init(C3D_DEFAULT_CMDBUF_SIZE);
	C3D_RenderTarget* target = C3D_RenderTargetCreate(240, 400, GPU_RB_RGBA8, GPU_RB_DEPTH24_STENCIL8);
	C3D_RenderTargetSetOutput(target, GFX_TOP, GFX_LEFT,
		GX_TRANSFER_IN_FORMAT(GX_TRANSFER_FMT_RGBA8) | GX_TRANSFER_OUT_FORMAT(GX_TRANSFER_FMT_RGB8));

	// The program. citro3d uploads its literals together with it.
	DVLB_s* file = DVLB_ParseFile((u32*)cube_vert_shbin, cube_vert_shbin_size);
	shaderProgram_s program;
	shaderProgramInit(&program);
	shaderProgramSetVsh(&program, &file->DVLE[0]);
	C3D_BindProgram(&program);

	// Attributes go to the registers that the header names.
	C3D_AttrInfo* attributes = C3D_GetAttrInfo();
	AttrInfo_Init(attributes);
	AttrInfo_AddLoader(attributes, VSH_ATTR_aPosition, GPU_FLOAT, 3);
	AttrInfo_AddLoader(attributes, VSH_ATTR_aNormal, GPU_FLOAT, 3);
	AttrInfo_AddLoader(attributes, VSH_ATTR_aColor, GPU_FLOAT, 3);

	// The GPU reads vertices from linear memory only.
	Vertex* vertices = linearAlloc(VERTICES * sizeof(Vertex));
	make_cube(vertices);
	C3D_BufInfo* buffers = C3D_GetBufInfo();
	BufInfo_Init(buffers);
	BufInfo_Add(buffers, vertices, sizeof(Vertex), 3, 0x210);

	// Fragments are the interpolated colour.
	C3D_TexEnv* stage = C3D_GetTexEnv(0);
	C3D_TexEnvInit(stage);
	C3D_TexEnvSrc(stage, C3D_Both, GPU_PRIMARY_COLOR, 0, 0);
	C3D_TexEnvFunc(stage, C3D_Both, GPU_REPLACE);

	// A projection for clip z from -w to 0 and a screen that is mounted turned.
	C3D_Mtx projection;
	Mtx_PerspTilt(&projection, C3D_AngleFromDegrees(40.0f), C3D_AspectRatioTop, 0.1f, 20.0f, false);

	float angle = 0.0f;
	bool lit = true;
	while (aptMainLoop())
	{
		hidScanInput();
		if (hidKeysDown() & KEY_START)
			break;
		if (hidKeysDown() & KEY_A)
			lit = !lit;
		angle += 0.02f;

		C3D_Mtx model_view;
		Mtx_Identity(&model_view);
		Mtx_Translate(&model_view, 0.0f, 0.0f, -3.0f, true);
		Mtx_RotateX(&model_view, 0.4f, true);
		Mtx_RotateY(&model_view, angle, true);

		C3D_FrameBegin(C3D_FRAME_SYNCDRAW);
		C3D_RenderTargetClear(target, C3D_CLEAR_ALL, 0x202840FF, 0);
		C3D_FrameDrawOn(target);
		C3D_FVUnifMtx4x4(GPU_VERTEX_SHADER, VSH_LOC_uProjection, &projection);
		C3D_FVUnifMtx4x4(GPU_VERTEX_SHADER, VSH_LOC_uModelView, &model_view);
		C3D_FVUnifSet(GPU_VERTEX_SHADER, VSH_LOC_uLightDirection, 0.3f, 0.5f, 0.8f, 0.0f);
		C3D_FVUnifSet(GPU_VERTEX_SHADER, VSH_LOC_uAmbient, 0.3f, 0.0f, 0.0f, 0.0f);
		C3D_BoolUnifSet(GPU_VERTEX_SHADER, VSH_LOC_uLit, lit);
		C3D_DrawArrays(GPU_TRIANGLES, 0, VERTICES);
		C3D_FrameEnd(0);
	}

	linearFree(vertices);
	shaderProgramFree(&program);
	DVLB_Free(file);
	C3D_Fini();
	gfxExit();
	return 0;
}
