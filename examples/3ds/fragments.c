// Sets up a texture and the stages of textured.frag, which the tutorial for the 3DS has.
//
// textured.frag.h is made by `retroshade link --target pica200 -mfmt=h textured.vert textured.frag -o textured`.

#include <citro3d.h>

#include "textured.frag.h"

void use_texture(C3D_Tex* texture, float fade)
{
	C3D_TexBind(textured_frag_UNIT_uTexture, texture);
	textured_frag_bind();
	textured_frag_uniforms uniforms = { .uFade = { 1.0f, 0.5f, 0.0f, fade } };
	textured_frag_set(&uniforms);
}
