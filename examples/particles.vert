// Particles that fall, spin and fade; their size follows the distance.
attribute vec3 aStart;
attribute vec3 aVelocity;
attribute float aBirth;

uniform mat4 uView;
uniform mat4 uProjection;
uniform float uTime;
uniform float uLifetime;

varying vec4 vColor;

void main() {
    float age = mod(uTime - aBirth, uLifetime);
    vec3 position = aStart + aVelocity * age + vec3(0.0, -4.905, 0.0) * age * age;
    float angle = age * 3.0;
    position.xz = mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * position.xz;
    vec4 eye = uView * vec4(position, 1.0);
    gl_Position = uProjection * eye;
    gl_PointSize = 64.0 / max(-eye.z, 1.0);
    float life = age / uLifetime;
    vColor = vec4(1.0, 1.0 - life, 0.5 * (1.0 - life), 1.0 - life * life);
}
