/* What a header of retroshade uses of citro3d, with the types that citro3d has; enough for a compiler to check it. */
#ifndef CITRO3D_STUB_H
#define CITRO3D_STUB_H

#include <stdbool.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;

typedef enum { GPU_NEVER, GPU_ALWAYS, GPU_EQUAL, GPU_NOTEQUAL, GPU_LESS, GPU_LEQUAL, GPU_GREATER, GPU_GEQUAL } GPU_TESTFUNC;
typedef enum { GPU_NO_FOG = 0, GPU_FOG = 5, GPU_GAS = 7 } GPU_FOGMODE;
typedef enum { GPU_PLAIN_DENSITY, GPU_DEPTH_DENSITY } GPU_GASMODE;

typedef struct {
	u16 srcRgb, srcAlpha;
	union {
		u32 opAll;
		struct { u32 opRgb : 12, opAlpha : 12; };
	};
	u16 funcRgb, funcAlpha;
	u32 color;
	u16 scaleRgb, scaleAlpha;
} C3D_TexEnv;

typedef enum { C3D_RGB = 1, C3D_Alpha = 2, C3D_Both = 3 } C3D_TexEnvMode;

typedef struct {
	u32 param;
} C3D_Tex;

/* The state, for programs that look at it. */
extern C3D_TexEnv stub_stages[6];
extern u32 stub_buffer, stub_stores, stub_test, stub_fog;
extern bool stub_has_fog;

void C3D_TexBind(int unit, C3D_Tex *tex);
C3D_TexEnv *C3D_GetTexEnv(int id);
void C3D_SetTexEnv(int id, C3D_TexEnv *env);
void C3D_TexEnvBufUpdate(int mode, int mask);
void C3D_TexEnvBufColor(u32 color);
void C3D_AlphaTest(bool enable, GPU_TESTFUNC function, int ref);
void C3D_FogGasMode(GPU_FOGMODE fogMode, GPU_GASMODE gasMode, bool zFlip);
void C3D_FogColor(u32 color);

static inline void C3D_TexEnvColor(C3D_TexEnv *env, u32 color)
{
	env->color = color;
}

#endif
