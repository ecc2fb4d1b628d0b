#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

/* 57,600 baud, 8N1. */
void uart_start(void);

/* Waits while the ring is full; the line empties it at 5,760 bytes a second whatever the host does. */
void uart_put(uint8_t byte);

/* -1: nothing has come. -2: bytes were lost here; what came before them is not to be joined to what comes after. */
int16_t uart_get(void);

#endif
