/* What ties this application to the boot section of its board (docs/devices/boot-section.md). */
#ifndef BOOT_H
#define BOOT_H

/* Resets into the boot section, which waits there for a host. A board without one starts anew. */
void boot_enter(void) __attribute__((noreturn));

#endif
