import { expect, it } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import type { ServiceManager } from "../../net/service-manager.ts";
import { USUAL_SCREENS } from "./config.ts";
import { keepScreens } from "./keep-screens.ts";
import type { ScreenName } from "./places.ts";

/** Screens in simulated time: a compositor with these outputs, and browsers that draw unless they hang. */
function screens(outputs: string[], config = USUAL_SCREENS) {
  const clock = fakeClock(1_000);
  const log: string[] = [];
  const words: string[] = [];
  const hung = new Set<ScreenName>();
  const crashed = new Set<ScreenName>();
  const state = { isMute: false, isServed: true, isAway: false, unknown: [] as string[] };
  const compositor = Promise.withResolvers<string>();
  const manager: ServiceManager = {
    ready: () => void words.push("ready"),
    status: (line) => void words.push(line),
    feedWatchdog: () => void words.push("fed"),
    stopping: () => undefined,
    close: () => Promise.resolve(),
  };
  const kept = keepScreens({
    config,
    clock,
    manager,
    compositor: {
      ended: compositor.promise,
      link: {
        outputs: () =>
          state.isMute ? new Promise(() => undefined) : Promise.resolve(outputs.map((name) => ({ name }))),
        run: (commands) => {
          log.push(...commands.filter((command) => command.startsWith("move")));
          return Promise.resolve(null);
        },
        close: () => undefined,
      },
    },
    startPage: ({ name }) => {
      log.push(`start ${name}`);
      const startedAt = clock.now();
      let drewAt: MonoUs | null = null;
      return {
        get signs() {
          return { startedAt, drewAt, hasEnded: crashed.has(name) };
        },
        get isAway() {
          return state.isAway;
        },
        look: () => {
          if (!hung.has(name)) drewAt = clock.now();
        },
        close: () => {
          crashed.delete(name);
          log.push(`end ${name}`);
        },
      };
    },
    isServed: () => Promise.resolve(state.isServed),
    isUnknown: (path) => Promise.resolve(state.unknown.includes(path)),
    say: (line) => void log.push(line),
  });
  let failure: string | null = null;
  void kept.failed.then((why) => (failure = why));
  return {
    clock,
    hung,
    crashed,
    state,
    outputs,
    words,
    kept,
    endCompositor: compositor.resolve,
    why: () => failure,
    /** What happened in so many seconds. */
    pass: async (seconds: number): Promise<readonly string[]> => {
      log.length = 0;
      words.length = 0;
      await clock.advanceSettling(seconds * US_PER_S);
      return [...log];
    },
    fed: () => words.filter((word) => word === "fed").length,
  };
}

it("shows the display and the control page, each on its output, is ready and feeds while both draw", async () => {
  const { pass, fed, words } = screens(["DP-2", "DP-1"]);
  expect(await pass(3)).toEqual([
    "move workspace to output DP-1",
    "move workspace to output DP-2",
    "start display",
    "start control",
    "display on DP-1, control on DP-2",
  ]);
  expect(words[0]).toBe("ready");
  expect(words.at(-2)).toBe("display on DP-1, control on DP-2");
  expect(await pass(10)).toEqual([]);
  expect(fed()).toBe(10);
});

it("one monitor shows the display alone, and the control page comes with the second and goes with it", async () => {
  const { pass, outputs } = screens(["DP-1"]);
  expect(await pass(3)).toEqual(["move workspace to output DP-1", "start display", "display on DP-1"]);
  outputs.push("DP-2");
  expect(await pass(2)).toEqual([
    "move workspace to output DP-1",
    "move workspace to output DP-2",
    "start control",
    "display on DP-1, control on DP-2",
  ]);
  // The display's own monitor goes: the page with keys ends before the display comes to its output.
  outputs.shift();
  expect(await pass(2)).toEqual(["end control", "move workspace to output DP-2", "display on DP-2"]);
  outputs.pop();
  expect(await pass(2)).toEqual(["end display", "no monitor is connected"]);
});

it("without a monitor it waits, and is fed", async () => {
  const { pass, fed, words } = screens([]);
  expect(await pass(5)).toEqual([]);
  expect(fed()).toBe(5);
  expect(words).toContain("no monitor is connected; the table does not answer");
});

it("a page that hangs gets a new browser and the other one stays; the watchdog is not fed in between", async () => {
  const { pass, hung, fed, words } = screens(["DP-1", "DP-2"]);
  await pass(5);
  hung.add("display");
  expect(await pass(9)).toEqual([]);
  expect(fed()).toBeLessThanOrEqual(6);
  expect(words.at(-1)).toBe("display on DP-1, control on DP-2; display quiet");
  hung.delete("display");
  expect(await pass(1)).toEqual([]);
  hung.add("display");
  expect(await pass(12)).toEqual([
    "end display",
    "the browser of the display page hung; it is started anew",
    "start display",
  ]);
  hung.delete("display");
  expect(await pass(5)).toEqual([]);
  expect(fed()).toBe(5);
});

it("a browser that ends is there again with the next pass; one that ends again and again ends the whole", async () => {
  const { pass, crashed, why } = screens(["DP-1"]);
  await pass(3);
  for (let time = 0; time < 4; time++) {
    crashed.add("display");
    expect(await pass(1)).toEqual([
      "end display",
      "the browser of the display page ended; it is started anew",
      "start display",
    ]);
    expect(why()).toBeNull();
  }
  crashed.add("display");
  await pass(1);
  expect(why()).toBe("browsers hang or end again and again");
  expect(await pass(60)).toEqual([]);
});

it("a compositor that does not answer is not fed; one that ends ends the whole, browsers first", async () => {
  const { pass, state, fed, words, endCompositor, why } = screens(["DP-1"]);
  await pass(3);
  state.isMute = true;
  await pass(20);
  expect(fed()).toBeLessThanOrEqual(6);
  expect(words.at(-1)).toBe("the compositor does not answer");
  endCompositor("status 1");
  expect(await pass(1)).toEqual(["end display"]);
  expect(why()).toBe("the compositor ended with status 1");
});

it("says that the table does not answer, and goes on showing it", async () => {
  const { pass, state, words, fed } = screens(["DP-1"]);
  await pass(3);
  state.isServed = false;
  await pass(10);
  expect(words.at(-2)).toBe("display on DP-1; the table does not answer");
  expect(fed()).toBe(10);
  state.isAway = true;
  await pass(1);
  expect(words.at(-2)).toBe("display on DP-1; display waits; the table does not answer");
  [state.isServed, state.isAway] = [true, false];
  expect(await pass(3)).toEqual([]);
  expect(words.at(-2)).toBe("display on DP-1");
});

it("says which monitor was given a name that the table does not know, and no longer when it does", async () => {
  const monitors = { "DP-2": { show: "totm", rotate: 0 as const } };
  const { pass, state, words } = screens(["DP-1", "DP-2"], { ...USUAL_SCREENS, monitors });
  state.unknown = ["/screen/totm"];
  await pass(3);
  const placed = "display on DP-1, monitor-DP-2 on DP-2";
  expect(words.at(-2)).toBe(`${placed}; monitor-DP-2 shows the display: the table has no /screen/totm`);
  // The table starts anew with another configuration.
  state.unknown = [];
  state.isServed = false;
  await pass(2);
  state.isServed = true;
  await pass(2);
  expect(words.at(-2)).toBe(placed);
});
