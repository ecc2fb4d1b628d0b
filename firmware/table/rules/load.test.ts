import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { packIds, RulebookError } from "./library.ts";
import { listPacks, loadPack } from "./load.ts";
import { loadCases, loadInheritedCases } from "./load-cases.ts";
import { reportOf } from "./report.ts";

const root = mkdtempSync(join(tmpdir(), "tirada-rules-"));
const data = pathToFileURL(`${root}/`);
afterAll(() => rmSync(root, { recursive: true }));

/** The one line that a technician sees. */
function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof RulebookError) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("the installed rulebooks", () => {
  it("are found by their names, with the edition that they state", () => {
    const wheels = listPacks().filter(({ pack }) => pack.family === "wheel");
    expect(wheels.map((loaded) => loaded.name)).toEqual([
      "cl/big-six@2023-03",
      "cl/ruleta-americana@2023-03",
      "cl/ruleta-americana-doble-cero@2023-03",
      "cl/ruleta-francesa@2023-03",
      "es-cb/bola@2010-02",
      "es-cb/rueda-de-la-fortuna@2010-02",
      "es-cb/ruleta-americana@2010-02",
      "es-cb/ruleta-americana-doble-cero@2010-02",
      "es-cb/ruleta-francesa@2010-02",
      "es-pv/bola@1996-11",
      "es-pv/rueda-de-la-fortuna@1996-11",
      "es-pv/ruleta-americana@1996-11",
      "es-pv/ruleta-francesa@1996-11",
    ]);
    expect(loadPack("cl/ruleta-francesa@2023-03").digest).toBe(loadPack("cl/ruleta-francesa").digest);
    expect(new Set(listPacks().map((loaded) => loaded.digest)).size).toBe(packIds().length);
  });

  it("are refused by other names and editions, in one line", () => {
    expect(messageOf(() => loadPack("cl/bola"))).toBe(
      `unknown rulebook "cl/bola"; known are ${packIds().join(", ")}`,
    );
    expect(messageOf(() => loadPack("../data/cl/ruleta-francesa"))).toContain("unknown rulebook");
    expect(messageOf(() => loadPack("cl/ruleta-francesa.cases"))).toContain("unknown rulebook");
    expect(messageOf(() => loadPack("cl/ruleta-francesa@2019-01"))).toBe(
      'rulebook "cl/ruleta-francesa" is not installed in edition 2019-01; installed: 2023-03 (from 2023-03-14)',
    );
  });
});

describe("a folder with something wrong in it", () => {
  const text = readFileSync(
    new URL("../../../src/rules/data/cl/ruleta-francesa/2023-03.yaml", import.meta.url),
    "utf8",
  );
  for (const game of ["ruleta-rota", "ruleta-ajena"]) mkdirSync(join(root, "cl", game), { recursive: true });
  writeFileSync(join(root, "cl/ruleta-rota/2023-03.yaml"), text.replace("family: wheel", "family: wheels"));
  writeFileSync(join(root, "cl/ruleta-ajena/2023-03.yaml"), text);

  it("names file, line and column", () => {
    const line = text.split("\n").indexOf("family: wheel") + 1;
    const message = messageOf(() => loadPack("cl/ruleta-rota", data));
    expect(message).toContain(
      `rulebook "cl/ruleta-rota" is not usable: ${join(root, "cl/ruleta-rota/2023-03.yaml")}:${line}:9: family: `,
    );
    expect(message).not.toContain("\n");
  });

  it("does not take one game for another", () => {
    expect(messageOf(() => loadPack("cl/ruleta-ajena", data))).toContain(
      "holds the rulebook cl/ruleta-francesa",
    );
  });

  it("says that cases are missing", () => {
    const loaded = { ...loadPack("cl/ruleta-francesa"), id: "cl/ruleta-ajena" };
    expect(messageOf(() => loadCases(loaded, data))).toContain(
      'rulebook "cl/ruleta-francesa@2023-03" has no cases',
    );
  });
});

