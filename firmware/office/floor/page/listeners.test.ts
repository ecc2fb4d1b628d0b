import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../../../src/time/fake-clock.ts";
import { Listeners, LISTENERS_MAX, LISTENERS_OF_ONE, TELL_MS, UNREAD_MS } from "./listeners.ts";
import { ChangedParts } from "./changed-parts.ts";

/** A page's end of a connection, which takes as much as it is told to. */
class Page extends EventEmitter {
  readonly got: string[] = [];
  isReading = true;
  isGone = false;

  write(text: string): boolean {
    this.got.push(text);
    return this.isReading;
  }
  destroy(): void {
    this.isGone = true;
    this.emit("close");
  }
  get told(): readonly unknown[] {
    return this.got
      .filter((text) => text.startsWith("event: told"))
      .map((text) => JSON.parse(text.split("data: ")[1] ?? "") as unknown);
  }
}

function floor() {
  const clock = fakeClock();
  const told = new ChangedParts();
  const listeners = new Listeners(clock, told);
  let joined = 0;
  const add = (page: Page, whose: string, mayStay: () => boolean = () => true): boolean =>
    listeners.add(page as unknown as ServerResponse, whose, mayStay);
  const join = (mayStay: () => boolean = () => true, whose = String(joined++)): Page => {
    const page = new Page();
    add(page, whose, mayStay);
    return page;
  };
  const set = (name: string, parts: object): void => {
    if (told.set(name, parts)) listeners.tellSoon();
  };
  const pass = (ms: number): void => clock.advance(ms * 1_000);
  return { clock, told, listeners, add, join, set, pass };
}

describe("pages that listen", () => {
  it("are told all at once, then only what changed, and what comes together comes once", () => {
    const { join, set, pass } = floor();
    set("r1", { phase: "betting", round: 1 });
    pass(TELL_MS);
    const page = join();
    expect(page.told).toEqual([{ r1: { phase: "betting", round: 1 } }]);
    set("r1", { phase: "result", round: 1 });
    set("r1", { phase: "betting", round: 2 });
    set("r2", { phase: "closed" });
    set("r2", { phase: "closed" });
    pass(TELL_MS);
    expect(page.told.slice(1)).toEqual([{ r1: { phase: "betting", round: 2 }, r2: { phase: "closed" } }]);
  });

  it("that do not read are sent nothing more, whatever happens, and catch up with one message", () => {
    const { listeners, join, set, pass } = floor();
    const [page, other] = [join(), join()];
    page.isReading = false;
    set("r1", { round: 0 });
    pass(TELL_MS);
    const before = page.got.length;
    for (let round = 1; round <= 200; round++) {
      set("r1", { round });
      pass(TELL_MS);
    }
    expect(page.got.length).toBe(before);
    expect(other.told.length).toBe(201);
    page.isReading = true;
    page.emit("drain");
    expect(page.told.at(-1)).toEqual({ r1: { round: 200 } });
    expect(listeners.counters.dropped).toBe(0);
  });

  it("that read nothing for long are let go, and so are those whose certificate counts no more", () => {
    const { listeners, join, set, pass } = floor();
    let counts = true;
    const [page, revoked, other] = [join(), join(() => counts), join()];
    page.isReading = false;
    set("r1", { round: 1 });
    pass(UNREAD_MS + 2_000);
    expect([page.isGone, revoked.isGone]).toEqual([true, false]);
    counts = false;
    pass(20_000);
    expect([revoked.isGone, other.isGone]).toEqual([true, false]);
    expect(listeners.count).toBe(1);
  });

  it("are a hundred at the most", () => {
    const { add, join } = floor();
    const pages = Array.from({ length: LISTENERS_MAX }, () => join());
    expect(add(new Page(), "another")).toBe(false);
    pages[0]?.destroy();
    expect(add(new Page(), "another")).toBe(true);
  });

  it("of one certificate keep nobody else out: the oldest of its own gives way", () => {
    const { listeners, join } = floor();
    const always = (): boolean => true;
    const other = join(always, "other");
    const own = Array.from({ length: 3 * LISTENERS_OF_ONE }, () => join(always, "own"));
    expect(own.map(({ isGone }) => isGone)).toEqual(own.map((_, n) => n < 2 * LISTENERS_OF_ONE));
    expect([listeners.count, other.isGone]).toEqual([LISTENERS_OF_ONE + 1, false]);
  });
});
