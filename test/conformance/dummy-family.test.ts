import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../firmware/table/config/config.ts";
import { CONFIG_SECTIONS } from "../../firmware/table/config/device-keys.ts";
import { LOG, openTestStore } from "../../firmware/journal/store/journal.fixture.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { newTableHead, replay } from "../../firmware/replay/replay.ts";
import { loadEditions } from "../../firmware/table/rules/load.ts";
import {
  familyNameOf,
  familyWords,
  installFamily,
  unitFamily,
  UNIT_FAMILIES,
} from "../../firmware/table/setup/families.ts";
import type { TableSetup } from "../../firmware/table/setup/setup-types.ts";
import { Pipeline, type BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { bookletPage } from "../../src/booklet/page.ts";
import { BOOKLET_TABLES } from "../../src/booklet/families.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { TABLE_FAMILIES } from "../../src/table/kernel/families.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { monoUs } from "../../src/time/instant.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { COIN } from "../support/coin-family/definition.ts";
import { temporaryFolder } from "../support/folder.ts";

/** A fourth family of tables is one folder and one row: nothing else is told of it, and all rooms of the program serve it. */

const PACK = `
pack: tirada-pack/1
jurisdiction: xx
game: cara-o-cruz
family: coin
edition: 2020-01
inForce: "2020-01-01"
title: Cara o cruz
law: { name: Ley de ejemplo, published: Boletín 1 }
voidName: tirada nula
coin: { sides: [cara, cruz] }
announcements:
  - { phase: betting, by: croupier, say: hagan juego, basis: external }
  - { phase: no-more-bets, by: croupier, say: no va más, basis: external }
  - { phase: void, by: jefe-de-mesa, say: tirada nula, printed: [es], basis: text, cite: "art. 4, l. 11" }
rules:
  - id: on-edge
    cite: art. 4, l. 11
    text: La moneda queda de canto.
    when: { fact: on-edge, is: true }
    verdict: void
    announce: { say: tirada nula, by: jefe-de-mesa }
    declaredBy: jefe-de-mesa
    then: []
steps: []
remarks: []
`;
const words = (language: string): string => `
translations: tirada-translations/1
jurisdiction: xx
language: ${language}
common: { tirada nula: void }
rulebooks:
  cara-o-cruz@2020-01:
    title: Heads or tails
    announcements: { betting: place your bets, no-more-bets: no more bets }
    rules: { on-edge: The coin stands on its edge. }
`;

function packIn(text: string): ReturnType<typeof loadEditions>[number] {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "xx", "cara-o-cruz"), { recursive: true });
  mkdirSync(join(folder, "xx", "translations"));
  writeFileSync(join(folder, "xx", "cara-o-cruz", "2020-01.yaml"), text);
  for (const language of LANGUAGES.filter((one) => one !== "es"))
    writeFileSync(join(folder, "xx", "translations", `${language}.yaml`), words(language));
  return loadEditions("xx/cara-o-cruz", pathToFileURL(`${folder}/`))[0]!;
}

const setupOf = (): TableSetup => unitFamily("coin").setup(packIn(PACK), "coin-eye", [], {});

/** Opened, and these letters from the coin's device. */
function entriesOf(...letters: readonly string[]): Entry[] {
  const jefe = { role: "jefe-de-mesa", name: "Ana" } as const;
  return [
    { k: "open", t: monoUs(0), port: "coin", name: "coin" },
    { k: "key", t: monoUs(1), key: { key: "open-table" }, by: jefe },
    ...letters.map((bytes, at): Entry => ({ k: "in", t: monoUs(1_000 * (at + 1)), port: "coin", bytes })),
  ];
}

function play(setup: TableSetup, entries: readonly Entry[]): { pipeline: Pipeline; records: BuiltRecord[] } {
  const pipeline = new Pipeline(setup, newTableHead(setup, "test", []));
  return { pipeline, records: entries.flatMap((entry) => [...pipeline.feed(entry).records]) };
}

beforeAll(async () => {
  if (!UNIT_FAMILIES.names.includes(COIN.name)) installFamily(COIN);
  for (const parts of [UNIT_FAMILIES, TABLE_FAMILIES, CONFIG_SECTIONS, BOOKLET_TABLES]) await parts.loadAll();
});

