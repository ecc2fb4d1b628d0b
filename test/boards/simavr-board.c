/*
 * A board with an ATmega328P in Debian's simavr, as test/boards plays it: its flash from a file, lines from the host at their
 * cycles, resets with their cause; what it says goes to standard output. Built by test/boards/simavr.ts.
 *
 *   simavr-board FLASH SCRIPT [CUTS]
 *
 * SCRIPT, a line each, in the order of cycles:
 *   line CYCLE CYCLES_PER_CHARACTER TEXT   the host's line, LF added
 *   reset CYCLE MCUSR                      a reset; its cause is added to what MCUSR has
 *   end CYCLE                              the end
 *   outcome CYCLE                          the end as soon as the application is started, or by that cycle
 * CUTS: a folder; of each page as it is erased or written comes what a cut in its midst leaves, `1.bin` and so on.
 */
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_io.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLASH_BYTES 32768
#define PAGE_BYTES 128
#define BOOT_START 0x7800
#define SPM 0x95e8
#define SPMCSR 0x57
#define PGERS 0x02
#define PGWRT 0x04
#define MCUSR 0x54

static avr_t *avr;
static const char *cuts;
static uint32_t cut;

static void die(const char *why) {
  fprintf(stderr, "simavr-board: %s\n", why);
  exit(1);
}

static void hear(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq, (void)param;
  putchar((int)value);
}

static void no_sleep(avr_t *one, avr_cycle_count_t cycles) { (void)one, (void)cycles; }
static void no_log(avr_t *one, const int level, const char *format, va_list list) {
  (void)one, (void)level, (void)format, (void)list;
}

/* The same bits as `tornBy` in flashing.ts. */
static void write_cut(uint16_t page, const uint8_t *before) {
  char path[512];
  uint32_t word = ++cut * 2654435761u;
  uint8_t left[FLASH_BYTES];
  memcpy(left, avr->flash, sizeof left);
  for (int n = 0; n < PAGE_BYTES; n++) {
    word ^= word << 13;
    word ^= word >> 17;
    word ^= word << 5;
    left[page + n] = before[n] ^ ((before[n] ^ avr->flash[page + n]) & word & 0xff);
  }
  snprintf(path, sizeof path, "%s/%u.bin", cuts, cut);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(left, sizeof left, 1, file) != 1 || fclose(file)) die("a cut could not be written");
}

/* One instruction. */
static void step(void) {
  uint32_t pc = avr->pc;
  bool changes = (avr->flash[pc] | avr->flash[pc + 1] << 8) == SPM && (avr->data[SPMCSR] & (PGERS | PGWRT));
  uint16_t page = (uint16_t)((avr->data[30] | avr->data[31] << 8) & ~(PAGE_BYTES - 1));
  uint8_t before[PAGE_BYTES];
  if (changes) memcpy(before, avr->flash + page, sizeof before);
  int state = avr_run(avr);
  if (state == cpu_Crashed || state == cpu_Done) die("the chip crashed");
  if (changes && cuts) write_cut(page, before);
}

static void run(uint64_t until) {
  while (avr->cycle < until) step();
}

static void say(uint64_t cycle, unsigned each, const char *text) {
  avr_irq_t *input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
  for (size_t n = 0; n <= strlen(text); n++) {
    run(cycle + (n + 1) * each);
    avr_raise_irq(input, text[n] ? (uint8_t)text[n] : '\n');
  }
}

static void play(FILE *script) {
  char word[16], text[1024];
  unsigned long long cycle;
  unsigned number;
  while (fscanf(script, "%15s %llu", word, &cycle) == 2) {
    if (!strcmp(word, "line")) {
      if (fscanf(script, "%u %1023s", &number, text) != 2) die("a line without its text");
      say(cycle, number, text);
    } else if (!strcmp(word, "reset")) {
      if (fscanf(script, "%u", &number) != 1) die("a reset without its cause");
      run(cycle);
      uint8_t causes = avr->data[MCUSR];
      avr_reset(avr);
      avr->data[MCUSR] = (uint8_t)(causes | number);
    } else if (!strcmp(word, "end")) {
      run(cycle);
    } else if (!strcmp(word, "outcome")) {
      while (avr->cycle < cycle && avr->pc >= BOOT_START) step();
      if (avr->pc < BOOT_START) printf("runs\n");
    } else {
      die(word);
    }
  }
}

int main(int count, char **words) {
  if (count < 3) die("simavr-board FLASH SCRIPT [CUTS]");
  cuts = count > 3 ? words[3] : NULL;
  avr_global_logger_set(no_log);
  avr = avr_make_mcu_by_name("atmega328p");
  if (!avr) die("simavr knows no atmega328p");
  avr_init(avr);
  avr->frequency = 16000000;
  avr->log = LOG_NONE;
  avr->sleep = no_sleep;
  FILE *flash = fopen(words[1], "rb");
  if (!flash || fread(avr->flash, FLASH_BYTES, 1, flash) != 1) die("the flash cannot be read");
  FILE *script = fopen(words[2], "r");
  if (!script) die("the script cannot be read");
  avr->codeend = FLASH_BYTES;
  avr->reset_pc = BOOT_START;
  avr_reset(avr);
  avr->data[MCUSR] = 0x01;
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), hear, NULL);
  play(script);
  return 0;
}
