/* From stamped levels to edge lines: drops pulses that are too short, gathers edges, and tells every one in its order. */
#ifndef TELL_H
#define TELL_H

#include "board.h"

/* Levels from which the edges go on. */
void tell_start(const uint8_t levels[2]);

/* Sends what is to be sent now, as far as the line takes it; with `all`, also what might wait. True when a loss was told. */
bool tell_step(bool all);

/*
 * When every edge before some instant is on its way: true, the instant, and the levels at it (bit 0 A, 1 B, 2 C, 3 Q, 4 R,
 * 5 I, 6 P, 7 X, 8 T, 9 V, 10 W). False while gathered edges wait for the line.
 */
bool tell_cut(ticks *at, uint16_t *levels);

/* Pulses that were dropped, holes included. */
extern uint16_t tell_short_pulses;

#endif
