import { afterAll, describe, expect, it } from "vitest";
import { isOpen, windowOf } from "../../src/rules/windows.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { packIds } from "../../firmware/table/rules/library.ts";
import { gameOf } from "../../hw-sim/people/cards/games/game-list.ts";
import type { Pack, Rule } from "../../src/rules/pack.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { cardEntries, diceEntries, sensorEntries } from "../support/played-entries.ts";
import {
  anotherThan,
  isVerdict,
  keyOf,
  personIn,
  PlayedRounds,
  type Moment,
  type Told,
} from "../support/rule-moments.ts";
import { ALL, more, runSeed, runSeedNumber, sampleInAll } from "../support/volume.ts";

/**
 * Every rule that somebody may declare, of every rulebook that a machine reads, in every moment of a round: on time, too early, too late,
 * twice, by somebody else, of another hand, taken back, with a second one inside. What comes of it is a refusal, or follows from what the
 * pack says of the rule: its window, its verdict, its scope and its effect.
 */

const ROUNDS = 2;
const PLAYED = packIds().filter((id) => {
  const { pack } = loadPack(id);
  // Games of balls are played by keys of their own: firmware/table/pipeline/balls-pipeline.test.ts.
  if (pack.family === "balls") return false;
  return pack.family !== "shoe" || (pack.cards.reader === "shoe" && gameOf(id) !== null);
});

async function roundsOf(id: string): Promise<PlayedRounds> {
  const { pack } = loadPack(id);
  const seed = runSeed(`moments/${id}`);
  if (pack.family === "shoe") return new PlayedRounds(pack, cardEntries(ROUNDS, seed, id));
  if (pack.family === "dice") return new PlayedRounds(pack, await diceEntries(ROUNDS, seed, id));
  return new PlayedRounds(pack, sensorEntries(ROUNDS, seed, id));
}

/** Combinations that were tried, by rulebook. */
const counted = new Map<string, { refused: number; taken: number }>();

const verdictsOf = (bodies: readonly RecordBody[], round: number) =>
  bodies.filter(isVerdict).filter((one) => one.round === round);
const isOfMachine = (body: RecordBody): boolean =>
  isVerdict(body) &&
  !("contestedBy" in body) &&
  !("late" in body) &&
  (body.kind !== "void" || body.calledBy === "machine");
const isCertified = (body: RecordBody): boolean =>
  body.kind === "result" && body.certainty.level === "certified";
const resultOf = (bodies: readonly RecordBody[], round: number): string => {
  const [result] = verdictsOf(bodies, round).filter(({ kind }) => kind === "result");
  return result === undefined
    ? "none"
    : JSON.stringify(result.kind === "result" ? [result.result, result.certainty.level] : null);
};

/** Hands that the rule may be asked of, and cards that it may be about, as far as the key has to say them. */
function namesFor(
  { asks, scope }: Rule,
  hands: readonly string[],
): readonly { hand?: string; card?: number }[] {
  const all = hands.filter((hand) => hand !== "burnt" && hand !== "board");
  const own = [...new Set([...all.slice(0, 1), ...all.slice(-1)])];
  return asks === "hand" || scope === "hand" || scope === "cloth"
    ? [{}, ...own.map((hand) => ({ hand }))]
    : [{}, { card: 1 }];
}

const isOfRound = ({ scope }: Rule): boolean => ["round", "shoe", "throw", "spin"].includes(scope);

/** What must hold of all that follows, whatever was said. */
function followsOf(rounds: PlayedRounds, told: Told, what: string): void {
  const before = rounds.undisturbed.slice(0, 0);
  const all = [...before, ...told.records, ...told.rest];
  const numbers = new Set(all.filter(isVerdict).map(({ round }) => round));
  for (const round of numbers) {
    const verdicts = verdictsOf(all, round);
    expect([what, round, verdicts.filter(isOfMachine).length <= 1, verdicts.map(({ kind }) => kind)]).toEqual([
      what,
      round,
      true,
      verdicts.map(({ kind }) => kind),
    ]);
    const voided = verdicts.findIndex(({ kind }) => kind === "void");
    const after = voided < 0 ? [] : verdicts.slice(voided + 1).filter(isCertified);
    expect([what, round, after.length]).toEqual([what, round, 0]);
  }
}

/** What follows from the rule's verdict, where it was taken of the round that was played. */
function ownFollows(rounds: PlayedRounds, rule: Rule, moment: Moment, told: Told): void {
  const what = `${rule.id} in ${moment.name}`;
  const all = [...told.records, ...told.rest];
  const own = verdictsOf(all, moment.round);
  if (rule.verdict === "void" && isOfRound(rule)) {
    expect([what, own.at(-1)?.kind]).toEqual([what, "void"]);
    const [last] = own.slice(-1);
    expect(last?.kind === "void" ? last.reasons.map((one) => one.rule) : []).toContain(rule.id);
  }
  if (rule.verdict === "person-decides" && isOfRound(rule) && rule.announce === undefined)
    expect([what, own.filter(isCertified).length]).toEqual([what, 0]);
  const changesNothing =
    ["stands", "corrected", "deviation"].includes(rule.verdict) &&
    (rule.effect === undefined || rule.effect === "none") &&
    rule.deem === undefined;
  if (changesNothing && !isDecided(moment)) {
    const plain = resultOf(rounds.undisturbed, moment.round);
    const [faces, now] = [plain, resultOf(all, moment.round)].map((text) =>
      text.replace(/,"(certified|reported)"\]$/, ""),
    );
    expect([what, now]).toEqual([what, faces]);
  }
}

