/* What the host asks for, and what the board says of itself. */
#ifndef HOST_H
#define HOST_H

#include "board.h"

/* Damaged host lines, for the heartbeat. */
extern uint16_t host_damaged;
/* A heartbeat was asked for. */
extern bool host_wants_beat;

/* The cause of the last reset, as MCUSR told it. */
void host_start(uint8_t reset_flags);
/* Does one host line, or answers for one that was done, when there is room. */
void host_step(void);
/* The identity line. There must be room. */
void host_identity(void);

#endif