describe("a family that is one folder and one row", () => {
  it("has its rulebooks: its own keys, facts and faults, with file and line", () => {
    expect(packIn(PACK).name).toBe("xx/cara-o-cruz@2020-01");
    expect(() => packIn(PACK.replace("[cara, cruz]", "[cara]"))).toThrow(/2020-01\.yaml:11.*coin\.sides/s);
    expect(() => packIn(PACK.replace("[cara, cruz]", "[cara, cara]"))).toThrow(/a coin has two sides/);
    expect(() => packIn(PACK.replace("fact: on-edge", "fact: ball-laps"))).toThrow(/unknown fact "ball-laps"/);
    expect(() => packIn(PACK.replace("coin: {", "wheel: {"))).toThrow(/missing key "coin"/);
  });

  it("has its section of a configuration, and no other beside it", () => {
    const config = (sections: string): string =>
      `table: { name: M, log: x.example/1, rulebook: xx/cara-o-cruz }\n${sections}storage: { folder: /x }\n`;
    const read = parseConfig(config("coin: { path: /dev/coin }\n"), "t.yaml");
    expect(read.ok && familyNameOf(read.config)).toBe("coin");
    const two = parseConfig(
      config("coin: { path: /dev/coin }\nwheel: { device: cammegh-ss2, path: /dev/x }\n"),
      "t.yaml",
    );
    expect(two).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining("not wheel and coin") as string }],
    });
    const none = parseConfig(config(""), "t.yaml");
    expect(none).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('or "coin" at a table of a coin') as string }],
    });
    expect(familyWords("coin").played).toBe("with a coin");
  });

  it("plays through the kernel: a result with what it saw, and a void by its rule", () => {
    const { records, pipeline } = play(setupOf(), entriesOf("F1", "F", "FE", "F2"));
    const bodies = records.map(({ body }) => body);
    const ends = bodies.flatMap((body: RecordBody) => {
      if (body.kind === "void") return [`${body.round} void ${body.reasons[0]?.rule ?? ""}`];
      if (body.kind === "coin-caught") return [`${body.round} caught`];
      if (body.kind !== "result" || !("side" in body.result)) return [];
      return [`${body.round} ${body.result.side} ${body.certainty.level} ${JSON.stringify(body.seen)}`];
    });
    expect(ends).toEqual([
      '1 cara certified {"tosses":1}',
      "2 caught",
      "2 void on-edge",
      '3 cruz certified {"tosses":1}',
    ]);
    expect(pipeline.durable.series.map(({ kind, side }) => [kind, side])).toEqual([
      ["result", "cruz"],
      ["void", undefined],
      ["result", "cara"],
    ]);
    expect(pipeline.durable.coin).toEqual({ caught: 1 });
    expect(pipeline.state.table.tosses).toBe(4);
  });

  it("is shown: its phase, its number, its void with the paragraph", () => {
    const setup = setupOf();
    const shown = (...letters: readonly string[]) => {
      const { pipeline } = play(setup, entriesOf(...letters));
      const of = {
        pack: setup.pack,
        houseRules: [],
        table: "M",
        log: "x",
        rulebook: setup.rulebook,
        test: true,
      };
      return viewOf(pipeline.durable, 1, null, { ...of, languages: ["es"] });
    };
    expect(shown("F")).toMatchObject({ phase: "no-more-bets", announcement: { say: { es: "no va más" } } });
    expect(shown("F2")).toMatchObject({
      phase: "result",
      verdict: null,
      series: [{ side: "cruz", pocket: null }],
      coin: { caught: 0 },
      wheel: null,
    });
    expect(shown("FE")).toMatchObject({ phase: "void", voidName: { es: "tirada nula" }, open: true });
  });

  it("replays from its recording, line for line", () => {
    const setup = setupOf();
    const entries = entriesOf("F1", "F", "E", "F2");
    const { records } = play(setup, entries);
    const capture = { own: {}, entries, isFormat1: false } as never;
    const again = [...replay(capture, setup, newTableHead(setup, "test", []))];
    expect(again.map(({ hash }) => hash)).toEqual(records.map(({ hash }) => hash));
  });

  it("is kept and verified", () => {
    const path = join(temporaryFolder(), "journal.db");
    const store = openTestStore(path);
    const setup = setupOf();
    const pipeline = new Pipeline(setup, { ...newTableHead(setup, "test", []), log: LOG, mode: "live" });
    for (const entry of entriesOf("F1", "F", "E", "F2"))
      for (const { line, hash, snapshot } of pipeline.feed(entry).records)
        store.commit({ line, hash, snapshot });
    const { seq } = store.head;
    store.close();
    expect(verifyPath(path)).toMatchObject({ ok: true, records: seq, mode: "live" });
  });

  it("has its booklet", () => {
    const { pack, digest } = packIn(PACK);
    expect(bookletPage({ pack, digest, notes: new Map(), coverage: null, language: "es" })).toContain(
      "cara / cruz",
    );
  });

  it("is added as docs/ways.md says: in ten steps at most, each of which names files that are there", () => {
    const root = new URL("../../", import.meta.url);
    const ways = readFileSync(new URL("docs/ways.md", root), "utf8");
    const way = ways.split("## Adding a family")[1]?.split("\n## ")[0] ?? "";
    const steps = way.split("\n").filter((line) => /^\d+\. /.test(line));
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.length).toBeLessThanOrEqual(10);
    const named = [...way.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = ""]) => path);
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
    for (const file of readdirSync(new URL("test/support/coin-family/", root)).filter((one) =>
      /\.ts$/.test(one),
    ))
      expect(named, "a file of the coin that no step names").toContain(`test/support/coin-family/${file}`);
  });

  it("cannot be installed twice", () => {
    expect(() => installFamily(COIN)).toThrow(/the family "coin" has its/);
  });
});
