import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { RulebookError } from "./library.ts";
import { loadPack } from "./load.ts";

/** Rulebooks with one thing wrong: one line with file, line and what to do, and nothing of the rulebook is used. */

const folder = mkdtempSync(join(tmpdir(), "tirada-bad-packs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const LAW = "cl/parts/law/2023-03.yaml";
const GENERAL = "cl/parts/general/2023-03.yaml";
const WAR = "cl/war/2023-03.yaml";
const PUNTO = "cl/punto-y-banca/2023-03.yaml";
const GALICIAN = "cl/translations/gl.yaml";

type Changes = Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>;

const installed = (file: string): string =>
  readFileSync(new URL(`../../../src/rules/data/${file}`, import.meta.url), "utf8");

/** The line of a file, from 1, where this stands in the changed text. */
function lineWith(text: string, what: string): number {
  const at = text.split("\n").findIndex((line) => line.includes(what)) + 1;
  if (at === 0) throw new Error(`nowhere: ${what}`);
  return at;
}

/** Loads the game from a folder that has these files changed and all others as installed. */
function refusal(
  game: string,
  changes: Changes,
): { readonly message: string; readonly texts: Readonly<Record<string, string>> } {
  const place = mkdtempSync(join(folder, "one-"));
  const texts: Record<string, string> = { [`${game}/2023-03.yaml`]: installed(`${game}/2023-03.yaml`) };
  for (const [file, swaps] of Object.entries(changes)) {
    let text = installed(file);
    for (const [from, to] of swaps) {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      text = text.replace(from, () => to);
    }
    texts[file] = text;
  }
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), text);
  }
  try {
    loadPack(game, pathToFileURL(`${place}/`));
  } catch (error) {
    if (error instanceof RulebookError) return { message: error.message.replaceAll(`${place}/`, ""), texts };
    throw error;
  }
  throw new Error("it was loaded");
}

const ROW = "      - PPTTTTTTPPT\n";
const RANKED = "order: [high-card, pair, two-pair";

