//! What an environment declares for its shaders before it compiles them.

use retroshade_ir::Stage;

/// An environment whose shaders do not declare all that they use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prelude {
    /// Image shaders of Shadertoy: they have a `mainImage` in place of `main`, and uniforms that nobody declares.
    Shadertoy,
    /// Shaders of a `ShaderMaterial` of three.js in ESSL 1.00: matrices, the camera, and the attributes of a mesh.
    Three,
    /// Shaders in ESSL 1.00 that use the lighting unit, the procedural texture unit and the fog of the Nintendo 3DS: what those
    /// take and give, and quaternions for the unit.
    Nintendo3ds,
}

impl Prelude {
    /// Every environment.
    pub const ALL: [Prelude; 3] = [Prelude::Shadertoy, Prelude::Three, Prelude::Nintendo3ds];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Prelude::Shadertoy => "shadertoy",
            Prelude::Three => "three",
            Prelude::Nintendo3ds => "3ds",
        }
    }

    /// The environment with a name.
    pub fn named(name: &str) -> Option<Prelude> {
        let mut all = Prelude::ALL.into_iter();
        all.find(|prelude| prelude.name() == name)
    }

    /// The stage that all shaders of the environment have.
    pub(crate) fn stage(self) -> Option<Stage> {
        match self {
            Prelude::Shadertoy => Some(Stage::Fragment),
            Prelude::Three | Prelude::Nintendo3ds => None,
        }
    }

    /// What to do about a `#version` behind the declarations.
    pub(crate) fn without_version(self) -> String {
        let name = self.name();
        format!(
            "--prelude {name} puts declarations ahead of the shader, in the version that they have: leave `#version` out"
        )
    }

    /// The whole shader. Lines keep their numbers.
    pub(crate) fn whole(self, text: &str, stage: Option<Stage>) -> String {
        let tail = match self {
            Prelude::Shadertoy => SHADERTOY_TAIL,
            Prelude::Three | Prelude::Nintendo3ds => "",
        };
        format!("{}{text}{tail}", self.head(stage))
    }

    /// What comes before the text of the user.
    pub(crate) fn head(self, stage: Option<Stage>) -> &'static str {
        match (self, stage) {
            (Prelude::Shadertoy, _) => SHADERTOY_HEAD,
            (Prelude::Three, Some(Stage::Fragment)) => THREE_FRAGMENT,
            (Prelude::Three, _) => THREE_VERTEX,
            (Prelude::Nintendo3ds, Some(Stage::Fragment)) => NINTENDO_3DS_FRAGMENT,
            (Prelude::Nintendo3ds, _) => NINTENDO_3DS_VERTEX,
        }
    }
}

/// The text before an image shader of Shadertoy. Shadertoy compiles it as ESSL 3.00 in high precision.
const SHADERTOY_HEAD: &str = "#version 300 es
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

/// What stands behind an image shader. The picture is opaque whatever the shader says.
const SHADERTOY_TAIL: &str = "
void main() {
    vec4 color = vec4(0.0, 0.0, 0.0, 1.0);
    mainImage(color, gl_FragCoord.xy);
    shadertoyColor = vec4(color.rgb, 1.0);
}
";

/// What three.js puts before vertex shaders, as its manual of `WebGLProgram` lists it.
const THREE_VERTEX: &str = "precision highp float;
precision highp int;
uniform mat4 modelMatrix;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform mat3 normalMatrix;
uniform vec3 cameraPosition;
uniform bool isOrthographic;
attribute vec3 position;
attribute vec3 normal;
attribute vec2 uv;
#line 1
";

/// What it puts before fragment shaders.
const THREE_FRAGMENT: &str = "precision highp float;
precision highp int;
uniform mat4 viewMatrix;
uniform vec3 cameraPosition;
uniform bool isOrthographic;
#line 1
";

/// What the lighting unit takes. It turns +z by the quaternion to get the normal, and +x to get the tangent. The first function
/// makes a half turn about what lies halfway between +z and the normal; the second turns about +z before that, as the half
/// turn, which is its own inverse, has it of the tangent.
const NINTENDO_3DS_VERTEX: &str = "#pragma retroshade bind lightQuaternion normalquat
#pragma retroshade bind lightView view
varying vec4 lightQuaternion;
varying vec3 lightView;
vec4 quaternionOf(vec3 normal) {
    float square = 0.5 + 0.5 * normal.z;
    float scale = inversesqrt(square);
    return square > 0.000001 ? vec4(0.5 * scale * normal.xy, scale * square, 0.0) : vec4(1.0, 0.0, 0.0, 0.0);
}
vec4 quaternionOf(vec3 normal, vec3 tangent) {
    vec3 axis = quaternionOf(normal).xyz;
    vec2 turned = (2.0 * dot(axis, tangent) * axis - tangent).xy;
    float square = 0.5 + 0.5 * turned.x;
    float scale = inversesqrt(square);
    vec2 turn = square > 0.000001 ? scale * vec2(square, 0.5 * turned.y) : vec2(0.0, 1.0);
    return vec4(turn.x * axis + turn.y * vec3(axis.y, -axis.x, 0.0), -turn.y * axis.z);
}
#line 1
";

/// What the lighting unit, the procedural texture unit and the fog give.
const NINTENDO_3DS_FRAGMENT: &str = "#pragma retroshade bind lightDiffuse light0
#pragma retroshade bind lightSpecular light1
#pragma retroshade bind proceduralMap tex3
#pragma retroshade bind fogFactor fog
precision mediump float;
varying vec4 lightDiffuse;
varying vec4 lightSpecular;
varying float fogFactor;
uniform sampler2D proceduralMap;
#line 1
";
