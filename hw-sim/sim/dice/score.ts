import type { DiceResult } from "../../../src/table/dice/records.ts";
import type { DicePack } from "../../../src/rules/pack.ts";
import type { ResultRecord, VerdictRecord } from "../../../src/table/kernel/record.ts";
import type { BuiltRecord } from "../../../firmware/table/pipeline/pipeline.ts";
import type { Played } from "../../people/dice/people.ts";
import { countThrow, type Counted } from "../../people/dice/second-count.ts";
import { newDiceTally, type DiceCounter } from "../scores.ts";
import { isCertified, isVerdict } from "../tally.ts";

/** Holds what a dice table said against what really lay there, throw by throw. */
export class DiceScorer {
  readonly tally = newDiceTally();
  readonly #pack: DicePack;
  #seq: number | null = null;
  #verdicts: VerdictRecord[] = [];
  #incidents: string[] = [];
  /** Somebody marked a point that the dice had not set: nothing is certified before a seven. */
  #isByWord = false;

  constructor(pack: DicePack) {
    this.#pack = pack;
  }

  record({ seq, body }: BuiltRecord): void {
    if (this.#seq !== null && seq !== this.#seq + 1) this.tally.count("lostRecords");
    this.#seq = seq;
    // What a person contests, and people then decide, says nothing of what the machine saw.
    const isContested = body.kind === "undecided" && body.contestedBy !== undefined;
    if (isVerdict(body) && !isContested) this.#verdicts.push(body);
    if (body.kind === "phase" && body.phase === "closed") this.#isByWord = false;
    if (body.kind === "dice-set" && body.event === "point-marked")
      this.#isByWord = body.craps?.byWord !== undefined;
    if (body.kind !== "throw-incident") return;
    this.tally.add("incidents", body.reason.rule);
    this.#incidents.push(body.reason.rule);
  }

  /** The records of another table begin. */
  newTable(): void {
    this.#seq = null;
    this.#verdicts = [];
    this.#incidents = [];
    this.#isByWord = false;
  }

