import type { Phase } from "../../../src/table/kernel/phase.ts";
import type { RecordBody, VerdictRecord } from "../../../src/table/kernel/record.ts";

/** What no table may ever sign, whatever was done to it. */
export class Watch {
  readonly problems: string[] = [];
  certified = 0;
  /** Rounds that the law leaves to a person for how they were played, not for what was wrong with them. */
  leftByPlay = 0;
  /** Rounds that the machine ended, in whatever way. */
  ended = 0;
  readonly #machine = new Map<number, string>();
  readonly #last = new Map<number, string>();
  #phase: Phase = "closed";
  #round = 0;
  /** The round of which somebody has just taken back that its bets are closed. */
  #reopens: number | null = null;

  take(body: RecordBody): void {
    if (body.kind === "key" && body.takesBack?.key === "no-more-bets") this.#reopens = body.round;
    if (body.kind === "phase") this.#takePhase(body.phase, body.round);
    if (body.kind === "result" || body.kind === "void" || body.kind === "undecided" || body.kind === "aborted")
      this.#takeVerdict(body);
  }

  /** Bets that are closed, a ball, cards or dice in play: only a verdict of that round leaves them, or the word taken back. */
  #takePhase(phase: Phase, round: number): void {
    const isReopened = OPEN.includes(phase) && round === this.#reopens;
    const ran = IN_PLAY.includes(this.#phase) && !isReopened;
    this.#reopens = null;
    if (ran && !this.#last.has(this.#round) && (round !== this.#round || !IN_PLAY.includes(phase)))
      this.problems.push(`round ${this.#round} left ${this.#phase} for ${phase} ${round} without a verdict`);
    this.#phase = phase;
    this.#round = round;
  }

  #takeVerdict(body: VerdictRecord): void {
    const { round, kind } = body;
    const before = this.#last.get(round);
    if (kind === "result" && body.certainty.level === "certified") {
      this.certified++;
      if (before !== undefined) this.problems.push(`round ${round}: certified after ${before}`);
    }
    if (isLeftByPlay(body)) this.leftByPlay++;
    const own = ofMachine(body);
    if (own) this.ended++;
    const first = this.#machine.get(round);
    // A wheel that takes its number back tells that what was certified is in doubt: the law of the device, not a second judgement.
    const isTakenBack = kind === "undecided" && body.because[0] === "number-changed";
    if (own && first !== undefined && !isTakenBack)
      this.problems.push(`round ${round}: the machine says ${first}, then ${kind} ${because(body)}`);
    if (own) this.#machine.set(round, `${kind} ${because(body)}`);
    this.#last.set(round, kind);
    if (round === this.#round) this.#phase = kind;
  }
}

/** Hands set at random, or that drew against the table. */
const BY_PLAY: readonly string[] = ["ranks-beyond-text", "left-to-a-person"];

/** Bets that are open again, or would be if the shoe were ready. */
const OPEN: readonly Phase[] = ["betting", "waiting", "preparing"];
const IN_PLAY: readonly Phase[] = ["no-more-bets", "dealing", "throwing", "ball-in-play"];

function isLeftByPlay(body: VerdictRecord): boolean {
  const because =
    body.kind === "undecided" ? body.because : body.kind === "result" ? body.certainty.because : [];
  return because.length > 0 && because.every((one) => BY_PLAY.includes(one));
}

function ofMachine(body: VerdictRecord): boolean {
  if (body.kind === "void") return body.calledBy === "machine";
  if (body.kind === "undecided" && body.contestedBy !== undefined) return false;
  return body.kind !== "result" || !("manual" in body.result && body.result.manual);
}

function because(body: VerdictRecord): string {
  if (body.kind === "void") return body.reasons.map(({ rule }) => rule).join(" ");
  return body.kind === "undecided" ? body.because.join(" ") : body.kind === "aborted" ? body.cause : "";
}
