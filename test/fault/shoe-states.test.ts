import { describe, expect, it } from "vitest";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { STAGES, WARNINGS } from "../../hw-sim/models/shoe/device/state.ts";
import { DECKS, ShoeHarness, type Happens } from "../support/shoe-harness.ts";
import { screensOf, storyOf } from "../support/shoe-scenario.ts";

/**
 * Every state that a shoe can tell, whose end is lost in every way: what the device does not say any more stands nowhere, and the
 * table is played on.
 */

interface State {
  readonly name: string;
  /** What begins it, and what ends it; the letter of the message that is lost. */
  readonly begins: Happens;
  readonly ends: Happens;
  readonly letter: string;
  /** The shoe's cards are in doubt for good: it is loaded anew before it is played. */
  readonly reloads?: true;
}

/** Warnings after which nobody's word, but a new load, makes the shoe good. */
const OF_CARDS = [
  "count-wrong",
  "identity-wrong",
  "incomplete-cycle",
  "sort-mode",
  "cards-left-inside",
  "memory-lost",
];

const STATES: readonly State[] = [
  ...WARNINGS.map((code): State => ({
    name: `warning ${code}`,
    begins: { e: "warning", code },
    ends: { e: "acknowledged", code },
    letter: "W",
    ...(OF_CARDS.includes(code) ? { reloads: true } : {}),
  })),
  ...(["inside", "exit"] as const).map((where): State => ({
    name: `face up ${where}`,
    begins: { e: "face-up", where, on: true },
    ends: { e: "face-up", where, on: false },
    letter: "F",
  })),
  {
    name: "jam",
    begins: { e: "jam", where: "exit" },
    ends: { e: "jam-cleared" },
    letter: "J",
  },
  ...(["stalled", "overcurrent"] as const).map((state): State => ({
    name: `motor ${state}`,
    begins: { e: "motor", motor: "exit", state, mA: 2_000 },
    ends: { e: "motor", motor: "exit", state: "runs", mA: 300 },
    letter: "M",
  })),
  {
    name: "self-test failed",
    begins: { e: "self-test", bad: 1 },
    ends: { e: "self-test", bad: 0 },
    letter: "Y",
  },
  {
    name: "lid open",
    begins: { e: "lid", which: "lid", open: true },
    ends: { e: "lid", which: "lid", open: false },
    letter: "D",
    reloads: true,
  },
  ...STAGES.filter((stage) => stage !== "ready" && stage !== "dealing").map((stage): State => ({
    name: `stage ${stage}`,
    begins: { e: "stage", stage },
    ends: { e: "stage", stage: "ready" },
    letter: "S",
    reloads: true,
  })),
];

const WELL = { device: 0x77 } as const;

/** How the end is not heard. */
const WAYS: Readonly<Record<string, (harness: ShoeHarness, state: State) => ShoeHarness>> = {
  "its line is lost": (harness, { letter, ends }) => harness.unheard(letter, ends, 1_500),
  "it ends while the cable is out": (harness, { ends }) => harness.plug(false).happens(ends).plug(true),
  "another device is put in its place": (harness) => harness.plug(false).plug(true, WELL),
  "it ends while the unit restarts": (harness, { ends }) =>
    harness.hear(false, 0).happens(ends).hear(true, 0).restart(),
  "the device is exchanged while the unit is off": (harness) =>
    harness.plug(false).plug(true, WELL, 0).restart(),
};

/** Loaded anew, by the machine and, where it did not tell, by a person's word. */
function reloaded(harness: ShoeHarness): ShoeHarness {
  // A shuffle that broke off and a shoe that is empty leave the round that has no card yet to a person.
  if (harness.pipeline.durable.phase === "undecided") harness.collect().newSeal();
  harness.happens({ e: "stage", stage: "loading" }).happens({ e: "stage", stage: "ready" });
  return harness.pipeline.durable.phase === "betting" ? harness : harness.key({ key: "new-shoe" });
}

