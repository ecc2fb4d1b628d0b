#include "image.h"

#include <avr/boot.h>
#include <avr/eeprom.h>
#include <avr/pgmspace.h>
#include <avr/wdt.h>
#include <string.h>

#define MARK_MAGIC 0x7254
#define CRC_POLYNOMIAL 0xedb88320UL

static const uint8_t OURS[] PROGMEM = {'t', 'i', 'r', 'a', 'd', 'a', KIND, HARDWARE};

uint32_t image_crc(uint8_t page, uint8_t pages) {
  const uint8_t *at = (const uint8_t *)(page * (uint16_t)PAGE_BYTES);
  const uint8_t *end = at + pages * (uint16_t)PAGE_BYTES;
  uint32_t crc = 0xffffffffUL;
  while (at != end) {
    wdt_reset();
    crc ^= pgm_read_byte(at++);
    uint8_t bits;
    /* Eight times: one bit to the right, and the polynomial where it was a 1. The compiler takes twice as long. */
    __asm__ volatile(
      "ldi %[bits], 8\n"
      "1: lsr %D[crc]\n\tror %C[crc]\n\tror %B[crc]\n\tror %A[crc]\n\tbrcc 2f\n\t"
      "eor %A[crc], %A[poly]\n\teor %B[crc], %B[poly]\n\teor %C[crc], %C[poly]\n\teor %D[crc], %D[poly]\n"
      "2: dec %[bits]\n\tbrne 1b"
      : [crc] "+r"(crc), [bits] "=&d"(bits)
      : [poly] "r"(CRC_POLYNOMIAL));
  }
  return ~crc;
}

static bool reads(const void *bytes, const void *at, uint8_t count) { return memcmp_P(bytes, at, count) == 0; }

enum image_state image_look(void) {
  struct mark mark;
  memcpy_P(&mark, IMAGE_MARK, sizeof mark);
  if (mark.magic != MARK_MAGIC || !mark.pages || mark.pages > PAGES_MAX) return NONE;
  if (mark.crc != image_crc(0, mark.pages)) return TORN;
  uint8_t name[sizeof OURS];
  memcpy_P(name, IMAGE_NAME, sizeof name);
  return reads(name, OURS, sizeof name) ? VALID : OTHER;
}

bool image_write(uint8_t page, const uint8_t *bytes) {
  uint16_t at = page * (uint16_t)PAGE_BYTES;
  if (reads(bytes, (const void *)at, PAGE_BYTES)) return true;
  /* A reset may have left a cell of the EEPROM in work: it and the flash are not written together. */
  eeprom_busy_wait();
  boot_page_erase(at);
  boot_spm_busy_wait();
  const uint16_t *word = (const uint16_t *)bytes;
  for (uint8_t n = 0; n < PAGE_BYTES; n += 2) boot_page_fill(at + n, *word++);
  boot_page_write(at);
  boot_spm_busy_wait();
  boot_rww_enable();
  /* To the compiler the flash never changes: without this it takes the answer from before. */
  __asm__ volatile("" ::: "memory");
  return reads(bytes, (const void *)at, PAGE_BYTES);
}

/* The page of the mark: blank but for it. */
static bool write_mark(const struct mark *mark) {
  uint8_t bytes[PAGE_BYTES];
  memset(bytes, 0xff, sizeof bytes);
  if (mark) memcpy(bytes, mark, sizeof *mark);
  return image_write(MARK_PAGE, bytes);
}

bool image_unmark(void) { return write_mark(0); }

void image_set_mark(uint8_t pages, uint32_t crc) {
  struct mark mark = {.crc = crc, .pages = pages, .magic = MARK_MAGIC};
  write_mark(&mark);
}
