import type { SpinTruth } from "../models/wheels/sensed/sensed-wheel.ts";
import { factsOf } from "../../src/rules/condition.ts";
import { coverageOf, type Coverage } from "../../src/rules/coverage.ts";
import { judge } from "../../src/rules/engine.ts";
import type { Abilities, Fact, FactSheet } from "../../src/rules/facts.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { type RecordBody, type VerdictRecord } from "../../src/table/kernel/record.ts";
import { WHEEL_FACTS } from "../../src/rules/vocabulary/wheel.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { newWheelTally, type WheelCounter, type WheelScore } from "./scores.ts";
import { isCertified, isVerdict } from "./tally.ts";
import { wheelResult } from "../../src/table/every-family/results.ts";

/** A round of the table as its records tell it. */
interface Round {
  readonly round: number;
  /** When its ball was seen first, or its first verdict came; µs. */
  readonly fromUs: number;
  readonly verdicts: { readonly us: number; readonly body: VerdictRecord }[];
  /** When bets were open again after it. */
  reopenedUs: number;
}

/** Verdicts of a spin can come as late as the launch after it; two more launches settle all. */
const SETTLED_AFTER = 2;

/**
 * Compares the table's verdicts with what really happened. The truth is judged by the rulebook too: the same rules, with every
 * fact known exactly.
 */
export class Scorer {
  readonly tally = newWheelTally();
  readonly #pack: Pack;
  readonly #all: Coverage;
  readonly #isLeft: (round: number) => boolean;
  readonly #truths: SpinTruth[] = [];
  readonly #rounds = new Map<number, Round>();
  #seq: number | null = null;

  /** `isLeft`: people said of this round what one of them has to decide. */
  constructor(pack: Pack, isLeft: (round: number) => boolean = () => false) {
    this.#pack = pack;
    this.#isLeft = isLeft;
    this.#all = coverageOf(pack, ALL_MEASURED, []);
  }

  get score(): WheelScore {
    return this.tally.score;
  }

  addRecords(records: readonly BuiltRecord[], truths: readonly SpinTruth[], limit: number): void {
    for (const record of records) this.#takeRecord(record);
    this.#truths.push(...truths);
    while (this.#truths.length > SETTLED_AFTER && this.tally.of("rounds") < limit) this.#settleSpin();
  }

  #takeRecord({ seq, line, body }: BuiltRecord): void {
    if (this.#seq !== null && seq !== this.#seq + 1) this.tally.count("lostRecords");
    this.#seq = seq;
    const us = Number(/"mono":(\d+)/.exec(line)?.[1] ?? Number.NaN);
    if (body.kind === "phase" && body.phase === "betting") this.#reopen(body.round - 1, us);
    if (!isOfSpin(body)) return;
    const known = this.#rounds.get(body.round) ?? {
      round: body.round,
      fromUs: us,
      verdicts: [],
      reopenedUs: Infinity,
    };
    if (body.kind !== "phase") known.verdicts.push({ us, body });
    this.#rounds.set(body.round, known);
  }

