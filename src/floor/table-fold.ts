import { fieldsAt, isFields, listAt, textAt, type Fields } from "../analysis/record-fields.ts";
import { sha256Hex } from "../record/bytes.ts";
import type { SignedLine } from "../record/key-history.ts";
import { modeOfLog } from "../record/mode.ts";
import { applyRecord, EMPTY_TABLE, type Durable } from "../table/kernel/durable/durable.ts";
import { familyOf } from "../table/kernel/families.ts";
import type { AnyPack } from "../table/kernel/family-types.ts";
import type { RecordBody } from "../table/kernel/record.ts";
import { certificateView } from "../table/kernel/view/certificate-view.ts";
import { viewOf } from "../table/kernel/view/view-of.ts";
import type { CertificateView, RuleView, TableView } from "../table/kernel/view/view.ts";
import { LANGUAGES } from "../text/language.ts";
import type { Why } from "./picture-types.ts";

/** The rulebook of a record by its name there, `cl/craps@2023-03`; null: this release does not have it. */
export type PackOf = (rulebook: string) => AnyPack | null;

/** The newest verdict. */
export interface LastVerdict {
  readonly round: number;
  readonly kind: "result" | "void" | "undecided" | "aborted";
  /** RFC 3339. */
  readonly at: string;
  readonly why: readonly Why[];
  readonly certificate: CertificateView;
}

/** What the chain adds to a record: the table itself is made of the rest (`src/record/chain.ts`, `firmware/table/pipeline`). */
const CHAIN_FIELDS: ReadonlySet<string> = new Set([
  "v",
  "log",
  "seq",
  "prev",
  "mode",
  "epoch",
  "rel",
  "boot",
  "at",
  "mono",
  "clock",
  "src",
  "rulebook",
  "coverage",
  "dev",
  "state",
]);
const VERDICTS: readonly unknown[] = ["result", "void", "undecided", "aborted"];

/**
 * A table of the floor as its own records tell it: the very fold by which the unit itself remembers (`applyRecord`), and from it the very
 * picture of the unit's screens (`viewOf`). From the first record on it is the table's own; from a later one on it is what the newest
 * records say, and lacks what only older ones did.
 */
export class TableFold {
  readonly log: string;
  readonly #packOf: PackOf;
  #pack: AnyPack | null = null;
  #rulebook = "";
  #durable: Durable | null = null;
  #next: number | null = null;
  #at = "";
  #phaseAt = "";
  #last: LastVerdict | null = null;
  /** When each task appeared that waits, by its id. */
  #tasksAt: ReadonlyMap<string, string> = new Map();

  constructor(log: string, packOf: PackOf) {
    this.log = log;
    this.#packOf = packOf;
  }

  /** The number of the record that comes next; null before the first. */
  get next(): number | null {
    return this.#next;
  }

  /** The label of the newest record, RFC 3339; empty before the first. */
  get at(): string {
    return this.#at;
  }

  /** The label of the record that began the phase. */
  get phaseAt(): string {
    return this.#phaseAt;
  }

  get rulebook(): string {
    return this.#rulebook;
  }

  /** Null: this release does not have the rulebook. */
  get pack(): AnyPack | null {
    return this.#pack;
  }

  get last(): LastVerdict | null {
    return this.#last;
  }

  /** Null: no record was taken, or its rulebook is not known here. */
  get durable(): Durable | null {
    return this.#durable;
  }

  /** Since when a task waits, RFC 3339; null: longer than the records that were taken. */
  waitsSince(task: string): string | null {
    return this.#tasksAt.get(task) ?? null;
  }

  /** The next record of the log. What cannot be read leaves the picture as it was: the store has verified it, this release may be older. */
  addRecord(seq: number, signed: SignedLine): void {
    const fields: unknown = JSON.parse(signed.line);
    if (!isFields(fields)) return;
    this.#next = seq + 1;
    this.#at = textAt(fields, "at");
    this.#useRulebook(textAt(fields, "rulebook"));
    if (this.#durable === null || this.#pack === null) return;
    const before = this.#durable;
    this.#durable = applyRecord(before, bodyOf(fields), this.#at, familyOf(this.#pack).reducer);
    if (this.#durable.phase !== before.phase || this.#durable.round !== before.round) this.#phaseAt = this.#at;
    if (this.#durable.tasks !== before.tasks) this.#noteTasks(this.#durable);
    if (VERDICTS.includes(fields["kind"])) this.#noteVerdict(seq, signed, fields);
  }

  /** The screens' picture of the table; null: there is none. `table`: its name. */
  view(table: string): TableView | null {
    if (this.#durable === null || this.#pack === null || this.#next === null) return null;
    const standing = this.#durable.verdict;
    const certificate = standing?.round === this.#last?.round ? (this.#last?.certificate ?? null) : null;
    return viewOf(this.#durable, this.#next - 1, certificate, {
      pack: this.#pack,
      houseRules: [],
      table,
      log: this.log,
      rulebook: this.#rulebook,
      languages: LANGUAGES,
      test: modeOfLog(this.log) === "test",
    });
  }

  #useRulebook(rulebook: string): void {
    if (rulebook === "" || rulebook === this.#rulebook) return;
    const pack = this.#packOf(rulebook);
    const isSameFamily = pack !== null && pack.family === this.#pack?.family;
    this.#rulebook = rulebook;
    this.#pack = pack;
    if (pack === null) this.#durable = null;
    else if (!isSameFamily || this.#durable === null)
      this.#durable = { ...EMPTY_TABLE, ...familyOf(pack).reducer.start(pack) };
  }

  #noteTasks({ tasks }: Durable): void {
    this.#tasksAt = new Map(tasks.map(({ id }) => [id, this.#tasksAt.get(id) ?? this.#at] as const));
  }

  #noteVerdict(seq: number, signed: SignedLine, fields: Fields): void {
    const { kind, round } = fields as unknown as Pick<LastVerdict, "kind" | "round">;
    const certificate = certificateView({ ...signed, seq, hash: sha256Hex(signed.line), at: this.#at });
    this.#last = { round, kind, at: this.#at, why: [], certificate };
    if (isAsUsual(fields)) return;
    this.#last = { ...this.#last, why: whyOf(this.view("")?.verdict ?? null) };
  }
}

const bodyOf = (fields: Fields): RecordBody =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => !CHAIN_FIELDS.has(name)),
  ) as unknown as RecordBody;

/** A certified result of which nothing has to be said: nearly every round. */
const isAsUsual = (fields: Fields): boolean =>
  textAt(fieldsAt(fields, "certainty"), "level") === "certified" && listAt(fields, "deviations").length === 0;

function whyOf(verdict: TableView["verdict"]): readonly Why[] {
  if (verdict === null) return [];
  const ofRule = ({ text, cite }: Pick<RuleView, "text" | "cite">): Why => ({ text, cite });
  switch (verdict.kind) {
    case "void":
      return verdict.reasons.map(ofRule);
    case "undecided":
      return verdict.rules.length > 0
        ? verdict.rules.map(ofRule)
        : verdict.because.map((text) => ({ text, cite: null }));
    case "aborted":
      return [{ text: verdict.cause, cite: null }];
    default:
      return [
        ...("because" in verdict ? verdict.because.map((text) => ({ text, cite: null })) : []),
        ...("deviations" in verdict ? verdict.deviations.map(ofRule) : []),
      ];
  }
}
