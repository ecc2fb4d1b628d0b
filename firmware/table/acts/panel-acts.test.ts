import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startPanel } from "../../../drivers/panel/panel.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { createPanelPlug } from "../../../test/support/devices/panel-plug.ts";
import { PanelModel, type Lamp, type Switch } from "../../../test/support/devices/panel-model.ts";
import { PANEL_IMAGE } from "../../../test/support/panel-image.ts";
import { Problem } from "../../problem.ts";
import { DeviceLost, type ActContext, type ActDetail } from "./act.ts";
import { checkPanel } from "./panel-acts.ts";
import { ON_PAGE } from "./technician.ts";

/** The panel's real firmware, gone through by hands that do what each line asks for, or what is wrong with their panel. */

const SWITCHES: readonly (readonly [words: string, part: Switch])[] = [
  ["lit, “No va más”", "no va más"],
  ["lit, “Tirada nula”", "tirada nula"],
  ["lit, “Enterado”", "enterado"],
  ["lit, “Abrir", "abrir y cerrar"],
];

/** What a hand at a switch really closes: nothing, another one, two of them. */
type Wiring = Partial<Record<Switch, readonly Switch[]>>;

interface Hands {
  readonly wiring?: Wiring;
  /** Closed from the beginning. */
  readonly held?: Switch;
  /** Answers no to the question that holds these words. */
  readonly no?: string;
  /** Pulled or given up while this is asked for. */
  readonly end?: readonly [words: string, how: "pull" | "give up"];
  /** Presses this one first where another is asked for. */
  readonly errs?: Switch;
}

async function checked(hands: Hands = {}) {
  const clock = fakeClock();
  const model = new PanelModel(PANEL_IMAGE);
  const plug = createPanelPlug(model, clock);
  const presses: string[] = [];
  const panel = startPanel({
    open: plug.open,
    clock,
    random: randomFrom("panel acts"),
    backOffUs: [10_000],
    listener: { onPress: (one) => presses.push(one), onFault: () => undefined, onNotice: () => undefined },
  });
  onTestFinished(async () => {
    await panel.stop();
    plug.stop();
  });
  const run = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at++) {
      clock.advance(1_000);
      await setImmediate();
    }
  };
  if (hands.held !== undefined) model.setSwitch(hands.held, true);
  await run(200);
  const touch = (part: Switch, closed: boolean): void => {
    for (const one of hands.wiring?.[part] ?? [part]) model.setSwitch(one, closed);
  };
  const noted: ActDetail[] = [];
  const said: string[] = [];
  const lit: Lamp[][] = [];
  const abort = new AbortController();
  const hand: { wanted: (() => Promise<void>) | null } = { wanted: null };
  const press = async (part: Switch): Promise<void> => {
    await run(20);
    lit.push((Object.keys(model.lit) as Lamp[]).filter((lamp) => model.lit[lamp]));
    touch(part, true);
    await run(30);
    touch(part, false);
    await run(130);
  };
  let isWrong = hands.errs !== undefined;
  const say = ({ en }: { readonly en: string }): void => {
    said.push(en);
    if (hands.end !== undefined && en.includes(hands.end[0])) {
      const [, how] = hands.end;
      hand.wanted = () => {
        if (how === "pull") plug.unplug();
        else abort.abort(new Error("Given up"));
        return run(10);
      };
      return;
    }
    const asked = SWITCHES.find(([words]) => en.includes(words))?.[1];
    if (asked !== undefined) {
      const first = isWrong ? (hands.errs ?? asked) : asked;
      isWrong = false;
      hand.wanted = () => press(first);
    } else if (en.startsWith("Seen: ")) {
      const again = said.findLast((line) => line.startsWith("Press the button")) ?? "";
      hand.wanted = () => press(SWITCHES.find(([words]) => again.includes(words))?.[1] ?? "no va más");
    } else if (en.startsWith("Turn the key")) {
      hand.wanted = async () => {
        touch("llave del jefe", en.includes("table head"));
        await run(30);
      };
    }
  };
  const context: ActContext = {
    values: {},
    by: { role: "tecnico", name: "Eva Mas" },
    second: () => Promise.reject(new Error("nobody else is asked")),
    signal: abort.signal,
    commit: () => Promise.reject(new Error("nothing is kept")),
    note: (detail) => Promise.resolve(void noted.push(detail)),
    person: {
      words: ON_PAGE,
      say,
      progress: () => undefined,
      ready: () => Promise.resolve(),
      ask: ({ en }) => Promise.resolve(hands.no !== undefined && en.includes(hands.no) ? "no" : ""),
    },
  };
  let result: unknown = null;
  const going = checkPanel(
    panel,
    clock,
  )(context).then(
    (done) => (result = done),
    (error: unknown) => (result = error),
  );
  for (let ms = 0; result === null && ms < 60_000;) {
    const { wanted } = hand;
    hand.wanted = null;
    if (wanted !== null) await wanted();
    await run(5);
    ms += 5;
  }
  await going;
  const why = result instanceof Problem ? (result.words?.en ?? result.message) : null;
  return { result, why, presses, noted, said, lit, run, press, model };
}

