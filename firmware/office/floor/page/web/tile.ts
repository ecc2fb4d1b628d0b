/** One table on the map of the floor: its label, its last number, how it stands, by a shape and a word. */
import { h, type JSX } from "preact";
import { roleName } from "../../../../screens/pages/i18n.ts";
import { iconSign, shapeSign } from "../../../../screens/pages/icons.ts";
import { signOf } from "../../../../screens/pages/display-series.ts";
import type { Language } from "../../../../../src/text/language.ts";
import type { ShownTable } from "./feed.ts";
import { agoText, CONDITIONS, iconOf, shownOf, wantsSomebody, word, wordOf } from "./words.ts";

/** What the newest round that is over came to, in short: `17`, `11`, `P`; null: nothing that can be said. */
export function lastText(table: ShownTable, language: Language): string | null {
  const item = table.last?.item;
  if (item === undefined || item.kind !== "result") return null;
  if (item.dice !== null) return item.dice.total === null ? item.dice.faces.join(" ") : String(item.dice.total);
  return signOf(item, { main: language })?.name ?? null;
}

function lastSign(table: ShownTable, language: Language): JSX.Element | null {
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

/** How many letters have to find room. */
const lettersOf = (text: string) => ({ "--letters": String(Math.max(6, text.length)) });

/** What waits or is broken, where it is more than one thing. */
const countOf = ({ calls, faults }: ShownTable): number => calls.length + faults.length;

/** What a screen reader says of a table: first what is written on it, then what that means. */
export function spokenOf(label: string, table: ShownTable, language: Language, now: number): string {
  const shown = shownOf(table);
  const written = [
    label,
    table.test ? word("test", language) : "",
    shown === "gone" ? "" : (lastText(table, language) ?? ""),
    wordOf(table, language),
    countOf(table) > 1 ? String(countOf(table)) : "",
  ];
  const [call] = table.calls;
  const called =
    call === undefined ? "" : `${roleName(call.role, language)}, ${agoText(call.since, now, language)}`;
  const means = [
    shown === "playing" ? "" : CONDITIONS[shown].means[language],
    called,
    table.name === label ? "" : table.name,
  ];
  const joined = (parts: readonly string[], by: string): string => parts.filter((one) => one !== "").join(by);
  return joined([joined(written, " "), ...means], ", ");
}

export function tileContent(label: string, table: ShownTable, language: Language): JSX.Element {
  const count = countOf(table);
  const written = label + (table.test ? "     " : "");
  const last = shownOf(table) === "gone" ? null : lastSign(table, language);
  // Blanks between the parts: to those who hear it they are words of their own.
  return h(
    "span",
    { class: "tile-face", "data-wants": wantsSomebody(table) ? "" : null },
    h(
      "span",
      {
        class: "tile-label",
        style: { ...lettersOf(written), "--written": String(Math.max(3, written.length)) },
      },
      label,
      table.test ? [" ", h("small", null, word("test", language))] : null,
    ),
    " ",
    last ?? h("span", { class: "tile-last none" }),
    " ",
    h(
      "span",
      {
        class: "tile-state",
        style: {
          ...lettersOf(`${wordOf(table, language)}   ${count > 1 ? "   " : ""}`),
          "--word": String(Math.max(5, wordOf(table, language).length)),
        },
      },
      iconSign(iconOf(table)),
      h("span", { class: "tile-word" }, wordOf(table, language)),
      " ",
      count > 1 ? h("span", { class: "tile-count" }, String(count)) : null,
    ),
  );
}
