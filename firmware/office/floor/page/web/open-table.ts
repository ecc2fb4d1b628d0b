/** The table that somebody opened: what of it is not told by itself is read when it is opened, and again while it is open. */
import { h, type JSX } from "preact";
import type { Recall } from "../../../../../src/analysis/recall-types.ts";
import type { Language } from "../../../../../src/text/language.ts";
import { byId } from "../../../../screens/pages/page.ts";
import { ask } from "./ask.ts";
import type { ShownTable } from "./feed.ts";
import type { TableRead } from "./machine-part.ts";
import { tablePanel } from "./table-panel.ts";
import { word } from "./words.ts";

const DAY_MS = 86_400_000;
/** Spans of the statistics of a table, in its own screen's words; `7`: so many days. */
const SPANS = ["100", "today", "7"] as const;

export interface OpenTableParts {
  readonly language: () => Language;
  readonly now: () => number;
  readonly labelOf: (log: string) => string;
  /** It was read: the panel is drawn anew. */
  readonly onRead: () => void;
  /** What people may do with the table, as buttons. */
  readonly acts: (table: ShownTable) => readonly JSX.Element[];
}

export class OpenTable {
  readonly log: string;
  readonly #parts: OpenTableParts;
  #round: number | null;
  #read: TableRead | null = null;
  #recall: Recall | null = null;
  #isClosed = false;

  constructor(log: string, round: number | null, parts: OpenTableParts) {
    this.log = log;
    this.#round = round;
    this.#parts = parts;
    void this.read();
  }

  close(): void {
    this.#isClosed = true;
  }

  async read(): Promise<void> {
    const { log } = this;
    const [table, rounds] = await Promise.all([
      ask<TableRead>("/table", { log }),
      ask<{ readonly recall: Recall }>("/rounds", { log, round: this.#round, lang: this.#parts.language() }),
    ]);
    if (this.#isClosed) return;
    this.#read = table ?? this.#read;
    this.#recall = rounds?.recall ?? this.#recall;
    this.#parts.onRead();
  }

  panel(table: ShownTable): JSX.Element {
    const language = this.#parts.language();
    return tablePanel(table, {
      language,
      now: this.#parts.now(),
      label: this.#parts.labelOf(this.log),
      read: this.#read,
      recall: this.#recall,
      chooseRound: (round) => {
        this.#round = round;
        void this.read();
      },
      doors: this.#doors(table, language),
    });
  }

  #doors(table: ShownTable, language: Language): JSX.Element {
    const display = word("display", language);
    return h(
      "p",
      { class: "doors" },
      h("button", { onClick: () => this.#showFrame(display, "/display", {}) }, display),
      ...SPANS.map((span) =>
        h("button", { onClick: () => this.#showStatistics(span) }, word(`statistics-${span}`, language)),
      ),
      ...this.#parts.acts(table),
    );
  }

  #showStatistics(span: (typeof SPANS)[number]): void {
    const days = new Date(this.#parts.now() - Number(span) * DAY_MS).toISOString();
    this.#showFrame(word("statistics", this.#parts.language()), "/screen/statistics", {
      span: span === "7" ? `${days}..` : span,
    });
  }

  /** A page of the table itself, in a frame. */
  #showFrame(title: string, path: string, query: Readonly<Record<string, string>>): void {
    const frame = document.createElement("iframe");
    frame.title = title;
    frame.src = `${path}?${new URLSearchParams({ ...query, log: this.log, lang: this.#parts.language() })}`;
    byId("side-more").replaceChildren(frame);
    frame.scrollIntoView({ block: "nearest" });
  }
}
