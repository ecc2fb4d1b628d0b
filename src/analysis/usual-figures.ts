import { isMomentary } from "../codes/faults.ts";
import { bandOf, medianOf, SAMPLES_LEAST, type Band, type FigureUnit } from "./bands.ts";
import { fieldsAt, numberAt, objectsAt, textAt, type Fields } from "./record-fields.ts";

/** Figures of a table's days, in the order in which they are told. */
const FIGURES = {
  "round-span": "ms",
  "play-span": "ms",
  "void-share": "pm",
  "undecided-share": "pm",
  "reported-share": "pm",
  "unread-share": "pm",
  "standing-faults": "count",
  moments: "count",
  "connections-lost": "count",
} as const satisfies Readonly<Record<string, FigureUnit>>;
export type UsualFigureName = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as readonly UsualFigureName[];

/** A figure of the last 24 hours beside what is usual at this very table. */
export interface UsualFigure {
  readonly name: UsualFigureName;
  readonly unit: FigureUnit;
  /** Null: too little happened to say it. */
  readonly today: number | null;
  /** Null: too few days of play are known. */
  readonly band: Band | null;
  /** Null: nothing is known. */
  readonly isUsual: boolean | null;
  /** Days that the band is made of. */
  readonly days: number;
}

const DAY_MS = 86_400_000;
/** Days before the last 24 hours that a band is made of. */
export const DAYS_OF_BAND = 28;
/** Spans of a day that are kept; a table plays fewer rounds. */
const SPANS_KEPT = 5_000;
const VERDICTS = ["result", "void", "undecided", "aborted"];
const IN_PLAY = ["ball-in-play", "throwing", "dealing"];

/** What one day counted. */
class Day {
  readonly spans: Record<"round-span" | "play-span", number[]> = { "round-span": [], "play-span": [] };
  records = 0;
  rounds = 0;
  results = 0;
  cards = 0;
  void = 0;
  undecided = 0;
  reported = 0;
  unread = 0;
  standing = 0;
  moments = 0;
  lost = 0;

  addSpan(name: "round-span" | "play-span", ms: number): void {
    if (this.spans[name].length < SPANS_KEPT) this.spans[name].push(ms);
  }

  /** The day's value of a figure; null: too little happened. */
  valueOf(name: UsualFigureName): number | null {
    switch (name) {
      case "round-span":
      case "play-span":
        return this.spans[name].length < SAMPLES_LEAST ? null : medianOf(this.spans[name]);
      case "void-share":
        return shareOf(this.void, this.rounds);
      case "undecided-share":
        return shareOf(this.undecided, this.rounds);
      case "reported-share":
        return shareOf(this.reported, this.results);
      case "unread-share":
        return shareOf(this.unread, this.cards);
      case "standing-faults":
        return this.records === 0 ? null : this.standing;
      case "moments":
        return this.records === 0 ? null : this.moments;
      case "connections-lost":
        return this.records === 0 ? null : this.lost;
    }
  }
}

const shareOf = (count: number, all: number): number | null =>
  all < SAMPLES_LEAST ? null : Math.round((count * 1_000) / all);

/**
 * Which figures of the last 24 hours are usual at this table, by the same stretches of 24 hours before them. Whole numbers; memory does
 * not grow with the number of records.
 */
export class UsualFigures {
  readonly #now: number;
  /** By how many times 24 hours ago. */
  readonly #days = new Map<number, Day>();
  /** Where the round stands that is played: when its bets were opened and its play began, ms of the unit's own clock. */
  #round: { readonly boot: string; readonly opened: number; readonly inPlay: number | null } | null = null;

  /** `now`: ms since 1970. */
  constructor(now: number) {
    this.#now = now;
  }

  /** The next record, read back. */
  addRecord(fields: Fields): void {
    const ago = this.#now - Date.parse(textAt(fields, "at"));
    const at = Math.floor(ago / DAY_MS);
    if (!Number.isFinite(ago) || at < 0 || at > DAYS_OF_BAND) return;
    let day = this.#days.get(at);
    if (day === undefined) this.#days.set(at, (day = new Day()));
    day.records++;
    this.#count(day, textAt(fields, "kind"), fields);
  }

  report(): readonly UsualFigure[] {
    const today = this.#days.get(0);
    const before = [...this.#days].filter(([at]) => at > 0).map(([, day]) => day);
    return NAMES.flatMap((name) => {
      const unit = FIGURES[name];
      const values = before.map((day) => day.valueOf(name)).filter((value) => value !== null);
      const value = today?.valueOf(name) ?? null;
      if (value === null && values.length === 0) return [];
      const band = bandOf(values, unit);
      const isUsual = value === null || band === null ? null : value >= band.low && value <= band.high;
      return [{ name, unit, today: value, band, isUsual, days: values.length }];
    });
  }

  #count(day: Day, kind: string, fields: Fields): void {
    if (kind === "phase") this.#turn(fields);
    else if (VERDICTS.includes(kind)) this.#end(day, kind, fields);
    else if (kind === "fault") {
      const code = textAt(fields, "code");
      if (isMomentary(code)) day.moments++;
      else day.standing++;
      if (code === "port-gone") day.lost++;
    } else if (kind === "deal" && textAt(fields, "what") === "dealt") {
      const cards = objectsAt(fields, "cards");
      day.cards += cards.length;
      day.unread += cards.filter(({ unread }) => unread === true).length;
    }
  }

  #turn(fields: Fields): void {
    const [phase, boot, ms] = [textAt(fields, "phase"), textAt(fields, "boot"), msOf(fields)];
    if (ms === null) return;
    if (phase === "betting") this.#round = { boot, opened: ms, inPlay: null };
    else if (this.#round !== null && IN_PLAY.includes(phase))
      this.#round = { ...this.#round, inPlay: this.#round.inPlay ?? ms };
  }

  #end(day: Day, kind: string, fields: Fields): void {
    day.rounds++;
    if (kind === "void") day.void++;
    if (kind === "undecided") day.undecided++;
    if (kind === "result") {
      day.results++;
      if (textAt(fieldsAt(fields, "certainty"), "level") === "reported") day.reported++;
    }
    const [round, ms] = [this.#round, msOf(fields)];
    this.#round = null;
    // Between two starts the unit's own clock begins anew.
    if (round === null || ms === null || round.boot !== textAt(fields, "boot") || kind !== "result") return;
    day.addSpan("round-span", ms - round.opened);
    if (round.inPlay !== null) day.addSpan("play-span", ms - round.inPlay);
  }
}

function msOf(fields: Fields): number | null {
  const mono = numberAt(fields, "mono");
  return mono === null ? null : Math.floor(mono / 1_000);
}