describe("a rulebook that extends parts, in a folder of its own", () => {
  const text = (file: string): string =>
    readFileSync(new URL(`../../../src/rules/data/cl/${file}`, import.meta.url), "utf8");
  const folder = mkdtempSync(join(tmpdir(), "tirada-parts-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const place = pathToFileURL(`${folder}/`);
  const PARTS = ["law", "poker-all", "poker-shuffler", "poker-house"];
  const put = (file: string, change: (text: string) => string = (same) => same): void => {
    mkdirSync(dirname(join(folder, "cl", file)), { recursive: true });
    writeFileSync(join(folder, "cl", file), change(text(file)));
  };
  put("go-poker/2023-03.yaml");
  put("go-poker/2023-03.cases.yaml");
  for (const name of PARTS) for (const kind of ["", ".cases"]) put(`parts/${name}/2023-03${kind}.yaml`);
  // The folder has one rulebook only: the others have no words here.
  const ONE = ["go-poker", ...PARTS.map((name) => `parts/${name}`)].map((id) => `${id}@2023-03`);
  const words = (all: string): string => {
    const [before = "", after = ""] = all.split(/^rulebooks:\n/m);
    const books = after.split(/^(?= {2}\S)/m).filter((book) => ONE.includes(book.trim().split(":")[0] ?? ""));
    return `${before}rulebooks:\n${books.join("")}`;
  };
  for (const language of ["eu", "gl", "en"]) put(`translations/${language}.yaml`, words);

  it("is read with them; they are no rulebooks themselves", () => {
    expect(packIds(place)).toEqual(["cl/go-poker"]);
    const loaded = loadPack("cl/go-poker", place);
    expect(loaded.inherited.map(({ from }) => from)).toEqual(PARTS.map((name) => `cl/parts/${name}@2023-03`));
    expect(loaded.pack).toEqual(loadPack("cl/go-poker").pack);
    expect(loaded.digest).toBe(loadPack("cl/go-poker").digest);
    const stored = loadInheritedCases(loaded, place).flatMap(({ cases }) => cases.map(({ rule }) => rule));
    const own = loadCases(loaded, place).cases.map(({ rule }) => rule);
    expect(new Set([...stored, ...own])).toEqual(new Set(loaded.pack.rules.map(({ id }) => id)));
    expect(stored.filter((rule) => own.includes(rule))).toEqual([]);
    expect(reportOf("cl/go-poker@2023-03", place)).toMatchObject({ id: "cl/go-poker@2023-03", wrong: [] });
  });

  it("changes its digest with its part, and names the part's file for what is wrong in it", () => {
    const file = join(folder, "cl/parts/poker-house/2023-03.yaml");
    put("parts/poker-house/2023-03.yaml", (good) => good.replace("effect: burn-card", "effect: use-card"));
    expect(loadPack("cl/go-poker", place).digest).not.toBe(loadPack("cl/go-poker").digest);
    expect(reportOf("cl/go-poker@2023-03", place).wrong[0]).toContain(
      'effect should be "burn-card", is "use-card"',
    );
    put("parts/poker-house/2023-03.yaml", (good) => good.replace("effect: burn-card", "effect: eat-card"));
    const line =
      text("parts/poker-house/2023-03.yaml")
        .split("\n")
        .findIndex((one) => one.includes("effect: burn-card")) + 1;
    expect(messageOf(() => loadPack("cl/go-poker", place))).toMatch(
      new RegExp(`${file}:${line}:13: rules\\.\\d+\\.effect: `),
    );
    expect(reportOf("cl/go-poker@2023-03", place).wrong).toHaveLength(1);
    put("parts/poker-house/2023-03.yaml");
  });

  it("keeps its digest when a word of a translation changes", () => {
    put("translations/gl.yaml", (good) =>
      words(good).replace("Anular o pase completo.", "Anular todo o pase."),
    );
    const changed = loadPack("cl/go-poker", place);
    expect(JSON.stringify(changed.pack)).toContain("Anular todo o pase.");
    expect(changed.digest).toBe(loadPack("cl/go-poker").digest);
    put("translations/gl.yaml", words);
  });

  it("names the file and line of a word without its translation, and of a translation without its rule", () => {
    put("translations/gl.yaml", (good) => words(good).replace(/^ {2}Anular o?el? pase completo\..*\n/m, ""));
    const line =
      text("parts/poker-all/2023-03.yaml")
        .split("\n")
        .findIndex((one) => one.includes("Anular el pase completo.")) + 1;
    expect(messageOf(() => loadPack("cl/go-poker", place))).toMatch(
      new RegExp(
        `/cl/parts/poker-\\w+/2023-03.yaml:\\d+:\\d+: "Anular el pase completo." has no translation \\(gl\\): write it in .*/cl/translations/gl.yaml under rulebooks, parts/poker-\\w+@2023-03, steps, `,
      ),
    );
    expect(line).toBeGreaterThanOrEqual(0);
    put("translations/gl.yaml", (good) => `${words(good)}  ghost-poker@2023-03:\n    title: Póker fantasma\n`);
    expect(messageOf(() => loadPack("cl/go-poker", place))).toMatch(
      /\/cl\/translations\/gl.yaml:\d+:3: there is no rulebook or part "cl\/ghost-poker@2023-03"/,
    );
    put("translations/gl.yaml", words);
  });

  it("says that cases of a part are missing, or that a rulebook is", () => {
    rmSync(join(folder, "cl/parts/poker-all/2023-03.cases.yaml"));
    const missing = '"cl/parts/poker-all@2023-03" has no cases';
    expect(messageOf(() => loadInheritedCases(loadPack("cl/go-poker", place), place))).toContain(missing);
    expect(reportOf("cl/go-poker@2023-03", place).wrong[0]).toContain(missing);
    expect(reportOf("cl/no-such", place).wrong[0]).toContain('unknown rulebook "cl/no-such"');
  });
});
