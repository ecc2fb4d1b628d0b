import type { RoundTruth } from "../../people/cards/truth.ts";
import { countCards as tallyOf } from "../../../src/cards/shoe-account.ts";
import type { CardPack } from "../../../src/rules/pack.ts";
import type { ResultRecord, VerdictRecord } from "../../../src/table/kernel/record.ts";
import type { DealRecord, DealResult } from "../../../src/table/shoe/records.ts";
import { commitmentOf } from "../../../src/table/shoe/seal.ts";
import type { BuiltRecord, Pipeline } from "../../../firmware/table/pipeline/pipeline.ts";
import { expectedOf, type Expected } from "./expected.ts";
import { newCardTally, type CardCounter } from "../scores.ts";
import { isVerdict } from "../tally.ts";

/** Compares what a card table recorded with what really happened, round by round. */
export class CardScorer {
  readonly tally = newCardTally();
  readonly #pack: CardPack;
  #seq: number | null = null;
  #verdicts: VerdictRecord[] = [];
  #commits = new Map<number, string>();

  constructor(pack: CardPack) {
    this.#pack = pack;
  }

  addRecord({ seq, body }: BuiltRecord): void {
    if (this.#seq !== null && seq !== this.#seq + 1) this.tally.count("lostRecords");
    this.#seq = seq;
    if (isVerdict(body)) this.#verdicts.push(body);
    if (body.kind === "deal") this.#deal(body);
    if (body.kind === "incident") this.tally.add("incidents", body.reason.rule);
  }

  /** The records of another table begin. */
  startTable(): void {
    this.#seq = null;
    this.#verdicts = [];
    this.#commits.clear();
  }

  addLeaks(found: readonly string[], round: number): void {
    for (const leak of found) this.tally.addExample("leaks", `round ${round}: ${leak}`);
  }

  /** The round is over, and its cards are still on the table. `seal` is the secret under which they were dealt. */
  scoreRound(truth: RoundTruth, pipeline: Pipeline, seal: string): void {
    const { tally } = this;
    tally.count("rounds");
    if (truth.faults.length > 0) tally.count("roundsWithFault");
    for (const fault of truth.faults) tally.add("faultsPut", fault);
    const mine = this.#verdicts.filter(({ round }) => round === truth.round);
    this.#verdicts = [];
    if (isUnobservable(truth)) {
      tally.count("unobservable");
      this.#commits.clear();
      return;
    }
    const expected = expectedOf(this.#pack, truth);
    if (mine.length === 0) this.#none(truth, expected);
    for (const verdict of mine) this.#verdict(verdict, truth, expected);
    this.#commitments(truth, seal);
    this.#account(truth, pipeline);
    for (const refused of truth.refused) this.#note("refusedDeclarations", truth, refused);
    for (const key of truth.wronglyTaken) this.#note("wrongKeysTaken", truth, key);
  }

  /** Counts the verdict that came after the request to collect the cards: of a round that could not end otherwise. */
  scoreLateVerdict(truth: RoundTruth): void {
    for (const verdict of this.#verdicts.filter(({ round }) => round === truth.round))
      if (verdict.kind === "undecided") this.tally.add("undecidedBy", verdict.because[0] ?? "?");
    this.#verdicts = this.#verdicts.filter(({ round }) => round !== truth.round);
  }

  #deal({ cards }: DealRecord): void {
    for (const { n, commit } of cards) if (commit !== null) this.#commits.set(n, commit);
  }

  #commitments({ round, hidden }: RoundTruth, seal: string): void {
    for (const { n, face } of hidden) {
      const commit = this.#commits.get(n);
      if (commit !== undefined && commit !== commitmentOf(seal, round, n, face))
        this.tally.addExample("badCommitments", `round ${round}: card ${n} was ${face}`);
    }
    this.#commits.clear();
  }

  #account(truth: RoundTruth, pipeline: Pipeline): void {
    const account = pipeline.state.table.deal?.account;
    if (account === undefined || truth.counts === null) return;
    const reported = tallyOf(account);
    const { inside, table, burnt, discard } = truth.counts;
    const wrong = Math.max(
      Math.abs(reported.inside - inside),
      Math.abs(reported.table + reported.burnt + reported.discard + reported.removed - table - burnt - discard),
    );
    if (wrong === 0) return;
    const how = `account ${JSON.stringify(reported)}, truth ${JSON.stringify(truth.counts)}`;
    this.#note("unaccounted", truth, how, wrong);
  }

