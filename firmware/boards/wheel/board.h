/*
 * The wheel sensor board: an ATmega328P at 16 MHz that stamps every edge of a wheel's sensors and sends it on.
 * It judges nothing. Channels, lines and wiring: docs/devices/sensor-board.md.
 */
#ifndef BOARD_H
#define BOARD_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#define FIRMWARE_VERSION "1.1.0"
#define VERSION_BYTES 1, 1, 0
/* Kind of board, and which of its kind: another image is not for it. */
#define BOARD_KIND 1
#define BOARD_HARDWARE 1

/* Port D, bits 2 to 7: A B C P X T. Port C, bits 0 to 4: Q R I V W. Bit n of `levels` is the n-th of these letters. */
#define PORT_BALL 0
#define PORT_ROTOR 1
#define BALL_LETTERS "ABCPXT"
#define ROTOR_LETTERS "QRIVW"
#define BALL_MASK 0x3f
#define ROTOR_MASK 0x1f
#define BALL_SHIFT 2
/* A wire that is cut reads high: the beam then reads broken, the housing open, and the rotor marks stand still. */
#define BALL_LOW_IS_ACTIVE 0x2f  /* A B C P T; X is active high */
#define ROTOR_LOW_IS_ACTIVE 0x08 /* V; Q R I W are active high */
/* Levels of the optical channels that mean "light": what reflects is active on A B C P, bare on Q R I, whole on X. */
#define BALL_LIT 0x0f
#define ROTOR_LIT 0x00
/* Edges that may wait for company; every other one goes at once. */
#define ROTOR_MAY_WAIT 0x07

/* Outputs. */
#define TEST_LIGHT PB0 /* port B, high: the test lights shine into the sensors */
#define HOLES_FIRST PB1 /* port B, serial data of the first chain of 74HC165 */
#define HOLES_SECOND PB2
#define HOLES_LOAD PB3 /* SH/LD, low: the holes are taken over */
#define HOLES_CLOCK PB4
#define BEAT_LED PB5
#define EMITTERS PC5 /* port C, low: the sensors' own light is off */

/* One tick of the board's time is 0.5 µs. */
typedef uint32_t ticks;
#define MS(n) ((ticks)(n)*2000UL)
/* a is before b; right as long as they are less than 17 minutes apart. */
#define BEFORE(a, b) ((int32_t)((a) - (b)) < 0)

/*
 * Bit 0 of GPIOR0: the main loop has something to do. One instruction sets or clears it, so no interrupt can tear it.
 */
#define WAKE() (GPIOR0 |= _BV(0))
#define WAKE_DONE() (GPIOR0 &= (uint8_t)~_BV(0))
#define WOKEN() (GPIOR0 & _BV(0))

/* Counters of the heartbeat stop at FFFF. */
static inline void count_up(volatile uint16_t *counter, uint8_t by) {
  *counter = *counter > 0xffff - by ? 0xffff : *counter + by;
}

#endif
