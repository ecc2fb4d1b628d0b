import { fieldsAt, isFields, numberAt, outcomeText, textAt, type Fields } from "../analysis/record-fields.ts";
import { roundOf } from "../analysis/search.ts";

/** A person as a record names them. */
export interface Named {
  readonly name: string;
  readonly role: string;
}

/** What became of a disputed round. */
export interface DisputeEnd {
  /** RFC 3339. */
  readonly at: string;
  /** What a person said (`stands`, `upheld`, `void`, `otherwise`), what it was judged to be anew, or that its case file alone is kept. */
  readonly is: "stands" | "upheld" | "void" | "otherwise" | "result" | "undecided" | "aborted" | "kept";
  /** Null: the machine judged it. */
  readonly by: Named | null;
  /** What stands, as it was announced; empty: nothing was said of it. */
  readonly result: string;
}

/** A round that somebody disputed, and its end. */
export interface Dispute {
  readonly log: string;
  readonly round: number;
  /** When, RFC 3339. */
  readonly at: string;
  readonly by: Named;
  readonly words: string;
  /** Somebody has to say what becomes of it; otherwise its case file alone is kept. */
  readonly decides: boolean;
  /** When the case file was written, RFC 3339; null: it is not yet. */
  readonly keptAt: string | null;
  /** Null: it waits. */
  readonly end: DisputeEnd | null;
}

/** A record of a log, read back. */
export interface LogRecord {
  readonly log: string;
  readonly fields: Fields;
}

const VERDICTS = ["result", "void", "undecided", "aborted"] as const;
const OUTCOMES = ["stands", "upheld", "void", "otherwise"] as const;

const nameOf = (fields: Fields): Named => ({ name: textAt(fields, "name"), role: textAt(fields, "role") });

/** Disputes by the records of their rounds, which come in the order of their logs. The newest first. */
export function disputesOf(records: Iterable<LogRecord>): readonly Dispute[] {
  const found = new Map<string, Dispute>();
  for (const { log, fields } of records) {
    const kind = textAt(fields, "kind");
    const round = kind === "case-kept" ? numberAt(fieldsAt(fields, "detail"), "round") : roundOf(fields);
    const key = `${log} ${round}`;
    const known = found.get(key);
    if (kind === "dispute" && round !== null) found.set(key, known ?? newDispute(log, round, fields));
    else if (known !== undefined) found.set(key, after(known, kind, fields));
  }
  return [...found.values()].toSorted((a, b) => b.at.localeCompare(a.at));
}

const newDispute = (log: string, round: number, fields: Fields): Dispute => ({
  log,
  round,
  at: textAt(fields, "at"),
  by: nameOf(fieldsAt(fields, "by")),
  words: textAt(fields, "words"),
  decides: fields["decides"] === true,
  keptAt: null,
  end: null,
});

function after(dispute: Dispute, kind: string, fields: Fields): Dispute {
  const at = textAt(fields, "at");
  if (kind === "case-kept") {
    const kept = { ...dispute, keptAt: dispute.keptAt ?? at };
    return dispute.decides || dispute.end !== null
      ? kept
      : { ...kept, end: { at, is: "kept", by: null, result: "" } };
  }
  if (!dispute.decides) return dispute;
  const resolves = fieldsAt(fields, "resolves");
  const outcome = OUTCOMES.find((one) => one === textAt(resolves, "outcome"));
  if (kind === "key" && outcome !== undefined) {
    const result = textAt(fieldsAt(fields, "key"), "announced") || outcomeText(resolves);
    return { ...dispute, end: { at, is: outcome, by: nameOf(fieldsAt(fields, "by")), result } };
  }
  // The verdict of a round that was disputed while it ran ends nothing: somebody decides of it.
  const verdict = VERDICTS.find((one) => one === kind);
  if (verdict === undefined || !("late" in fields)) return dispute;
  const caller = fields["calledBy"];
  const by = isFields(caller) ? nameOf(caller) : null;
  const isOpen = verdict === "undecided";
  return isOpen
    ? { ...dispute, end: null }
    : { ...dispute, end: { at, is: verdict, by, result: outcomeText(fieldsAt(fields, "result")) } };
}
