/* The serial line: 8N1, sent and received by interrupts. */
#ifndef UART_H
#define UART_H

#include "board.h"

/* Characters of a host line before its LF; CR does not count. */
#define HOST_LINE_LIMIT 40

struct host_line {
  char text[HOST_LINE_LIMIT];
  uint8_t length;
  bool too_long;
  bool damaged; /* the receiver saw a framing error or had to drop a byte */
  ticks at;     /* its last byte */
};

/*
 * Lines are begun only while no more than this waits to be sent. An edge line stops early: edges then wait where they
 * still can be put into one full line, instead of many short ones that wait here. The other lines fit on top of it:
 * 96 + 80 (longest edge line) = 176, 180 + 72 (longest other line) = 252 of 255.
 */
#define ROOM_FOR_EDGES 96
#define ROOM_FOR_OTHERS 180

void uart_start(void);

/* Characters that wait to be sent. */
uint8_t uart_waiting(void);
/* Puts a character behind what is to be sent; it goes out with uart_send. There must be room. */
void uart_put(char c);
void uart_send(void);

/* The oldest host line that has not been dropped, or NULL. */
const struct host_line *uart_host_line(void);
void uart_drop_host_line(void);
/* True once after lines that had to be refused because two waited already. */
bool uart_refused(void);

#endif
