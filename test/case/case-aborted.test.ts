import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EXIT } from "../../firmware/problem.ts";
import { commandHere } from "../support/command.ts";
import { cardEntries, diceEntries, wheelEntries, type PlayedEntries } from "../support/played-entries.ts";
import { expectProblem } from "../support/problem.ts";
import type { Ended } from "../support/table-process.ts";
import { unitHere, type UnitHere } from "../support/unit-here.ts";

/** Rounds that the end of the unit cut, and that it gave up at its next start: their case files are judged again, or refused first. */

const root = mkdtempSync(join(tmpdir(), "tirada-aborted-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Phases in which a round runs. */
const RUNNING: readonly string[] = ["no-more-bets", "dealing", "throwing"];

interface Aborted {
  readonly storage: string;
  readonly here: UnitHere;
  readonly round: number;
}

/** A unit that was killed within its second round, and started again. */
async function aborted(name: string, { setup, entries }: PlayedEntries): Promise<Aborted> {
  const storage = join(root, name);
  const first = await unitHere(storage, setup);
  for (const entry of entries) {
    await first.unit.feed(entry);
    const { phase, round } = first.unit.shown.durable;
    if (round >= 2 && RUNNING.includes(phase)) break;
  }
  first.kill();
  const here = await unitHere(storage, setup);
  const given = here.bodies.flatMap((body) => (body.kind === "aborted" ? [body.round] : []));
  expect(given).toEqual([2]);
  return { storage, here, round: 2 };
}

const caseOf = (storage: string, ...words: readonly string[]): Promise<Ended> =>
  commandHere(["export", `${storage}.tar`, "--case", "--replace", "--storage", storage, ...words]);

async function expectJudged(storage: string, note = ""): Promise<void> {
  const { status, stdout, stderr } = await commandHere(["rejudge", `${storage}.tar`, "--json"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "same", difference: null });
  expect(stdout).toContain(note);
}

describe("the case file of a round that a start gave up", () => {
  test.each([
    ["wheel", () => Promise.resolve(wheelEntries(400))],
    ["dice", () => diceEntries(3, "aborted")],
  ] as const)("of a %s is judged again", async (name, entries) => {
    const { storage, here, round } = await aborted(name, await entries());
    here.kill();
    expect(await caseOf(storage, "--round", String(round))).toMatchObject({ status: 0, stderr: "" });
    await expectJudged(storage);
  });

  const played = cardEntries(3, "aborted");

  test("of cards is refused while its recording is sealed, and judged again once the next round is collected", async () => {
    const { storage, here, round } = await aborted("cards", played);
    here.kill();
    const says = /round 2 has a verdict whose recording is sealed still: ask again when the cards of the next/;
    expectProblem(await caseOf(storage, "--round", String(round)), EXIT.usage, says);
    // What has no end ends before it, and can be judged.
    expect(await caseOf(storage)).toMatchObject({ status: 0, stderr: "" });
    await expectJudged(storage);
    const next = await unitHere(storage, played.setup);
    for (const entry of played.entries) await next.unit.feed(entry);
    await next.unit.stop("test");
    expect(await caseOf(storage, "--round", String(round))).toMatchObject({ status: 0, stderr: "" });
    await expectJudged(storage);
    expect(await caseOf(storage)).toMatchObject({ status: 0, stderr: "" });
    await expectJudged(storage);
  });

  test("of cards is judged again after the next start", async () => {
    const { storage, here, round } = await aborted("cards-started", played);
    here.kill();
    const next = await unitHere(storage, played.setup);
    next.kill();
    expect(await caseOf(storage, "--round", String(round))).toMatchObject({ status: 0, stderr: "" });
    await expectJudged(storage);
  });
});