test("every button and the key are seen by name, each alone lit, and none of it is a press of the table", async () => {
  const { result, presses, noted, lit, press } = await checked();
  expect(result).toMatchObject({
    detail: { buttons: "no-more-bets void acknowledge open-close", key: "seen", lamps: "seen" },
  });
  expect(noted.map(({ switch: name }) => name)).toEqual([
    "no-more-bets",
    "void",
    "acknowledge",
    "open-close",
    "jefe-key",
  ]);
  expect(lit).toEqual([["luz no va más"], ["luz tirada nula"], ["luz enterado"], ["luz abrir y cerrar"]]);
  expect(presses).toEqual([]);
  // Afterwards a press is one again.
  await press("enterado");
  expect(presses).toEqual(["acknowledge"]);
});

test.each([
  ["dead", { wiring: { enterado: [] } }, /^“Enterado” was not seen/],
  ["held down", { held: "tirada nula" }, /nobody touches it: “Tirada nula”/],
  ["turned", { held: "llave del jefe" }, /turn it back/],
  [
    "swapped",
    { wiring: { "tirada nula": ["enterado"], enterado: ["tirada nula"] } },
    /^“Enterado” answers where “Tirada nula” was asked for/,
  ],
  [
    "joined",
    { wiring: { "no va más": ["no va más", "enterado"] } },
    /^“No va más” answers together with “Enterado”/,
  ],
  ["a dead key", { wiring: { "llave del jefe": [] } }, /^the key switch was not seen/],
  ["lights swapped", { no: "Was it each time" }, /another button/],
  ["a dark lamp", { no: "Are all lamps lit" }, /stays dark/],
] as const)("a panel with something %s is told by the name of what it is", async (_, hands, why) => {
  const { why: said, presses } = await checked(hands);
  expect(said).toMatch(why);
  expect(presses).toEqual([]);
});

test("a hand that errs is asked once more", async () => {
  const { result, said, noted } = await checked({ errs: "enterado" });
  expect(said).toContain("Seen: “Enterado”. Asked for: “No va más”. Once more");
  expect(noted[0]).toEqual({ switch: "no-more-bets", seen: "acknowledge" });
  expect(result).toHaveProperty("detail.key", "seen");
});

test("a cable that is pulled and a person who gives up end it, and the panel shows its table again", async () => {
  expect((await checked({ end: ["lit, “Enterado”", "pull"] })).result).toBeInstanceOf(DeviceLost);
  const { result, press, presses } = await checked({ end: ["Turn the key to", "give up"] });
  expect(result).toHaveProperty("message", "Given up");
  await press("tirada nula");
  expect(presses).toEqual(["void"]);
});
