import { describe, expect, test } from "vitest";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import {
  BUFFER_LIMIT,
  PING_EVERY,
  REPLY_LIMIT,
  createHub,
  SLOW_PULSES,
  type Hub,
  type ScreenSocket,
} from "./hub.ts";
import { qrPath, QR_TEXT_LIMIT } from "./qr.ts";

/** A screen on this machine. */
const HERE = "127.0.0.1";

interface Fake extends ScreenSocket {
  bufferedAmount: number;
  readonly sent: { type: string; seq?: number; view?: { seq: number } }[];
  readonly calls: string[];
  /** Lets the sends that wait be done. */
  drain(): void;
}

function fakeSocket({ slow = false } = {}): Fake {
  let waiting: (() => void)[] = [];
  const socket: Fake = {
    bufferedAmount: 0,
    sent: [],
    calls: [],
    send: (data, done) => {
      socket.sent.push(JSON.parse(data) as Fake["sent"][number]);
      if (slow) waiting.push(done);
      else done();
    },
    close: (code) => socket.calls.push(`close ${code}`),
    terminate: () => socket.calls.push("terminate"),
    ping: () => socket.calls.push("ping"),
    drain: () => {
      const now = waiting;
      waiting = [];
      for (const done of now) done();
    },
  };
  return socket;
}

const view = (seq: number, log = "a"): TableView => ({ v: 1, seq, log, verdict: null }) as unknown as TableView;
const views = (socket: Fake): (number | undefined)[] =>
  socket.sent.filter(({ type }) => type === "view").map((each) => each.view?.seq);
const pulses = (socket: Fake): number => socket.sent.filter(({ type }) => type === "pulse").length;

test("a notice goes to the control pages that are there, once, and to no table display", () => {
  const hub = createHub();
  const [display, control, late] = [fakeSocket(), fakeSocket(), fakeSocket()];
  hub.add("display", display, HERE);
  hub.add("control", control, HERE);
  hub.notice({ es: "uno", eu: "bat", gl: "un", en: "one" });
  hub.add("control", late, HERE);
  const notices = (socket: Fake): unknown[] => socket.sent.filter(({ type }) => type === "notice");
  expect(notices(control)).toEqual([{ type: "notice", why: { es: "uno", eu: "bat", gl: "un", en: "one" } }]);
  expect([notices(display), notices(late)]).toEqual([[], []]);
});

describe("views", () => {
  test("a verdict that has no certificate yet takes the one before it from the screens and is not shown", () => {
    const hub = createHub();
    const socket = fakeSocket();
    hub.add("display", socket, HERE);
    const verdict = { kind: "void", round: 3, certificate: { qr: "text" } };
    hub.show({ ...view(1), verdict } as unknown as TableView);
    hub.show({ ...view(2), verdict: { ...verdict, round: 4, certificate: null } } as unknown as TableView);
    const shown = socket.sent.filter(({ type }) => type === "view") as unknown as {
      readonly qr: unknown;
      readonly view: TableView;
    }[];
    expect(shown.map((each) => each.view.verdict?.round ?? null)).toEqual([3, null]);
    expect(shown.map(({ qr }) => qr === null)).toEqual([false, true]);
  });

  test("a new screen gets the current view at once, and each new one", () => {
    const hub = createHub();
    hub.show(view(1));
    const socket = fakeSocket();
    hub.add("display", socket, HERE);
    hub.show(view(2));
    expect(views(socket)).toEqual([1, 2]);
    expect(hub.seq()).toBe(2);
  });

  test("within a log the sequence never goes back; another log starts anew; the same may come again", () => {
    const hub = createHub();
    const socket = fakeSocket();
    hub.add("display", socket, HERE);
    for (const each of [view(5), view(4), view(5), view(6), view(1, "b")]) hub.show(each);
    expect(views(socket)).toEqual([5, 5, 6, 1]);
    expect(hub.counters.viewsRefusedAsOld).toBe(1);
  });

  test("a slow screen gets the newest view only, and no pulse before it", () => {
    const hub = createHub();
    const socket = fakeSocket({ slow: true });
    hub.add("display", socket, HERE);
    for (const seq of [1, 2, 3, 4]) hub.show(view(seq));
    hub.pulse(true);
    expect(views(socket)).toEqual([1]);
    // The pulse that went out with the first view speaks of that view.
    expect(socket.sent.filter(({ type }) => type === "pulse")).toEqual([{ type: "pulse", seq: 1, beat: 0 }]);
    socket.drain();
    expect(views(socket)).toEqual([1, 4]);
    expect(hub.counters.viewsMerged).toBe(2);
  });
});

describe("pulses", () => {
  test("go out while the main thread lives, and not otherwise", () => {
    const hub = createHub();
    hub.show(view(1));
    const socket = fakeSocket();
    hub.add("display", socket, HERE);
    expect(pulses(socket)).toBe(1);
    hub.pulse(true);
    expect(pulses(socket)).toBe(2);
    hub.pulse(false);
    hub.pulse(false);
    expect(pulses(socket)).toBe(2);
    // A screen that comes now gets the view, but nothing that makes it current.
    const late = fakeSocket();
    hub.add("display", late, HERE);
    expect(views(late)).toEqual([1]);
    expect(pulses(late)).toBe(0);
  });

  test("no pulse before there is a view", () => {
    const hub = createHub();
    const socket = fakeSocket();
    hub.add("display", socket, HERE);
    hub.pulse(true);
    expect(socket.sent).toEqual([]);
  });
});

