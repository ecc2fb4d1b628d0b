import { describe, expect, it } from "vitest";
import type { Config } from "../../firmware/table/config/config.ts";
import type { Journal } from "../../firmware/journal/thread/client.ts";
import type { ControlAnswer } from "../../firmware/net/control.ts";
import { viewSetup } from "../../firmware/unit/control/presenter.ts";
import { answerUpdater } from "../../firmware/unit/updates/update-answers.ts";
import type {
  RestartKind,
  UpdateQuestion,
  UpdateRecord,
  UpdateState,
} from "../../firmware/net/update-questions.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { temporaryFolder } from "../support/folder.ts";
import { cardEntries, diceEntries, wheelEntries, type PlayedEntries } from "../support/played-entries.ts";
import { minuteOfDayIn } from "../../src/time/day.ts";
import { configHere, unitHere, type UnitHere } from "../support/unit-here.ts";
import { runSeed, volume } from "../support/volume.ts";

/** "May you be restarted now?", asked of whole units while their tables play. */

const RELEASE = "ab".repeat(32);
const ALL_DAY = { socket: "/run/x/unit.sock", noticeHours: 0, window: "00:00-23:59" };

const record = (step: UpdateRecord["step"], change: Partial<UpdateRecord> = {}): UpdateRecord => ({
  step,
  id: "0123456789abcdef",
  by: "updater",
  order: null,
  version: "9.9.9",
  digest: RELEASE,
  release: 9,
  fromVersion: "9.9.8",
  fromDigest: "cd".repeat(32),
  why: null,
  ...change,
});

interface Asked {
  readonly left: string[];
  ask(question: UpdateQuestion): Promise<ControlAnswer>;
  state(kind?: RestartKind): Promise<UpdateState>;
  restart(presses: number, kind?: RestartKind, record?: UpdateRecord): Promise<readonly string[]>;
}

/** The updater's side of a unit. */
function asked(
  here: UnitHere,
  clock: FakeClock,
  update: NonNullable<Config["update"]> = ALL_DAY,
  more: { readonly remote?: NonNullable<Config["remote"]>; readonly zone?: string } = {},
): Asked {
  const left: string[] = [];
  const parts = {
    config: { ...configHere("/unused"), update, ...more },
    journal: { waitingCount: 0 } as Partial<Journal> as Journal,
    unit: here.unit,
    clock,
    startedAt: clock.now(),
    witness: () => null,
    screens: { shownSeq: () => here.unit.shown.seq },
    answers: { fedAt: () => null },
    leave: (why: string) => void left.push(why),
  };
  const ask = (question: UpdateQuestion): Promise<ControlAnswer> => answerUpdater(parts, question);
  const lineOf = async (question: UpdateQuestion): Promise<unknown> => {
    const answer = await ask(question);
    if (!answer.ok) throw new Error(answer.why);
    return JSON.parse(answer.lines[0] ?? "null") as unknown;
  };
  return {
    left,
    ask,
    state: (kind = "install") => lineOf({ do: "state", for: kind }) as Promise<UpdateState>,
    restart: (presses, kind = "install", said = record("switched")) =>
      lineOf({ do: "restart", for: kind, presses, record: said }) as Promise<readonly string[]>,
  };
}

/** What the records alone say, told by another hand than the unit's: what would be cut by an end here. */
class Truth {
  #isInRound = false;
  #hasShoe = false;
  #hasPoint = false;

  see(body: RecordBody): void {
    if (body.kind === "phase")
      this.#isInRound = !["closed", "waiting", "preparing", "result", "void", "aborted"].includes(body.phase);
    if (["result", "void", "undecided", "aborted"].includes(body.kind)) this.#isInRound = false;
    if (body.kind === "shoe") this.#hasShoe = body.event !== "removed";
    if (body.kind === "result" && "craps" in body.result && body.result.craps !== null)
      this.#hasPoint = body.result.craps.after.phase === "point";
  }

  /** The process ended: what only it knew is gone. */
  restart(): void {
    this.#hasShoe = false;
  }

  get isCut(): boolean {
    return this.#isInRound || this.#hasShoe || this.#hasPoint;
  }
}