describe.each(Object.entries(WAYS))("%s", (_, way) => {
  it.each(STATES.map((state) => [state.name, state] as const))("%s", (_name, state) => {
    const harness = new ShoeHarness().ready().happens(state.begins);
    way(harness, state).run(1_000);
    expect(storyOf(harness).filter((one) => one.includes("void"))).toEqual([]);
    const { durable } = harness.pipeline;
    const shown = durable.faults.filter(({ code }) => code !== "shoe-opened" && code !== "count-wrong");
    expect(shown).toEqual([]);
    expect(durable.deal?.shoe.warnings).toEqual([]);
    if (state.reloads === true || durable.phase !== "betting") reloaded(harness);
    expect(harness.pipeline.durable.faults).toEqual([]);
    const before = storyOf(harness).length;
    harness.round("9h", "Kd", "9s", "6c");
    expect(storyOf(harness).slice(before).join()).toMatch(/^\d+ certified$/);
  });
});

it("a card that leaves before the device has told its whole state is not known to lie as it should: never void", () => {
  const ends = new Set<string>();
  for (let ms = 0; ms < 250; ms += 10) {
    const harness = new ShoeHarness().ready().key({ key: "no-more-bets" }).run(ms);
    harness.happens({ e: "face-up", where: "exit", on: true }, 20);
    harness.unheard("F", { e: "face-up", where: "exit", on: false }, 2);
    harness.card("9h").card("Kd").card("9s").card("6c").run(600);
    ends.add(storyOf(harness).join());
  }
  // The heartbeat came before the card, or it did not.
  expect([...ends].toSorted()).toEqual(["1 certified", "1 undecided device-garbled"]);
});

it("the seats that the screens show after a restart of the unit are those that the table plays with", () => {
  const setup = tableSetup("cl/black-jack", "tirada-shoe", [], { decks: DECKS.slice(0, 6), mode: null });
  const harness = new ShoeHarness(setup, { decks: 6 }).ready().key({ key: "seats", seats: [1, 3] });
  reloaded(harness.restart());
  expect(harness.pipeline.durable.deal?.seats).toEqual([1, 3]);
  while (harness.pipeline.durable.phase === "preparing") harness.card("2c");
  expect(harness.key({ key: "no-more-bets" }).pipeline.durable.phase).toBe("no-more-bets");
});

it("no key for a new shoe is offered while nobody's word makes it good, and the screens say why", () => {
  const harness = new ShoeHarness().ready().happens({ e: "stage", stage: "sorting" });
  expect(screensOf(harness)).toContain("la máquina está en modo de ordenar, no de mezclar");
  expect(screensOf(harness)).not.toContain('"key":"new-shoe"');
  harness.happens({ e: "stage", stage: "loading" }).happens({ e: "stage", stage: "ready" });
  expect(screensOf(harness)).toContain('"key":"new-shoe"');
});

it("what waits for a person is done at a closed table too", () => {
  const harness = new ShoeHarness()
    .ready()
    .key({ key: "no-more-bets" })
    .key({ key: "close-table" }, "jefe-de-mesa");
  const [task] = harness.pipeline.durable.tasks;
  expect(harness.pipeline.durable.open).toBe(false);
  harness.key({ key: "acknowledge", what: task?.id ?? "" }, "jefe-de-mesa");
  expect(harness.pipeline.durable.tasks).toEqual([]);
});

it("what a device told that the table has no more ends with the restart", () => {
  const harness = new ShoeHarness().ready().happens({ e: "warning", code: "tamper" });
  harness.happens({ e: "motor", motor: "exit", state: "stalled", mA: 1 });
  const counting = { suits: "cdhs", ranks: "ace-first" } as const;
  const other = tableSetup("cl/punto-y-banca", "card-camera", [], { decks: DECKS, mode: null, ...counting });
  harness.restart(other);
  const left = harness.pipeline.durable.faults.map(({ code }) => code);
  // The warning is over once the reader tells its state: this one does with its first card.
  expect(left.filter((code) => code.startsWith("shoe-") || code.startsWith("warning-"))).toEqual([
    "warning-tamper",
  ]);
});