describe("slow and dead screens", () => {
  test("more than the limit at five pulses in a row ends a screen; a shorter wait does not", () => {
    const hub = createHub();
    const socket = fakeSocket();
    hub.add("display", socket, HERE);
    for (let times = 1; times < SLOW_PULSES; times++) {
      socket.bufferedAmount = BUFFER_LIMIT + 1;
      hub.pulse(true);
    }
    socket.bufferedAmount = 0;
    hub.pulse(true);
    socket.bufferedAmount = BUFFER_LIMIT + 1;
    for (let times = 1; times < SLOW_PULSES; times++) hub.pulse(true);
    expect(socket.calls).not.toContain("terminate");
    hub.pulse(true);
    expect(socket.calls).toContain("terminate");
    expect(hub.connected()).toBe(0);
    expect(hub.counters.screensDropped).toBe(1);
  });

  test("a screen that answers no ping is dropped, one that does stays", () => {
    const hub = createHub();
    const [dead, alive] = [fakeSocket(), fakeSocket()];
    hub.add("display", dead, HERE);
    const screen = hub.add("control", alive, HERE);
    for (let times = 0; times < 2 * PING_EVERY; times++) {
      hub.pulse(true);
      screen.onPong();
    }
    expect(dead.calls).toEqual(["ping", "terminate"]);
    expect(alive.calls).toEqual(["ping", "ping"]);
  });

  test("replies that nobody reads end the screen", () => {
    const hub = createHub();
    const socket = fakeSocket();
    const screen = hub.add("control", socket, HERE);
    socket.bufferedAmount = REPLY_LIMIT + 1;
    screen.reply({ type: "signed-out" });
    expect(socket.calls).toEqual(["terminate"]);
    expect(hub.connected()).toBe(0);
  });

  test("places: 24 displays and 16 control pages, each kind its own", () => {
    const hub = createHub();
    for (let times = 0; times < 24; times++) hub.add("display", fakeSocket(), HERE);
    expect([hub.hasRoom("display", HERE), hub.hasRoom("control", HERE)]).toEqual([false, true]);
    for (let times = 0; times < 16; times++) hub.add("control", fakeSocket(), HERE);
    expect([hub.hasRoom("display", HERE), hub.hasRoom("control", HERE)]).toEqual([false, false]);
  });

  test("screens are counted by their kind, and by whether they are on this machine", () => {
    const hub = createHub();
    for (const address of [HERE, "10.0.0.7", "10.0.0.8"]) hub.add("display", fakeSocket(), address);
    const control = hub.add("control", fakeSocket(), HERE);
    const displays = { here: 1, elsewhere: 2 };
    expect(hub.places()).toEqual({ display: displays, control: { here: 1, elsewhere: 0 } });
    hub.remove(control);
    expect(hub.places()).toEqual({ display: displays, control: { here: 0, elsewhere: 0 } });
  });
});

describe("places of the network", () => {
  const room = (hub: Hub, address: string): boolean[] => [
    hub.hasRoom("display", address),
    hub.hasRoom("control", address),
  ];

  test("one address takes eight displays and four control pages, and not one more", () => {
    const hub = createHub();
    for (let times = 0; times < 8; times++) hub.add("display", fakeSocket(), "10.0.0.7");
    for (let times = 0; times < 4; times++) hub.add("control", fakeSocket(), "10.0.0.7");
    expect(room(hub, "10.0.0.7")).toEqual([false, false]);
    expect(room(hub, "10.0.0.8")).toEqual([true, true]);
    expect(room(hub, HERE)).toEqual([true, true]);
  });

  test("one network of IPv6 is one address, by however many of its own it comes", () => {
    const hub = createHub();
    for (let at = 1; at <= 8; at++) hub.add("display", fakeSocket(), `2001:db8:0:7::${at}`);
    for (let at = 1; at <= 4; at++) hub.add("control", fakeSocket(), `2001:db8:0:7::${at}`);
    expect(room(hub, "2001:db8:0:7::99")).toEqual([false, false]);
    expect(room(hub, "2001:db8:0:8::1")).toEqual([true, true]);
  });

  test("control pages take no display's place, and the network none of this machine", () => {
    const hub = createHub();
    for (let at = 0; at < 16; at++) hub.add("control", fakeSocket(), `10.0.0.${at}`);
    expect(room(hub, "10.0.1.1")).toEqual([true, false]);
    for (let at = 0; at < 24; at++) hub.add("display", fakeSocket(), `10.0.0.${at}`);
    expect(room(hub, "10.0.1.1")).toEqual([false, false]);
    expect(room(hub, HERE)).toEqual([true, true]);
    expect(room(hub, "::1")).toEqual([true, true]);
  });
});

describe("QR code", () => {
  test("has the three finder patterns and a quiet zone of four modules (ISO/IEC 18004)", () => {
    const { size, path } = qrPath("https://tirada.example/v#1")!;
    const modules = size - 8;
    expect((modules - 17) % 4).toBe(0);
    for (const [x, y] of [
      [4, 4],
      [4 + modules - 7, 4],
      [4, 4 + modules - 7],
    ]) {
      expect(path).toContain(`M${x} ${y}h7v1h-7z`);
      expect(path).toContain(`M${x} ${y! + 6}h7v1h-7z`);
    }
    expect(path).not.toMatch(/M[0-3] /);
    expect(path).not.toMatch(/M\d+ [0-3]h/);
  });

  test("too long or empty: none, and the short hash stands alone", () => {
    expect(qrPath("")).toBeNull();
    expect(qrPath("x".repeat(QR_TEXT_LIMIT))).not.toBeNull();
    expect(qrPath("x".repeat(QR_TEXT_LIMIT + 1))).toBeNull();
  });
});
