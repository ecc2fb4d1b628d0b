/** What the whole floor is asked for, beside the map: records, disputes, wheels, a shift's report. */
import { h, type ComponentChild } from "preact";
import type { Dispute } from "../../../../../src/floor/disputes.ts";
import { byId, drawInto } from "../../../../screens/pages/page.ts";
import { ask } from "./ask.ts";
import type { Door } from "./floor-head.ts";
import {
  disputesList,
  foundList,
  reportForm,
  reportLinks,
  searchForm,
  wheelsPanel,
  wheelTable,
  type AskedParts,
  type Found,
  type WheelKind,
  type WheelLook,
} from "./search-panel.ts";
import { trendList, type WheelKindDays } from "./trends-panel.ts";
import { word, type FloorWord } from "./words.ts";

/** What is asked of the server and not told by itself. */
export type AskedDoor = Extract<Door, "search" | "disputes" | "wheels" | "report">;
export const ASKED_DOORS: readonly string[] = ["search", "disputes", "wheels", "report"] satisfies AskedDoor[];

export interface AskedPanelsParts {
  readonly asked: () => AskedParts;
  /** What is open beside the map: an answer that comes later is nobody's. */
  readonly isOpen: (door: AskedDoor) => boolean;
  /** Draws the panel, with its button that closes it. */
  readonly draw: (content: ComponentChild) => void;
}

export class AskedPanels {
  readonly #parts: AskedPanelsParts;

  constructor(parts: AskedPanelsParts) {
    this.#parts = parts;
  }

  open(door: AskedDoor): void {
    const { draw, asked } = this.#parts;
    const { language } = asked();
    if (door === "search") draw(searchForm(language, (fields) => void this.#search(fields)));
    else if (door === "report") draw(reportForm(language, (from, before) => this.#showReport(from, before)));
    else {
      draw(this.#says("reading"));
      void (door === "disputes" ? this.#readDisputes() : this.#readWheels("sum", 1));
    }
  }

  #says(id: FloorWord): ComponentChild {
    return h("p", null, word(id, this.#parts.asked().language));
  }

  async #search(fields: Readonly<Record<string, string>>): Promise<void> {
    drawInto(byId("side-more"), this.#says("reading"));
    // What a person types is the hour of where he sits.
    const instants = ["from", "before"].flatMap((name) => {
      const typed = fields[name];
      return typed === undefined ? [] : [[name, new Date(typed).toISOString()] as const];
    });
    const { language } = this.#parts.asked();
    const found = await ask<Found>("/find", { ...fields, ...Object.fromEntries(instants), lang: language });
    if (!this.#parts.isOpen("search")) return;
    drawInto(
      byId("side-more"),
      found === null ? this.#says("no-answer") : foundList(found, this.#parts.asked()),
    );
  }

  #showReport(from: string, before: string): void {
    drawInto(byId("side-more"), reportLinks(from, before, this.#parts.asked().language));
  }

  async #readDisputes(): Promise<void> {
    const answer = await ask<{ readonly disputes: readonly Dispute[] }>("/disputes");
    const { isOpen, draw, asked } = this.#parts;
    if (!isOpen("disputes")) return;
    draw(answer === null ? this.#says("no-answer") : disputesList(answer.disputes, asked()));
  }

  async #readWheels(look: WheelLook, days: number): Promise<void> {
    const { isOpen, draw, asked } = this.#parts;
    const kinds =
      look === "sum"
        ? (await ask<{ readonly kinds: readonly WheelKind[] }>("/wheels", { days }))?.kinds.map((kind) =>
            wheelTable(kind, asked()),
          )
        : (await ask<{ readonly kinds: readonly WheelKindDays[] }>("/wheels/days", { days }))?.kinds.map(
            (kind) => trendList(kind, asked()),
          );
    if (!isOpen("wheels")) return;
    const choose = (other: WheelLook, many: number): void => void this.#readWheels(other, many);
    draw(
      kinds === undefined
        ? this.#says("no-answer")
        : wheelsPanel({ look, days, kinds, choose }, asked().language),
    );
  }
}
