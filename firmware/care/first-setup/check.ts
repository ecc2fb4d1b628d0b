import { z } from "zod";
import { shapeProblems } from "../../../src/rules/shape.ts";
import { problemWords } from "../../../src/rules/problem-words.ts";
import { problemsText, type Path, type YamlReading } from "../../../src/rules/yaml.ts";
import { zoneOfTable } from "../../../src/rules/zones.ts";
import { dayIn, type Day } from "../../../src/time/day.ts";
import type { WallMs } from "../../../src/time/instant.ts";
import { inEveryLanguage } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { checkConfig, type Config } from "../../table/config/config.ts";
import { CONFIG_SECTIONS } from "../../table/config/device-keys.ts";
import { EXIT, Problem, usageProblem } from "../../problem.ts";
import { MADE_ON } from "../../release.ts";
import { deviceProblem, setupOf, withEditionInForce } from "../../table/setup/config-setup.ts";
import { loadFamilyOf } from "../../table/setup/load-families.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";
import {
  houseRuleProblem,
  peopleProblem,
  printedPinProblem,
  rulebookProblem,
  unknownDevice,
} from "../../unit/configuration/read-config.ts";
import { personSchema } from "./answer-keys.ts";
import { checkable, isClearPin, isSection, type Draft, type SlotKind } from "./draft.ts";
import { pinFault, pinText } from "../../../src/people/pins.ts";

/** A draft that is right, with the table that it makes. */
export interface Checked {
  readonly config: Config;
  readonly setup: TableSetup;
}

/** Text of a file of answers that was read as YAML. */
export type Answers = Extract<YamlReading, { readonly ok: true }>;

export interface CheckOptions {
  /** When the table is set up: the day of it chooses the edition of the law. */
  readonly wall: WallMs;
  /** How devices without an address are plugged in, by the names of their ports. */
  readonly kinds?: Readonly<Record<string, SlotKind>>;
}

/** What answers have that a configuration has not. */
const ownSchema = z.looseObject({
  /** Rules that nobody and nothing at this table sees, which the house knows of: each by its id. */
  unseen: z.array(z.string().max(100)).max(64).optional(),
  /** The casino that the table joins once it is set up. */
  casino: z
    .strictObject({
      /** What the casino gives to its tables (casino.yaml). Files are named from the answers' folder on. */
      file: z.string().min(1).max(300),
      /** The unit's certificate, where the authority gave one; left out: its request is made, unless it is in its place. */
      certificate: z.string().min(1).max(300).optional(),
    })
    .optional(),
  people: z.array(personSchema).max(100).optional(),
});

/**
 * Checks answers whole, as the configuration that will be made of them. Throws a Problem that says everything that is wrong in one line,
 * each with its place. Nothing is opened but the files that they name.
 */
export async function checkAnswers(answers: Answers, options: CheckOptions): Promise<Checked> {
  const own = ownSchema.safeParse(answers.value);
  if (!own.success) throw usageProblem(problemsText(shapeProblems(own.error, answers, ownSchema)));
  const { unseen = [], casino: _, ...draft } = own.data;
  const refuse = (path: Path, message: Text): Problem =>
    usageProblem(problemsText([answers.problemAt(path, message)]));
  const checked = await checkDraft(draft, answers, options);
  for (const [at, fault] of pinFaults(draft)) throw refuse(["people", at, "pin"], fault);
  const { table, people } = checked.config;
  if (!table.openAtStart && !people.some(({ role }) => role === "jefe-de-mesa"))
    throw refuse(["people"], problemWords("nobody-opens"));
  requireSeen(checked.setup, unseen, (message) => refuse(["table", "rulebook"], message));
  return checked;
}

/** The casino that answers name. */
export type CasinoAnswer = NonNullable<z.infer<typeof ownSchema>["casino"]>;

/** The draft that answers begin. */
export function draftOf(answers: Answers): Draft {
  const { unseen: _unseen, casino: _casino, ...draft } = isSection(answers.value) ? answers.value : {};
  return draft;
}

/** The casino that checked answers name; null: none. */
export const casinoIn = (answers: Answers): CasinoAnswer | null =>
  ownSchema.parse(answers.value).casino ?? null;

async function checkDraft(draft: Draft, answers: Answers, { wall, kinds }: CheckOptions): Promise<Checked> {
  await CONFIG_SECTIONS.loadAll();
  const reading = checkConfig({ ...answers, value: checkable(draft, kinds) });
  if (!reading.ok) throw usageProblem(problemsText(reading.problems));
  const { config, problemAt } = reading;
  const wrongBefore = unknownDevice(config) ?? rulebookProblem(config);
  if (wrongBefore !== null)
    throw usageProblem(problemsText([problemAt(wrongBefore.path, wrongBefore.message)]));
  await loadFamilyOf(config);
  const wrong =
    peopleProblem(config) ?? printedPinProblem(config) ?? deviceProblem(config) ?? houseRuleProblem(config);
  if (wrong !== null) throw usageProblem(problemsText([problemAt(wrong.path, wrong.message)]));
  try {
    const inForce = withEditionInForce(config, dayOfSetup(config, wall));
    return { config, setup: setupOf(inForce) };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== EXIT.usage) throw error;
    throw usageProblem(problemsText([problemAt(["table", "rulebook"], error.words ?? error.message)]), error);
  }
}

/** Where the table stands, and no day before the program was made: a machine may begin in 1970. */
function dayOfSetup(config: Config, wall: WallMs): Day {
  const day = dayIn(zoneOfTable(config), wall);
  return day > MADE_ON ? day : MADE_ON;
}

/** What is wrong with the PINs that are not hashed yet, by the place of the person. */
function pinFaults({ people }: Draft): readonly (readonly [at: number, fault: Text])[] {
  if (!Array.isArray(people)) return [];
  const known = people.map((one: unknown) => (isSection(one) ? String(one["pin"]) : ""));
  return known.flatMap((pin, at) => {
    const fault = isClearPin(pin) ? pinFault(pin, known.slice(0, at)) : null;
    if (fault === null) return [];
    const why = inEveryLanguage((language) => pinText(fault, language));
    return [[at, problemWords("person-fault", { number: at + 1, why })] as const];
  });
}

/** The rules that this table can judge neither by a device nor by anybody's word. */
export const unseenRules = ({
  coverage,
}: Pick<TableSetup, "coverage">): readonly { readonly rule: string; readonly why: string }[] =>
  coverage.rules
    .filter(({ level }) => level === "not-observable")
    .map(({ rule, cite, facts }) => ({
      rule,
      why: `${cite}: ${facts.map(({ fact, note }) => `${fact}: ${note}`).join(", ")}`,
    }));

/** Refuses a rulebook of which a rule is not seen at this table, unless the house has said that it knows. */
export function requireSeen(
  setup: Pick<TableSetup, "coverage" | "devices">,
  accepted: readonly string[],
  refuse: (message: Text) => Problem,
): void {
  const blind = unseenRules(setup).filter(({ rule }) => !accepted.includes(rule));
  if (blind.length === 0) return;
  const rules = blind.map(({ rule, why }) => `${rule} (${why})`).join("; ");
  const ids = blind.map(({ rule }) => rule).join(", ");
  throw refuse(problemWords("unseen", { device: setup.devices.device, rules, ids }));
}
