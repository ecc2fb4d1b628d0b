import type { CrapsCall, CrapsState } from "../dice/outcome-types.ts";
import {
  fieldsAt,
  isFields,
  listAt,
  numberAt,
  objectsAt,
  textAt,
  textsAt,
  type Fields,
} from "../analysis/record-fields.ts";
import {
  standingAfterVerdict,
  standingAfterWord,
  verdictKindOf,
  type StandingRound,
} from "../analysis/standing-round.ts";

/** Rounds that are remembered; the oldest are forgotten first. A quick table plays some 3,600 in a day and a half. */
export const ROUNDS_MAX = 6_000;

/** What a round came to, as far as statistics count it. */
export type PlayedOutcome =
  | { readonly of: "wheel"; readonly pocket: string; readonly cell: number | null }
  | {
      readonly of: "dice";
      readonly faces: readonly string[];
      readonly total: number | null;
      readonly equal: string;
      readonly category: string | null;
      readonly craps: { readonly call: CrapsCall; readonly after: CrapsState["phase"] } | null;
    }
  | {
      readonly of: "cards";
      readonly results: readonly { readonly of: string; readonly is: string }[];
      /** Faces by hand in the order of the deal; null could not be read. Empty where people announced the round. */
      readonly cards: readonly { readonly hand: string; readonly faces: readonly (string | null)[] }[];
      /** What hands count, where the game counts. */
      readonly totals: Readonly<Record<string, number>>;
    };

/**
 * How a round stands: `certified` and `reported` by the machine, `announced` by people where it was undecided or contested. The others
 * have no outcome.
 */
export type Standing = "certified" | "reported" | "announced" | "void" | "undecided" | "aborted";

export interface PlayedRound {
  readonly round: number;
  /** Of its first verdict, RFC 3339: whoever judges it anew later moves it into no other day. */
  readonly at: string;
  /** Shoes that had been loaded since the first record that was read; 0: none was. */
  readonly shoe: number;
  readonly standing: Standing;
  /** A result that had stood was taken back or put right. */
  readonly isOverruled: boolean;
  /** Null unless the round has a result that stands. */
  readonly outcome: PlayedOutcome | null;
}

type Judged = Pick<PlayedRound, "standing" | "outcome">;

/** A round, with the first result that it had and what its records say of it. */
interface Held extends PlayedRound {
  readonly first: Judged | null;
  readonly word: StandingRound<Judged>;
}

/**
 * The rounds of a table, from its durable records alone, in their order. A late verdict or a person's word changes the round that it is
 * about, wherever it stands.
 */
export class PlayedRounds {
  readonly #rounds = new Map<number, Held>();
  #shoe = 0;
  #firstAt: string | null = null;

  /** Since when rounds are counted, RFC 3339: the time of the first record that was read; null: none was. */
  get since(): string | null {
    return this.#firstAt;
  }

  /** The shoe that lies there now. */
  get shoe(): number {
    return this.#shoe;
  }

  /** Oldest first. */
  all(): readonly PlayedRound[] {
    return [...this.#rounds.values()];
  }

  /** The next record of the journal, read back. True: what is counted may have changed. */
  addRecord(fields: Fields): boolean {
    this.#firstAt ??= textAt(fields, "at");
    const round = numberAt(fields, "round") ?? 0;
    switch (textAt(fields, "kind")) {
      case "shoe":
        if (textAt(fields, "event") !== "loaded") return false;
        this.#shoe++;
        return true;
      case "result":
      case "void":
      case "undecided":
      case "aborted":
      case "key":
        return this.#judge(round, fields);
      default:
        return false;
    }
  }

  #judge(round: number, fields: Fields): boolean {
    const before = this.#rounds.get(round);
    if (round < 1 || (before === undefined && this.#rounds.size > 0 && round < this.#oldest())) return false;
    const word = wordAfter(before?.word, fields);
    if (word === null || word === before?.word) return false;
    const now = judgedOf(word);
    const first = before?.first ?? (word.kind === "result" ? word.stands : null);
    this.#rounds.set(round, {
      ...now,
      round,
      at: before?.at ?? textAt(fields, "at"),
      shoe: before?.shoe ?? this.#shoe,
      isOverruled: first !== null && JSON.stringify(first.outcome) !== JSON.stringify(now.outcome),
      first,
      word,
    });
    if (this.#rounds.size > ROUNDS_MAX) this.#rounds.delete(this.#oldest());
    return true;
  }

  #oldest(): number {
    const [oldest = 0] = this.#rounds.keys();
    return oldest;
  }
}

