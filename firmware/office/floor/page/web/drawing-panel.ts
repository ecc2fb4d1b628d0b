/** What whoever draws the rooms sets beside the map: rooms with their size, and what the chosen table is called. */
import { h, type JSX } from "preact";
import type { Room } from "../../../../../src/floor/rooms.ts";
import type { Language } from "../../../../../src/text/language.ts";
import type { RoomDraft } from "./draw-rooms.ts";
import { word } from "./words.ts";

export interface DrawingParts {
  readonly language: Language;
  /** The table that was chosen on the map; null: none. */
  readonly chosen: string | null;
  readonly redraw: () => void;
  readonly save: () => void;
  readonly leave: () => void;
}

/** Of a new room. */
const NEW_SIZE = [12, 8] as const;

const valueOf = (event: Event): string =>
  event.target instanceof HTMLInputElement ? event.target.value.trim() : "";

export function drawingPanel(draft: RoomDraft, parts: DrawingParts): JSX.Element {
  const { language, redraw, save, leave } = parts;
  const change = (act: () => void) => () => {
    act();
    redraw();
  };
  const add = (event: Event): void => {
    event.preventDefault();
    const form = event.target;
    const name = form instanceof HTMLFormElement ? new FormData(form).get("name") : null;
    if (typeof name === "string" && name.trim() !== "") draft.addRoom(name.trim(), [...NEW_SIZE]);
    redraw();
  };
  return h(
    "article",
    { class: "drawing" },
    h("h2", null, word("draw", language)),
    h("p", null, word("draw-means", language)),
    h(
      "p",
      { class: "answers" },
      h("button", { class: "yes", onClick: save, disabled: !draft.isChanged }, word("save", language)),
      h("button", { onClick: change(() => draft.undo()), disabled: !draft.isChanged }, word("undo", language)),
      h("button", { onClick: leave }, word("leave", language)),
    ),
    labelPart(draft, parts),
    h("ul", null, ...draft.rooms.map((room) => roomLine(room, draft, parts))),
    h(
      "form",
      { onSubmit: add },
      h("label", null, word("room-name", language), h("input", { name: "name", maxLength: 60 })),
      h("button", { type: "submit" }, word("add-room", language)),
    ),
  );
}

function labelPart(draft: RoomDraft, { language, chosen, redraw }: DrawingParts): JSX.Element | null {
  const table = draft.rooms.flatMap(({ tables }) => tables).find(({ log }) => log === chosen);
  if (table === undefined) return null;
  const relabel = (event: Event): void => {
    draft.relabel(table.log, valueOf(event));
    redraw();
  };
  const remove = (): void => {
    draft.place(table.log, table.label, null, [0, 0]);
    redraw();
  };
  return h(
    "p",
    { class: "chosen" },
    h(
      "label",
      null,
      word("label", language),
      h("input", { value: table.label, maxLength: 12, onChange: relabel }),
    ),
    h("button", { onClick: remove }, word("take-out", language)),
  );
}

function roomLine(room: Room, draft: RoomDraft, { language, redraw }: DrawingParts): JSX.Element {
  const resize = (at: 0 | 1) => (event: Event) => {
    const length = Math.min(200, Math.max(1, Math.round(Number(valueOf(event)) || 1)));
    draft.resize(room.name, at === 0 ? [length, room.size[1]] : [room.size[0], length]);
    redraw();
  };
  const remove = (): void => {
    draft.removeRoom(room.name);
    redraw();
  };
  const size = (at: 0 | 1, id: "wide" | "deep"): JSX.Element =>
    h(
      "label",
      null,
      word(id, language),
      h("input", { type: "number", min: 1, max: 200, value: room.size[at], onChange: resize(at) }),
    );
  return h(
    "li",
    null,
    h("strong", null, room.name),
    size(0, "wide"),
    size(1, "deep"),
    h("button", { onClick: remove }, word("remove-room", language)),
  );
}
