/** How a table's machine says that it is, and what the store knows of its records. */
import { h, type ComponentChild, type JSX } from "preact";
import type { Heartbeat } from "../../../../../src/floor/heartbeat.ts";
import { fillText } from "../../../../../src/text/every-language.ts";
import type { Language, Text } from "../../../../../src/text/language.ts";
import { textsOf } from "../../../../../src/text/text-of.ts";
import { joinParts } from "../../../../screens/pages/i18n.ts";
import type { ShownTable } from "./feed.ts";
import { word } from "./words.ts";

/** What was read of a table when it was opened. */
export interface TableRead {
  readonly heartbeat: Heartbeat | null;
  readonly next: number;
}

/** Texts by the codes of a heartbeat, which an earlier or a later release may have said. */
type ByCode = Readonly<Record<string, Text | undefined>>;

const { witness: WITNESS, second: SECOND, storage: STORAGE } = textsOf("pages.technician");
const CLOCKS: ByCode = STORAGE.clocks;
const WITNESS_TROUBLES: ByCode = WITNESS.troubles;
const SECOND_TROUBLES: ByCode = SECOND.troubles;
const OBSTACLES: ByCode = textsOf("restart-obstacles");

const said = (texts: ByCode, code: string, language: Language): string => texts[code]?.[language] ?? code;

const entry = (name: string, value: ComponentChild): JSX.Element[] => [
  h("dt", null, name),
  h("dd", null, value),
];

/** `read`: null, it could not be read. */
export function machinePart(
  table: ShownTable,
  { read, language }: { readonly read: TableRead | null; readonly language: Language },
): JSX.Element {
  const none = word("none", language);
  const beat = read?.heartbeat ?? null;
  const rows: JSX.Element[][] = [
    entry(word("log", language), table.log),
    entry(word("rulebook", language), table.rulebook || none),
    entry(word("records", language), String(read?.next ?? none)),
  ];
  if (beat !== null) rows.push(...beatRows(beat, read?.next ?? beat.records, language));
  return h(
    "section",
    { class: "machine" },
    h("h3", null, word("machine", language)),
    h("dl", null, ...rows.flat()),
  );
}

function beatRows(beat: Heartbeat, stored: number, language: Language): JSX.Element[][] {
  const { disks, days, temperature, rounds } = beat;
  const none = word("none", language);
  const inDays = (count: number): string => word("days", language, { count });
  return [
    entry(word("behind", language), String(Math.max(0, beat.records - stored))),
    entry(
      word("release", language),
      joinParts(beat.release.version, beat.release.manifest?.slice(0, 8) ?? false),
    ),
    entry(word("edition", language), beat.edition),
    entry(word("clock", language), clockText(beat, language)),
    entry(word("witness", language), witnessText(beat, language)),
    entry(word("second", language), secondText(beat, language)),
    ...disks.map(({ folder, usedPm, days: left }) =>
      entry(folder, joinParts(`${Math.round(usedPm / 10)} %`, left === null ? false : inDays(left))),
    ),
    entry(word("certificate", language), inDays(days.certificate)),
    entry(word("list", language), inDays(days.list)),
    entry(
      word("temperature", language),
      temperature === null ? none : `${(temperature / 10).toLocaleString(language)} °C`,
    ),
    entry(word("update", language), updateText(beat, language)),
    entry(word("devices", language), beat.devices.join(", ") || none),
    entry(word("counted", language), word("counted-rounds", language, rounds)),
  ];
}

function clockText({ clock }: Heartbeat, language: Language): string {
  if (clock === null) return said(CLOCKS, "unsynced", language);
  const { quality, offsetMs } = clock;
  return joinParts(said(CLOCKS, quality, language), offsetMs === null ? false : `${offsetMs} ms`);
}

function witnessText({ witness }: Heartbeat, language: Language): string {
  if (witness === null) return word("none", language);
  const state =
    witness.state === "well" || witness.state === "late"
      ? word(witness.state, language)
      : said(WITNESS_TROUBLES, witness.state, language);
  return joinParts(state, word("has-records", language, { size: witness.size }));
}

function secondText({ second, records }: Heartbeat, language: Language): string {
  if (second === null) return word("none", language);
  if (second.state === "well") return word("well", language);
  if (second.state === "behind")
    return fillText(SECOND.behind, { behind: Math.max(0, records - second.next) })[language];
  return said(SECOND_TROUBLES, second.state, language);
}

function updateText({ update }: Heartbeat, language: Language): string {
  if (update === null) return word("none", language);
  const waitsFor = update.obstacles.map((one) => said(OBSTACLES, one, language));
  return joinParts(update.release, waitsFor.join(", ") || word("waits-for-nothing", language));
}