  /** The last word on a throw is spoken. */
  settle(played: Played): void {
    const { tally } = this;
    const { truth, expected, refused } = played;
    tally.count("rounds");
    if (truth.faults.length > 0) tally.count("roundsWithFault");
    for (const fault of truth.faults) tally.add("faultsPut", fault);
    const mine = this.#verdicts;
    this.#verdicts = [];
    if (mine.length === 0) this.#none(played);
    for (const verdict of mine) this.#verdict(verdict, played);
    const last = mine.at(-1);
    if (
      last?.kind === "result" &&
      !played.isAnnulled &&
      expected.unseenVoids.length > 0 &&
      expected.voids.length === 0
    )
      tally.count("unobservableVoids");
    const silent = expected.stands.filter((rule) => !this.#incidents.includes(rule));
    if (isCertified(mine[0]) && silent.length > 0 && !this.#hasNothingToAnnounce(played))
      this.#note("missedIncidents", played, silent.join(" "));
    this.#incidents = [];
    for (const key of refused) this.#note("refusedKeys", played, key);
    const isClean = truth.faults.length === 0 && !played.isCarried && !this.#isByWord;
    if (isClean && !(mine.length === 1 && isCertified(mine[0])))
      this.#note("cleanNotCertified", played, mine.map(said).join("; ") || "nothing");
    if (this.#isByWord && isCertified(mine[0]))
      this.#note("wrongResults", played, "certified on a point by word");
    const faces = truth.dice.filter(({ isExtra }) => !isExtra).map(({ face }) => Number(face));
    if (faces.reduce((sum, face) => sum + face, 0) === 7) this.#isByWord = false;
  }

  /** A throw that decides no bet is not announced, so that nobody is asked whether it was. */
  #hasNothingToAnnounce({ truth, point }: Played): boolean {
    if (this.#pack.dice.betsClose !== "announcement") return false;
    const faces = truth.dice.filter(({ isExtra }) => !isExtra).map(({ face }) => face);
    return countThrow(this.#pack.game, faces, point).category === null;
  }

  #none(played: Played): void {
    // A throw that the table never saw is no wrong number; a throw that nothing hid from it must have a verdict.
    if (played.truth.open.length === 0 && !played.isCarried)
      this.#note("noVerdict", played, "nothing was said");
    else this.tally.count("notSeen");
  }

  #verdict(verdict: VerdictRecord, played: Played): void {
    switch (verdict.kind) {
      case "result":
        return this.#result(verdict, played);
      case "void":
        return this.#void(verdict, played);
      case "undecided":
        this.tally.count("undecided");
        this.tally.add("undecidedBy", verdict.because[0] ?? "?");
        return this.#undecided(verdict, played);
      case "aborted":
        this.tally.count("aborted");
    }
  }

  #undecided(verdict: VerdictRecord & { kind: "undecided" }, played: Played): void {
    const { truth, expected } = played;
    const isOpen = played.isCarried || truth.open.length > 0 || expected.decides.length > 0;
    // A rule that the devices cannot see all of is left open when a part of it is missing.
    const isBlind = expected.unseenVoids.length > 0 || expected.unseenDecides.length > 0;
    const how = `${verdict.because.join(" ")} ${JSON.stringify(verdict.seen)}`;
    if (expected.voids.length > 0 && !isOpen)
      return this.#note("missedVoids", played, `undecided (${how}), was ${expected.voids.join(" ")}`);
    if (!isOpen && !isBlind && expected.voids.length === 0) this.#note("falseUndecided", played, how);
  }

  #result(verdict: ResultRecord, played: Played): void {
    const { truth, expected, point } = played;
    const isSure = verdict.certainty.level === "certified";
    this.tally.count(isSure ? "certified" : "reported");
    const mine = textOf(verdict.result as DiceResult);
    const faces = truth.dice.filter(({ isExtra }) => !isExtra).map(({ face }) => face);
    const theirs = counted(countThrow(this.#pack.game, faces, point));
    if (mine !== theirs) this.#note("wrongResults", played, `said ${mine}; was ${theirs}`);
    if (expected.voids.length > 0) {
      this.#note("missedVoids", played, `${said(verdict)}, was ${expected.voids.join(" ")}`);
      this.#note("wrongResults", played, `said ${mine}; was void: ${expected.voids.join(" ")}`);
    }
    const musts = [...truth.open.filter((one) => one.must).map(({ why }) => why), ...expected.decides];
    if (isSure && musts.length > 0) this.#note("certifiedThoughSpoiled", played, musts.join(" "));
  }

  #void({ reasons, calledBy }: VerdictRecord & { kind: "void" }, played: Played): void {
    const { expected, declared } = played;
    const rules = reasons.map(({ rule }) => rule);
    for (const rule of rules) this.tally.add("void", rule);
    const true_ = [...expected.voids, ...expected.unseenVoids, ...declared];
    if (true_.length === 0)
      return this.#note("falseVoids", played, `said ${rules.join(" ")} by ${JSON.stringify(calledBy)}`);
    if (!rules.some((rule) => true_.includes(rule)))
      this.#note("wrongReasons", played, `said ${rules.join(" ")}, was ${true_.join(" ")}`);
  }

  #note(name: DiceCounter, { truth, point }: Played, how: string): void {
    const lay = truth.dice
      .map(
        ({ face, lies, place }) =>
          `${face}${lies === "flat" ? "" : ` ${lies}`}${place === "arena" ? "" : ` ${place}`}`,
      )
      .join(", ");
    const about = [
      truth.faults.join("+") || "no fault",
      lay,
      ...(point === null ? [] : [`point ${point}`]),
    ].join("; ");
    this.tally.addExample(name, `throw ${truth.n} (${about}): ${how}`);
  }
}

function said(verdict: VerdictRecord): string {
  switch (verdict.kind) {
    case "result":
      return `${verdict.certainty.level} ${textOf(verdict.result as DiceResult)}`;
    case "void":
      return `void ${verdict.reasons.map(({ rule }) => rule).join(" ")}`;
    case "undecided":
      return `undecided ${verdict.because.join(" ")}`;
    case "aborted":
      return `aborted ${verdict.cause}`;
  }
}

function textOf({ faces, total, equal, category, craps }: DiceResult): string {
  const call =
    craps === null ? null : `${craps.call} ${craps.after.phase === "point" ? craps.after.point : "-"}`;
  return counted({ faces: faces.join(" "), total, equal, category, call });
}

const counted = ({ faces, total, equal, category, call }: Counted): string =>
  [faces, total ?? "-", equal, category ?? "-", call ?? "-"].join(" | ");