/** What is wrong · the game · the changes · the file and the line's text that are named · what is said. */
const BAD: readonly (readonly [string, string, Changes, string, string, string])[] = [
  [
    "extends a part that is not there",
    "cl/war",
    { [WAR]: [["cl/parts/general@2023-03", "cl/parts/genral@2023-03"]] },
    WAR,
    "genral",
    'there is no rulebook or part "cl/parts/genral@2023-03" (did you mean "cl/parts/general@2023-03"?); write its file or another name',
  ],
  [
    "extends an edition that is not there",
    "cl/war",
    { [WAR]: [["cl/parts/general@2023-03", "cl/parts/general@2019-03"]] },
    WAR,
    "general@2019-03",
    'there is no rulebook or part "cl/parts/general@2019-03" (did you mean "cl/parts/general@2023-03"?)',
  ],
  [
    "extends itself",
    "cl/war",
    { [WAR]: [["cl/parts/general@2023-03", "cl/war@2023-03"]] },
    WAR,
    "extends:",
    "cl/war@2023-03 extends cl/war@2023-03: a rulebook cannot extend itself; take one of these out",
  ],
  [
    "parts that extend each other",
    "cl/war",
    {
      [GENERAL]: [["part: tirada-part/1", "part: tirada-part/1\nextends: [cl/parts/law@2023-03]"]],
      [LAW]: [["part: tirada-part/1", "part: tirada-part/1\nextends: [cl/parts/general@2023-03]"]],
    },
    GENERAL,
    "extends:",
    "cl/parts/general@2023-03 extends cl/parts/law@2023-03: a rulebook cannot extend itself",
  ],
  [
    "a rule that is there twice",
    "cl/war",
    {
      [WAR]: [
        [
          "rules:\n",
          "rules:\n  - { id: cut-card-in-round, verdict: stands }\n  - { id: cut-card-in-round, verdict: void }\n",
        ],
      ],
    },
    WAR,
    "cut-card-in-round, verdict: void",
    'rules: "cut-card-in-round" is there twice: take one out',
  ],
  [
    "a cell missing",
    "cl/punto-y-banca",
    { [LAW]: [[ROW, "      - PPTTTTTTPP\n"]] },
    LAW,
    "- PPTTTTTTPP",
    "must have 11 cells",
  ],
  [
    "a cell too many",
    "cl/punto-y-banca",
    { [LAW]: [[ROW, "      - PPTTTTTTPPTT\n"]] },
    LAW,
    "- PPTTTTTTPPTT",
    "must have 11 cells",
  ],
  [
    "a cell of no meaning",
    "cl/punto-y-banca",
    { [LAW]: [[ROW, "      - PPTTTTTTPPX\n"]] },
    LAW,
    "PPTTTTTTPPX",
    "each T (draws), P (stands), O (either) or U (not decided)",
  ],
  [
    "a row missing",
    "cl/punto-y-banca",
    { [LAW]: [[ROW, ""]] },
    LAW,
    "    banca:",
    "must have 8 rows, for the banca's points 0 to 7",
  ],
  [
    "a row twice",
    "cl/punto-y-banca",
    { [LAW]: [[ROW, ROW + ROW]] },
    LAW,
    "    banca:",
    "must have 8 rows, for the banca's points 0 to 7",
  ],
  [
    "the punto's row twice",
    "cl/punto-y-banca",
    { [LAW]: [["    punto: TTTTTTPP\n", "    punto: TTTTTTPP\n    punto: TTTTTPPP\n"]] },
    LAW,
    "punto: TTTTTPPP",
    "Map keys must be unique",
  ],
  [
    "the punto's row missing",
    "cl/punto-y-banca",
    { [LAW]: [["    punto: TTTTTTPP\n", ""]] },
    LAW,
    "third-cards-of-punto-y-banca:",
    'missing key "punto"',
  ],
  [
    "a table that is not there",
    "cl/punto-y-banca",
    { [PUNTO]: [["tableau: third-cards-of-punto-y-banca", "tableau: third-cards-of-punto-y-bank"]] },
    PUNTO,
    "punto-y-bank",
    'there is no table "third-cards-of-punto-y-bank" (did you mean "third-cards-of-punto-y-banca"?); write it under tables',
  ],
  [
    "a table that nothing names",
    "cl/punto-y-banca",
    { [PUNTO]: [["\ntitle:", '\ntables:\n  spare: { category: pair, ranks: ["8"], source: x }\ntitle:']] },
    PUNTO,
    "  spare:",
    'no step and no outcome names the table "spare": take it out',
  ],
  [
    "a hand ranked twice",
    "cl/caribbean-poker",
    { [LAW]: [[RANKED, "order: [high-card, pair, pair"]] },
    LAW,
    "order: [high-card, pair, pair",
    '"pair" is there twice',
  ],
  [
    "a hand without its rank",
    "cl/caribbean-poker",
    { [LAW]: [[RANKED, "order: [high-card, pair"]] },
    LAW,
    "order: [high-card, pair, three",
    "two-pair is missing: every hand must have a place",
  ],
  [
    "a rank of no card",
    "cl/caribbean-poker",
    { [LAW]: [['ranks: ["A", "K"]', 'ranks: ["A", "Z"]']] },
    LAW,
    '["A", "Z"]',
    "ranks.1: expected one of",
  ],
  [
    "a key mistyped, which is not missing as well",
    "cl/war",
    { [WAR]: [["cutCard:", "cutcard:"]] },
    WAR,
    "cutcard:",
    'unknown key "cutcard" (did you mean "cutCard"?)',
  ],
  [
    "a step mistyped",
    "cl/war",
    { [WAR]: [["then: [correct-at-once", "then: [corect-at-once"]] },
    WAR,
    "[corect-at-once",
    'unknown step "corect-at-once" (did you mean "correct-at-once"?)',
  ],
  [
    "a house rule without the words that would hold",
    "cl/war",
    { [WAR]: [["\n    verdict: void\n", "\n    verdict: void\n    adopts: { verdict: stands }\n"]] },
    WAR,
    "adopts:",
    'missing key "by"',
  ],
  [
    "a first day that the calendar does not have",
    "cl/war",
    { [LAW]: [["inForce: 2023-03-14", "inForce: 2023-02-30"]] },
    LAW,
    "inForce:",
    "inForce: must be a day of the calendar",
  ],
  [
    "a translation without its rule",
    "cl/war",
    {
      [GALICIAN]: [["      burnt-more-than-one:", "      no-such-rule: Non hai.\n      burnt-more-than-one:"]],
    },
    GALICIAN,
    "no-such-rule",
    "take it out",
  ],
];

describe("a rulebook with one thing wrong", () => {
  it.each(BAD)("%s", (_what, game, changes, file, text, said) => {
    const { message, texts } = refusal(game, changes);
    expect(message).not.toContain("\n");
    expect(message).toContain(
      `rulebook "${game}" is not usable: ${file}:${lineWith(texts[file] ?? "", text)}:`,
    );
    expect(message).toContain(said);
  });
});
