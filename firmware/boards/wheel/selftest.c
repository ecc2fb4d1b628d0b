#include "selftest.h"

#include "clock.h"
#include "edges.h"
#include "holes.h"
#include "line.h"
#include "settings.h"
#include "uart.h"

/* For the sensors and their comparators to follow the light; the slowest module in use takes 1 ms. */
#define SETTLE MS(5)

static enum { IDLE, DARK, LIT, AFTER, DONE } phase;
static ticks next;
static uint8_t answered[2];
static uint32_t holes_answered[2];

/* Every optical channel is in the dark meanwhile, also one that this kind of wheel does not have. */
static void hide(bool hidden) {
  edges_mask(PORT_BALL, hidden ? 0x1f : 0);
  edges_mask(PORT_ROTOR, hidden ? 0x07 : 0);
}

/* Optical channels that this kind of wheel has. */
static uint8_t channels(uint8_t port) {
  if (port == PORT_ROTOR) return settings.kind == BOWL ? 0 : 0x07; /* Q R I */
  if (settings.kind == DISC) return 0;
  return settings.kind == BOWL ? 0x17 : 0x1f; /* A B C X, and P of a roulette */
}

bool selftest_start(void) {
  if (phase != IDLE) return false;
  hide(true);
  PORTC &= (uint8_t)~_BV(EMITTERS);
  phase = DARK;
  next = clock_now() + SETTLE;
  return true;
}

bool selftest_runs(void) { return phase != IDLE; }

/* Keeps the sensors that read as they must: lit, or not. */
static void compare(bool lit) {
  const uint8_t when_lit[2] = {BALL_LIT, ROTOR_LIT};
  for (uint8_t port = 0; port < 2; port++) {
    uint8_t reads_lit = (uint8_t)~(edges_pins(port) ^ when_lit[port]);
    answered[port] &= lit ? reads_lit : (uint8_t)~reads_lit;
  }
  if (settings.kind != BOWL) return;
  uint32_t holes[2];
  holes_read(holes);
  for (uint8_t c = 0; c < 2; c++) holes_answered[c] &= lit ? holes[c] : ~holes[c];
}

void selftest_step(void) {
  if (phase == IDLE || phase == DONE) return;
  ticks now = clock_now();
  if (!BEFORE(now, next)) {
    next = now + SETTLE;
    if (phase == DARK) {
      for (uint8_t n = 0; n < 2; n++) {
        answered[n] = channels(n);
        holes_answered[n] = 0xffffffUL;
      }
      compare(false);
      PORTB |= _BV(TEST_LIGHT);
      phase = LIT;
    } else if (phase == LIT) {
      compare(true);
      PORTB &= (uint8_t)~_BV(TEST_LIGHT);
      PORTC |= _BV(EMITTERS);
      phase = AFTER;
    } else {
      hide(false);
      if (settings.kind == BOWL) holes_resume();
      phase = DONE;
      WAKE();
      return;
    }
  }
  clock_wake_at(next);
}

static void answer_channels(uint8_t port, const char *letters) {
  uint8_t has = channels(port);
  for (uint8_t channel = 1; *letters; letters++, channel <<= 1) {
    if (!(has & channel)) continue;
    line_char(*letters);
    line_char(answered[port] & channel ? '1' : '0');
  }
}

void selftest_answer(void) {
  if (phase != DONE || uart_waiting() > ROOM_FOR_OTHERS) return;
  line_begin('S', clock_now());
  line_char(' ');
  answer_channels(PORT_BALL, BALL_LETTERS);
  answer_channels(PORT_ROTOR, ROTOR_LETTERS);
  if (settings.kind == BOWL) {
    for (uint8_t c = 0; c < 2; c++) {
      line_char(c ? 'G' : 'H');
      line_hex8((uint8_t)(holes_answered[c] >> 16));
      line_hex16((uint16_t)holes_answered[c]);
    }
  }
  line_end();
  phase = IDLE;
}