/** Null: the record says nothing of what stands. */
function wordAfter(before: StandingRound<Judged> | undefined, fields: Fields): StandingRound<Judged> | null {
  const kind = verdictKindOf(fields);
  if (kind !== undefined)
    return standingAfterVerdict(before, kind, fields, kind === "result" ? resultOf(fields) : null);
  if (before === undefined || !isFields(fields["resolves"])) return null;
  const outcome = announcedOutcome(fieldsAt(fields, "resolves"));
  return standingAfterWord(before, fields, { standing: "announced", outcome });
}

function resultOf(fields: Fields): Judged {
  const level = textAt(fieldsAt(fields, "certainty"), "level");
  return {
    standing: level === "certified" ? "certified" : "reported",
    outcome: outcomeOf(fieldsAt(fields, "result")),
  };
}

function judgedOf({ kind, stands, resolved }: StandingRound<Judged>): Judged {
  if (stands !== null) return stands;
  return { standing: resolved === "void" || kind === "result" ? "void" : kind, outcome: null };
}

/** Null: nothing in it can be counted. */
function outcomeOf(result: Fields): PlayedOutcome | null {
  const pocket = textAt(result, "pocket");
  if (pocket !== "") return { of: "wheel", pocket, cell: numberAt(result, "cell") };
  if (Array.isArray(result["faces"])) return thrownOutcome(result, fieldsAt(result, "craps"));
  if (!Array.isArray(result["results"])) return null;
  return {
    of: "cards",
    results: objectsAt(result, "results").map((one) => ({ of: textAt(one, "of"), is: textAt(one, "is") })),
    cards: objectsAt(result, "cards").map((one) => ({
      hand: textAt(one, "hand"),
      faces: listAt(one, "faces").map((face) => (typeof face === "string" ? face : null)),
    })),
    totals: Object.fromEntries(
      objectsAt(result, "values").flatMap((one) => {
        const total = numberAt(one, "total");
        return total === null ? [] : [[textAt(one, "hand"), total] as const];
      }),
    ),
  };
}

function thrownOutcome(thrown: Fields, craps: Fields): PlayedOutcome {
  const call = textAt(craps, "call") || textAt(thrown, "call");
  const category = textAt(thrown, "category");
  const after = textAt(fieldsAt(craps, "after"), "phase");
  return {
    of: "dice",
    faces: textsAt(thrown, "faces"),
    total: numberAt(thrown, "total"),
    equal: textAt(thrown, "equal"),
    category: category === "" ? null : category,
    craps:
      call === ""
        ? null
        : { call: call as CrapsCall, after: after === "" ? phaseAfter(call) : (after as CrapsState["phase"]) },
  };
}

/** Where a series stands after a call that says nothing more. */
const phaseAfter = (call: string): CrapsState["phase"] =>
  call === "point-set" || call === "goes-on" ? "point" : "come-out";

/** What people said, in the words of a result; null: that the round stands, and nothing of what it came to. */
function announcedOutcome(resolves: Fields): PlayedOutcome | null {
  const pocket = textAt(resolves, "pocket");
  if (pocket !== "") return { of: "wheel", pocket, cell: null };
  if (isFields(resolves["thrown"])) return thrownOutcome(fieldsAt(resolves, "thrown"), {});
  if (!isFields(resolves["winner"])) return null;
  const winner = fieldsAt(resolves, "winner");
  return {
    of: "cards",
    results: [{ of: textAt(winner, "of"), is: textAt(winner, "is") }],
    cards: [],
    totals: {},
  };
}
