import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { listPacks, loadCases, loadPack, packIds, RulebookError } from "./load.ts";

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
    expect(listPacks().map((loaded) => loaded.name)).toEqual([
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
    expect(new Set(listPacks().map((loaded) => loaded.digest)).size).toBe(13);
  });

  it("are refused by other names and editions, in one line", () => {
    expect(messageOf(() => loadPack("cl/bola"))).toBe(
      `unknown rulebook "cl/bola"; known are ${packIds().join(", ")}`,
    );
    expect(messageOf(() => loadPack("../data/cl/ruleta-francesa"))).toContain("unknown rulebook");
    expect(messageOf(() => loadPack("cl/ruleta-francesa.cases"))).toContain("unknown rulebook");
    expect(messageOf(() => loadPack("cl/ruleta-francesa@2019-01"))).toBe(
      'rulebook "cl/ruleta-francesa" is installed in edition 2023-03, not 2019-01',
    );
  });
});

describe("a folder with something wrong in it", () => {
  const text = readFileSync(new URL("../../src/rules/data/cl/ruleta-francesa.yaml", import.meta.url), "utf8");
  mkdirSync(join(root, "cl"));
  writeFileSync(join(root, "cl/ruleta-rota.yaml"), text.replace("family: wheel", "family: wheels"));
  writeFileSync(join(root, "cl/ruleta-ajena.yaml"), text);

  it("names file, line and column", () => {
    const line = text.split("\n").indexOf("family: wheel") + 1;
    const message = messageOf(() => loadPack("cl/ruleta-rota", data));
    expect(message).toContain(
      `rulebook "cl/ruleta-rota" is not usable: ${join(root, "cl/ruleta-rota.yaml")}:${line}:9: family: `,
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
    expect(messageOf(() => loadCases(loaded, data))).toContain('rulebook "cl/ruleta-ajena" has no cases');
  });
});
