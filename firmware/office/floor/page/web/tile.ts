/** One table on the map of the floor: its label, its last number, how it stands, by a shape and a word. */
import { h, type JSX } from "preact";
import { roleName } from "../../../../screens/pages/i18n.ts";
import { iconSign, shapeSign } from "../../../../screens/pages/icons.ts";
import { signOf } from "../../../../screens/pages/display-series.ts";
import type { Language } from "../../../../../src/text/language.ts";
import type { Told } from "./feed.ts";
import { agoText, CONDITIONS, iconOf, shownOf, word, wordOf } from "./words.ts";

/** What the newest round that is over came to, in short: `17`, `11`, `P`; null: nothing that can be said. */
export function lastText(table: Told, language: Language): string | null {
  const item = table.last?.item;
  if (item === undefined || item.kind !== "result") return null;
  if (item.dice !== null) return item.dice.total === null ? item.dice.faces.join(" ") : String(item.dice.total);
  return signOf(item, { main: language })?.name ?? null;
}

function lastSign(table: Told, language: Language): JSX.Element | null {
  const { last } = table;
  if (last === null) return null;
  const { item } = last;
  if (item.kind !== "result") return h("span", { class: `tile-last end-${item.kind}` }, iconSign(item.kind));
  const text = lastText(table, language);
  if (text === null) return null;
  const sign = item.dice === null ? signOf(item, { main: language }) : null;
  return h(
    "span",
    { class: `tile-last${item.certified ? "" : " reported"}`, "data-long": text.length > 2 ? "" : null },
    sign === null ? null : shapeSign(sign.shape),
    h("b", null, text),
  );
}

/** What a screen reader says of a table. */
export function spokenOf(label: string, table: Told, language: Language, now: number): string {
  const shown = shownOf(table);
  const last = lastText(table, language);
  const [call] = table.calls;
  const called =
    call === undefined ? "" : `${roleName(call.role, language)}, ${agoText(call.since, now, language)}`;
  return [
    label,
    table.name === label ? "" : table.name,
    shown === "playing" ? wordOf(table, language) : CONDITIONS[shown].means[language],
    called,
    last === null ? "" : `${word("last", language)} ${last}`,
    table.test ? word("test", language) : "",
  ]
    .filter((one) => one !== "")
    .join(", ");
}

export function tileContent(label: string, table: Told, language: Language): JSX.Element {
  const shown = shownOf(table);
  const count = table.calls.length + table.faults.length;
  return h(
    "span",
    { class: "tile-face" },
    h("span", { class: "tile-label" }, label, table.test ? h("small", null, word("test", language)) : null),
    shown === "gone"
      ? h("span", { class: "tile-last none" }, "—")
      : (lastSign(table, language) ?? h("span", { class: "tile-last none" }, "·")),
    h(
      "span",
      { class: "tile-state" },
      iconSign(iconOf(table)),
      h("span", { class: "tile-word" }, wordOf(table, language)),
      count > 1 ? h("span", { class: "tile-count" }, String(count)) : null,
    ),
  );
}
