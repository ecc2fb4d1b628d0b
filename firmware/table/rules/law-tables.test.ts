import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { QUALIFYING } from "../../../hw-sim/people/cards/law/qualifying.test-help.ts";
import { RANKINGS, THREE_CARD_RANKINGS } from "../../../hw-sim/people/cards/law/rankings.ts";
import { TABLEAUX } from "../../../hw-sim/people/cards/law/tableaux.test-help.ts";
import { canonical } from "../../../src/record/canonical.ts";
import { digestOf } from "../../../src/rules/law.ts";
import type { CardPack } from "../../../src/rules/pack.ts";
import { numbersOfRun, more } from "../../../test/support/volume.ts";
import { listPacks } from "./load.ts";
import { changedTables } from "./table-mutants.test-help.ts";

/**
 * The law's tables stand in the packs. What the simulated people play by was read from the catalogues on its own: every pack is held
 * against it, cell by cell.
 */

const TABLEAU_OF: Readonly<Record<string, keyof typeof TABLEAUX>> = {
  "cl/punto-y-banca": "cl/punto-y-banca",
  "cl/midi-punto-y-banca": "cl/punto-y-banca",
  "cl/mini-punto-y-banca": "cl/punto-y-banca",
  "cl/baccarat": "cl/baccarat",
  "es-cb/punto-y-banca": "es-cb/punto-y-banca",
  "es-cb/midi-punto-y-banca": "es-cb/punto-y-banca",
  "es-cb/mini-punto-y-banca": "es-cb/punto-y-banca",
  "es-pv/punto-y-banca": "es-pv/punto-y-banca",
  "es-cb/chemin-de-fer": "es-cb/chemin-de-fer",
  "es-as/chemin-de-fer": "es-as/chemin-de-fer",
  "es-pv/chemin-de-fer": "es-pv/chemin-de-fer",
  "es-cb/bacarra-a-dos-panos": "es-cb/dos-panos",
  "es-as/bacarra-a-dos-panos": "es-as/dos-panos",
  "es-pv/bacarra-a-dos-panos": "es-pv/dos-panos",
};

const RANKING_OF: Readonly<Record<string, keyof typeof RANKINGS>> = {
  "cl/stud-poker": "cl/circle",
  "cl/seven-stud-poker": "cl/circle",
  "cl/omaha-poker": "cl/circle",
  "cl/texas-holdem-con-limites": "cl/circle",
  "cl/texas-holdem-sin-limites": "cl/circle",
  "es-cb/poker-sin-descarte": "es-cb/sin-descarte",
  "es-cb/poker-trijoker": "es-cb/trijoker",
  "es-cb/poker-texas-holdem-bonus": "es-cb/holdem",
  "es-cb/poker-texas-holdem-contrapartida": "es-cb/holdem",
  "es-cb/pai-gow-poker": "es-cb/pai-gow",
  "es-pv/pai-gow-poker": "es-pv/pai-gow",
  "es-pv/poker-sin-descarte": "es-pv/sin-descarte",
  "es-pv/poker-sintetico": "es-pv/sintetico-28",
  "es-pv/seven-card-stud": "es-pv/seven-card-stud",
  "es-ga/poker-sin-descarte": "es-ga/sin-descarte",
  "es-ga/poker-trijoker": "es-ga/trijoker",
};

/** Games that need the same least hand as the one that the simulation names. */
const SAME_LEAST: Readonly<Record<string, keyof typeof QUALIFYING>> = {
  "cl/caribbean-poker-plus": "cl/caribbean-poker",
  "cl/caribbean-poker-plus-progresivo": "cl/caribbean-poker",
  "cl/caribbean-poker-progresivo": "cl/caribbean-poker",
  "cl/draw-poker-progresivo": "cl/draw-poker",
  "cl/go-poker-progresivo": "cl/go-poker",
  "cl/texas-holdem-plus-progresivo": "cl/texas-holdem-plus",
};

type Kind = "tableau" | "ranking" | "least";

const cells = (table: object): object => ({ ...table, source: "" });

