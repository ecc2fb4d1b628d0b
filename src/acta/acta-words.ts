import { recallStep } from "../analysis/recall-step.ts";
import type { RecallWords } from "../analysis/recall-types.ts";
import type { Fields } from "../analysis/record-fields.ts";
import { ROLE_NAMES } from "../people/roles.ts";
import type { BallsPack } from "../rules/balls-game.ts";
import { citeText } from "../rules/pack.ts";
import { fill } from "../text/every-language.ts";
import type { Language, Text } from "../text/language.ts";
import { textsOf } from "../text/text-of.ts";
import type { Moment } from "./acta.ts";

/** A row of an acta. `value` null: nobody has said it, and there is a line to write it on. */
export interface ActaRow {
  readonly label: string;
  readonly value: string | null;
  /** Who said it, and when; empty: nobody had to. */
  readonly note: string;
}

/** In whose words an acta is written. */
export interface ActaReader {
  readonly pack: BallsPack;
  readonly words: RecallWords;
  readonly language: Language;
  /** By whose time hours are told: `Europe/Madrid`. */
  readonly zone: string;
}

/** The words of one reader. */
export class ActaWords {
  readonly pack: BallsPack;
  readonly language: Language;
  readonly #words: RecallWords;
  readonly #zone: string;

  constructor({ pack, words, language, zone }: ActaReader) {
    this.pack = pack;
    this.language = language;
    this.#words = words;
    this.#zone = zone;
  }

  text(text: Text, values: Readonly<Record<string, string | number>> = {}): string {
    return fill(text, this.language, values);
  }

  get title(): string {
    return this.pack.title[this.language];
  }

  get cite(): string {
    const { acta } = this.pack.balls;
    return acta === null ? "" : citeText(acta.cite);
  }

  get range(): Text {
    return RANGE;
  }

  person({ by }: Moment): string {
    return by === null ? "" : `${by.name}, ${ROLE_NAMES[by.role][this.language]}`;
  }

  /** Who, and at which hour. */
  by(moment: Moment): string {
    return [this.person(moment), this.instant(moment.at)].filter((one) => one !== "").join(", ");
  }

  moment(label: Text, moment: Moment | null): ActaRow {
    return {
      label: label[this.language],
      value: moment === null ? null : this.instant(moment.at),
      note: moment === null ? "" : this.person(moment),
    };
  }

  instant(at: string): string {
    return this.#told(at, { ...DAY, hour: "2-digit", minute: "2-digit", second: "2-digit" });
  }

  hour(at: string): string {
    return this.#told(at, { timeStyle: "medium" });
  }

  day(at: string): string {
    return this.#told(at, DAY);
  }

  /** The same day so many months later, or the first of the next where that month has none. */
  dayAfter(at: string, months: number): string {
    const date = new Date(at);
    date.setUTCMonth(date.getUTCMonth() + months);
    return this.day(date.toISOString());
  }

  #told(at: string, how: Intl.DateTimeFormatOptions): string {
    return new Date(at).toLocaleString(localeOf(this.language), { ...how, timeZone: this.#zone });
  }

  /** A reason, a rule or a cause. */
  code(code: string): string {
    const { codes, rules } = this.#words;
    return (codes[code] ?? rules[code])?.[this.language] ?? code;
  }

  phase(kind: string): string {
    return PHASES[kind]?.[this.language] ?? kind;
  }

  outcome(outcome: string): string {
    return OUTCOMES[outcome]?.[this.language] ?? outcome;
  }

  /** A record as people read it, in one line. */
  step(fields: Fields): string {
    const { at, title, lines, person } = recallStep(fields, this.#words, this.language, false);
    const parts = [title, ...lines, person ?? ""].filter((one) => one !== "");
    return `${this.hour(at)}  ${parts.join(" · ")}`;
  }
}

/** Days in numbers, with the day first: English is read on this side of the sea. */
const DAY = { day: "2-digit", month: "2-digit", year: "numeric" } as const;

const RANGE: Text = textsOf("recall.balls").range;
const PHASES: Readonly<Record<string, Text | undefined>> = textsOf("pages.of-balls.phases");
const OUTCOMES: Readonly<Record<string, Text | undefined>> = {
  stands: textsOf("pages.of-balls.words").stands,
  upheld: textsOf("pages.words").upheld,
  void: textsOf("pages.words").resolveVoid,
  otherwise: textsOf("pages.words").otherwise,
};

const localeOf = (language: Language): string => (language === "en" ? "en-GB" : language);
