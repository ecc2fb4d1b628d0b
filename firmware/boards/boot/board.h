/*
 * The boot section of the boards with an ATmega328P at 16 MHz: the last 2 KB of the flash. It runs first after every reset,
 * starts the application if its image is whole and of this kind of board, and else waits for one. Lines:
 * docs/devices/boot-section.md.
 */
#ifndef BOARD_H
#define BOARD_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#define BOOT_VERSION 0x10 /* 1.0 */

/* What this section was built for; the Makefile says KIND. */
#define KIND_WHEEL 1
#define KIND_PANEL 2
#define HARDWARE 1

#if KIND == KIND_WHEEL
#define DIVIDER 16 /* 117,647 baud, as the application */
#elif KIND == KIND_PANEL
#define DIVIDER 34 /* 57,143 baud, as the application */
#else
#error "KIND must be 1 (wheel) or 2 (panel)"
#endif

/* Pages of 128 bytes: the application's, then one for the mark, then this section. */
#define PAGE_BYTES 128
#define PAGES_MAX 239
#define MARK_PAGE 239

/* An application asks for this section by these two words in memory and a reset by the watchdog. */
#define REQUEST ((volatile uint32_t *)0x0100)
#define REQUEST_FIRST 0x7469726aUL
#define REQUEST_SECOND 0x8b968d95UL

/* There is no runtime that clears memory: each variable is set before it is read. */
#define NOINIT __attribute__((section(".noinit")))

#endif
