import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { DevicesBesideEye } from "../../src/table/dice/throw.ts";
import type { DiceObservation, ThrowRead } from "../../src/dice/observation.ts";
import type { RecordBody, ResultRecord, VerdictRecord } from "../../src/table/kernel/record.ts";
import type { VerdictView } from "../../src/table/kernel/view/view.ts";
import { tableDeadline } from "../../src/table/kernel/table.ts";
import { dicePack } from "../../src/rules/pack.ts";
import { CrapsModel } from "./craps-model.ts";
import type { PlayedDice } from "./played-dice.ts";

/**
 * A second opinion on what a dice table may certify, from what its devices told alone. It knows nothing of how the table
 * comes to its verdicts; it only says which results must not be.
 */

/** What was told since the throw began that is under way. */
interface Watched {
  readonly round: number;
  /** Why nothing of it may be certified any more; null: nothing is against it. */
  against: string | null;
  read: ThrowRead | null;
  shake: "none" | "running" | "full" | "less";
  threw: boolean;
  running: boolean;
  witness: readonly string[] | "nothing" | null;
}

const HARMLESS: readonly string[] = ["touching", "transparent"];
/** Of those that the random tables tell. */
const REFUSING: readonly string[] = ["eye-light", "eye-moved", "eye-camera-gone"];
const CERTIFICATE = {
  seq: 1,
  hash: "ab".repeat(32),
  short: "abab abab",
  qr: "q",
  at: "2026-11-21T10:00:00.000Z",
};

export class DiceWatcher {
  readonly #table: PlayedDice;
  readonly #has: DevicesBesideEye;
  readonly #faults = new Set<string>();
  readonly #verdicts = new Map<number, VerdictRecord>();
  /** What stood last as the result of a round, even if it was taken back since. */
  readonly #stood = new Map<number, readonly string[]>();
  readonly #craps: CrapsModel | null;
  #now: Watched | null = null;
  #round = 0;
  #domeOpen = false;
  #seen = 0;
  /** The second source was asked and may answer. */
  #asked = false;
  certified = 0;

  constructor(table: PlayedDice, has: DevicesBesideEye) {
    this.#table = table;
    this.#has = has;
    const { dice } = dicePack(table.rules.pack);
    this.#craps = dice.craps === null ? null : new CrapsModel();
  }

