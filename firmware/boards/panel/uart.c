#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

/* Rounded: 57,143 baud, 0.8 % slow, inside the 2 % that 8N1 bears. */
#define DIVIDER ((F_CPU + 4UL * 57600UL) / (8UL * 57600UL) - 1UL)

/* Both rings have 256 places, so that their indices wrap by themselves; one place always stays free. */
static volatile uint8_t out[256];
static volatile uint8_t out_head, out_tail;
static volatile uint8_t in[256];
static volatile uint8_t in_head, in_tail;
static volatile bool lost;

ISR(USART_RX_vect) {
  uint8_t damaged = UCSR0A & (_BV(FE0) | _BV(DOR0));
  uint8_t byte = UDR0;
  if (damaged || (uint8_t)(in_head + 1) == in_tail) {
    lost = true;
    return;
  }
  in[in_head] = byte;
  in_head++;
}

ISR(USART_UDRE_vect) {
  if (out_head == out_tail) {
    UCSR0B &= (uint8_t)~_BV(UDRIE0);
    return;
  }
  UDR0 = out[out_tail];
  out_tail++;
}

void uart_start(void) {
  UBRR0 = DIVIDER;
  UCSR0A = _BV(U2X0);
  UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
  UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

void uart_put(uint8_t byte) {
  while ((uint8_t)(out_head + 1) == out_tail) {
  }
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    out[out_head] = byte;
    out_head++;
    UCSR0B |= _BV(UDRIE0);
  }
}

int16_t uart_get(void) {
  int16_t got = -1;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    if (lost) {
      lost = false;
      in_tail = in_head;
      got = -2;
    } else if (in_head != in_tail) {
      got = in[in_tail];
      in_tail++;
    }
  }
  return got;
}
