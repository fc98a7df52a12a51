/*
 * One picture by GLES2 without a window, written to a file: on a board with a Mali-400 over ssh, or anywhere else.
 *
 * Mesa's driver for the chip, lima, takes the texts of shaders. Arm's own takes Mali binary shaders too, which
 * `make binaries` writes: they are loaded where the driver names their format and the files are there.
 */
#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <stdlib.h>

#include "shaders.h"

/* GL_ARM_mali_shader_binary */
#define MALI_SHADER_BINARY 0x8F60

enum { SIZE = 128, POSITION = 0, TEX_COORD = 1, TEXELS = 8 };

static void fail(const char *what)
{
	fprintf(stderr, "glow: %s\n", what);
	exit(1);
}

static int takes_binaries(void)
{
	GLint count = 0, formats[64];
	glGetIntegerv(GL_NUM_SHADER_BINARY_FORMATS, &count);
	if (count <= 0 || count > 64)
		return 0;
	glGetIntegerv(GL_SHADER_BINARY_FORMATS, formats);
	for (int i = 0; i < count; i++)
		if (formats[i] == MALI_SHADER_BINARY)
			return 1;
	return 0;
}

/* Whether a file was there and the driver took it. */
static int load_binary(GLuint shader, const char *name)
{
	static char bytes[1 << 16];
	FILE *file = fopen(name, "rb");
	if (!file)
		return 0;
	size_t size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	glShaderBinary(1, &shader, MALI_SHADER_BINARY, bytes, (GLsizei)size);
	return glGetError() == GL_NO_ERROR;
}

static GLuint load(GLenum stage, const char *text, const char *binary)
{
	GLuint shader = glCreateShader(stage);
	if (takes_binaries() && load_binary(shader, binary))
		return shader;
	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	GLint done = 0;
	glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
	if (!done) {
		char log[1024] = "";
		glGetShaderInfoLog(shader, sizeof log, NULL, log);
		fail(log);
	}
	return shader;
}

static GLuint program(void)
{
	GLuint program = glCreateProgram();
	glAttachShader(program, load(GL_VERTEX_SHADER, glow_vert, "glow.vert.mbs"));
	glAttachShader(program, load(GL_FRAGMENT_SHADER, glow_frag, "glow.frag.mbs"));
	glBindAttribLocation(program, POSITION, "aPosition");
	glBindAttribLocation(program, TEX_COORD, "aTexCoord");
	glLinkProgram(program);
	GLint done = 0;
	glGetProgramiv(program, GL_LINK_STATUS, &done);
	if (!done)
		fail("the shaders do not fit each other");
	return program;
}

/* Red grows to the right, green upwards. */
static void texture(void)
{
	static unsigned char texels[TEXELS][TEXELS][3];
	for (int y = 0; y < TEXELS; y++)
		for (int x = 0; x < TEXELS; x++) {
			texels[y][x][0] = (unsigned char)(x * 32);
			texels[y][x][1] = (unsigned char)(y * 32);
			texels[y][x][2] = 128;
		}
	GLuint name;
	glGenTextures(1, &name);
	glBindTexture(GL_TEXTURE_2D, name);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, TEXELS, TEXELS, 0, GL_RGB, GL_UNSIGNED_BYTE, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static void start(void)
{
	static const EGLint wanted[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
		EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_NONE,
	};
	static const EGLint size[] = { EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE };
	static const EGLint version[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };
	EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
	EGLConfig config;
	EGLint count = 0;
	if (!eglInitialize(display, NULL, NULL))
		fail("no display; try EGL_PLATFORM=surfaceless");
	if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
		fail("no GLES2 with 8 bits a colour");
	EGLSurface surface = eglCreatePbufferSurface(display, config, size);
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
	if (!eglMakeCurrent(display, surface, surface, context))
		fail("no context");
}

static void draw(void)
{
	static const float corners[4][4] = { { -1, -1, 0, 0 }, { 1, -1, 1, 0 }, { -1, 1, 0, 1 }, { 1, 1, 1, 1 } };
	/* A quarter of a turn; a column in each four numbers, as GL has it. */
	static const float matrix[16] = { 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
	GLuint used = program();
	glUseProgram(used);
	glUniformMatrix4fv(glGetUniformLocation(used, "uMatrix"), 1, GL_FALSE, matrix);
	glUniform1f(glGetUniformLocation(used, "uStrength"), 0.75f);
	glUniform1i(glGetUniformLocation(used, "uTexture"), 0);
	texture();
	glVertexAttribPointer(POSITION, 2, GL_FLOAT, GL_FALSE, sizeof corners[0], corners[0]);
	glVertexAttribPointer(TEX_COORD, 2, GL_FLOAT, GL_FALSE, sizeof corners[0], corners[0] + 2);
	glEnableVertexAttribArray(POSITION);
	glEnableVertexAttribArray(TEX_COORD);
	glViewport(0, 0, SIZE, SIZE);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
	if (glGetError() != GL_NO_ERROR)
		fail("GL refuses something");
}

static void write_picture(const char *name)
{
	static unsigned char pixels[SIZE][SIZE][4];
	glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	FILE *file = fopen(name, "wb");
	if (!file)
		fail("the picture cannot be written");
	fprintf(file, "P6 %d %d 255\n", SIZE, SIZE);
	/* GL counts rows from the foot. */
	for (int y = SIZE - 1; y >= 0; y--)
		for (int x = 0; x < SIZE; x++)
			fwrite(pixels[y][x], 1, 3, file);
	fclose(file);
}

int main(int count, char **words)
{
	if (count != 2) {
		fprintf(stderr, "usage: glow PICTURE.ppm\n");
		return 2;
	}
	start();
	printf("%s\n", (const char *)glGetString(GL_RENDERER));
	draw();
	write_picture(words[1]);
	return 0;
}
