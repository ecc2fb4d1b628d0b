import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { listPacks, loadCases, loadFragmentCases, loadPack, packIds, RulebookError } from "./load.ts";
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
    new URL("../../src/rules/data/cl/ruleta-francesa/2023-03.yaml", import.meta.url),
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

describe("a rulebook with fragments, in a folder of its own", () => {
  const text = (file: string): string =>
    readFileSync(new URL(`../../src/rules/data/cl/${file}`, import.meta.url), "utf8");
  const folder = mkdtempSync(join(tmpdir(), "tirada-fragments-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const place = pathToFileURL(`${folder}/`);
  for (const name of ["incidents", "go-poker"]) mkdirSync(join(folder, "cl", name), { recursive: true });
  const FRAGMENTS = ["poker-all", "poker-shuffler", "poker-house"];
  for (const name of ["2023-03.yaml", "2023-03.cases.yaml"])
    writeFileSync(join(folder, "cl/go-poker", name), text(`go-poker/${name}`));
  for (const name of FRAGMENTS) {
    writeFileSync(join(folder, `cl/incidents/${name}.yaml`), text(`incidents/${name}.yaml`));
    writeFileSync(join(folder, `cl/incidents/${name}.cases.yaml`), text(`incidents/${name}.cases.yaml`));
  }

  it("is read with them; they are no rulebooks themselves", () => {
    expect(packIds(place)).toEqual(["cl/go-poker"]);
    const loaded = loadPack("cl/go-poker", place);
    expect(loaded.included.map(({ fragment }) => fragment)).toEqual(FRAGMENTS);
    expect(loaded.digest).toBe(loadPack("cl/go-poker").digest);
    const kept = loadFragmentCases(loaded, place).flatMap(({ cases }) => cases.map(({ rule }) => rule));
    expect(new Set(kept)).toEqual(new Set(loaded.pack.rules.map(({ id }) => id)));
    expect(reportOf("cl/go-poker@2023-03", place)).toMatchObject({ id: "cl/go-poker@2023-03", wrong: [] });
  });

  it("changes its digest with its fragment, and names the fragment's file for what is wrong in it", () => {
    const file = join(folder, "cl/incidents/poker-house.yaml");
    const good = text("incidents/poker-house.yaml");
    writeFileSync(file, good.replace("effect: burn-card", "effect: use-card"));
    expect(loadPack("cl/go-poker", place).digest).not.toBe(loadPack("cl/go-poker").digest);
    expect(reportOf("cl/go-poker@2023-03", place).wrong[0]).toContain(
      'effect should be "burn-card", is "use-card"',
    );
    writeFileSync(file, good.replace("effect: burn-card", "effect: eat-card"));
    const line = good.split("\n").findIndex((one) => one.includes("effect: burn-card")) + 1;
    expect(messageOf(() => loadPack("cl/go-poker", place))).toContain(`${file}:${line}:13: rules.0.effect: `);
    expect(reportOf("cl/go-poker@2023-03", place).wrong).toHaveLength(1);
    writeFileSync(file, good);
  });

  it("says that cases of a fragment are missing, or that a rulebook is", () => {
    rmSync(join(folder, "cl/incidents/poker-all.cases.yaml"));
    const missing = 'fragment "cl/incidents/poker-all" has no cases';
    expect(messageOf(() => loadFragmentCases(loadPack("cl/go-poker", place), place))).toContain(missing);
    expect(reportOf("cl/go-poker@2023-03", place).wrong[0]).toContain(missing);
    expect(reportOf("cl/no-such", place).wrong[0]).toContain('unknown rulebook "cl/no-such"');
  });
});