  /** The records of one input. `seen`: the one observation that it was, null for any other. */
  after(cause: "seen" | "key" | "restart" | "other", seen: DiceObservation | null): void {
    if (seen !== null) this.#reportedOf(seen);
    for (const body of this.#table.records.slice(this.#seen)) this.#record(body, cause, seen);
    this.#seen = this.#table.records.length;
    if (cause === "restart") {
      this.#now = null;
      // What stands is told anew: a dome that is still open as well.
      this.#domeOpen = false;
    }
    if (this.#craps !== null) this.#craps.check(this.#table.durable.dice?.craps ?? null);
    const command = this.#table.commands.at(-1);
    this.#asked = command?.c === "look" && command.round === this.#now?.round;
    this.#view();
  }

  /** Nothing came for ten minutes: nothing may wait for anything. */
  rests(): void {
    const { table, t, rules } = this.#table;
    if (table.dice?.throw !== null) throw new Error("a throw hangs that nothing ends");
    const deadline = tableDeadline(table, rules);
    if (deadline !== null && deadline <= t) throw new Error("the table asks to be woken in the past");
  }

  #reportedOf(seen: DiceObservation): void {
    if (seen.o === "fault" && seen.device !== "witness") this.#faults.add(seen.code);
    if (seen.o === "fault-cleared") this.#faults.delete(seen.code);
    if (seen.o === "dome") this.#domeOpen = !seen.closed;
    // An eye tells its whole state as it is attached, and another one may have no dome.
    if (seen.o === "attached" && seen.device === "eye") this.#domeOpen = false;
    // A second source that was not asked answers nobody.
    if (this.#now !== null && (seen.o !== "witness" || this.#asked)) toldOf(this.#now, seen);
  }

  #record(body: RecordBody, cause: string, seen: DiceObservation | null): void {
    if (body.kind === "phase") {
      if (body.round < this.#round) throw new Error(`round ${body.round} after ${this.#round}`);
      this.#round = body.round;
      // The next session begins with a first throw.
      if (body.phase === "closed") this.#craps?.begin();
      if (body.phase !== "throwing") return;
      this.#now = {
        round: body.round,
        against: null,
        read: null,
        shake: "none",
        threw: false,
        running: false,
        witness: "nothing",
      };
      if (seen !== null) toldOf(this.#now, seen);
      return;
    }
    if (body.kind === "dice-set" && body.event === "point-marked") this.#craps?.mark(body.craps);
    if (body.kind === "dice-set" && body.event === "point-asked") this.#craps?.ask();
    if (body.kind !== "result" && body.kind !== "void" && body.kind !== "undecided" && body.kind !== "aborted")
      return;
    this.#verdict(body, cause);
  }

  #verdict(body: VerdictRecord, cause: string): void {
    const before = this.#verdicts.get(body.round);
    if (body.round > this.#round) throw new Error(`a verdict of round ${body.round} in round ${this.#round}`);
    if (body.round < this.#round && cause !== "key") throw new Error("a late verdict that nobody gave");
    if (before !== undefined && cause !== "key") this.#takenBack(before, body);
    if (body.kind === "result") this.#result(body, cause, before);
    this.#craps?.verdict(body, this.#now !== null && this.#now.round > body.round);
    this.#verdicts.set(body.round, body);
    if (body.kind === "result" && "faces" in body.result) this.#stood.set(body.round, body.result.faces);
    if (this.#now?.round === body.round) this.#now = null;
  }

  /** Only a second source that contradicts it late takes a verdict back. */
  #takenBack(before: VerdictRecord, body: VerdictRecord): void {
    const isLate =
      before.kind === "result" && body.kind === "undecided" && body.because.includes("witness-differs");
    if (!isLate) throw new Error(`round ${body.round} has two verdicts: ${before.kind}, ${body.kind}`);
  }

  #result(body: ResultRecord, cause: string, before: VerdictRecord | undefined): void {
    if (!("faces" in body.result)) throw new Error("no dice in the result of a dice table");
    const { level, because } = body.certainty;
    const isByWord = this.#craps?.isByWord === true;
    if (isByWord !== because.includes("point-by-word") && body.result.manual !== true)
      throw new Error(
        isByWord ? "nobody says that the point was marked unasked" : "no point was marked unasked",
      );
    if (level !== "certified") {
      if (isByWord && body.result.manual !== true) return;
      if (cause !== "key" || body.result.manual !== true || before?.kind !== "undecided")
        throw new Error("a result that nobody named");
      return;
    }
    if (cause === "key") throw new Error("a key made a certified result");
    if (before !== undefined)
      throw new Error(`a certified result of round ${body.round}, which was ${before.kind}`);
    if (body.result.manual === true) throw new Error("named by people and certified");
    const why = this.#objection(body);
    if (why !== null) throw new Error(`certified although ${why}`);
    this.certified++;
  }

  /** Why this must not be certified; null: nothing is against it. */
  #objection({ result, round, certainty }: ResultRecord): string | null {
    const now = this.#now;
    const { dice } = dicePack(this.#table.rules.pack);
    if (now === null || now.round !== round) return "no throw of this round was under way";
    const { read } = now;
    if (now.against !== null) return now.against;
    if (read === null) return "no dice came to rest";
    const faces = read.dice.map(({ face }) => face ?? "?").sort();
    if (!("faces" in result) || [...result.faces].sort().join() !== faces.join()) return "other dice lie there";
    if (read.verdict !== "readable" || read.reasons.length > 0) return "they could not be read";
    if (read.rolledMs === null) return "nobody saw them roll";
    if (faces.length !== dice.dice) return `${faces.length} dice`;
    if (
      read.dice.some(({ notes, zone }) => zone !== undefined || notes.some((note) => !HARMLESS.includes(note)))
    )
      return "a die does not lie flat in the arena";
    const fault = REFUSING.find((code) => this.#faults.has(code));
    if (fault !== undefined) return `${fault} stands`;
    if (this.#domeOpen) return "the dome is open";
    if (this.#craps?.isOpen === true) return "an earlier throw of the series is open";
    return this.#byOthers(now, faces, certainty.witnesses.includes("witness"));
  }

  #byOthers(now: Watched, faces: readonly string[], said: boolean): string | null {
    if (this.#has.thrower) {
      if (!now.threw) return "what throws did not throw";
      if (now.running) return "what throws is not done";
      if (now.shake === "less" || now.shake === "running") return "it was not shaken in full";
    }
    const { witness } = now;
    const agrees = Array.isArray(witness) && witness.toSorted().join() === faces.join();
    if (Array.isArray(witness) && !agrees) return "the second source differs";
    if (this.#has.witness?.required === true && !agrees) return "the second source did not agree";
    if (said !== agrees) return "the second source is misquoted";
    return null;
  }

  /** Without a result no faces are shown, but for those that stood before a void: as annulled. */
  #withoutResult(verdict: VerdictView | null): void {
    const { annulled, ...rest } = verdict?.kind === "void" ? verdict : { ...verdict, annulled: null };
    if (JSON.stringify(rest).includes('"faces"')) throw new Error("a verdict without result shows faces");
    const stood = verdict === null ? undefined : this.#stood.get(verdict.round);
    if (annulled !== null && annulled.dice?.faces.join() !== stood?.join())
      throw new Error("annulled is what never stood");
  }

  #view(): void {
    const { durable, rules } = this.#table;
    const view = viewOf(durable, 1, CERTIFICATE, {
      pack: rules.pack,
      houseRules: [],
      table: "Mesa",
      log: "tirada.example/test/1",
      rulebook: "r",
      languages: ["es"],
      test: false,
    });
    const { verdict } = view;
    if (verdict?.kind === "dice-result") {
      const stands = this.#verdicts.get(verdict.round);
      if (view.phase !== "result" || stands?.kind !== "result" || !("faces" in stands.result))
        throw new Error("faces of a round without result are shown");
      if (stands.result.faces.join() !== verdict.faces.join()) throw new Error("other faces are shown");
      if (verdict.certified !== (stands.certainty.level === "certified")) throw new Error("shown as it is not");
    } else this.#withoutResult(verdict);
    for (const { round, dice, kind, certified } of view.series) {
      const stands = this.#verdicts.get(round);
      if (kind !== stands?.kind) throw new Error(`the series says ${kind} of round ${round}`);
      if ((dice !== null) !== (kind === "result")) throw new Error("the series shows dice of no result");
      if (certified && !(stands.kind === "result" && stands.certainty.level === "certified"))
        throw new Error("the series certifies what is not certified");
    }
  }
}

/** What one observation means for the throw under way. */
function toldOf(now: Watched, seen: DiceObservation): void {
  const against = (why: string): void => void (now.against ??= why);
  switch (seen.o) {
    case "attached":
      if (seen.device === "eye") against("the eye was attached anew");
      return;
    case "arena":
      if (seen.state === "unknown") against("the arena was not seen");
      if ((seen.state === "moving" || seen.state === "settling") && now.running) again(now);
      return;
    case "rest":
      if (now.read !== null && !now.running) against("they came to rest twice");
      now.read = seen.read;
      now.witness = "nothing";
      return;
    case "dome":
      if (!seen.closed) against("the dome was opened");
      return;
    case "shake":
      return shaken(now, seen);
    case "cage":
      now.running = seen.stage === "turning";
      if (now.running) again(now);
      now.threw = true;
      return;
    case "cup":
      if (seen.stage === "thrown") now.threw = true;
      return;
    case "witness":
      if (now.read !== null && now.witness === "nothing") now.witness = seen.faces;
      return;
    case "gap":
      if (seen.device !== "witness") against(`a gap of the ${seen.device}`);
      return;
    case "fault":
      if (seen.device === "eye" && now.read === null) against(seen.code);
      return;
    case "disturbed":
      if (now.running) again(now);
      return;
    case "foreign-contact":
    case "fault-cleared":
      return;
  }
}

function shaken(now: Watched, { stage, ms, asked }: DiceObservation & { o: "shake" }): void {
  now.running = stage === "accepted" || stage === "shaking";
  now.threw = true;
  if (now.running) {
    now.shake = "running";
    return again(now);
  }
  const full = stage === "done" && ms !== null && ms >= (asked === null ? 1_000 : 0.8 * asked);
  // One that was not seen to begin is less than a whole one.
  now.shake = full && now.shake !== "none" ? "full" : "less";
}

/** What lay there is thrown again. */
function again(now: Watched): void {
  now.read = null;
  now.witness = "nothing";
}
