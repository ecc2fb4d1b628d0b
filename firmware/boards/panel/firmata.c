/*
 * Firmata 2.5 (https://github.com/firmata/protocol, protocol.md), as far as a panel needs it. Whatever is not understood
 * is passed over; the pins' direction is wired, and no message can change it.
 */
#include "firmata.h"

#include <string.h>

#include "board.h"
#include "enter-boot.h"
#include "inputs.h"
#include "uart.h"

/* Of those that the protocol leaves to everybody: `boot` asks for the boot section. */
#define ENTER_BOOT 0x0b
#define ANALOG_MAPPING_QUERY 0x69
#define ANALOG_MAPPING_RESPONSE 0x6a
#define CAPABILITY_QUERY 0x6b
#define CAPABILITY_RESPONSE 0x6c
#define PIN_STATE_QUERY 0x6d
#define PIN_STATE_RESPONSE 0x6e
#define REPORT_FIRMWARE 0x79
#define DIGITAL_MESSAGE 0x90
#define REPORT_DIGITAL 0xd0
#define START_SYSEX 0xf0
#define PIN_MODE 0xf4
#define SET_DIGITAL_PIN 0xf5
#define END_SYSEX 0xf7
#define REPORT_VERSION 0xf9
#define SYSTEM_RESET 0xff

#define MODE_INPUT 0x00
#define MODE_OUTPUT 0x01
#define MODE_PULLUP 0x0b
#define MODE_NONE 0x7f

#define SYSEX_LIMIT 64

static uint8_t modes[PINS];
static bool reporting;
static uint8_t command;
static uint8_t data[2];
static uint8_t sysex;
static uint8_t count;
static const char BOOT_WORD[] = "boot";
static bool is_boot_word;

static bool is_input(uint8_t pin) { return pin < PINS && (INPUTS >> pin & 1); }
static bool is_output(uint8_t pin) { return pin < PINS && (OUTPUTS >> pin & 1); }

static void set_output(uint8_t pin, bool on) {
  if (!is_output(pin) || modes[pin] != MODE_OUTPUT) return;
  volatile uint8_t *port = pin < 14 ? &PORTB : &PORTC;
  uint8_t mask = (uint8_t)(1 << (pin < 14 ? pin - 8 : pin - 14));
  if (on) *port |= mask;
  else *port &= (uint8_t)~mask;
}

void firmata_reset(void) {
  PORTB &= (uint8_t)~OUTPUTS_B;
  PORTC &= (uint8_t)~OUTPUTS_C;
  memset(modes, MODE_NONE, sizeof modes);
  reporting = false;
  command = 0;
}

void firmata_broken(void) { command = 0; }

static void tell_version(void) {
  uart_put(REPORT_VERSION);
  uart_put(2);
  uart_put(5);
}

static void begin(uint8_t what) {
  uart_put(START_SYSEX);
  uart_put(what);
}

static void tell_firmware(void) {
  begin(REPORT_FIRMWARE);
  uart_put(FIRMWARE_MAJOR);
  uart_put(FIRMWARE_MINOR);
  for (const char *at = FIRMWARE_NAME; *at; at++) {
    uart_put((uint8_t)*at & 0x7f);
    uart_put((uint8_t)*at >> 7);
  }
  uart_put(END_SYSEX);
}

void firmata_announce(void) {
  tell_version();
  tell_firmware();
}

static void tell_mode(uint8_t mode) {
  uart_put(mode);
  uart_put(1); /* bits of resolution */
}

static void tell_capabilities(void) {
  begin(CAPABILITY_RESPONSE);
  for (uint8_t pin = 0; pin < PINS; pin++) {
    if (is_input(pin)) {
      tell_mode(MODE_INPUT);
      tell_mode(MODE_PULLUP);
    }
    if (is_output(pin)) tell_mode(MODE_OUTPUT);
    uart_put(0x7f);
  }
  uart_put(END_SYSEX);
}

