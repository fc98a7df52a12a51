/* What the example uses of nxdk's windows.h. */
#ifndef WINDOWS_STUB_H
#define WINDOWS_STUB_H

#define PAGE_READWRITE 0x04
#define PAGE_WRITECOMBINE 0x400

#endif
