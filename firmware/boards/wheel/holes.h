/* The holes of a bowl: two chains of three 74HC165, 24 inputs each, looked at every 2 ms. */
#ifndef HOLES_H
#define HOLES_H

#include "board.h"

struct hole_edge {
  uint8_t chain;  /* 0 for H, 1 for G */
  uint8_t number; /* 0 to 23 */
  bool on;
};

void holes_start(void);
/* Looks at the holes when it is time. */
void holes_step(void);
/* Reads both chains, 1 is active. */
void holes_read(uint32_t chains[2]);

/* Up to this instant every hole's edge is known: those that holes_next gives are of this instant, the others were told. */
ticks holes_settled(void);
bool holes_next(struct hole_edge *out);
/* The edge that holes_next gave has been taken. */
void holes_told(void);
/* What has been told of a chain. */
uint32_t holes_levels(uint8_t chain);

/* After the self-test: the holes begin anew from now, with what was told before it. */
void holes_resume(void);

#endif