const FAMILIES: readonly (readonly [string, () => PlayedEntries | Promise<PlayedEntries>])[] = [
  ["wheel", () => wheelEntries(volume(900, 10_000))],
  ["shoe", () => cardEntries(volume(3, 20), runSeed("restart cards"))],
  ["dice", () => diceEntries(volume(8, 40), runSeed("restart dice"))],
  ["craps", () => diceEntries(volume(12, 60), runSeed("restart craps"), "cl/craps")],
];

it.each(FAMILIES)(
  "%s: no switch at any instant of play cuts a round, a shoe or a point",
  async (name, make) => {
    const { setup, entries } = await make();
    const folder = temporaryFolder();
    const clock = fakeClock(1_000);
    const random = randomFrom(runSeed(`restart ${name}`));
    const truth = new Truth();
    let here = await unitHere(folder, setup, undefined, { clock });
    let updater = asked(here, clock);
    let seen = 0;
    const counts = { yes: 0, no: 0, switches: 0 };
    const announce = (): Promise<ControlAnswer> => updater.ask({ do: "record", record: record("announced") });
    await announce();
    for (const entry of entries) {
      clock.advance(Math.max(0, entry.t - clock.now()));
      await here.unit.feed({ ...entry, t: clock.now() });
      for (; seen < here.bodies.length; seen++) truth.see(here.bodies[seen]!);
      const { obstacles, presses } = await updater.state();
      const may = obstacles.length === 0;
      counts[may ? "yes" : "no"]++;
      if (may) expect([entry, truth.isCut]).toEqual([entry, false]);
      // Asked at the first yes, and at instants of the seed, yes or no: only a yes ends the table. A table of cards that is restarted
      // before its shoe is in has no more of it in these entries.
      const isFirst = may && counts.switches === 0 && name !== "shoe";
      if (!isFirst && (!random.oneIn(volume(25, 8)) || (name === "shoe" && counts.no <= 10))) continue;
      expect((await updater.restart(presses)).length === 0).toBe(may);
      expect(updater.left.length).toBe(may ? 1 : 0);
      if (!may) continue;
      counts.switches++;
      await here.unit.stop("switched");
      here = await unitHere(folder, setup, undefined, { clock });
      expect(here.bodies.filter(({ kind }) => kind === "aborted")).toEqual([]);
      updater = asked(here, clock);
      truth.restart();
      seen = 0;
      // After a confirmation nothing is announced any more: the next release is.
      await announce();
    }
    expect(counts.no).toBeGreaterThan(10);
    if (name !== "shoe") expect(counts.switches).toBeGreaterThan(0);
    here.kill();
  },
);

it("a closed table of cards waits until its shoe is gone; what a restart has cost already counts no more", async () => {
  const { setup, entries } = cardEntries(1, "a shoe that stays loaded");
  const folder = temporaryFolder();
  const clock = fakeClock(1_000);
  const here = await unitHere(folder, setup, undefined, { clock });
  const updater = asked(here, clock);
  await updater.ask({ do: "record", record: record("announced") });
  for (const entry of entries) {
    clock.advance(Math.max(0, entry.t - clock.now()));
    await here.unit.feed({ ...entry, t: clock.now() });
  }
  const closed = await here.unit.press({ key: "close-table" }, { name: "Ana", role: "jefe-de-mesa" });
  expect(closed).toEqual({ ok: true });
  expect((await updater.state()).obstacles).toEqual(["shoe-loaded"]);
  here.kill();
  const again = await unitHere(folder, setup, undefined, { clock });
  expect((await asked(again, clock).state()).obstacles).toEqual([]);
  again.kill();
});

