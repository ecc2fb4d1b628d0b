/* What the pins did: a ring of stamped levels, filled by the pin change interrupts and emptied by the main loop. */
#ifndef EDGES_H
#define EDGES_H

#include "board.h"

/* Levels of one port at an instant; 1 is active. At least one bit differs from the entry of that port before. */
struct snapshot {
  ticks at;
  uint8_t port;
  uint8_t levels;
};

/* Edges that were lost because the ring was full, and the levels when it could take edges again. */
struct loss {
  ticks at;
  uint16_t edges;
  uint8_t levels[2];
};

enum oldest { NOTHING, SNAPSHOT, LOSS };

extern volatile uint16_t edges_lost;
extern volatile uint8_t edges_deepest;

/* Takes the levels as they are, without an edge, and begins to stamp. */
void edges_start(uint8_t levels[2]);

/* What is oldest in the ring, and when it was. It stays there. */
enum oldest edges_oldest(ticks *at);
/* The n-th entry from the oldest one, 0 to 127; false when there is none, or it is a loss. */
bool edges_peek(uint8_t n, struct snapshot *out);
void edges_drop(void);
/* Takes the loss that is oldest. */
void edges_take_loss(struct loss *out);

/* Levels as the pins are now, 1 is active. */
uint8_t edges_pins(uint8_t port);
/* From now on these channels make no edges; with 0 they do again, and one that has changed meanwhile makes it now. */
void edges_mask(uint8_t port, uint8_t channels);

#endif
