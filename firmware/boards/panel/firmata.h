#ifndef FIRMATA_H
#define FIRMATA_H

#include <stdbool.h>
#include <stdint.h>

/* Forgets what the host had set: outputs off, no pin modes, no reports. */
void firmata_reset(void);

/* Protocol version and firmware name: at the start, and whenever what the host had set was forgotten. */
void firmata_announce(void);

/* One byte of the host. True when it completed a message that is understood. */
bool firmata_take(uint8_t byte);

/* Bytes were lost: the message under way is dropped. */
void firmata_broken(void);

/* Tells the inputs, if the host asked for reports. */
void firmata_report(void);

#endif
