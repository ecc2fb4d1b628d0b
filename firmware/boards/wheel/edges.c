#include "edges.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

#include "clock.h"

#define SLOTS 128
/* A loss takes two slots; with the empty one that tells full from empty, three are kept for it. */
#define KEPT 3
/* After a loss the ring takes edges again when so many slots are free: a loss is followed by more than a line of edges. */
#define ROOM_AGAIN 16
/* So many edges lost at one go: some 25,000 a second, and soon more than there is time to count. */
#define STORM 512
#define UNCOUNTED 0xffff
#define NEXT(slot) (((slot) + 1) & (SLOTS - 1))

/* Both ports make pin change interrupts. */
#define LOOKING (_BV(PCIE2) | _BV(PCIE1))

/* In `what`: bit 7 the port, bit 6 a loss, the rest levels. */
#define WHAT_PORT 0x80
#define WHAT_LOSS 0x40
#define WHAT_LEVELS 0x3f

volatile uint16_t edges_lost;
volatile uint8_t edges_deepest;

static struct stamp when[SLOTS];
static uint8_t what[SLOTS];
static volatile uint8_t head; /* next to be written; the interrupts move it, or the main loop with interrupts off */
static volatile uint8_t tail; /* oldest; only the main loop moves it */
static uint8_t last[2];
static uint8_t masked[2];

/* From the first edge that found no room until the main loop has made some. */
static volatile bool losing;
static struct stamp losing_since;
static uint16_t losing_count;

/*
 * All of this is inlined into the interrupt routines, with the port known: a call would make them save every register
 * before they read the time, and the shorter they are, the truer the next stamp.
 */
#define INLINE static inline __attribute__((always_inline))

INLINE uint8_t pins_of(uint8_t port) {
  if (port == PORT_BALL) return ((PIND >> BALL_SHIFT) ^ BALL_LOW_IS_ACTIVE) & BALL_MASK;
  return (PINC ^ ROTOR_LOW_IS_ACTIVE) & ROTOR_MASK;
}

INLINE void lose(struct stamp at, uint8_t changed) {
  if (!losing) {
    losing = true;
    losing_since = at;
    losing_count = 0;
  }
  for (; changed; changed &= changed - 1) {
    losing_count++;
    if (edges_lost != 0xffff) edges_lost++;
  }
  /* A pin that oscillates would leave no time for anything else, not even for the clock's overflows: nobody looks any more. */
  if (losing_count >= STORM) PCICR = 0;
}

/* Interrupts are off. */
INLINE void note(uint8_t port) {
  struct stamp at = clock_stamp();
  uint8_t changed = (pins_of(port) ^ last[port]) & (uint8_t)~masked[port];
  if (!changed) return;
  uint8_t levels = last[port] ^ changed;
  last[port] = levels;
  WAKE();
  uint8_t slot = head;
  uint8_t used = (slot - tail) & (SLOTS - 1);
  if (losing || used >= SLOTS - KEPT) {
    lose(at, changed);
    return;
  }
  when[slot] = at;
  what[slot] = port == PORT_ROTOR ? levels | WHAT_PORT : levels;
  head = NEXT(slot);
  if (++used > edges_deepest) edges_deepest = used;
}

ISR(PCINT2_vect) { note(PORT_BALL); }

ISR(PCINT1_vect) { note(PORT_ROTOR); }

/* The same, for the main loop. Interrupts are off. */
static __attribute__((noinline)) void note_now(void) {
  note(PORT_BALL);
  note(PORT_ROTOR);
}

uint8_t edges_pins(uint8_t port) { return pins_of(port); }

void edges_start(uint8_t levels[2]) {
  PCMSK2 = BALL_MASK << BALL_SHIFT;
  PCMSK1 = ROTOR_MASK;
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    for (uint8_t port = 0; port < 2; port++) levels[port] = last[port] = edges_pins(port);
    PCIFR = _BV(PCIF2) | _BV(PCIF1);
    PCICR = LOOKING;
    /* A change between the two lines above is caught here. */
    note_now();
  }
}

/* After a storm: the levels are what they are now, and how often they changed nobody knows. Interrupts are off. */
static void look_again(void) {
  losing_count = edges_lost = UNCOUNTED;
  for (uint8_t port = 0; port < 2; port++)
    last[port] = (last[port] & masked[port]) | (edges_pins(port) & (uint8_t)~masked[port]);
  PCIFR = _BV(PCIF2) | _BV(PCIF1);
  PCICR = LOOKING;
}

/* Once there is room again: what was lost becomes an entry of its own, where it was lost. */
static void end_loss(void) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    uint8_t first = head, second = NEXT(first);
    if (losing && ((first - tail) & (SLOTS - 1)) <= SLOTS - ROOM_AGAIN) {
      if (PCICR == 0) look_again();
      when[first] = losing_since;
      what[first] = what[second] = WHAT_LOSS;
      when[second].low = losing_count;
      when[second].high = last[PORT_BALL] | (uint16_t)last[PORT_ROTOR] << 8;
      head = NEXT(second);
      losing = false;
      /* A change between reading the pins and arming the interrupts, after a storm. */
      note_now();
    }
  }
}

enum oldest edges_oldest(ticks *at) {
  if (losing) end_loss();
  uint8_t slot = tail;
  if (slot == head) return NOTHING;
  *at = clock_ticks(when[slot]);
  return what[slot] & WHAT_LOSS ? LOSS : SNAPSHOT;
}

bool edges_peek(uint8_t n, struct snapshot *out) {
  uint8_t from = tail;
  if (n >= ((head - from) & (SLOTS - 1))) return false;
  uint8_t slot = (from + n) & (SLOTS - 1);
  uint8_t entry = what[slot];
  if (entry & WHAT_LOSS) return false;
  out->at = clock_ticks(when[slot]);
  out->port = entry & WHAT_PORT ? PORT_ROTOR : PORT_BALL;
  out->levels = entry & WHAT_LEVELS;
  return true;
}

void edges_drop(void) { tail = NEXT(tail); }

void edges_take_loss(struct loss *out) {
  uint8_t first = tail, second = NEXT(first);
  out->at = clock_ticks(when[first]);
  out->edges = when[second].low;
  out->levels[PORT_BALL] = (uint8_t)when[second].high;
  out->levels[PORT_ROTOR] = (uint8_t)(when[second].high >> 8);
  tail = NEXT(second);
}

void edges_mask(uint8_t port, uint8_t channels) {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
    masked[port] = channels;
    note_now();
  }
}