/** The round has its verdict already. */
const isDecided = ({ name }: Pick<Moment, "name">): boolean =>
  ["verdict", "collected", "next-round"].includes(name);

const momentIn = ({ name }: Moment): Parameters<typeof isOpen>[1] => ({
  cards: name === "bets" ? 0 : 4,
  thirds: 0,
  decided: isDecided({ name }),
  early: false,
});

/** By the pack the rule is closed in that moment, whatever lies on the table. */
function isClosed(pack: Pack, rule: Rule, moment: Moment): boolean {
  if (pack.family !== "shoe") return false;
  const window = windowOf(rule);
  if (moment.name === "in-deal" || moment.name === "before-verdict") return window.from === "verdict";
  // What lies behind the cards has windows of its own, told by the clock.
  if (moment.name === "collected" || moment.name === "next-round") return false;
  return !isOpen(window, momentIn(moment));
}

function tryRule(
  rounds: PlayedRounds,
  rule: Rule,
  moment: Moment,
  count: { refused: number; taken: number },
): void {
  const by = personIn(rule.declaredBy ?? "jefe-de-mesa");
  const what = `${rule.id} in ${moment.name}`;
  const hands = handsAt(rounds, moment);
  const other = anotherThan(by.role);
  expect([what, other.role, rounds.refusalOf(moment, keyOf(rule, moment.round), other) !== null]).toEqual([
    what,
    other.role,
    true,
  ]);
  for (const named of namesFor(rule, hands)) {
    const key = keyOf(rule, moment.round, named);
    const refusal = rounds.refusalOf(moment, key, by);
    if (isClosed(rounds.pack, rule, moment)) expect([what, refusal !== null]).toEqual([what, true]);
    if (refusal !== null) {
      count.refused += 1;
      continue;
    }
    count.taken += 1;
    const told = rounds.say(moment, [key, by]);
    followsOf(rounds, told, what);
    ownFollows(rounds, rule, moment, told);
    followsOf(rounds, rounds.say(moment, [key, by], [key, by]), `${what}, twice`);
    takenBack(rounds, rule, moment, [key, by]);
  }
}

/** Taken back at once, the round is what it was: behind its verdict nothing follows, before it the undisturbed one. */
function takenBack(
  rounds: PlayedRounds,
  rule: Rule,
  moment: Moment,
  [key, by]: Parameters<PlayedRounds["say"]>[1],
): void {
  const told = rounds.say(moment, [key, by], [{ key: "take-back", round: moment.round }, by]);
  if (told.refusal !== null) return;
  const what = `${rule.id} in ${moment.name}, taken back`;
  followsOf(rounds, told, what);
  expect([what, resultOf([...told.records, ...told.rest], moment.round)]).toEqual([
    what,
    isDecided(moment) ? "none" : resultOf(rounds.undisturbed, moment.round),
  ]);
}

/** In a run every third rule of a moment, another third of the next moment; all of them in `test:all`. */
const STEP = more(3, 1);
const FIRST = runSeedNumber("rules of a moment") % STEP;
const ofRun = (rules: readonly Rule[], moment: number): readonly Rule[] =>
  rules.length < STEP ? rules : rules.filter((_, at) => (at + moment) % STEP === FIRST);

/** A second incident comes inside the first one. */
function tryPairs(
  rounds: PlayedRounds,
  rules: readonly Rule[],
  count: { refused: number; taken: number },
): void {
  const moments = rounds.moments.filter(({ name }) => name === "in-deal" || name === "verdict");
  for (const moment of moments)
    for (const first of ofRun(rules, moments.indexOf(moment))) {
      const second = rules[(rules.indexOf(first) + 1) % rules.length];
      if (second === undefined || second === first) continue;
      const words = [first, second].map(
        (rule) => [keyOf(rule, moment.round), personIn(rule.declaredBy ?? "jefe-de-mesa")] as const,
      );
      const told = rounds.say(moment, ...words);
      if (told.refusal === null) count.taken += 1;
      else count.refused += 1;
      followsOf(rounds, told, `${first.id}, then ${second.id} in ${moment.name}`);
    }
}

function handsAt(rounds: PlayedRounds, { state }: Moment): readonly string[] {
  return rounds.pack.family === "shoe" ? (state.table.durable.deal?.hands ?? []).map(({ id }) => id) : [];
}

describe("every rule that somebody may declare, in every moment", () => {
  it.each(sampleInAll(PLAYED, 2, "rule moments"))("%s", { timeout: 600_000 }, async (id) => {
    const rounds = await roundsOf(id);
    const names = rounds.moments.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["bets", "before-verdict", "verdict", "next-round"]));
    const rules = rounds.pack.rules.filter(({ declaredBy }) => declaredBy !== undefined);
    const count = { refused: 0, taken: 0 };
    for (const [at, moment] of rounds.moments.entries())
      for (const rule of ofRun(rules, at)) tryRule(rounds, rule, moment, count);
    tryPairs(rounds, rules, count);
    counted.set(id, count);
    expect(rules.length === 0 || (ALL ? count.taken : count.taken + count.refused) > 0).toBe(true);
  });

  afterAll(() => {
    if (!ALL) return;
    for (const [id, { taken, refused }] of counted)
      console.log(`${id}: ${taken + refused} combinations, ${taken} taken`);
  });
});
