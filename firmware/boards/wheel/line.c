#include "line.h"

#include <util/crc16.h>

#include "uart.h"

static uint16_t number;
static uint16_t crc;

uint16_t line_crc(uint16_t before, uint8_t byte) { return _crc_xmodem_update(before, byte); }

void line_char(char c) {
  crc = line_crc(crc, (uint8_t)c);
  uart_put(c);
}

void line_text(const char *text) {
  while (*text) line_char(*text++);
}

static char digit(uint8_t value) {
  value &= 0x0f;
  return (char)(value < 10 ? '0' + value : 'A' - 10 + value);
}

void line_hex8(uint8_t value) {
  line_char(digit(value >> 4));
  line_char(digit(value));
}

void line_hex16(uint16_t value) {
  line_hex8((uint8_t)(value >> 8));
  line_hex8((uint8_t)value);
}

void line_hex32(uint32_t value) {
  line_hex16((uint16_t)(value >> 16));
  line_hex16((uint16_t)value);
}

void line_decimal2(uint8_t value) {
  line_char((char)('0' + value / 10));
  line_char((char)('0' + value % 10));
}

void line_begin(char type, ticks at) {
  crc = CRC_START;
  line_char(type);
  line_char(' ');
  line_hex16(number++);
  line_char(' ');
  line_hex32(at);
}

void line_end(void) {
  uint16_t sum = crc;
  line_char('*');
  line_hex16(sum);
  uart_put('\n');
  uart_send();
}
