/* The board's time: Timer1 counts 0.5 µs, its overflows make it 32 bits wide. */
#ifndef CLOCK_H
#define CLOCK_H

#include "board.h"

extern volatile uint16_t clock_overflows;

void clock_start(void);

/* A time in two halves: the compiler makes an interrupt routine a third longer when it is one number. */
struct stamp {
  uint16_t low;
  uint16_t high;
};

/* Now. Only with interrupts off, as in an interrupt routine. */
static inline __attribute__((always_inline)) struct stamp clock_stamp(void) {
  struct stamp now = {TCNT1, clock_overflows};
  /* An overflow that nobody has counted yet came before `low` was read only when `low` is small. */
  if ((TIFR1 & _BV(TOV1)) && now.low < 0x8000) now.high++;
  return now;
}

static inline ticks clock_ticks(struct stamp at) { return (ticks)at.high << 16 | at.low; }
static inline ticks clock_now_locked(void) { return clock_ticks(clock_stamp()); }

ticks clock_now(void);

/* The main loop is to run at `at` at the latest. The earliest one of a pass counts. */
void clock_wake_at(ticks at);

/* Ends a pass: arms the compare match for the earliest wish. */
void clock_arm(void);

#endif
