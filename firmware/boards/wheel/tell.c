#include "tell.h"

#include "clock.h"
#include "edges.h"
#include "holes.h"
#include "line.h"
#include "settings.h"
#include "uart.h"

#define LINE_EDGES 8
/* The last character of the line is out within 100 ms of its first edge: a full line takes 7 ms, one before it too. */
#define WAIT_LIMIT MS(85)
/* Entries of the ring in one go; then the main loop feeds the watchdog and comes back. */
#define STEP_LIMIT 64
#define NO_HOLE 0xff

struct edge {
  ticks at;
  char letter;
  uint8_t hole;
};

uint16_t tell_short_pulses;

static struct edge edges[LINE_EDGES];
static uint8_t count;
/* A gathered edge is one that may not wait, or the next one cannot go into this line. */
static bool close_line;
static uint8_t told[2];
/* Channels of the oldest snapshot that are done: told, or the beginning of a pulse that is too short. */
static uint8_t done;

void tell_start(const uint8_t levels[2]) {
  told[PORT_BALL] = levels[PORT_BALL];
  told[PORT_ROTOR] = levels[PORT_ROTOR];
}

/* Puts an edge into the line; false when it must go into the next one. */
static bool gather(ticks at, char letter, bool on, uint8_t hole, bool may_wait) {
  if (count == LINE_EDGES || (count && at - edges[count - 1].at > 0xffff)) {
    close_line = true;
    return false;
  }
  struct edge *edge = &edges[count++];
  edge->at = at;
  edge->letter = on ? letter : (char)(letter | 0x20);
  edge->hole = hole;
  if (!may_wait || count == LINE_EDGES) close_line = true;
  return true;
}

/* Whether this channel of the oldest snapshot goes back before the debounce time is over. The ring holds all of that time. */
static bool is_short(const struct snapshot *from, uint8_t channel) {
  struct snapshot later;
  for (uint8_t n = 1; edges_peek(n, &later); n++) {
    if (later.at - from->at >= settings.debounce) return false;
    if (later.port == from->port && ((later.levels ^ from->levels) & channel)) return true;
  }
  return false;
}

/* The edges of the oldest snapshot; false when the line is full. */
static bool gather_snapshot(void) {
  struct snapshot oldest;
  if (!edges_peek(0, &oldest)) return true;
  const char *letters = oldest.port == PORT_BALL ? BALL_LETTERS : ROTOR_LETTERS;
  uint8_t waits = oldest.port == PORT_ROTOR ? ROTOR_MAY_WAIT : 0;
  uint8_t changed = (oldest.levels ^ told[oldest.port]) & (uint8_t)~done;
  for (uint8_t n = 0, channel = 1; changed; n++, channel <<= 1) {
    if (!(changed & channel)) continue;
    if (is_short(&oldest, channel)) {
      count_up(&tell_short_pulses, 1);
    } else {
      if (!gather(oldest.at, letters[n], oldest.levels & channel, NO_HOLE, waits & channel)) return false;
      told[oldest.port] ^= channel;
    }
    changed &= (uint8_t)~channel;
    done |= channel;
  }
  done = 0;
  edges_drop();
  return true;
}

/* Gathers what is ripe until the line must go; true when a loss is next. */
static bool gather_ripe(void) {
  bool bowl = settings.kind == BOWL;
  for (uint8_t n = 0; n < STEP_LIMIT; n++) {
    /* Whatever is stamped after this is at or after `now`: the ring holds every edge before it. */
    ticks now = clock_now(), at = 0;
    enum oldest oldest = edges_oldest(&at);
    if (oldest == NOTHING || (bowl && BEFORE(holes_settled(), at))) {
      struct hole_edge hole;
      if (!bowl || !holes_next(&hole)) return false;
      if (!gather(holes_settled(), hole.chain ? 'G' : 'H', hole.on, hole.number, false)) return false;
      holes_told();
      continue;
    }
    if (oldest == LOSS) {
      close_line = count > 0;
      return true;
    }
    if (now - at < settings.debounce) {
      clock_wake_at(at + settings.debounce);
      return false;
    }
    if (!gather_snapshot()) return false;
  }
  WAKE();
  return false;
}

static void send_edges(void) {
  line_begin('E', edges[0].at);
  for (uint8_t n = 0; n < count; n++) {
    if (n) {
      line_char(' ');
      line_hex16((uint16_t)(edges[n].at - edges[n - 1].at));
    }
    line_char(edges[n].letter);
    if (edges[n].hole != NO_HOLE) line_hex8(edges[n].hole);
  }
  line_end();
  count = 0;
  close_line = false;
}

static void send_loss(void) {
  struct loss loss;
  edges_take_loss(&loss);
  told[PORT_BALL] = loss.levels[PORT_BALL];
  told[PORT_ROTOR] = loss.levels[PORT_ROTOR];
  line_begin('L', loss.at);
  line_char(' ');
  line_hex16(loss.edges);
  line_end();
}

bool tell_step(bool all) {
  bool loss = gather_ripe();
  if (count == 0) {
    if (!loss || uart_waiting() > ROOM_FOR_EDGES) return false;
    send_loss();
    return true;
  }
  ticks limit = edges[0].at + WAIT_LIMIT;
  if (!BEFORE(clock_now(), limit)) close_line = true;
  if (!close_line && !all) {
    clock_wake_at(limit);
    return false;
  }
  if (uart_waiting() > ROOM_FOR_EDGES) return false;
  send_edges();
  /* Others may want to go between two lines; the rest of the edges follow in the next pass. */
  WAKE();
  return false;
}

bool tell_cut(ticks *at, uint16_t *levels) {
  struct hole_edge hole;
  /* In the middle of edges of one instant there is no cut. */
  if (count || done || (settings.kind == BOWL && holes_next(&hole))) return false;
  /* Before any edge that can still be told: the oldest one in the ring, one that is stamped from now on, or a hole's. */
  ticks before = clock_now(), oldest;
  if (edges_oldest(&oldest) != NOTHING) before = oldest;
  if (settings.kind == BOWL && BEFORE(holes_settled(), before)) before = holes_settled() + 1;
  *at = before - 1;
  *levels = (uint16_t)((told[PORT_BALL] & 0x07) | (told[PORT_ROTOR] & 0x07) << 3 | (told[PORT_BALL] & 0x38) << 3 |
                       (told[PORT_ROTOR] & 0x18) << 6);
  return true;
}
