/* What the example uses of nxdk's video modes. */
#ifndef VIDEO_STUB_H
#define VIDEO_STUB_H

#define REFRESH_DEFAULT 0

static inline int XVideoSetMode(int width, int height, int bits, int refresh)
{
	(void)width, (void)height, (void)bits, (void)refresh;
	return 1;
}

#endif
