import { firstHouseRuleProblem } from "../../../src/rules/house-rule-words.ts";
import { nameFault, nameKey } from "../../../src/people/names.ts";
import { meantWords, problemWords } from "../../../src/rules/problem-words.ts";
import { problemsText } from "../../../src/rules/yaml.ts";
import type { Text } from "../../../src/text/language.ts";
import { parseConfig, type Config, type DiceConfig } from "../../table/config/config.ts";
import { DEVICES } from "../../table/config/devices.ts";
import { houseProblem } from "../../table/config/house-problem.ts";
import { CONFIG_SECTIONS } from "../../table/config/device-keys.ts";
import { isPinHash, isPrintedPin } from "../../screens/server/sign-in.ts";
import { usageProblem } from "../../problem.ts";
import { readTextFile, type FileError } from "../../files/read-file.ts";
import { packIds } from "../../table/rules/library.ts";
import { editionsOf, readPack } from "../../table/rules/load.ts";
import { deviceProblem } from "../../table/setup/config-setup.ts";
import { loadFamilyOf } from "../../table/setup/load-families.ts";
import type { ConfigProblem } from "../../table/setup/unit-family.ts";

/** Larger files are no configuration. */
const CONFIG_LIMIT = 262_144;

/** The text that a configuration was read from. */
const TEXTS = new WeakMap<Config, string>();

/** The text of a configuration as its file had it; null: it was made otherwise. */
export const textOfConfig = (config: Config): string | null => TEXTS.get(config) ?? null;

/** Whether a table is to be opened by it, or looked at. */
export type ReadFor = "open" | "look";

/**
 * Reads a configuration file, and the code that its table needs. Rejects with a Problem that says everything that is wrong in one line,
 * each with file and line.
 */
export async function readConfig(path: string, why: ReadFor = "look"): Promise<Config> {
  let text: string;
  try {
    text = readTextFile(path, CONFIG_LIMIT);
  } catch (error) {
    throw usageProblem(problemWords("of-file", { why: (error as FileError).words }), error);
  }
  const reading = await readText(text, path, why);
  if (reading.ok) return reading.config;
  const { findKeptConfiguration, keptLine } = await import("./kept-configuration.ts");
  const kept = reading.isShapeRight ? null : findKeptConfiguration(text, path);
  if (kept === null || kept === path) throw usageProblem(reading.why);
  process.stderr.write(`tirada: ${keptLine(path, kept)}\n`);
  return readConfig(kept, why);
}

/** Reads the text of a configuration that was ordered as {@link readConfig} reads a file; `file` is its name for messages. */
export async function readConfigText(text: string, file: string, why: ReadFor = "look"): Promise<Config> {
  const reading = await readText(text, file, why);
  if (reading.ok) return reading.config;
  throw usageProblem(reading.why);
}

type TextReading =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly why: Text; readonly isShapeRight: boolean };

async function readText(text: string, path: string, why: ReadFor): Promise<TextReading> {
  await CONFIG_SECTIONS.loadAll();
  const reading = parseConfig(text, path);
  if (!reading.ok) return { ok: false, why: problemsText(reading.problems), isShapeRight: false };
  const unknown = unknownDevice(reading.config);
  if (unknown !== null)
    return {
      ok: false,
      why: problemsText([reading.problemAt(unknown.path, unknown.message)]),
      isShapeRight: true,
    };
  await loadFamilyOf(reading.config);
  const problem =
    rulebookProblem(reading.config) ??
    peopleProblem(reading.config) ??
    (why === "open" ? printedPinProblem(reading.config) : null) ??
    deviceProblem(reading.config) ??
    houseRuleProblem(reading.config) ??
    houseOfProblem(reading.config) ??
    seatScreenProblem(reading.config);
  if (problem !== null)
    return {
      ok: false,
      why: problemsText([reading.problemAt(problem.path, problem.message)]),
      isShapeRight: true,
    };
  TEXTS.set(reading.config, text);
  return { ok: true, config: reading.config };
}

/** A device that this release does not know, with the one that was meant; null: it knows all of them. */
export function unknownDevice(config: Config): ConfigProblem | null {
  const known = DEVICES.map(({ name }) => name);
  const { wheel, shoe, balls } = config;
  const dice = config.dice ?? shoe?.dice;
  const above = config.dice === undefined ? ["shoe", "dice"] : ["dice"];
  const named: readonly (readonly [path: readonly string[], device: string | undefined])[] = [
    [["wheel"], wheel?.device],
    [["shoe"], shoe?.device],
    [["balls"], balls?.device],
    ...(["eye", "second", "thrower", "witness"] as const).map(
      (name) => [[...above, name], (dice as Partial<DiceConfig> | undefined)?.[name]?.device] as const,
    ),
  ];
  for (const [path, device] of named)
    if (device !== undefined && !known.includes(device))
      return {
        path: [...path, "device"],
        message: problemWords("at", {
          place: `${path.join(".")}.device`,
          what: problemWords("device", {
            said: device,
            meant: meantWords(device, known),
            known: known.join(", "),
          }),
        }),
      };
  return null;
}

