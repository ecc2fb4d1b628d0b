#include "inputs.h"

#include <avr/io.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "board.h"

#define SETTLED_MS 5

static volatile uint8_t levels;
static volatile bool changed;
static uint8_t since[8];

void inputs_start(void) {
  DDRD &= (uint8_t)~INPUTS;
  PORTD |= INPUTS;
  _delay_us(50); /* the pull-ups charge the cables */
  levels = PIND & INPUTS;
}

void inputs_sample(void) {
  uint8_t differs = (PIND ^ levels) & INPUTS;
  for (uint8_t bit = 2; bit < 8; bit++) {
    if (!(differs & (uint8_t)(1 << bit))) since[bit] = 0;
    else if (++since[bit] >= SETTLED_MS) {
      since[bit] = 0;
      levels ^= (uint8_t)(1 << bit);
      changed = true;
    }
  }
}

uint8_t inputs_levels(void) { return levels; }

bool inputs_changed(void) {
  bool was;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    was = changed;
    changed = false;
  }
  return was;
}
