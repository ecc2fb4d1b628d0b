#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "board.h"
#include "firmata.h"
#include "inputs.h"
#include "uart.h"

static volatile uint16_t ms;

/* A watchdog that has bitten runs on; it is stopped before anything else can take its time. */
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void) {
  MCUSR = 0;
  wdt_disable();
}

ISR(TIMER0_COMPA_vect) {
  ms++;
  inputs_sample();
}

static uint16_t now(void) {
  uint16_t at;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { at = ms; }
  return at;
}

static void start(void) {
  PORTB &= (uint8_t)~OUTPUTS_B;
  DDRB |= OUTPUTS_B;
  PORTC &= (uint8_t)~OUTPUTS_C;
  DDRC |= OUTPUTS_C;
  firmata_reset();
  inputs_start();
  /* 1 ms: 16 MHz / 64 / 250. */
  TCCR0A = _BV(WGM01);
  OCR0A = 249;
  TIMSK0 = _BV(OCIE0A);
  TCCR0B = _BV(CS01) | _BV(CS00);
  uart_start();
  wdt_enable(WDTO_250MS);
  set_sleep_mode(SLEEP_MODE_IDLE);
  sei();
  firmata_announce();
}

/* Without a host the tower blinks red, and all else is dark. */
static void blink(uint16_t silent) {
  if ((silent - HOST_DEAD_MS) / BLINK_MS & 1) PORTC &= (uint8_t)~_BV(TOWER_RED);
  else PORTC |= _BV(TOWER_RED);
}

/* Everything that has come. True when the host said something that is understood. */
static bool listen(bool *dead) {
  bool heard = false;
  for (int16_t byte = uart_get(); byte != -1; byte = uart_get()) {
    if (byte == -2) {
      firmata_broken();
      continue;
    }
    if (!firmata_take((uint8_t)byte)) continue;
    heard = true;
    if (*dead) {
      *dead = false;
      /* The first word only wakes the panel: the host is told that it has to set everything anew. */
      firmata_reset();
      firmata_announce();
    }
  }
  return heard;
}

int main(void) {
  start();
  uint16_t heard_at = now();
  bool dead = false;
  uint16_t again_at = 0;
  bool again = false;
  for (;;) {
    wdt_reset();
    if (listen(&dead)) heard_at = now();
    uint16_t silent = now() - heard_at;
    if (!dead && silent >= HOST_DEAD_MS) {
      dead = true;
      firmata_reset();
    }
    if (dead) {
      /* The clock of silence is held where it cannot wrap. */
      if (silent >= HOST_DEAD_MS + 2 * BLINK_MS) heard_at += 2 * BLINK_MS;
      blink(silent);
    }
    /* Firmata has no checksum: each change is said twice, and a host may wait for both to agree. */
    if (inputs_changed()) {
      firmata_report();
      again_at = now() + SAID_AGAIN_MS;
      again = true;
    }
    if (again && (int16_t)(now() - again_at) >= 0) {
      firmata_report();
      again = false;
    }
    sleep_mode(); /* at most until the next millisecond */
  }
}
