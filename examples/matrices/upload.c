/* The four registers of a `uniform mat4`, from sixteen floats in memory: those of OpenGL and of glm, which
   store columns, or those of Direct3D's D3DMATRIX and of nxdk's samples, whose row vectors make the same
   bytes of the same transformation. The shader says `uMatrix * aPosition` for either. */

#include <string.h>

/* A column in each register: Xbox, Mali, and programs compiled with --matrices=columns. */
static void upload_columns(float registers[4][4], const float memory[16])
{
	memcpy(registers, memory, 16 * sizeof(float));
}

/* A row in each register: 3DS, Flash, and programs compiled with --matrices=rows. */
static void upload_rows(float registers[4][4], const float memory[16])
{
	for (int row = 0; row < 4; row++)
		for (int column = 0; column < 4; column++)
			registers[row][column] = memory[4 * column + row];
}
