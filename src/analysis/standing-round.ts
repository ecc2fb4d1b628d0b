import { fieldsAt, isFields, textAt, type Fields } from "./record-fields.ts";

const VERDICTS = ["result", "void", "undecided", "aborted"] as const;
export type VerdictKind = (typeof VERDICTS)[number];

/** The verdict that a record is; undefined: it is none. */
export const verdictKindOf = (fields: Fields): VerdictKind | undefined =>
  VERDICTS.find((kind) => kind === textAt(fields, "kind"));

/** What stands of one round, as its records so far say: the table's own series says the same. */
export interface StandingRound<Result> {
  /** Of the newest verdict, or `result` where a person upheld one. */
  readonly kind: VerdictKind;
  /** Null: nothing stands. */
  readonly stands: Result | null;
  /** A result that was contested, which a person may uphold; null: there is none. */
  readonly contested: Result | null;
  /** A person has decided since the verdict. */
  readonly resolved: "stands" | "upheld" | "void" | "otherwise" | null;
}

/** After a verdict. `result`: what it came to; null unless it is a result. */
export function standingAfterVerdict<Result>(
  before: StandingRound<Result> | undefined,
  kind: VerdictKind,
  fields: Fields,
  result: Result | null,
): StandingRound<Result> {
  const isContested = kind === "undecided" && isFields(fields["contestedBy"]);
  return { kind, stands: result, contested: isContested ? contestable(before) : null, resolved: null };
}

/** Of what somebody has decided since nobody could say which of the two is upheld. */
function contestable<Result>(before: StandingRound<Result> | undefined): Result | null {
  if (before === undefined) return null;
  if (before.kind === "result") return before.stands;
  return before.resolved === null ? before.contested : null;
}

/**
 * After a person's word on a round that has its verdict. A result that was contested by a rule and stands is what it was; a void that is
 * upheld stays one; what somebody decided and another one upholds stands as it was decided. `announced`: what stands by this word.
 */
export function standingAfterWord<Result>(
  before: StandingRound<Result>,
  fields: Fields,
  announced: Result | null,
): StandingRound<Result> {
  const { kind, stands, contested } = before;
  switch (textAt(fieldsAt(fields, "resolves"), "outcome")) {
    case "upheld":
      if (before.resolved !== null) return before;
      if (contested === null) return { ...before, resolved: "upheld" };
      return { kind: "result", stands: contested, contested: null, resolved: "upheld" };
    case "stands":
      return { ...before, stands: kind === "result" ? stands : announced, resolved: "stands" };
    case "void":
      return { ...before, stands: null, resolved: "void" };
    case "otherwise":
      return { ...before, stands: kind === "result" ? stands : null, resolved: "otherwise" };
    default:
      return before;
  }
}
