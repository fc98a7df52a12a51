/* The calls of the stub, which keep what they are given. */
#include "citro3d.h"

C3D_TexEnv stub_stages[6];
u32 stub_buffer, stub_stores, stub_test, stub_fog;
bool stub_has_fog;

void C3D_TexBind(int unit, C3D_Tex *tex)
{
	(void)unit;
	(void)tex;
}

C3D_TexEnv *C3D_GetTexEnv(int id)
{
	return &stub_stages[id];
}

void C3D_SetTexEnv(int id, C3D_TexEnv *env)
{
	stub_stages[id] = *env;
}

void C3D_TexEnvBufUpdate(int mode, int mask)
{
	if (mode & C3D_RGB)
		stub_stores = (stub_stores & ~0xF00u) | (u32)mask << 8;
	if (mode & C3D_Alpha)
		stub_stores = (stub_stores & ~0xF000u) | (u32)mask << 12;
}

void C3D_TexEnvBufColor(u32 color)
{
	stub_buffer = color;
}

void C3D_AlphaTest(bool enable, GPU_TESTFUNC function, int ref)
{
	stub_test = enable ? 1u | (u32)function << 4 | (u32)ref << 8 : 0;
}

void C3D_FogGasMode(GPU_FOGMODE fogMode, GPU_GASMODE gasMode, bool zFlip)
{
	stub_stores = (stub_stores & 0xFF00u) | (u32)fogMode | (u32)gasMode << 3 | (u32)zFlip << 16;
}

void C3D_FogColor(u32 color)
{
	stub_fog = color;
	stub_has_fog = true;
}
