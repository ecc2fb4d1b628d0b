/*
 * The table panel: an ATmega328P at 16 MHz between lit buttons, lamp tower, buzzer, cover lock and the table's unit.
 * It speaks the part of the Firmata protocol 2.5 that johnny-five needs. Pins and wiring: docs/devices/panel.md.
 *
 * Pin numbers are those of the Arduino Uno: 0-7 port D, 8-13 port B, 14-19 port C.
 */
#ifndef BOARD_H
#define BOARD_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#define FIRMWARE_NAME "tirada-panel"
#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 1
#define VERSION_BYTES FIRMWARE_MAJOR, FIRMWARE_MINOR, 0
/* Kind of board, and which of its kind: another image is not for it. */
#define BOARD_KIND 2
#define BOARD_HARDWARE 1

#define PINS 20
/* Pins 2 to 7, all switches to ground with pull-up: a cut wire reads "not pressed", "no key", "cover open". */
#define INPUTS 0xfcUL
/* Pins 8 to 12: lights and buzzer. Pins 14 to 17: tower green, amber, red, and the release of the cover lock. */
#define OUTPUTS 0x3df00UL
#define OUTPUTS_B 0x1f
#define OUTPUTS_C 0x0f
#define TOWER_RED PC2

/* A host that says nothing for so long is dead: the lamps would show what was, not what is. */
#define HOST_DEAD_MS 2000
#define BLINK_MS 500
#define SAID_AGAIN_MS 2

#endif
