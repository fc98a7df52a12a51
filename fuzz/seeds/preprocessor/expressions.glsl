#if (((1 << 3) | 0x1F) & ~07) % 5 > -1 ? 1 : 0
#endif
#define f(x) f(f)(x)
f(f(1))
#define E() E
E()()()
#include "a.h"
