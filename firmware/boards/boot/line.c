#include "line.h"

#include <util/crc16.h>

#define START '!'
#define CRC_START 0xffff

uint8_t line[LINE_BYTES] NOINIT;
uint8_t line_length NOINIT;

/* Half bytes of the line that is coming; IDLE: none has begun. */
static uint16_t halves NOINIT;
/* CRC of the line that is being sent. */
static uint16_t sum NOINIT;
#define IDLE 0xffff

void line_start(void) {
  halves = IDLE;
  UBRR0L = DIVIDER;
  UCSR0A = _BV(U2X0);
  UCSR0B = _BV(RXEN0) | _BV(TXEN0);
}

static void put(uint8_t c) {
  loop_until_bit_is_set(UCSR0A, UDRE0);
  UDR0 = c;
}

void line_stop(void) {
  UCSR0B = 0;
  UCSR0A = 0;
  UBRR0L = 0;
}

bool line_poll(void) {
  uint8_t status = UCSR0A;
  if (!(status & _BV(RXC0))) return false;
  uint8_t c = UDR0;
  if (c == START) {
    halves = 0;
    return false;
  }
  if (halves == IDLE) return false;
  if (c == '\n') {
    uint8_t count = (uint8_t)(halves / 2);
    uint16_t crc = CRC_START;
    for (uint8_t n = 0; n < count; n++) crc = _crc_xmodem_update(crc, line[n]);
    /* The CRC over a line with its CRC is 0. */
    bool whole = !(halves & 1) && count > 2 && crc == 0;
    halves = IDLE;
    line_length = count - 2;
    if (!whole) line_refuse('l');
    return whole;
  }
  /* What is no half byte, or one too many, or came damaged, ends the line; its sender hears nothing and asks again. */
  if ((c & 0xf0) != 0x40 || halves == 2 * LINE_BYTES || (status & (_BV(FE0) | _BV(DOR0)))) {
    halves = IDLE;
    return false;
  }
  uint8_t *byte = &line[halves / 2];
  *byte = (uint8_t)(*byte << 4 | (c & 0x0f));
  halves++;
  return false;
}

static void put_byte(uint8_t byte) {
  put(0x40 | byte >> 4);
  put(0x40 | (byte & 0x0f));
}

void line_add(uint8_t byte) {
  sum = _crc_xmodem_update(sum, byte);
  put_byte(byte);
}

void line_begin(uint8_t letter) {
  sum = CRC_START;
  put(START);
  line_add(letter);
}

void line_end(void) {
  uint16_t crc = sum;
  put_byte((uint8_t)(crc >> 8));
  put_byte((uint8_t)crc);
  loop_until_bit_is_set(UCSR0A, UDRE0);
  UCSR0A = _BV(TXC0) | _BV(U2X0);
  UDR0 = '\n';
  loop_until_bit_is_set(UCSR0A, TXC0);
}

void line_refuse(uint8_t why) {
  line_begin('N');
  line_add(why);
  line_end();
}