  #reopen(round: number, us: number): void {
    const ended = this.#rounds.get(round);
    if (ended !== undefined) ended.reopenedUs = Math.min(ended.reopenedUs, us);
  }

  #settleSpin(): void {
    const [truth, next] = this.#truths;
    if (truth === undefined || next === undefined) return;
    this.#truths.shift();
    const mine = [...this.#rounds.values()].filter((round) => round.fromUs < next.launchedUs);
    for (const { round } of mine) this.#rounds.delete(round);
    this.tally.count("rounds");
    if (truth.fault !== null) this.tally.count("spinsWithFault");
    const own = mine.filter((round) => round.fromUs >= truth.launchedUs);
    if (own.length === 0) this.tally.count("notSeen");
    for (const round of own) this.#scoreRound(round, truth);
  }

  #scoreRound(round: Round, truth: SpinTruth): void {
    if (round.verdicts.length === 0) this.tally.count("lostRecords");
    for (const { us, body } of round.verdicts) this.#scoreVerdict(body, us, truth);
    const [first] = round.verdicts;
    const { body } = first ?? {};
    // Where the disc stands on a pin, or the ball between two pockets, there is no number to certify.
    const isOpen = truth.pocket === null || this.#isLeft(round.round);
    if (truth.fault === null && !isOpen && !isCertified(body) && body?.kind !== "void")
      this.#addExample("cleanNotCertified", truth, body === undefined ? "no verdict" : saidOf(body));
    // A number that was certified where the disc first stood still, and withdrawn when it was moved, does not stand.
    const isItsOwn = (truth.disturbedUs ?? -Infinity) < round.reopenedUs;
    if (truth.spoiled !== null && isItsOwn && isCertified(round.verdicts.at(-1)?.body))
      this.#addExample("certifiedThoughSpoiled", truth, truth.spoiled);
  }

  #scoreVerdict(body: VerdictRecord, us: number, truth: SpinTruth): void {
    switch (body.kind) {
      case "result":
        return this.#scoreResult(body, truth);
      case "void":
        return this.#scoreVoid(body, us, truth);
      case "undecided":
        this.tally.count("undecided");
        this.tally.add("undecidedBy", body.because[0] ?? "?");
        return;
      case "aborted":
        this.tally.count("aborted");
    }
  }

  #scoreResult(body: VerdictRecord & { kind: "result" }, truth: SpinTruth): void {
    const certified = body.certainty.level === "certified";
    this.tally.count(certified ? "certified" : "reported");
    const { pocket, cell = null } = wheelResult(body.result);
    const right = pocket === truth.pocket && (cell === null || cell === truth.cell);
    if (!right) this.#addExample("wrongResults", truth, `said ${pocket}, lies in ${truth.pocket ?? "none"}`);
    if (!certified) return;
    const seen = this.#voidRules(truth, truth.unseen);
    if (seen.length > 0) this.#addExample("missedVoids", truth, seen.join(" "));
    else if (this.#voidRules(truth, []).length > 0) this.tally.count("unobservableVoids");
  }

  #scoreVoid(body: VerdictRecord & { kind: "void" }, us: number, truth: SpinTruth): void {
    const rules = body.reasons.map((reason) => reason.rule);
    for (const rule of new Set(rules)) this.tally.add("void", rule);
    const ideal = this.#voidRules(truth, []);
    if (ideal.length === 0) return this.#addExample("falseVoids", truth, `said ${rules.join(" ")}`);
    if (!rules.some((rule) => ideal.includes(rule)))
      return this.#addExample("wrongReasons", truth, `said ${rules.join(" ")}, was ${ideal.join(" ")}`);
    for (const rule of rules) {
      const facts = factsOf(this.#pack.rules.find((one) => one.id === rule)?.when ?? { all: [] });
      const since = facts.map((fact) => truth.sinceUs[fact]).filter((one) => one !== undefined);
      if (since.length > 0) this.tally.addLatency(rule, Math.round((us - Math.max(...since)) / 1_000));
    }
  }

  /** The void rules that truly applied, without those that rest on facts of `except`. */
  #voidRules(truth: SpinTruth, except: readonly string[]): readonly string[] {
    const facts = Object.fromEntries(
      Object.entries(factSheetOf(truth)).filter(([name]) => !except.includes(name)),
    );
    return judge(this.#pack, this.#all, facts, "rest").voids.map((reason) => reason.rule);
  }

  #addExample(what: WheelCounter, truth: SpinTruth, how: string): void {
    const example = `spin ${truth.spin} (${truth.fault ?? "no fault"}, launched ${Math.round(truth.launchedUs)} µs): ${how}`;
    this.tally.addExample(what, example);
  }
}

const ALL_MEASURED: Abilities = Object.fromEntries(
  Object.keys(WHEEL_FACTS).map((fact) => [fact, { level: "measured", note: "the truth" }]),
);

/** The truth as facts: a flag that is not named did not occur. */
function factSheetOf({ facts, pocket }: SpinTruth): FactSheet {
  const all: Record<string, Fact> = {};
  for (const [name, spec] of Object.entries(WHEEL_FACTS))
    if (spec.is === "flag") all[name] = { is: "flag", value: false };
  all["ball-in-pocket"] = { is: "flag", value: pocket !== null };
  for (const [name, value] of Object.entries(facts)) {
    all[name] =
      typeof value === "boolean"
        ? { is: "flag", value }
        : typeof value === "string"
          ? { is: "word", value }
          : { is: "count", atLeast: value, atMost: value };
  }
  return all;
}

const saidOf = (verdict: VerdictRecord): string =>
  verdict.kind === "undecided" ? `undecided ${verdict.because.join(" ")}` : verdict.kind;

function isOfSpin(body: RecordBody): body is VerdictRecord | (RecordBody & { kind: "phase" }) {
  if (body.kind === "phase") return body.phase === "ball-in-play" || body.phase === "no-more-bets";
  return isVerdict(body);
}
