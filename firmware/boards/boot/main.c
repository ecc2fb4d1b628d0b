#include <avr/pgmspace.h>
#include <avr/wdt.h>
#include <string.h>
#include <util/delay.h>

#include "board.h"
#include "image.h"
#include "line.h"

/* One look at the line. */
#define LOOK_US 20
#define LOOKS(ms) ((uint16_t)((uint32_t)(ms)*1000 / (LOOK_US + 2)))
/* After a reset by the reset pin or the watchdog: a host that speaks within this keeps the board here. */
#define WINDOW LOOKS(100)
#define SAY_EVERY LOOKS(1000)
/* A board whose image is whole, that was asked to wait and to whom nobody speaks, runs again after so many of these. */
#define PATIENCE 10

/* What a host says after the letter. */
union said {
  struct {
    uint16_t session;
    uint8_t kind;
    uint8_t hardware;
    uint8_t pages;
    uint32_t crc;
  } begin;
  struct {
    uint16_t session;
    uint8_t page;
    uint8_t bytes[PAGE_BYTES];
  } page;
  uint8_t question; /* a page's number */
  uint16_t session;
};

static enum image_state state NOINIT;
/* 0: nobody flashes. */
static uint16_t session NOINIT;
static uint8_t pages NOINIT;
static uint32_t crc NOINIT;

/* The vectors would stand here: the section has none, and no runtime. The stack begins at the memory's end by itself. */
void begin_here(void) __attribute__((naked, used, section(".vectors")));
void begin_here(void) {
  __asm__ volatile("clr r1\n\trjmp main");
}

static void leave(void) __attribute__((noreturn));
static void leave(void) {
  /* MCUSR is as the reset left it: the application tells the cause. It stops the watchdog itself. */
  __asm__ volatile("jmp 0");
  __builtin_unreachable();
}

static void add_flash(const void *at, uint8_t count) {
  const uint8_t *from = at;
  while (count--) line_add(pgm_read_byte(from++));
}

/* `W`: who waits here, and why. `I` says more: the image's version, its CRC and pages as the mark has them. */
static void tell(uint8_t letter) {
  line_begin(letter);
  line_add(KIND);
  line_add(HARDWARE);
  line_add(BOOT_VERSION);
  line_add(state);
  if (letter == 'I') {
    add_flash(IMAGE_NAME->version, 3);
    add_flash(IMAGE_MARK, 5);
  }
  line_end();
}

/* The same letter, the page and what it reads as now. */
static void tell_page(uint8_t page) {
  line_begin(line[0]);
  line_add(page);
  uint32_t now = image_crc(page, 1);
  for (uint8_t n = 0; n < 4; n++, now >>= 8) line_add((uint8_t)now);
  line_end();
}

/* Does what the line says; 0, or why not. */
static uint8_t command(void) {
  const union said *said = (const union said *)(line + 1);
  uint8_t length = line_length - 1;
  bool ours = session && said->session == session;
  switch (line[0]) {
    case 'I':
      tell('I');
      return 0;
    case 'Q':
      if (said->question >= PAGES_MAX) return 'z';
      tell_page(said->question);
      return 0;
    case 'B':
      if (length != sizeof said->begin) return 'u';
      if (said->begin.kind != KIND || said->begin.hardware != HARDWARE) return 'k';
      if (said->begin.pages == 0 || said->begin.pages > PAGES_MAX) return 'z';
      state = NONE;
      session = 0;
      if (!image_unmark()) return 'f';
      session = said->begin.session;
      pages = said->begin.pages;
      crc = said->begin.crc;
      break;
    case 'P':
      if (length != sizeof said->page) return 'u';
      if (!ours) return 's';
      if (said->page.page >= pages) return 'z';
      if (!image_write(said->page.page, said->page.bytes)) return 'f';
      tell_page(said->page.page);
      return 0;
    case 'E':
      if (!ours) return 's';
      if (image_crc(0, pages) != crc) return 'i';
      image_set_mark(pages, crc);
      state = image_look();
      if (state == OTHER) return 'k';
      if (state != VALID) return 'f';
      session = 0;
      break;
    case 'R':
      if (state != VALID) return 'w';
      break;
    default:
      return 'u';
  }
  line_begin(line[0]);
  line_end();
  return 0;
}

/* True when a whole line came within so many looks. */
static bool hear(uint16_t looks) {
  for (; looks; looks--) {
    wdt_reset();
    if (line_poll()) return true;
    _delay_us(LOOK_US);
  }
  return false;
}

int main(void) __attribute__((OS_main));
int main(void) {
  uint8_t cause = MCUSR;
  /* The application itself wanted this reset: it is none that it should tell of. */
  bool asked = (cause & (_BV(WDRF) | _BV(PORF))) == _BV(WDRF) && REQUEST[0] == REQUEST_FIRST && REQUEST[1] == REQUEST_SECOND;
  REQUEST[0] = 0;
  if (asked) MCUSR = cause & (uint8_t)~_BV(WDRF);
  wdt_enable(WDTO_1S);
  session = 0;
  state = image_look();
  bool waits = asked || state != VALID;
  /* An application that is whole and does not work: its watchdog bites, or somebody resets the board. */
  if (!waits && (cause & (_BV(PORF) | _BV(BORF)) || cause == 0)) leave();
  line_start();
  bool heard = !waits && hear(WINDOW);
  if (!waits && !heard) {
    line_stop();
    leave();
  }
  for (uint8_t silent = 0;; silent++) {
    if (heard) {
      silent = 0;
      uint8_t why = command();
      if (why) line_refuse(why);
      else if (line[0] == 'R') break;
    } else {
      if (state == VALID && silent == PATIENCE) break;
      tell('W');
    }
    heard = hear(SAY_EVERY);
  }
  line_stop();
  leave();
}
