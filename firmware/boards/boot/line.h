/*
 * The serial line, without interrupts. A line is `!`, two letters `@` to `O` for each byte (the high half first, 0x40 and four
 * bits), and LF: nothing in it can be taken for a line's beginning or end. The last two bytes are the CRC-16/CCITT-FALSE of
 * those before, high byte first.
 */
#ifndef LINE_H
#define LINE_H

#include "board.h"

/* Bytes of the longest line, a page's: letter, session, page, 128 bytes, CRC. */
#define LINE_BYTES (1 + 2 + 1 + PAGE_BYTES + 2)

/* The bytes of the line that has come last, and how many there are without the CRC. */
extern uint8_t line[LINE_BYTES];
extern uint8_t line_length;

void line_start(void);
/* The UART is as a reset leaves it. */
void line_stop(void);
/* Looks once whether a byte has come; true when it ended a line. A damaged one is refused here, and is none. */
bool line_poll(void);
/* A line to the host: its letter, then bytes, then its end. */
void line_begin(uint8_t letter);
void line_add(uint8_t byte);
/* Returns when it is on the wire. */
void line_end(void);
/* The line `N` and why. */
void line_refuse(uint8_t why);

#endif
