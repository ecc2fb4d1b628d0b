/* What ties this application to the boot section of its board (docs/devices/boot-section.md). */
#ifndef ENTER_BOOT_H
#define ENTER_BOOT_H

/* Resets into the boot section, which waits there for a host. A board without one starts anew. */
void boot_enter(void) __attribute__((noreturn));

#endif
