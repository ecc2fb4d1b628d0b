#include "uart.h"

#include <avr/interrupt.h>
#include <stddef.h>
#include <util/atomic.h>

#include "clock.h"

/* 16 MHz / 8 / 17 = 117,647 baud: 2.1 % above 115,200, the nearest this crystal can do, and within what 8N1 bears. */
#define DIVIDER 16

static uint8_t ring[256]; /* its indexes wrap by themselves */
static volatile uint8_t head;
static volatile uint8_t tail;
static uint8_t writing;

static struct host_line lines[2];
static volatile uint8_t waiting; /* lines that are whole, 0 to 2 */
static uint8_t filling;          /* the line that bytes go into, when fewer than two wait */
static uint8_t oldest;
static bool skipping; /* both lines wait: bytes up to the next LF belong to nobody */
static volatile bool refused;

ISR(USART_UDRE_vect) {
  uint8_t at = tail;
  UDR0 = ring[at++];
  tail = at;
  uint8_t left = head - at;
  if (left == 0) UCSR0B &= (uint8_t)~_BV(UDRIE0);
  /* Whoever waits for room is asked again at either mark. */
  if (left == ROOM_FOR_EDGES || left == ROOM_FOR_OTHERS) WAKE();
}

static void end_line(struct host_line *line) {
  if (skipping) {
    skipping = false;
    refused = true;
    WAKE();
    return;
  }
  if (line->length == 0 && !line->damaged) return;
  line->at = clock_now_locked();
  filling ^= 1;
  waiting++;
  WAKE();
}

ISR(USART_RX_vect) {
  uint8_t status = UCSR0A;
  char c = (char)UDR0;
  struct host_line *line = &lines[filling];
  if (waiting == 2) skipping = true;
  if (!skipping && (status & (_BV(FE0) | _BV(DOR0)))) line->damaged = true;
  if (c == '\n') {
    end_line(line);
  } else if (c != '\r' && !skipping) {
    if (line->length < HOST_LINE_LIMIT) line->text[line->length++] = c;
    else line->too_long = true;
  }
}

void uart_start(void) {
  UBRR0 = DIVIDER;
  UCSR0A = _BV(U2X0);
  UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
  UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

uint8_t uart_waiting(void) { return head - tail; }

void uart_put(char c) { ring[writing++] = (uint8_t)c; }

void uart_send(void) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    head = writing;
    UCSR0B |= _BV(UDRIE0);
  }
}

const struct host_line *uart_host_line(void) { return waiting ? &lines[oldest] : NULL; }

void uart_drop_host_line(void) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    struct host_line *line = &lines[oldest];
    line->length = 0;
    line->too_long = line->damaged = false;
    oldest ^= 1;
    waiting--;
  }
}

bool uart_refused(void) {
  bool was;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    was = refused;
    refused = false;
  }
  return was;
}
