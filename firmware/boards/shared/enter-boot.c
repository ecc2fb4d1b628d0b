#include "enter-boot.h"

#include <avr/interrupt.h>
#include <avr/wdt.h>

#include "board.h"

/* Two words at the beginning of the memory, and a reset by the watchdog. */
#define REQUEST ((volatile uint32_t *)0x0100)
#define REQUEST_FIRST 0x7469726aUL
#define REQUEST_SECOND 0x8b968d95UL

/* What the boot section, and who flashes, know this image by: it stands right behind the interrupt vectors. */
static const struct {
  char tirada[6];
  uint8_t kind;
  uint8_t hardware;
  uint8_t version[4];
} name __attribute__((used, section(".vectors"))) = {
  {'t', 'i', 'r', 'a', 'd', 'a'}, BOARD_KIND, BOARD_HARDWARE, {VERSION_BYTES, 0}};

void boot_enter(void) {
  cli();
  REQUEST[0] = REQUEST_FIRST;
  REQUEST[1] = REQUEST_SECOND;
  wdt_enable(WDTO_15MS);
  for (;;) {
  }
}
