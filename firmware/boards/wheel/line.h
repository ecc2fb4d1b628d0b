/* A line to the host: `T nnnn tttttttt …*CCCC` and LF. */
#ifndef LINE_H
#define LINE_H

#include "board.h"

/* Begins a line of this type at this time; the number is the next one. There must be room (uart.h). */
void line_begin(char type, ticks at);
void line_char(char c);
void line_text(const char *text);
/* Upper-case hexadecimal, fixed width. */
void line_hex8(uint8_t value);
void line_hex16(uint16_t value);
void line_hex32(uint32_t value);
void line_decimal2(uint8_t value);
void line_end(void);

/* CRC-16/CCITT-FALSE. */
uint16_t line_crc(uint16_t crc, uint8_t byte);
#define CRC_START 0xffff

#endif