/** A PIN that everybody can read opens no table that counts; null: none of these. Whoever only looks at a table is not held up by it. */
export function printedPinProblem({ people, test }: Pick<Config, "people" | "test">): ConfigProblem | null {
  const at = test ? -1 : people.findIndex(({ pin }) => isPrintedPin(pin));
  const found = people[at];
  if (found === undefined) return null;
  return {
    path: ["people", at, "pin"],
    message: problemWords("pin-printed", { name: found.name }),
  };
}

/** What is wrong with the people of a configuration: a name that stands twice, a PIN that is no value of `tirada pin`; or null. */
export function peopleProblem({ people }: Pick<Config, "people">): ConfigProblem | null {
  const names = new Set<string>();
  for (const [at, { name, pin }] of people.entries()) {
    const fault = nameFault(name);
    if (fault !== null)
      return {
        path: ["people", at, "name"],
        message: problemWords("person-name", { name, why: problemWords(`name-${fault}`) }),
      };
    if (names.has(nameKey(name)))
      return {
        path: ["people", at, "name"],
        message: problemWords("person-twice", { name }),
      };
    if (!isPinHash(pin))
      return {
        path: ["people", at, "pin"],
        message: problemWords("person-pin", { name }),
      };
    names.add(nameKey(name));
  }
  return null;
}

/** A rulebook that is not there, with the one that was meant; null: it is. */
export function rulebookProblem({ table }: Config): ConfigProblem | null {
  const [id = ""] = table.rulebook.split("@", 1);
  const ids = packIds();
  if (ids.includes(id)) return editionProblem(table.rulebook);
  return {
    path: ["table", "rulebook"],
    message: problemWords("no-rulebook", { said: id, meant: meantWords(id, ids) }),
  };
}

/** An edition that is pinned and not there; null: it is, or none is pinned. */
function editionProblem(rulebook: string): ConfigProblem | null {
  const [id = "", edition] = rulebook.split("@", 2);
  const names = editionsOf(id);
  if (edition === undefined || names.includes(rulebook)) return null;
  const known = names.map((name) => name.slice(id.length + 1)).join(", ");
  return { path: ["table", "rulebook"], message: problemWords("no-edition", { said: id, edition, known }) };
}

/** What the house shows that no edition of its rulebook has, with its place in the file; null: nothing. */
export function houseOfProblem({ table, display }: Config): ConfigProblem | null {
  const { house } = display;
  if (house === undefined) return null;
  const wrong = editionsNamed(table.rulebook).map((name) => {
    const read = readPack(name);
    return read.ok ? houseProblem(house, read.pack) : null;
  });
  const last = wrong.includes(null) ? null : (wrong.at(-1) ?? null);
  return last === null
    ? null
    : {
        path: ["display", "house", ...last.path],
        message: problemWords("at", {
          place: `display.house.${last.path.join(".")}`,
          what: last.message,
        }),
      };
}

/** A composition with the tablet of a seat that the game has not, with its place in the file; null: there is none. */
export function seatScreenProblem({ table, display }: Config): ConfigProblem | null {
  const seats = editionsNamed(table.rulebook).map((name) => {
    const read = readPack(name);
    return read.ok ? (read.pack.cards?.seats?.most ?? 0) : Infinity;
  });
  for (const [name, { screens = {} }] of Object.entries(display.compositions ?? {}))
    for (const [area, { seat = 0 }] of Object.entries(screens)) {
      if (seat <= Math.max(...seats)) continue;
      const path = ["display", "compositions", name, "screens", area, "seat"];
      const what = problemWords("seat-none", { name: table.rulebook, seat });
      return { path, message: problemWords("at", { place: path.join("."), what }) };
    }
  return null;
}

/** The edition that a rulebook's name pins, or all of them. */
function editionsNamed(rulebook: string): readonly string[] {
  const [id = "", edition] = rulebook.split("@", 2);
  return editionsOf(id).filter((name) => edition === undefined || name === rulebook);
}

/**
 * A house rule of a configuration that the law does not leave open, or that contradicts another, with its place in the file;
 * null: none. Where the day is to choose the edition, what one of them leaves open is no problem yet. A rulebook that is not there
 * is refused elsewhere.
 */
export function houseRuleProblem({ table }: Config): ConfigProblem | null {
  const { rulebook, houseRules } = table;
  const wrong = editionsNamed(rulebook).map((name) => houseRuleProblemIn(name, houseRules));
  return wrong.includes(null) ? null : (wrong.at(-1) ?? null);
}

function houseRuleProblemIn(name: string, houseRules: readonly string[]): ConfigProblem | null {
  const read = readPack(name);
  if (houseRules.length === 0 || !read.ok) return null;
  const problem = firstHouseRuleProblem(read.pack, houseRules);
  if (problem === null) return null;
  const at = problem.at === null ? [] : [problem.at];
  return { path: ["table", "houseRules", ...at], message: problem.words };
}
