#include "clock.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

volatile uint16_t clock_overflows;

static ticks wish;
static bool wished;

/* Nearer than this, the compare register could be written after its count has gone by (16 ticks are 128 cycles). */
#define TOO_NEAR 16

ISR(TIMER1_OVF_vect) {
  clock_overflows++;
  /* Every 32.8 ms: feeds the watchdog, and wishes that are farther away than one turn of the timer are looked at again. */
  WAKE();
}

ISR(TIMER1_COMPA_vect) {
  TIMSK1 = _BV(TOIE1);
  WAKE();
}

void clock_start(void) {
  TCCR1A = 0;
  TCCR1B = _BV(CS11);
  TIMSK1 = _BV(TOIE1);
}

ticks clock_now(void) {
  ticks now;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) now = clock_now_locked();
  return now;
}

void clock_wake_at(ticks at) {
  if (!wished || BEFORE(at, wish)) wish = at;
  wished = true;
}

void clock_arm(void) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    TIMSK1 = _BV(TOIE1);
    if (wished) {
      int32_t left = (int32_t)(wish - clock_now_locked());
      if (left < TOO_NEAR) {
        WAKE();
      } else if (left < 0x10000L) {
        OCR1A = (uint16_t)wish;
        TIFR1 = _BV(OCF1A);
        TIMSK1 = _BV(TOIE1) | _BV(OCIE1A);
      }
    }
  }
  wished = false;
}
