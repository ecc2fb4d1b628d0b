import { Pipeline, type BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { RELEASE } from "../../firmware/release.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person, Role } from "../../src/people/roles.ts";
import { sha256Hex } from "../../src/record/bytes.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { Pack, Rule } from "../../src/rules/pack.ts";
import type { Refusal } from "../../src/table/kernel/people/keys.ts";
import type { RecordBody, VerdictRecord } from "../../src/table/kernel/record.ts";
import type { PlayedEntries } from "./played-entries.ts";

/** Undisturbed rounds of one table, and the same rounds with one word more in any moment of them. */

export const personIn = (role: Role): Person => ({ role, name: `Persona ${role}` });
const OTHERS: readonly Role[] = ["croupier", "jefe-de-mesa", "inspector", "tecnico"];

/** A moment of the undisturbed play: behind an entry that made a record. */
export interface Moment {
  readonly name: "bets" | "first-card" | "in-deal" | "before-verdict" | "verdict" | "collected" | "next-round";
  /** Number of the entry behind which it is. */
  readonly at: number;
  readonly round: number;
  readonly state: Pipeline["state"];
}

/** What became of a word that somebody said in a moment, and of the rounds after it. */
export interface Told {
  readonly refusal: Refusal | null;
  /** Records of the word itself, then of all that follows. */
  readonly records: readonly RecordBody[];
  readonly rest: readonly RecordBody[];
}

export class PlayedRounds {
  readonly pack: Pack;
  readonly moments: readonly Moment[];
  readonly undisturbed: readonly RecordBody[];
  readonly #parts: PlayedEntries;
  #seals = 0;

  constructor(pack: Pack, parts: PlayedEntries) {
    this.pack = pack;
    this.#parts = parts;
    const pipeline = this.#start();
    const all: RecordBody[] = [];
    const seen: {
      at: number;
      round: number;
      phase: string;
      bodies: readonly RecordBody[];
      state: Pipeline["state"];
    }[] = [];
    for (const [at, entry] of parts.entries.entries()) {
      const bodies = this.#feed(pipeline, entry);
      all.push(...bodies);
      const { phase, round } = pipeline.durable;
      if (bodies.length > 0) seen.push({ at, round, phase, bodies, state: pipeline.state });
    }
    this.undisturbed = all;
    this.moments = momentsOf(seen);
  }

  #start(): Pipeline {
    const { setup } = this.#parts;
    const head = newTableHead(setup, RELEASE, []);
    const table = setup.devices.newTable();
    return new Pipeline(setup, { ...head, state: { table, session: setup.devices.initial(), lastT: head.t } });
  }

  /** A pipeline as it was in that moment. */
  #at({ state }: Moment): Pipeline {
    return new Pipeline(this.#parts.setup, {
      ...newTableHead(this.#parts.setup, RELEASE, []),
      t: state.lastT,
      state,
    });
  }

  #feed(pipeline: Pipeline, entry: Entry): readonly RecordBody[] {
    const fed = pipeline.feed(entry);
    const bodies = fed.records.map(bodyOf);
    if (!fed.sealDue) return bodies;
    const key = sha256Hex(`seal ${this.#seals++}`);
    return [...bodies, ...pipeline.feed({ k: "seal", t: entry.t, key }).records.map(bodyOf)];
  }

  /** These keys are pressed in that moment; then the play goes on as it did. */
  say(moment: Moment, ...words: readonly (readonly [Key, Person])[]): Told {
    const pipeline = this.#at(moment);
    const t = pipeline.state.lastT;
    const records: RecordBody[] = [];
    let refusal: Refusal | null = null;
    for (const [key, by] of words) {
      const fed = pipeline.feed({ k: "key", t, key, by });
      refusal = fed.refusal;
      records.push(...fed.records.map(bodyOf));
    }
    const rest =
      refusal === null
        ? this.#parts.entries.slice(moment.at + 1).flatMap((entry) => this.#feed(pipeline, entry))
        : [];
    return { refusal, records, rest };
  }

  /** Whether the key alone is refused in that moment, without playing on. */
  refusalOf(moment: Moment, key: Key, by: Person): Refusal | null {
    const pipeline = this.#at(moment);
    return pipeline.feed({ k: "key", t: pipeline.state.lastT, key, by }).refusal;
  }
}

const bodyOf = ({ body }: BuiltRecord): RecordBody => body;

const VERDICTS = ["result", "void", "undecided"] as const;
export const isVerdict = (body: RecordBody): body is VerdictRecord =>
  VERDICTS.some((kind) => kind === body.kind);

/** The moments of the first whole round, one of each kind; of cards and words in the deal up to three. */
function momentsOf(
  seen: readonly {
    at: number;
    round: number;
    phase: string;
    bodies: readonly RecordBody[];
    state: Pipeline["state"];
  }[],
): readonly Moment[] {
  const first = seen.find(({ phase }) => phase === "betting");
  if (first === undefined) throw new Error("no bets were opened");
  const { round } = first;
  const own = seen.filter((one) => one.round === round && one.at >= first.at);
  const over = own.findIndex(({ bodies }) => bodies.some(isVerdict));
  const name = (of: Moment["name"], one: (typeof seen)[number] | undefined): readonly Moment[] =>
    one === undefined ? [] : [{ name: of, at: one.at, round, state: one.state }];
  const running = own.slice(0, over).filter(({ phase }) => phase !== "betting");
  const middle = Math.floor(running.length / 2);
  const next = seen.find((one) => one.round > round && one.phase === "betting");
  const behind = seen.find(
    (one) => one.at > (own[over]?.at ?? 0) && !VERDICTS.some((kind) => kind === one.phase),
  );
  const later = seen.findLast((one) => one.round > round);
  return [
    ...name("bets", first),
    ...name(
      "first-card",
      running.find(({ bodies }) => bodies.some(({ kind }) => kind === "deal")),
    ),
    ...name("in-deal", running[middle]),
    ...name("before-verdict", running.at(-1)),
    ...name("verdict", own[over]),
    ...name("collected", behind),
    ...name("next-round", later ?? next),
  ];
}

/** The key by which this rule is declared of that round. */
export function keyOf(
  { id, verdict, announce }: Rule,
  round: number,
  named: { hand?: string; card?: number } = {},
): Key {
  const isVoid = verdict === "void" || (verdict === "person-decides" && announce !== undefined);
  return { key: isVoid ? "void" : "declare", round, rule: id, ...named };
}

/** Somebody whom the rule does not name. */
export const anotherThan = (role: Role): Person =>
  personIn(OTHERS.find((one) => one !== role && one !== "jefe-de-mesa") ?? "tecnico");
