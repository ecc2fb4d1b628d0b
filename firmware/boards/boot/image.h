/* The application's image: its mark, its name, and whether it may be started. */
#ifndef IMAGE_H
#define IMAGE_H

#include "board.h"

enum image_state {
  NONE,  /* no mark: nothing was flashed, or not to its end */
  TORN,  /* a mark, and a page that is not what the mark says */
  OTHER, /* whole, and not for this kind of board */
  VALID
};

/* Written last, and only when everything else was read back. */
struct mark {
  uint32_t crc; /* of the pages */
  uint8_t pages;
  uint16_t magic;
};

/* The application's own name, right behind its interrupt vectors. */
struct name {
  char tirada[6];
  uint8_t kind;
  uint8_t hardware;
  uint8_t version[3];
};

#define IMAGE_MARK ((const struct mark *)(MARK_PAGE * (uint16_t)PAGE_BYTES))
#define IMAGE_NAME ((const struct name *)0x68) /* 26 vectors of four bytes */

/* CRC-32 (IEEE 802.3) of the flash from a page on. The watchdog is fed meanwhile. */
uint32_t image_crc(uint8_t page, uint8_t pages);
/* Reads all pages. */
enum image_state image_look(void);
/* Takes the mark away; true when it reads as gone. */
bool image_unmark(void);
/* Writes the mark over these pages. */
void image_set_mark(uint8_t pages, uint32_t crc);
/* Writes a page unless it reads right already; true when it reads right. */
bool image_write(uint8_t page, const uint8_t *bytes);

#endif