  #none(truth: RoundTruth, { voids, open }: Expected): void {
    const isExcused = (truth.excuses ?? []).length > 0;
    if (voids.length > 0 && !isExcused)
      return this.#note("missedVoids", truth, `no verdict; ${voids.join(" ")}`);
    if (open.length > 0) return this.tally.count("undecided");
    this.#note("noVerdict", truth, truth.outcome === null ? "dealing could not go on" : resultsOf(truth));
  }

  #verdict(verdict: VerdictRecord, truth: RoundTruth, expected: Expected): void {
    switch (verdict.kind) {
      case "result":
        return this.#result(verdict, truth, expected);
      case "void":
        return this.#void(verdict, truth, expected);
      case "undecided":
        this.tally.count("undecided");
        this.tally.add("undecidedBy", verdict.because[0] ?? "?");
        if (expected.open.length === 0 && expected.voids.length === 0)
          this.#note("falseUndecided", truth, `${verdict.because.join(" ")} ${JSON.stringify(verdict.seen)}`);
        else if (expected.open.length === 0)
          this.#note(
            "missedVoids",
            truth,
            `undecided (${verdict.because.join(" ")}), was ${expected.voids.join(" ")}`,
          );
        return this.#clean(truth, verdict.kind);
      case "aborted":
        this.tally.count("aborted");
        this.#clean(truth, verdict.kind);
    }
  }

  #clean(truth: RoundTruth, kind: string): void {
    const isOpen = truth.outcome !== null && "open" in truth.outcome;
    const isClean = truth.faults.length === 0 && Object.keys(truth.facts).length === 0 && !truth.isCarried;
    const isUnclear = truth.doubts.length > 0 || (truth.excuses ?? []).length > 0;
    if (isClean && !isUnclear && !isOpen && !truth.isNamed) this.#note("cleanNotCertified", truth, kind);
  }

  #result({ result, certainty }: ResultRecord, truth: RoundTruth, { voids, unseenVoids }: Expected): void {
    const isCertified = certainty.level === "certified";
    this.tally.count(isCertified ? "certified" : "reported");
    const mine = resultsIn(result as DealResult);
    const theirs = resultsOf(truth);
    if (mine !== theirs) this.#note("wrongResults", truth, `said ${mine}; was ${theirs}; ${handsOf(truth)}`);
    if (voids.length > 0) this.#note("missedVoids", truth, voids.join(" "));
    else if (unseenVoids.length > 0) this.tally.count("unobservableVoids");
    if (isCertified && (truth.doubts.length > 0 || truth.isNamed))
      this.#note(
        "certifiedThoughSpoiled",
        truth,
        [...truth.doubts, ...(truth.isNamed ? ["named"] : [])].join(" "),
      );
  }

  #void({ reasons }: VerdictRecord & { kind: "void" }, truth: RoundTruth, { voids }: Expected): void {
    const rules = reasons.map(({ rule }) => rule);
    for (const rule of rules) this.tally.add("void", rule);
    if (truth.isCarried) return;
    if (voids.length === 0) this.#note("falseVoids", truth, `said ${rules.join(" ")}`);
    else if (!rules.some((rule) => voids.includes(rule)))
      this.#note("wrongReasons", truth, `said ${rules.join(" ")}, was ${voids.join(" ")}`);
    this.#clean(truth, "void");
  }

  #note(name: CardCounter, truth: RoundTruth, how: string, by = 1): void {
    const facts = Object.entries(truth.facts).map(([fact, value]) => `${fact}=${String(value)}`);
    const declared = truth.declared.map(({ rule, hand }) => `${rule}${hand === null ? "" : ` of ${hand}`}`);
    const about = [truth.faults.join("+") || "no fault", ...facts, ...declared].join(", ");
    this.tally.addExample(name, `round ${truth.round} (${about}): ${how}`, by);
  }
}

const isUnobservable = ({ unobservable = [] }: RoundTruth): boolean => unobservable.length > 0;

const resultsIn = ({ results }: DealResult): string => results.map(({ of, is }) => `${of} ${is}`).join(", ");

function resultsOf({ outcome }: RoundTruth): string {
  if (outcome === null) return "the round was not over";
  return "open" in outcome ? `open (${outcome.open})` : outcome.results.map((one) => one.join(" ")).join(", ");
}

const handsOf = ({ hands }: RoundTruth): string =>
  hands.map(({ hand, faces }) => `${hand} ${faces.join(" ")}`).join("; ");
