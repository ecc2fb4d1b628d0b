#include "settings.h"

#include <avr/eeprom.h>
#include <stddef.h>

#include "clock.h"
#include "line.h"

/*
 * The EEPROM is a log of 64 records, written one after the other and round again, so that each cell is written once in 64
 * resets (100,000 writes a cell, data sheet 8.4: some six million resets). A record that was torn by a power cut fails its
 * CRC, and the one before it counts.
 */
struct record {
  uint16_t sequence; /* one more than the record before, modulo 65536 */
  uint32_t boots;
  struct settings settings;
  uint16_t crc;
};

#define RECORDS 64
#define TRIES 3
/* A cell takes 3.4 ms (data sheet 8.4); asking earlier is of no use. */
#define CELL_TIME MS(4)

_Static_assert(sizeof(struct record) == 16, "64 records fill the EEPROM");

struct settings settings;
uint32_t settings_boots;

static const struct settings factory = {.board = 0, .debounce = 100, .kind = ROULETTE, .marks = 37};

static struct settings before; /* what counts again when the new ones cannot be kept */
static struct record record;
static uint8_t place;
static uint8_t written; /* bytes of `record` that are done */
static uint8_t tries;
static enum writing state;

static uint16_t crc_of(const struct record *of) {
  uint16_t crc = CRC_START;
  const uint8_t *bytes = (const uint8_t *)of;
  for (uint8_t n = 0; n < offsetof(struct record, crc); n++) crc = line_crc(crc, bytes[n]);
  return crc;
}

static uint8_t *address(uint8_t of) { return (uint8_t *)((uint16_t)of * sizeof(struct record)); }

static bool read_record(uint8_t from, struct record *into) {
  eeprom_read_block(into, address(from), sizeof *into);
  return into->crc == crc_of(into);
}

static void begin_writing(void) {
  record.sequence++;
  record.boots = settings_boots;
  record.settings = settings;
  record.crc = crc_of(&record);
  place = (place + 1) % RECORDS;
  written = 0;
  state = WRITING;
}

void settings_start(void) {
  struct record one;
  bool found = false;
  settings = factory;
  place = RECORDS - 1;
  for (uint8_t n = 0; n < RECORDS; n++) {
    if (!read_record(n, &one)) continue;
    if (found && (int16_t)(one.sequence - record.sequence) < 0) continue;
    found = true;
    record = one;
    place = n;
  }
  if (found) {
    settings = record.settings;
    settings_boots = record.boots;
  }
  settings_boots++;
  before = settings;
  tries = 0;
  begin_writing();
}

void settings_keep(const struct settings *wanted) {
  before = settings;
  settings = *wanted;
  tries = 0;
  begin_writing();
}

enum writing settings_state(void) { return state; }

static void end_writing(void) {
  struct record back;
  if (read_record(place, &back) && back.sequence == record.sequence) {
    state = KEPT_ALL;
  } else if (++tries < TRIES) {
    begin_writing();
    return;
  } else {
    settings = before;
    state = NOT_KEPT;
  }
  WAKE();
}

void settings_step(void) {
  if (state != WRITING) return;
  if (eeprom_is_ready()) {
    const uint8_t *bytes = (const uint8_t *)&record;
    uint8_t *at = address(place);
    /* A cell that holds the right byte already is spared. */
    while (written < sizeof record && eeprom_read_byte(at + written) == bytes[written]) written++;
    if (written < sizeof record) {
      eeprom_write_byte(at + written, bytes[written]);
      written++;
    } else {
      end_writing();
      if (state != WRITING) return;
    }
  }
  clock_wake_at(clock_now() + CELL_TIME);
}
