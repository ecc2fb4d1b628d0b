#include "host.h"

#include <string.h>

#include "enter-boot.h"
#include "clock.h"
#include "holes.h"
#include "line.h"
#include "selftest.h"
#include "settings.h"
#include "uart.h"

uint16_t host_damaged;
bool host_wants_beat;

static const char *const KINDS[] = {"roulette", "bowl", "disc"};
enum { KIND_KEY, MARKS_KEY, DEBOUNCE_KEY, BOARD_KEY, KEYS };
static const char *const NAMES[KEYS] = {"kind", "marks", "debounce", "board"};
#define DEBOUNCE_MAX 0x4e20
#define MARKS_MIN 8
#define MARKS_MAX 80
/* `*CCCC` */
#define TAIL 5

static const char *cause;
/* The key whose new value is being kept, or KEYS. */
static uint8_t keeping = KEYS;

void host_start(uint8_t flags) {
  /* Several flags stand after a power-on; the watchdog's comes alone or on top of an older one. */
  if (flags & _BV(PORF)) cause = "power";
  else if (flags & _BV(WDRF)) cause = "watchdog";
  else if (flags & _BV(BORF)) cause = "brownout";
  else cause = "reset";
}

void host_identity(void) {
  line_begin('I', clock_now());
  line_char(' ');
  line_hex32(settings.board);
  line_text(" " FIRMWARE_VERSION " ");
  line_text(KINDS[settings.kind]);
  line_char(' ');
  line_decimal2(settings.kind == BOWL ? 0 : settings.marks);
  line_char(' ');
  line_hex32(settings_boots);
  line_char(' ');
  line_text(cause);
  line_end();
}

static void refuse(const char *why) {
  line_begin('N', clock_now());
  line_char(' ');
  line_text(why);
  line_end();
}

static void tell_setting(uint8_t key) {
  line_begin('C', clock_now());
  line_char(' ');
  line_text(NAMES[key]);
  line_char(' ');
  if (key == KIND_KEY) line_text(KINDS[settings.kind]);
  else if (key == MARKS_KEY) line_decimal2(settings.marks);
  else if (key == DEBOUNCE_KEY) line_hex16(settings.debounce);
  else line_hex32(settings.board);
  line_end();
}

/* `digits` upper-case hexadecimal digits and nothing else. */
static bool hex(const char *text, uint8_t length, uint8_t digits, uint32_t *value) {
  if (length != digits) return false;
  *value = 0;
  for (; length; length--, text++) {
    char c = *text;
    if (c >= '0' && c <= '9') *value = *value << 4 | (uint8_t)(c - '0');
    else if (c >= 'A' && c <= 'F') *value = *value << 4 | (uint8_t)(c - 'A' + 10);
    else return false;
  }
  return true;
}

static bool is(const char *text, uint8_t length, const char *word) {
  return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* Changes one setting; false when the value is not one. */
static bool change(struct settings *wanted, uint8_t key, const char *text, uint8_t length) {
  uint32_t value;
  if (key == KIND_KEY) {
    for (uint8_t kind = 0; kind < 3; kind++) {
      if (!is(text, length, KINDS[kind])) continue;
      wanted->kind = kind;
      return true;
    }
    return false;
  }
  if (key == BOARD_KEY) return hex(text, length, 8, &wanted->board);
  if (key == DEBOUNCE_KEY) {
    if (!hex(text, length, 4, &value) || value > DEBOUNCE_MAX) return false;
    wanted->debounce = (uint16_t)value;
    return true;
  }
  if (!hex(text, length, 2, &value) || (value & 0x0f) > 9) return false;
  uint8_t marks = (uint8_t)((value >> 4) * 10 + (value & 0x0f));
  if (marks > MARKS_MAX || (marks && marks < MARKS_MIN)) return false;
  wanted->marks = marks;
  return true;
}

/* `C <key>` and `C <key> <value>`; `text` is what follows `C `. */
static void setting(const char *text, uint8_t length) {
  const char *space = memchr(text, ' ', length);
  uint8_t key_length = space ? (uint8_t)(space - text) : length;
  uint8_t key = 0;
  while (key < KEYS && !is(text, key_length, NAMES[key])) key++;
  if (key == KEYS) {
    refuse("unknown");
    return;
  }
  if (!space) {
    tell_setting(key);
    return;
  }
  if (settings_state() == WRITING || selftest_runs()) {
    refuse("busy");
    return;
  }
  struct settings wanted = settings;
  if (!change(&wanted, key, space + 1, (uint8_t)(length - key_length - 1))) {
    refuse("value");
    return;
  }
  if (wanted.kind == BOWL && settings.kind != BOWL) holes_start();
  settings_keep(&wanted);
  keeping = key;
}

static void command(const struct host_line *line, uint8_t length) {
  const char *text = line->text;
  uint32_t token;
  bool alone = length == 1;
  if (length >= 2 && text[1] != ' ') {
    refuse("unknown");
    return;
  }
  switch (text[0]) {
    case 'I':
      if (alone) host_identity();
      break;
    case 'B':
      if (alone) host_wants_beat = true;
      break;
    case 'S':
      if (alone && !selftest_start()) refuse("busy");
      break;
    case 'T':
      alone = length > 2 && hex(text + 2, length - 2, 8, &token);
      if (!alone) break;
      line_begin('T', line->at);
      line_char(' ');
      line_hex32(token);
      line_end();
      break;
    case 'C':
      if (alone) refuse("value");
      else setting(text + 2, length - 2);
      return;
    case 'U':
      alone = length > 2 && is(text + 2, length - 2, "boot");
      if (!alone) break;
      /* A record of settings that is being written is not torn for this. */
      if (settings_state() != WRITING) boot_enter();
      refuse("busy");
      return;
    default:
      refuse("unknown");
      return;
  }
  if (!alone) refuse("value");
}

static bool is_whole(const struct host_line *line) {
  if (line->damaged || line->length <= TAIL) return false;
  uint8_t length = line->length - TAIL;
  uint32_t told;
  if (line->text[length] != '*' || !hex(line->text + length + 1, 4, 4, &told)) return false;
  uint16_t crc = CRC_START;
  for (uint8_t n = 0; n < length; n++) crc = line_crc(crc, (uint8_t)line->text[n]);
  return crc == told;
}

void host_step(void) {
  if (uart_waiting() > ROOM_FOR_OTHERS) return;
  if (keeping != KEYS && settings_state() != WRITING) {
    if (settings_state() == KEPT_ALL) tell_setting(keeping);
    else refuse("value");
    keeping = KEYS;
    return;
  }
  const struct host_line *line = uart_host_line();
  if (line) {
    if (line->too_long || !is_whole(line)) {
      count_up(&host_damaged, 1);
      refuse(line->too_long ? "length" : "crc");
    } else {
      command(line, line->length - TAIL);
    }
    uart_drop_host_line();
    WAKE();
  } else if (uart_refused()) {
    refuse("busy");
  }
}
