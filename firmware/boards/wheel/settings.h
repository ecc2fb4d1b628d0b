/* What the board was told about its wheel, and how often it was reset: kept in EEPROM. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "board.h"

enum kind { ROULETTE, BOWL, DISC };

struct settings {
  uint32_t board;
  uint16_t debounce; /* ticks */
  uint8_t kind;      /* enum kind */
  uint8_t marks;
};

extern struct settings settings;
/* Resets since the board was made, this one too. */
extern uint32_t settings_boots;

/* Reads the newest sound record (the factory's settings when there is none) and writes one with this reset counted. */
void settings_start(void);

/* Keeps `wanted`. They count at once; settings_state tells how it went. Only when nothing is being written. */
void settings_keep(const struct settings *wanted);

enum writing { KEPT_ALL, WRITING, NOT_KEPT };
/* NOT_KEPT after three places that would not hold it: the settings from before count again, until the next settings_keep. */
enum writing settings_state(void);

/* Writes the next byte when the EEPROM is ready. */
void settings_step(void);

#endif
