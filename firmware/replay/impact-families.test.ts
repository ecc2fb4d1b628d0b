import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { ResultRecord } from "../../src/table/kernel/record.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { changed } from "../../test/support/later-edition.ts";
import { cardEntries, diceEntries, type PlayedEntries } from "../../test/support/played-entries.ts";
import { runSeed } from "../../test/support/volume.ts";
import { flatOptions } from "../table/setup/families.ts";
import { Pipeline, type BuiltRecord } from "../table/pipeline/pipeline.ts";
import { DATA } from "../table/rules/library.ts";
import { loadEditions } from "../table/rules/load.ts";
import { folderImpact } from "./impact-folder.ts";
import { impactLine } from "./impact-text.ts";
import type { RoundImpact } from "./impact.ts";
import { newTableHead } from "./replay.ts";

/** The installed rulebooks, and a later edition of one game that says this otherwise. */
function withLater(game: string, edition: string, says: string): URL {
  const folder = temporaryFolder();
  cpSync(fileURLToPath(DATA), folder, { recursive: true });
  const [jurisdiction = "", name = ""] = game.split("/");
  const before = join(folder, game, `${edition}.yaml`);
  const ended = changed(readFileSync(before, "utf8"), [
    [`edition: ${edition}\n`, `edition: ${edition}\nuntil: "2027-06-30"\n`],
  ]);
  writeFileSync(before, ended);
  const later = ["pack: tirada-pack/1", `jurisdiction: ${jurisdiction}`, `game: ${name}`, "edition: 2027-07"];
  const head = [...later, 'inForce: "2027-07-01"', `extends: ${game}@${edition}`, ""].join("\n");
  writeFileSync(join(folder, game, "2027-07.yaml"), `${head}${says}`);
  return pathToFileURL(`${folder}/`);
}

/** The table of third cards as Chile's law has it. */
const THIRD_CARDS =
  /^ {2}third-cards-of-punto-y-banca:\n(?: {4}.*\n)*/m.exec(
    readFileSync(new URL("cl/parts/law/2023-03.yaml", DATA), "utf8"),
  )?.[0] ?? "";

interface Past {
  readonly rounds: readonly RoundImpact[];
  readonly results: readonly ResultRecord[];
}

/** Every round of these entries under both editions, and the results that were recorded. */
function impact(game: string, data: URL, { setup, entries }: PlayedEntries): Past {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "recordings"));
  const head = { ...newTableHead(setup, "test", []), options: flatOptions(setup), segment: "one-1" };
  const pipeline = new Pipeline(setup, head);
  let lines = pipeline.segment.headLine;
  const records: BuiltRecord[] = [];
  for (const entry of entries) {
    const fed = pipeline.feed(entry);
    lines += fed.recording;
    records.push(...fed.records);
    if (fed.sealDue) lines += pipeline.feed({ k: "seal", t: entry.t, key: "5e".repeat(32) }).recording;
  }
  writeFileSync(join(folder, "recordings/one-1.jsonl"), lines);
  const [before, after] = loadEditions(game, data);
  const all = folderImpact({ before: before!, after: after!, folder, codes: null, houseRules: null });
  return {
    rounds: [...all].flatMap((line) => ("note" in line ? [] : [line])),
    results: records.flatMap(({ body }) => (body.kind === "result" ? [body] : [])),
  };
}

const numbers = (rounds: readonly { readonly round: number }[]): readonly number[] =>
  rounds.map(({ round }) => round);
const otherwise = ({ rounds }: Past): readonly number[] =>
  numbers(rounds.filter(({ is }) => is === "otherwise"));

/** What the first two cards of a hand come to, units alone. */
function pointsOfTwo({ result }: ResultRecord, hand: string): number {
  const faces = "cards" in result ? result.cards.find((one) => one.hand === hand)?.faces : undefined;
  const values = (faces ?? []).slice(0, 2).map((face) => {
    const rank = face?.slice(0, -1) ?? "";
    return rank === "A" ? 1 : /^[2-9]$/.test(rank) ? Number(rank) : 0;
  });
  return values.reduce((sum, value) => sum + value, 0) % 10;
}

describe("the impact of a later edition", () => {
  it("on cards: the rounds end otherwise whose cell of the third cards was changed, and no other", () => {
    const game = "cl/punto-y-banca";
    // A punto of five stands.
    const tables = changed(THIRD_CARDS, [["punto: TTTTTTPP", "punto: TTTTTPPP"]]);
    const data = withLater(game, "2023-03", `family: shoe\ntables:\n${tables}`);
    const past = impact(game, data, cardEntries(60, runSeed("impact of cards")));
    const fives = past.results.filter(
      (one) => pointsOfTwo(one, "punto") === 5 && pointsOfTwo(one, "banca") < 8,
    );
    expect(otherwise(past)).toEqual(numbers(fives));
    expect(past.rounds.filter(({ is }) => is === "same").length).toBeGreaterThan(40);
  });

  it("on dice: the throws end otherwise whose total has another category, and it is said which", async () => {
    const game = "es-cb/sic-bo";
    const suerte = "{ id: grande, win: { on: total, totals: [12, 13, 14, 15, 16, 17], notTriple: true } }";
    const data = withLater(game, "2010-02", `family: dice\ndice:\n  suertes:\n    - ${suerte}\n`);
    const past = impact(game, data, await diceEntries(60, runSeed("impact of dice")));
    const elevens = past.results.filter(({ result }) => "faces" in result && result.total === 11);
    expect(otherwise(past)).toEqual(numbers(elevens));
    const one = past.rounds.find(({ is }) => is === "otherwise");
    if (one !== undefined) {
      const differs = 'suertes {"is":"wins","suerte":"grande"} → {"is":"loses","suerte":"grande"}';
      expect(one).toMatchObject({ differs: ['category "grande" → null', differs] });
      expect(impactLine(one)).toContain(`\n    differs ${differs}`);
    }
  });
});
