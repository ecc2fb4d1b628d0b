#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "board.h"
#include "clock.h"
#include "edges.h"
#include "holes.h"
#include "host.h"
#include "line.h"
#include "selftest.h"
#include "settings.h"
#include "tell.h"
#include "uart.h"

#define BEAT_EVERY MS(250)
/* For the sensors to see after their light came on. */
#define SENSORS_START MS(5)

static ticks next_beat;
static bool beat_due;

/* Outlives the clearing of the memory at the start. */
static uint8_t reset_flags __attribute__((section(".noinit")));

/*
 * Runs before anything else: after a reset by the watchdog it still runs, with its shortest time, and the cause must be
 * cleared before it can be stopped (data sheet 10.8.2).
 */
void keep_cause(void) __attribute__((naked, used, section(".init3")));
void keep_cause(void) {
  reset_flags = MCUSR;
  MCUSR = 0;
  wdt_disable();
}

static void pins_start(void) {
  DDRB = _BV(TEST_LIGHT) | _BV(HOLES_LOAD) | _BV(HOLES_CLOCK) | _BV(BEAT_LED);
  PORTB = _BV(HOLES_LOAD) | _BV(HOLES_FIRST) | _BV(HOLES_SECOND);
  DDRC = _BV(EMITTERS);
  PORTC = ROTOR_MASK | _BV(EMITTERS);
  DDRD = 0;
  PORTD = BALL_MASK << BALL_SHIFT;
  /* What the board does not use draws no current. */
  ACSR = _BV(ACD);
  PRR = _BV(PRTWI) | _BV(PRTIM2) | _BV(PRTIM0) | _BV(PRSPI) | _BV(PRADC);
}

static void start(void) {
  uint8_t levels[2];
  pins_start();
  clock_start();
  sei();
  settings_start();
  while (BEFORE(clock_now(), SENSORS_START)) wdt_reset();
  edges_start(levels);
  tell_start(levels);
  if (settings.kind == BOWL) holes_start();
  uart_start();
  host_start(reset_flags);
  host_identity();
  beat_due = true;
  next_beat = clock_now() + BEAT_EVERY;
}

static void send_beat(ticks at, uint16_t levels) {
  line_begin('B', at);
  line_char(' ');
  line_hex16(levels);
  for (uint8_t chain = 0; chain < 2; chain++) {
    uint32_t holes = settings.kind == BOWL ? holes_levels(chain) : 0;
    line_char(' ');
    line_hex8((uint8_t)(holes >> 16));
    line_hex16((uint16_t)holes);
  }
  line_char(' ');
  uint16_t lost;
  cli();
  lost = edges_lost;
  sei();
  line_hex16(lost);
  line_char(' ');
  line_hex16(host_damaged);
  line_char(' ');
  line_hex16(tell_short_pulses);
  line_char(' ');
  line_hex8(edges_deepest);
  line_end();
}

static void beat_step(void) {
  ticks now = clock_now();
  if (!BEFORE(now, next_beat)) {
    beat_due = true;
    next_beat += BEAT_EVERY;
    if (!BEFORE(now, next_beat)) next_beat = now + BEAT_EVERY;
    PINB = _BV(BEAT_LED);
  }
  if (host_wants_beat) beat_due = true;
  clock_wake_at(next_beat);
}

static void pass(void) {
  ticks at;
  uint16_t levels;
  settings_step();
  selftest_step();
  if (settings.kind == BOWL && !selftest_runs()) holes_step();
  beat_step();
  /* One line of edges, then one of the others: neither keeps the other from the line. */
  if (tell_step(beat_due)) beat_due = true;
  if (beat_due && uart_waiting() <= ROOM_FOR_OTHERS && tell_cut(&at, &levels)) {
    beat_due = host_wants_beat = false;
    send_beat(at, levels);
  }
  selftest_answer();
  host_step();
}

int main(void) {
  wdt_enable(WDTO_500MS);
  start();
  set_sleep_mode(SLEEP_MODE_IDLE);
  sleep_enable();
  for (;;) {
    wdt_reset();
    WAKE_DONE();
    pass();
    clock_arm();
    cli();
    while (!WOKEN()) {
      /* The instruction after `sei` runs before any interrupt: none can slip in between and be slept over. */
      sei();
      sleep_cpu();
      cli();
    }
    sei();
  }
}
