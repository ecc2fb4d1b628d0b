import { expect } from "vitest";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { Pipeline, type BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import type { TableSetup } from "../../firmware/table/setup/setup-types.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { BallReader, type ReaderOptions } from "../../hw-sim/models/balls/reader.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { BallsView } from "../../src/table/balls/view-types.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import type { CertificateView } from "../../src/table/kernel/view/view.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { monoUs, US_PER_S } from "../../src/time/instant.ts";

/** The people of a hall. */
export const JEFE: Person = { role: "jefe-de-mesa", name: "Ana" };
export const LOCUTOR: Person = { role: "croupier", name: "Leo" };
const STEP = 10_000;
/** A card that is sold, and its numbers. */
export const CARD = { series: "A", card: 12 } as const;
export const ROWS = [
  [4, 16, 30, 57, 73],
  [9, 28, 34, 60, 85],
  [12, 39, 47, 66, 90],
] as const;
/** What is said of the prizes. */
export const PRIZES = { line: "40,00", bingo: "204,00", takings: "400,00" } as const;

/** A reader that counts nothing: its model, and the options of its device. */
export interface OtherReader {
  readonly device: string;
  readonly options: object;
  readonly model: Pick<BallReader, "draw" | "step">;
  readonly ballUs: number;
}

/** A hall of bingo: its reader, its people, and the table between them. */
export class Hall {
  readonly setup: TableSetup;
  readonly head: ReturnType<typeof newTableHead>;
  pipeline: Pipeline;
  readonly entries: Entry[] = [];
  readonly records: BuiltRecord[] = [];
  readonly reader: BallReader;
  readonly #lines: Pick<BallReader, "draw" | "step">;
  readonly #pauseUs: number;
  t = 0;
  refusal: string | null = null;
  #host = "";

  /** `other`: another reader than that of the open line, with the options of its device and the µs that a ball lies there. */
  constructor(
    rulebook = "es-cb/bingo",
    options: Partial<ReaderOptions> = {},
    other: OtherReader | null = null,
  ) {
    const own = { extractor: "pneumatic", ...other?.options };
    this.setup = tableSetup(rulebook, other?.device ?? "ball-reader-line", [], own as never);
    this.head = newTableHead(this.setup, "test", []);
    this.pipeline = new Pipeline(this.setup, this.head);
    this.reader = new BallReader({ reader: 7, ...options });
    this.#lines = other?.model ?? this.reader;
    this.#pauseUs = other?.ballUs ?? 300_000;
    if (other === null) this.reader.power(true, 0);
    this.feed({ k: "open", t: monoUs(0), port: "balls", name: "balls" });
    this.feed({ k: "in", t: monoUs(0), port: "balls", bytes: "\n" });
    this.play(US_PER_S);
  }

  feed(entry: Entry): this {
    this.entries.push(entry);
    const { records, writes, refusal } = this.pipeline.feed(entry);
    this.records.push(...records);
    this.#host += writes.map(({ bytes }) => bytes).join("");
    this.refusal = refusal;
    return this;
  }

  press(key: Key, by: Person = JEFE): this {
    return this.feed({ k: "key", t: monoUs(this.t), key, by });
  }

  /** Pressed, and it was taken. */
  must(key: Key, by: Person = JEFE): this {
    this.press(key, by);
    expect([key.key, this.refusal]).toEqual([key.key, null]);
    return this;
  }

  play(us: number): this {
    for (const end = this.t + us; this.t < end;) {
      this.t += STEP;
      const host = this.#host;
      this.#host = "";
      for (const { bytes } of this.#lines.step(this.t, host))
        this.feed({ k: "in", t: monoUs(this.t), port: "balls", bytes });
      const wake = this.pipeline.wakeAt();
      if (wake !== null && wake <= this.t) this.feed({ k: "tick", t: monoUs(this.t) });
    }
    return this;
  }

  draw(...numbers: readonly number[]): this {
    for (const number of numbers) {
      this.#lines.draw(this.t, number);
      this.play(this.#pauseUs);
    }
    return this;
  }

  /** Opened and counted, the cards sold and the game begun. */
  begin(prizes: object = PRIZES): this {
    if (!this.durable.open) this.must({ key: "open-table" }).must({ key: "balls-counted", count: 90 });
    return this.must({ key: "sell-cards", series: "A", size: 6_000, price: "2,00" }, LOCUTOR)
      .must({ key: "cards-sold", sold: [{ series: "A", from: 1, to: 200 }], prizes } as Key)
      .must({ key: "start-game" });
  }

  call(claim: "line" | "bingo", card: object = { rows: ROWS }): this {
    return this.must({ key: "call-card", round: this.durable.round, claim, ...CARD, ...card }, LOCUTOR);
  }

  restart(): this {
    this.feed({ k: "restarted", t: monoUs(this.t), detail: {} });
    this.feed({ k: "open", t: monoUs(this.t), port: "balls", name: "balls" });
    return this;
  }

  get durable() {
    return this.pipeline.durable;
  }

  get bodies(): readonly RecordBody[] {
    return this.records.map(({ body }) => body);
  }

  /** Balls, checks and verdicts in short. */
  get told(): readonly string[] {
    return this.bodies.flatMap((body) => {
      if (body.kind === "ball")
        return [`${body.n}:${body.number ?? "?"}${body.why === undefined ? "" : ` ${body.why}`}`];
      if (body.kind === "card-check")
        return [`${body.claim} ${body.why ?? (body.checked ?? body.said)?.holds} ${body.rule ?? ""}`.trim()];
      if (body.kind === "result")
        return [`result ${body.certainty.level} ${body.certainty.because.join()}`.trim()];
      if (body.kind === "void") return [`void ${body.reasons[0]?.rule}`];
      return body.kind === "balls-set" ? [body.event] : [];
    });
  }

  get view() {
    return this.shown(null);
  }

  /** The screens' picture; a verdict is shown with its certificate. */
  shown(certificate: CertificateView | null) {
    const { setup } = this;
    const of = { pack: setup.pack, houseRules: [], table: "B", log: "x", rulebook: setup.rulebook, test: true };
    return viewOf(this.durable, 1, certificate, { ...of, languages: LANGUAGES });
  }

  get panel(): BallsView {
    const { balls } = this.view;
    if (balls === undefined) throw new Error("a table of balls shows its balls");
    return balls;
  }

  get keys(): readonly string[] {
    return this.panel.keys.map(({ key }) => key);
  }
}