/** Every table that a pack holds, its steps' among them; the source in words aside. */
function held({ outcome, deal }: CardPack["cards"]): readonly (readonly [Kind, object])[] {
  const found: [Kind, object][] = [];
  const keep = (kind: Kind, table: object | null): void => {
    if (table !== null) found.push([kind, cells(table)]);
  };
  for (const step of deal) {
    if ("tableau" in step) keep("tableau", step.tableau);
    if (step.step === "exchange" && step.bank !== undefined) keep("ranking", step.bank.ranking);
  }
  if (outcome === null) return found;
  if ("tableau" in outcome) keep("tableau", outcome.tableau);
  if ("ranking" in outcome) keep("ranking", outcome.ranking);
  if ("least" in outcome) keep("least", outcome.least);
  if ("qualifies" in outcome) keep("least", outcome.qualifies);
  return found;
}

/** Whether a pack's tables are those that the simulation reads out of the same law. */
function isAsRead(id: string, cards: CardPack["cards"]): boolean {
  const tableau = TABLEAU_OF[id];
  const named = RANKING_OF[id];
  const chile =
    id === "cl/poker-tres-cartas" ? THREE_CARD_RANKINGS["cl/three-cards"] : RANKINGS["cl/five-cards"];
  const read: Readonly<Record<Kind, object | undefined>> = {
    tableau: tableau === undefined ? undefined : TABLEAUX[tableau],
    ranking: named === undefined ? chile : RANKINGS[named],
    least: (QUALIFYING as Readonly<Record<string, object>>)[SAME_LEAST[id] ?? id],
  };
  const all = held(cards);
  const isSame = ([kind, table]: readonly [Kind, object]): boolean =>
    read[kind] !== undefined && canonical(table) === canonical(cells(read[kind]));
  return all.every(isSame) && (read.least === undefined || all.some(([kind]) => kind === "least"));
}

/** Of the cells of one pack a run changes every third, and all of them in a soak. */
const EVERY = more(6, 3);

const PACKS = listPacks().flatMap(({ id, pack }) => (pack.family === "shoe" ? [{ id, pack }] : []));
const WITH_TABLES = PACKS.filter(({ pack }) => changedTables(pack.cards).length > 0);

describe.each(WITH_TABLES)("the tables of $id", ({ id, pack }) => {
  it("are those that were read from the law a second time", () => {
    expect(isAsRead(id, pack.cards)).toBe(true);
  });

  it("are in the digest cell by cell, and no cell can change unseen", () => {
    const digest = digestOf(pack);
    const changed = changedTables(pack.cards);
    expect(changed.length).toBeGreaterThan(15);
    for (const at of numbersOfRun(changed.length, EVERY, `cells of ${id}`)) {
      const [what, cards] = changed[at]!;
      expect(digestOf({ ...pack, cards }), what).not.toBe(digest);
      expect(isAsRead(id, cards), what).toBe(false);
    }
  });
});

it("every game of third cards and every ranked game has its tables in its pack", () => {
  const kinds = ["punto-y-banca", "two-cloths", "bank-poker", "table-poker", "pay-table-poker", "pai-gow"];
  const due = PACKS.filter(({ pack }) => kinds.includes(pack.cards.outcome?.kind ?? ""));
  expect(WITH_TABLES.map(({ id }) => id)).toEqual(due.map(({ id }) => id));
  expect(due.length).toBeGreaterThan(35);
});

describe("code outside the packs", () => {
  const ROOT = new URL("../../../src/", import.meta.url).pathname;
  const files = globSync("**/*.ts", { cwd: ROOT }).filter(
    (file) => !file.startsWith("rules/data/") && !/\.(test|test-help|fixture)\.ts$/.test(file),
  );
  const PLACES = [...new Set(listPacks().map(({ pack }) => pack.jurisdiction))];
  // Comments may say where something stands in a law.
  const code = (file: string): string =>
    readFileSync(`${ROOT}${file}`, "utf8").replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, "");

  it("names no jurisdiction", () => {
    expect(files.length).toBeGreaterThan(150);
    const names = new RegExp(`["'\`](?:${PLACES.join("|")})(?:["'\`/@])`);
    expect(files.filter((file) => names.test(code(file)))).toEqual([]);
    expect(names.test('const law = "es-cb/pai-gow";')).toBe(true);
  });
});
