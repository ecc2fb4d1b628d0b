import { describe, expect, it } from "vitest";
import { fakeClock } from "../../src/time/fake-clock.ts";
import type { ScreenSocket } from "../../firmware/screens/server/hub.ts";
import { benchDesk, MALFORMED_LIMIT, MAX_PAGES, ORDERS_PER_SECOND, parseOrder, UNREAD_LIMIT } from "./desk.ts";
import type { FromDesk } from "./messages.ts";

interface Fake extends ScreenSocket {
  bufferedAmount: number;
  readonly sent: string[];
  closed: string;
}

function socket(): Fake {
  const fake: Fake = {
    bufferedAmount: 0,
    sent: [],
    closed: "",
    send: (data) => void fake.sent.push(data),
    close: (code, reason) => (fake.closed = `${code} ${reason}`),
    terminate: () => (fake.closed = "terminated"),
    ping: () => undefined,
  };
  return fake;
}

function desk() {
  const posted: FromDesk[] = [];
  const clock = fakeClock();
  return { posted, clock, desk: benchDesk((message) => posted.push(message), clock) };
}

const order = (id: number): string => JSON.stringify({ id, order: "inject", fault: "ball-with-rotor" });

describe("the bench's desk", () => {
  it("tells the bench who came and how many look, and once a second again", () => {
    const { desk: one, posted, clock } = desk();
    const page = one.add(socket());
    expect(posted).toEqual([
      { type: "watched", pages: 1 },
      { type: "joined", page: 1 },
    ]);
    clock.advance(1_000_000);
    expect(posted.at(-1)).toEqual({ type: "watched", pages: 1 });
    page.gone();
    expect(posted.at(-1)).toEqual({ type: "watched", pages: 0 });
  });

  it("passes orders on and answers only the page that asked", () => {
    const { desk: one, posted } = desk();
    const [a, b] = [socket(), socket()];
    one.add(a);
    const page = one.add(b);
    page.receive(order(1));
    expect(posted.at(-1)).toEqual({
      type: "order",
      page: 2,
      id: 1,
      order: { order: "inject", fault: "ball-with-rotor" },
    });
    one.handleMessage({ to: 2, text: "answer" });
    one.handleMessage({ to: "all", text: "frame" });
    one.handleMessage({ to: 99, text: "nobody" });
    expect([a.sent, b.sent]).toEqual([["frame"], ["answer", "frame"]]);
  });

  it("drops a page that does not read, and has room for a few only", () => {
    const { desk: one } = desk();
    const slow = socket();
    one.add(slow);
    slow.bufferedAmount = UNREAD_LIMIT + 1;
    one.handleMessage({ to: "all", text: "frame" });
    expect([slow.closed, slow.sent]).toEqual(["terminated", []]);
    for (let i = 0; i < MAX_PAGES; i++) one.add(socket());
    expect(one.hasRoom()).toBe(false);
  });

  it("closes a connection that floods or talks nonsense", () => {
    const { desk: one, posted } = desk();
    const flood = socket();
    const page = one.add(flood);
    for (let id = 1; id <= ORDERS_PER_SECOND + 1; id++) page.receive(order(id));
    expect(flood.closed).toBe("1008 too many messages");
    expect(posted.filter(({ type }) => type === "order").length).toBe(ORDERS_PER_SECOND);
    const babble = socket();
    const other = one.add(babble);
    for (let i = 0; i < MALFORMED_LIMIT; i++) other.receive("{}");
    expect(babble.closed).toBe("1008 malformed messages");
    expect(babble.sent.length).toBe(MALFORMED_LIMIT - 1);
  });
});

describe("an order of the bench page", () => {
  it.each([
    ["", 0],
    ["null", 0],
    ["[]", 0],
    [JSON.stringify({ id: 1, order: "inject" }), 0],
    [JSON.stringify({ id: 1, order: "inject", fault: "x".repeat(61) }), 0],
    [JSON.stringify({ id: 1, order: "inject", fault: "x", more: 1 }), 0],
    [JSON.stringify({ id: 1, order: "press", key: "void" }), 0],
    [JSON.stringify({ id: 1.5, order: "reset-board" }), 0],
    [JSON.stringify({ id: 1, order: "cable", plugged: "no" }), 0],
    [JSON.stringify({ id: 3, order: "reset-board" }), 3],
  ])("is refused: %s after %d", (raw, last) => {
    expect(parseOrder(raw, last)).toBe(null);
  });

  it("is taken when it has its exact shape and its number counts up", () => {
    expect(parseOrder(JSON.stringify({ id: 4, order: "cable", plugged: false }), 3)).toEqual({
      id: 4,
      order: "cable",
      plugged: false,
    });
  });
});
