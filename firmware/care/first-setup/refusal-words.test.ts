import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { undoJoin } from "../../afar/join/undo-join.ts";
import { errorText, errorTextIn, Problem } from "../../problem.ts";
import { readUpdaterConfig } from "../../delivery/updater/config.ts";
import { readWitnessConfig } from "../../office/witness/config.ts";
import { requireMayBegin } from "./begin.ts";
import { readProgress, writeProblem } from "./progress.ts";
import { actAsTableUser } from "./table-user.ts";
import { undoSetup } from "./undo.ts";

/** What set-up itself refuses is said in the language of whoever reads it, as what is wrong with an answer is. */

let folder: string;
let config: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tirada-refusals-"));
  config = join(folder, "table.yaml");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const thrown = async (act: () => unknown): Promise<unknown> => {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was refused");
};

const REFUSALS: Readonly<Record<string, readonly [act: () => unknown, en: RegExp, es: RegExp]>> = {
  "an undo of what no set-up made": [() => undoSetup(config), /was not set up by/, /no se puso en marcha con/],
  "a configuration that it did not write": [
    () => {
      write("table.yaml", "format: 3\n");
      requireMayBegin(config);
    },
    /did not write it/,
    /no lo escribió tirada setup/,
  ],
  "a file of its own that is none": [
    () => {
      write("table.yaml.setup", "nothing");
      readProgress(config);
    },
    /is not what a setup wrote/,
    /no es lo que escribió una puesta en marcha/,
  ],
  "one of another release": [
    () => {
      write("table.yaml.setup", "{}");
      readProgress(config);
    },
    /is not what this release/,
    /no es lo que escribió esta versión/,
  ],
  "one that is a folder": [
    () => {
      mkdirSync(join(folder, "table.yaml.setup"));
      readProgress(config);
    },
    /it is a folder.*look at it/,
    /es una carpeta.*mírelo/,
  ],
  "a folder that is not there": [
    () => {
      throw writeProblem(config, Object.assign(new Error("ENOENT"), { code: "ENOENT" }));
    },
    /its folder is not there/,
    /su carpeta no existe/,
  ],
  "a joining that is not its own": [
    () => {
      write("table.yaml.join", "nothing");
      const at = { configPath: config, services: folder, firewall: config, say: () => undefined };
      return undoJoin({ ...at, language: "es" });
    },
    /is not what tirada join wrote/,
    /no es lo que escribió tirada join/,
  ],
  "an updater without its configuration": [
    () => readUpdaterConfig(config),
    /the updater's configuration: .*no such file/,
    /la configuración del actualizador: .*no existe/,
  ],
  "a witness without its own": [
    () => readWitnessConfig(config),
    /the configuration: .*no such file/,
    /la configuración: .*no existe/,
  ],
};

test.each(Object.entries(REFUSALS))("%s", async (_, [act, en, es]) => {
  const error = await thrown(act);
  expect(error).toBeInstanceOf(Problem);
  expect(errorText(error)).toMatch(en);
  expect(errorTextIn(error, "es")).toMatch(es);
  const all = new Set((["es", "eu", "gl", "en"] as const).map((language) => errorTextIn(error, language)));
  expect(all.size).toBe(4);
  for (const text of all) expect(text).not.toMatch(/\{[a-z]+\}/);
});

test.runIf(process.getuid?.() === 0)("a user that is not there", async () => {
  const error = await thrown(() => actAsTableUser("nobody-of-ours"));
  expect(errorTextIn(error, "gl")).toContain("nesta máquina non hai tal usuario");
});