static void tell_analog_mapping(void) {
  begin(ANALOG_MAPPING_RESPONSE);
  for (uint8_t pin = 0; pin < PINS; pin++) uart_put(0x7f);
  uart_put(END_SYSEX);
}

static void tell_pin_state(uint8_t pin) {
  if (pin >= PINS) return;
  uint8_t state = 0;
  if (is_input(pin)) state = 1;
  else if (is_output(pin)) state = pin < 14 ? PORTB >> (pin - 8) & 1 : PORTC >> (pin - 14) & 1;
  begin(PIN_STATE_RESPONSE);
  uart_put(pin);
  uart_put(modes[pin]);
  uart_put(state);
  uart_put(END_SYSEX);
}

void firmata_report(void) {
  if (!reporting) return;
  uint8_t levels = inputs_levels();
  uart_put(DIGITAL_MESSAGE);
  uart_put(levels & 0x7f);
  uart_put(levels >> 7);
}

static void set_mode(uint8_t pin, uint8_t mode) {
  bool fits = is_input(pin) ? mode == MODE_INPUT || mode == MODE_PULLUP : is_output(pin) && mode == MODE_OUTPUT;
  if (!fits) return;
  if (is_output(pin) && modes[pin] != MODE_OUTPUT) {
    modes[pin] = mode;
    set_output(pin, false);
  }
  modes[pin] = mode;
}

/* A command with its one or two data bytes. */
static bool act(void) {
  switch (command & 0xf0) {
    case DIGITAL_MESSAGE: {
      uint8_t values = (uint8_t)(data[0] | data[1] << 7);
      for (uint8_t bit = 0; bit < 8; bit++) set_output((uint8_t)((command & 0x0f) * 8 + bit), values >> bit & 1);
      return true;
    }
    case REPORT_DIGITAL:
      if ((command & 0x0f) != 0) return true;
      reporting = data[0] != 0;
      firmata_report();
      return true;
  }
  if (command == PIN_MODE) set_mode(data[0], data[1]);
  else set_output(data[0], data[1] != 0);
  return true;
}

static bool act_sysex(void) {
  switch (sysex) {
    case REPORT_FIRMWARE:
      tell_firmware();
      return true;
    case CAPABILITY_QUERY:
      tell_capabilities();
      return true;
    case ANALOG_MAPPING_QUERY:
      tell_analog_mapping();
      return true;
    case PIN_STATE_QUERY:
      if (count != 2) return false;
      tell_pin_state(data[0]);
      return true;
    case ENTER_BOOT:
      if (is_boot_word && count == sizeof BOOT_WORD) boot_enter();
      return false;
  }
  return false;
}

static uint8_t length_of(uint8_t status) {
  if ((status & 0xf0) == DIGITAL_MESSAGE || status == PIN_MODE || status == SET_DIGITAL_PIN) return 2;
  return (status & 0xf0) == REPORT_DIGITAL ? 1 : 0;
}

static bool take_status(uint8_t byte) {
  bool ended = command == START_SYSEX && byte == END_SYSEX && count > 0 && count < SYSEX_LIMIT;
  command = 0;
  if (ended) return act_sysex();
  count = 0;
  if (byte == REPORT_VERSION) {
    tell_version();
    return true;
  }
  if (byte == SYSTEM_RESET) {
    firmata_reset();
    return true;
  }
  if (byte == START_SYSEX || length_of(byte) > 0) command = byte;
  return false;
}

bool firmata_take(uint8_t byte) {
  if (byte & 0x80) return take_status(byte);
  if (command == 0) return false;
  if (command == START_SYSEX) {
    /* Only the first data byte of a question matters; how many came is what tells a question from noise. */
    if (count == 0) sysex = byte;
    else if (count == 1) data[0] = byte;
    if (count == 0) is_boot_word = true;
    else if (count < sizeof BOOT_WORD && byte != (uint8_t)BOOT_WORD[count - 1]) is_boot_word = false;
    if (count < SYSEX_LIMIT) count++;
    return false;
  }
  data[count++] = byte;
  if (count < length_of(command)) return false;
  bool understood = act();
  command = 0;
  return understood;
}
