import { originOf } from "../../../src/people/access.ts";
import { recallStep } from "../../../src/analysis/recall-step.ts";
import type { RecallWords } from "../../../src/analysis/recall-types.ts";
import { fieldsAt, isFields, objectsAt, textAt, type Fields } from "../../../src/analysis/record-fields.ts";
import { roundOf } from "../../../src/analysis/search.ts";
import { sha256Hex } from "../../../src/record/bytes.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { Language } from "../../../src/text/language.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { after, US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import type { MainLink } from "../server/main-link.ts";
import { RECORDS_ASKED } from "../server/recall-desk.ts";
import type { PhoneRecord, PhoneStep } from "./record.ts";

/** Certificates that one address may ask for within a minute, and all of them together. */
export const ASKED_OF_ADDRESS = 20;
export const ASKED_IN_ALL = 120;
/** Records before and behind a certificate in which its round's others are looked for. */
export const RECORDS_BEFORE = 250;
export const RECORDS_BEHIND = 1_500;

const WITHIN_US = 60 * US_PER_S;
const VERDICTS = ["result", "void", "undecided", "aborted"] as const;
type Kind = (typeof VERDICTS)[number];

const kindOf = (fields: Fields): Kind | null =>
  VERDICTS.find((kind) => kind === textAt(fields, "kind")) ?? null;

export interface PhoneParts {
  readonly main: Pick<MainLink, "certificate" | "records">;
  readonly clock: Clock;
  readonly zone: string;
  readonly view: () => TableView | null;
  readonly words: () => RecallWords;
}

/**
 * Tells phones of certificates: one at a time, to whoever holds its code, whose number alone is not enough. What a round in play has, and
 * cards that lie face down, are in no record that is told; names of people are left out.
 */
export class PhoneDesk {
  readonly #parts: PhoneParts;
  #since: MonoUs;
  readonly #asked = new Map<string, number>();
  #all = 0;

  constructor(parts: PhoneParts) {
    this.#parts = parts;
    this.#since = parts.clock.now();
  }

  /** Whether this address may ask once more; counts that it does. */
  mayAsk(address: string): boolean {
    const now = this.#parts.clock.now();
    if (now >= after(this.#since, WITHIN_US)) {
      this.#asked.clear();
      [this.#all, this.#since] = [0, now];
    }
    const origin = originOf(address);
    const own = this.#asked.get(origin) ?? 0;
    if (own >= ASKED_OF_ADDRESS || this.#all >= ASKED_IN_ALL) return false;
    this.#asked.set(origin, own + 1);
    this.#all += 1;
    return true;
  }

  /** `short`: the beginning of its hash, as the code has it. `none`: there is no such certificate; `no-answer`: it could not be read. */
  async tell(seq: number, short: string, language: Language): Promise<PhoneRecord | "none" | "no-answer"> {
    const { main, zone } = this.#parts;
    const view = this.#parts.view();
    if (view === null) return "no-answer";
    if (seq > view.seq) return "none";
    const lines = await main.records(seq, 1);
    if (lines === null) return "no-answer";
    const [line] = lines;
    if (line === undefined || !sha256Hex(line).startsWith(short)) return "none";
    const fields = fieldsOf(line);
    const [kind, round] = [kindOf(fields), roundOf(fields)];
    if (kind === null || round === null) return "none";
    const [files, about] = await Promise.all([main.certificate(seq), this.#recordsOf(round, seq, view.seq)]);
    if (files.found !== "files" || about === null) return files.found === "none" ? "none" : "no-answer";
    const words = this.#parts.words();
    const { table, game, log, law } = view;
    return {
      table,
      game,
      log,
      law,
      rulebook: textAt(fields, "rulebook") || view.rulebook,
      round,
      played: view.cards !== null ? "cards" : view.dice !== null ? "dice" : view.wheel,
      zone,
      isTest: view.test,
      kind,
      isCertified: textAt(fieldsAt(fields, "certainty"), "level") === "certified",
      step: stepOf(fields, words, language),
      rules: rulesIn(fields, words, language),
      history: about.map((one) => stepOf(one, words, language)),
      ...files.files,
    };
  }

  /** The verdicts on a round and the decisions about them; null: the records could not be read. */
  async #recordsOf(round: number, seq: number, newest: number): Promise<readonly Fields[] | null> {
    const found: Fields[] = [];
    const last = Math.min(newest, seq + RECORDS_BEHIND);
    for (let from = Math.max(0, seq - RECORDS_BEFORE); from <= last;) {
      const lines = await this.#parts.main.records(from, Math.min(RECORDS_ASKED, last - from + 1));
      if (lines === null) return null;
      if (lines.length === 0) break;
      found.push(...lines.map(fieldsOf).filter((one) => roundOf(one) === round && isAboutVerdict(one)));
      from += lines.length;
    }
    return found;
  }
}

function fieldsOf(line: string): Fields {
  const value: unknown = JSON.parse(line);
  return isFields(value) ? value : {};
}

const isAboutVerdict = (fields: Fields): boolean =>
  kindOf(fields) !== null || textAt(fields, "kind") === "dispute" || isFields(fields["resolves"]);

function stepOf(fields: Fields, words: RecallWords, language: Language): PhoneStep {
  const { seq, at, title, lines } = recallStep(fields, words, language, false);
  // What somebody said in a dispute is between him and the house.
  return { seq, at, title, lines: textAt(fields, "kind") === "dispute" ? [] : lines };
}

function rulesIn(fields: Fields, words: RecallWords, language: Language): PhoneRecord["rules"] {
  const named = [...objectsAt(fields, "reasons"), ...objectsAt(fields, "deviations")];
  return named.flatMap((one) => {
    const [rule, cite] = [textAt(one, "rule"), textAt(one, "cite")];
    const text = words.rules[rule]?.[language];
    return text === undefined || cite === "" ? [] : [{ text, cite }];
  });
}
