#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stdint.h>

void inputs_start(void);

/* Called every millisecond from the timer: a level counts once it has stood for 5 ms. */
void inputs_sample(void);

/* Settled levels of port D (1 is high: not pressed), bits of inputs only. */
uint8_t inputs_levels(void);

/* A level has settled anew since the last call. */
bool inputs_changed(void);

#endif
