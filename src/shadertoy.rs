//! Shadertoy's image shaders, which have a `mainImage` in place of `main` and uniforms that nobody declares.

/// The text before such a shader. Shadertoy compiles it as ESSL 3.00 in high precision.
const HEAD: &str = "#version 300 es
precision highp float;
precision highp int;
uniform vec3 iResolution;
uniform float iTime;
uniform float iTimeDelta;
uniform float iFrameRate;
uniform int iFrame;
uniform float iChannelTime[4];
uniform vec3 iChannelResolution[4];
uniform vec4 iMouse;
uniform vec4 iDate;
uniform float iSampleRate;
uniform sampler2D iChannel0;
uniform sampler2D iChannel1;
uniform sampler2D iChannel2;
uniform sampler2D iChannel3;
out vec4 shadertoyColor;
#line 1
";

/// What stands behind it. The picture is opaque whatever the shader says.
const TAIL: &str = "
void main() {
    vec4 color = vec4(0.0, 0.0, 0.0, 1.0);
    mainImage(color, gl_FragCoord.xy);
    shadertoyColor = vec4(color.rgb, 1.0);
}
";

/// The whole shader of an image shader. Lines keep their numbers.
pub(crate) fn whole(image: &str) -> String {
    format!("{HEAD}{image}{TAIL}")
}