describe("at a closed table", () => {
  const closed = async (update?: NonNullable<Config["update"]>, more: Parameters<typeof asked>[3] = {}) => {
    const { setup } = wheelEntries(1);
    const clock = fakeClock(1_000);
    const here = await unitHere(temporaryFolder(), setup, undefined, { clock });
    return { here, clock, updater: asked(here, clock, update, more) };
  };
  const CLOSED = { socket: "/run/x/unit.sock", noticeHours: 2 };

  it("says each reason by name: not announced, notice, held, a key meanwhile", async () => {
    const { here, clock, updater } = await closed(CLOSED);
    expect((await updater.state()).obstacles).toEqual(["not-announced"]);
    await updater.ask({ do: "record", record: record("announced") });
    expect((await updater.state()).obstacles).toEqual(["notice"]);
    clock.advance(3_600 * US_PER_S);
    // The same release once more does not begin its notice anew.
    await updater.ask({ do: "record", record: record("announced") });
    clock.advance(3_600 * US_PER_S);
    await updater.ask({ do: "record", record: record("held", { by: "Ana" }) });
    expect(await updater.state()).toMatchObject({ obstacles: ["held"], isHeld: true });
    await updater.ask({ do: "record", record: record("released", { by: "Ana" }) });
    const { obstacles, presses } = await updater.state();
    expect(obstacles).toEqual([]);
    await here.unit.press({ key: "announce", round: 1 }, { name: "Bea", role: "croupier" });
    expect(await updater.restart(presses)).toEqual(["key-pressed"]);
    expect(updater.left).toEqual([]);
    expect(await updater.restart((await updater.state()).presses)).toEqual([]);
    expect(updater.left).toEqual(["switched to release 9.9.9"]);
    // From that instant on no press is taken: it would be lost.
    await expect(here.unit.press({ key: "open-table" }, { name: "Ana", role: "jefe-de-mesa" })).rejects.toThrow(
      "was not kept",
    );
    expect(here.bodies.at(-1)).toMatchObject({ kind: "update", detail: { step: "switched", by: "updater" } });
    here.kill();
  });

  it("another release begins a notice of its own, and what was withdrawn has none", async () => {
    const { here, clock, updater } = await closed(CLOSED);
    await updater.ask({ do: "record", record: record("announced") });
    clock.advance(2 * 3_600 * US_PER_S);
    expect((await updater.state()).obstacles).toEqual([]);
    await updater.ask({ do: "record", record: record("announced", { digest: "ee".repeat(32) }) });
    expect((await updater.state()).obstacles).toEqual(["notice"]);
    await updater.ask({ do: "record", record: record("withdrawn") });
    expect((await updater.state()).obstacles).toEqual(["not-announced"]);
    here.kill();
  });

  it("an open table without a window is never restarted; nor one whose store refuses results", async () => {
    const { here, clock, updater } = await closed({ ...CLOSED, noticeHours: 0 });
    await updater.ask({ do: "record", record: record("announced") });
    const fault = { k: "fault", t: clock.now(), device: "unit", code: "storage-full", detail: {} } as const;
    await here.unit.feed({ ...fault, stands: true });
    expect((await updater.state()).obstacles).toEqual(["store"]);
    await here.unit.feed({ ...fault, stands: false });
    // A law that is over is no matter of the store: the release may be what brings the next one.
    await here.unit.feed({ ...fault, code: "edition-other", stands: true });
    expect((await updater.state()).obstacles).toEqual([]);
    await here.unit.feed({ k: "auto-open", t: clock.now() });
    expect((await updater.state()).obstacles).toEqual(["outside-window"]);
    // The hours of a window are those of the place where the table stands.
    const zone = "Pacific/Kiritimati";
    const hour = Math.floor(minuteOfDayIn(zone, clock.wall()) / 60);
    const two = (at: number): string => String(at % 24).padStart(2, "0");
    const update = { ...ALL_DAY, window: `${two(hour)}:00-${two(hour + 1)}:00` };
    expect((await asked(here, clock, update, { zone }).state()).obstacles).toEqual([]);
    expect((await asked(here, clock, update).state()).obstacles).toEqual(["outside-window"]);
    here.kill();
  });

  it("says the highest number of a release that was confirmed, whatever comes later and over a restart", async () => {
    const { setup } = wheelEntries(1);
    const [folder, clock] = [temporaryFolder(), fakeClock(1_000)];
    const here = await unitHere(folder, setup, undefined, { clock });
    const updater = asked(here, clock);
    const numberAfter = async (step: UpdateRecord["step"], release: number | null) => {
      await updater.ask({ do: "record", record: record(step, { release }) });
      return (await updater.state()).confirmedRelease;
    };
    expect(await numberAfter("announced", 9)).toBe(null);
    expect(await numberAfter("confirmed", 9)).toBe(9);
    // A release that was gone back to has none, and one that is confirmed later by another tree has its own.
    expect(await numberAfter("confirmed", null)).toBe(9);
    expect(await numberAfter("confirmed", 4)).toBe(9);
    expect(await numberAfter("held", null)).toBe(9);
    expect(await numberAfter("announced", 12)).toBe(9);
    here.kill();
    const again = await unitHere(folder, setup, undefined, { clock });
    expect((await asked(again, clock).state()).confirmedRelease).toBe(9);
    again.kill();
  });

  it("a base system has a notice, a highest number and a last step of its own, over a restart too", async () => {
    const { setup } = wheelEntries(1);
    const [folder, clock] = [temporaryFolder(), fakeClock(1_000)];
    const here = await unitHere(folder, setup, undefined, { clock });
    const updater = asked(here, clock, CLOSED);
    const base = (step: UpdateRecord["step"], change: Partial<UpdateRecord> = {}): UpdateRecord =>
      record(step, { base: 3, release: null, digest: "ba".repeat(32), version: "0.8.0", ...change });
    const keep = (one: UpdateRecord): Promise<unknown> => updater.ask({ do: "record", record: one });
    // A release that waits is no announcement of a base, and the other way round.
    await keep(record("announced"));
    expect((await updater.state("base")).obstacles).toEqual(["not-announced"]);
    await keep(base("announced"));
    expect((await updater.state("base")).obstacles).toEqual(["notice"]);
    clock.advance(2 * 3_600 * US_PER_S);
    // What was refused before it was known takes no announcement away.
    await keep(record("refused", { digest: null, version: null, release: null }));
    await keep(base("refused", { digest: null, version: null, base: 0 }));
    expect((await updater.state("base")).obstacles).toEqual([]);
    expect((await updater.state()).obstacles).toEqual([]);
    await keep(record("withdrawn"));
    expect(
      viewOf(here.unit.shown.durable, 0, null, viewSetup(configHere("/unused"), setup)).update,
    ).toMatchObject({
      version: "0.8.0",
      isBase: true,
    });
    const { presses } = await updater.state("base");
    expect((await updater.state("base")).keptBase).toBe(null);
    await keep(base("confirmed"));
    await keep(base("confirmed", { base: 2 }));
    expect(await updater.state("base")).toMatchObject({ keptBase: 3, obstacles: ["not-announced"] });
    expect((await updater.state()).confirmedRelease).toBe(null);
    await keep(base("announced", { base: 4 }));
    clock.advance(2 * 3_600 * US_PER_S);
    expect(await updater.restart(presses, "base", base("switched", { base: 4 }))).toEqual([]);
    expect(updater.left).toEqual(["switched to base system 0.8.0"]);
    here.kill();
    const again = await unitHere(folder, setup, undefined, { clock });
    expect((await asked(again, clock).state("base")).keptBase).toBe(3);
    again.kill();
  });

  it("names the server for people and orders from afar among the devices, while it runs", async () => {
    const { here, clock, updater } = await closed(CLOSED, { remote: {} as NonNullable<Config["remote"]> });
    expect((await updater.state()).devices).toContain("remote");
    const fault = { k: "fault", device: "unit", code: "remote-stopped", detail: {} } as const;
    await here.unit.feed({ ...fault, t: clock.now(), stands: true });
    expect((await updater.state()).devices).not.toContain("remote");
    await here.unit.feed({ ...fault, t: clock.now(), stands: false });
    expect((await updater.state()).devices).toContain("remote");
    const without = await closed(CLOSED);
    expect((await without.updater.state()).devices).not.toContain("remote");
    for (const one of [here, without.here]) one.kill();
  });

  it("a self-test is a record of its own, and shown when the screens' thread says so", async () => {
    const { here, updater } = await closed(CLOSED);
    const id = "00000000000000aa";
    const answer = await updater.ask({ do: "self-test", id });
    expect(answer).toEqual({ ok: true, lines: [JSON.stringify({ seq: here.unit.shown.seq, isShown: true })] });
    expect(here.bodies.at(-1)).toEqual({ kind: "self-test", detail: { id } });
    here.kill();
  });
});
