#include "holes.h"

#include "clock.h"
#include "tell.h"

#define EVERY MS(2)
#define REGISTERS 3
#define CHAINS 2

/* The last three looks, oldest first: a hole that differs from what was told in all three has changed at the oldest. */
struct look {
  ticks at;
  uint32_t chains[CHAINS];
};

static struct look looks[3];
static uint32_t told[CHAINS];
static uint32_t untold[CHAINS];
static ticks next;

/* A chain as a number, and as its registers: the AVR's compiler puts the lowest byte first. */
union chain {
  uint32_t holes;
  uint8_t registers[4];
};

/* The first bit that comes out is hole 00: each register shifts its input H out first, so hole 00 is input H of the nearest one. */
void holes_read(uint32_t chains[2]) {
  PORTB &= (uint8_t)~_BV(HOLES_LOAD);
  __builtin_avr_delay_cycles(4); /* 250 ns: more than the 74HC165 needs over its whole temperature range */
  PORTB |= _BV(HOLES_LOAD);
  union chain first = {0}, second = {0};
  for (uint8_t n = 0; n < REGISTERS; n++) {
    uint8_t one = 0, other = 0;
    for (uint8_t bit = 1; bit; bit <<= 1) {
      /* A sensor that sees something pulls its input low. */
      uint8_t pins = PINB;
      if (!(pins & _BV(HOLES_FIRST))) one |= bit;
      if (!(pins & _BV(HOLES_SECOND))) other |= bit;
      PORTB |= _BV(HOLES_CLOCK);
      PORTB &= (uint8_t)~_BV(HOLES_CLOCK);
    }
    first.registers[n] = one;
    second.registers[n] = other;
  }
  chains[0] = first.holes;
  chains[1] = second.holes;
}

static void look(struct look *into) {
  into->at = clock_now();
  holes_read(into->chains);
}

void holes_start(void) {
  look(&looks[0]);
  /* An edge of another channel that is stamped in this very tick comes after it. */
  looks[0].at--;
  looks[1] = looks[2] = looks[0];
  for (uint8_t c = 0; c < CHAINS; c++) {
    told[c] = looks[0].chains[c];
    untold[c] = 0;
  }
  next = looks[0].at + EVERY;
}

void holes_resume(void) {
  looks[0].at = clock_now() - 1;
  for (uint8_t c = 0; c < CHAINS; c++) looks[0].chains[c] = told[c] ^ untold[c];
  looks[1] = looks[2] = looks[0];
  next = looks[0].at;
}

void holes_step(void) {
  ticks now = clock_now();
  if (!BEFORE(now, next) && !untold[0] && !untold[1]) {
    next += EVERY;
    if (BEFORE(next, now)) next = now + EVERY;
    looks[0] = looks[1];
    looks[1] = looks[2];
    look(&looks[2]);
    for (uint8_t c = 0; c < CHAINS; c++) {
      if (looks[0].chains[c] == told[c]) continue;
      uint32_t first = looks[0].chains[c] ^ told[c];
      uint32_t then = looks[1].chains[c] ^ told[c];
      uint32_t last = looks[2].chains[c] ^ told[c];
      untold[c] = first & then & last;
      for (uint32_t gone = first & ~then; gone; gone &= gone - 1) count_up(&tell_short_pulses, 1);
    }
  }
  /* While edges of looks[0] wait to be told no look is taken; whoever tells the last one comes back here. */
  if (!untold[0] && !untold[1]) clock_wake_at(next);
}

ticks holes_settled(void) { return looks[0].at; }

bool holes_next(struct hole_edge *out) {
  for (uint8_t c = 0; c < CHAINS; c++) {
    if (!untold[c]) continue;
    uint8_t number = 0;
    for (uint32_t bit = untold[c]; !(bit & 1); bit >>= 1) number++;
    out->chain = c;
    out->number = number;
    out->on = !(told[c] >> number & 1);
    return true;
  }
  return false;
}

void holes_told(void) {
  struct hole_edge edge;
  if (!holes_next(&edge)) return;
  uint32_t bit = 1UL << edge.number;
  told[edge.chain] ^= bit;
  untold[edge.chain] ^= bit;
}

uint32_t holes_levels(uint8_t chain) { return told[chain]; }
