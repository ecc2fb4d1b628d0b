import { describe, expect, it } from "vitest";
import { eyeAbilities } from "../../drivers/dice/eye/abilities.ts";
import { SHOE_TYPES, WHEEL_TYPES } from "../../firmware/table/config/devices.ts";
import { BESIDE_DEVICES, EYE_DEVICES } from "../../firmware/table/config/installed.ts";
import { Problem } from "../../firmware/problem.ts";
import { certainty } from "../../firmware/table/rules/contract.test-help.ts";
import { listPacks, type LoadedPack } from "../../firmware/table/rules/load.ts";
import { coverageFor } from "../../firmware/table/setup/table-setup.ts";
import { blocks, judge } from "../../src/rules/engine.ts";
import type { Ability, Fact, FactSheet } from "../../src/rules/facts.ts";
import { factSpec } from "../../src/rules/families.ts";
import type { Condition, Pack } from "../../src/rules/pack.ts";
import { ordinaryFacts } from "../../src/rules/vocabulary/shoe.ts";

/**
 * Of every rule that a table says it judges, some round comes out so and another not so, with nothing but what its devices can say:
 * tried with all that they can say. Otherwise each round would be left open by it, or it would be signed as judged where it could
 * not have fired.
 */

/** Everything that a device can say of a fact; `undefined`: nothing. */
function sayable(
  family: Pack["family"],
  name: string,
  ability: Ability,
  when: Condition,
): readonly (Fact | undefined)[] {
  const spec = factSpec(family, name);
  if (spec === null) throw new Error(`nobody knows the fact ${name}`);
  if (ability.level === "none") return [undefined];
  const tellsNothing = ability.silence === "tells-nothing";
  const unknown = ability.level === "bounded" ? [undefined] : [];
  if (spec.is === "flag")
    return [
      ...unknown,
      ...[true, ...(tellsNothing ? [] : [false])].map((value) => ({ is: "flag", value }) as const),
    ];
  if (spec.is === "word")
    return [
      ...unknown,
      ...(spec.words ?? []).slice(tellsNothing ? 1 : 0).map((value) => ({ is: "word", value }) as const),
    ];
  const bounds = [...JSON.stringify(when).matchAll(/"(?:atLeast|fewerThan)":(\d+)/g)].map(([, bound]) =>
    Number(bound),
  );
  const counts = [...new Set([0, ...bounds.flatMap((bound) => [bound - 1, bound])])].filter(
    (count) => count >= 0,
  );
  return [...unknown, ...counts.map((count) => ({ is: "count", atLeast: count, atMost: count }) as const)];
}

function sheetsOf(family: Pack["family"], when: Condition, spoken: readonly Spoken[]): readonly FactSheet[] {
  let sheets: readonly FactSheet[] = [{}];
  for (const [fact, ability] of spoken) {
    const said = sayable(family, fact, ability, when);
    sheets = sheets.flatMap((sheet) =>
      said.map((one) => (one === undefined ? sheet : { ...sheet, [fact]: one })),
    );
  }
  return sheets;
}

const PACKS = listPacks();
const [eye = ""] = EYE_DEVICES.map(({ name }) => name);
const EYE_THAT_KNOWS_ALL = eyeAbilities({
  rim: true,
  basket: true,
  half: true,
  wall: true,
  rolled: true,
  dome: true,
});

type Spoken = readonly [fact: string, ability: Ability];

const known = new Map<string, ReadonlySet<string>>();

/** What comes out of a condition with all that can be said of its facts. Many rulebooks have the same one: it is asked once. */
function answersTo(family: Pack["family"], when: Condition, spoken: readonly Spoken[]): ReadonlySet<string> {
  const key = JSON.stringify([family, when, spoken.map(([, { level, silence }]) => [level, silence])]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const answers = new Set(sheetsOf(family, when, spoken).map((sheet) => certainty(when, sheet, family)));
  known.set(key, answers);
  return answers;
}

/** Rules whose level is not what their device can say of them. */
function wrongLevels({ pack, id }: LoadedPack, device: string): readonly string[] {
  return coverageFor(id, device, []).rules.flatMap(({ rule, level, facts }) => {
    const found = pack.rules.find((one) => one.id === rule);
    if (found === undefined) throw new Error(`${id} has no ${rule}`);
    const spoken = facts.map(
      ({ fact, ...ability }) => [fact, { ...silenceOf(device, fact), ...ability }] as const,
    );
    const answers = answersTo(pack.family, found.when, spoken);
    const isSettled = answers.has("so") && answers.has("not so");
    return isSettled === (level === "judged" || level === "bounded")
      ? []
      : [`${id} ${device} ${rule}: ${level}`];
  });
}

/** A coverage says how well a fact is known; what its silence means only the device itself. */
function silenceOf(device: string, fact: string): Pick<Ability, "silence"> {
  const abilities = SHOE_TYPES.find(({ name }) => name === device)?.abilities ?? EYE_THAT_KNOWS_ALL;
  const ability = device.startsWith(eye) || abilities !== EYE_THAT_KNOWS_ALL ? abilities[fact] : undefined;
  return ability?.silence === undefined ? {} : { silence: ability.silence };
}

const INSTALLED = [
  ...[...WHEEL_TYPES, ...SHOE_TYPES].map(({ name }) => name),
  eye,
  ...BESIDE_DEVICES.map(({ name }) => `${eye}+${name}`),
];

describe("what a table says that it judges", () => {
  it.each(INSTALLED)("can come out both ways with %s", (device) => {
    const packs = PACKS.filter(({ id }) => isFit(id, device));
    expect(packs.length).toBeGreaterThan(0);
    expect(packs.flatMap((loaded) => wrongLevels(loaded, device))).toEqual([]);
  });

  it.each(SHOE_TYPES.map(({ name, abilities }) => [name, abilities] as const))(
    "leaves no round of cards open in which %s saw nothing out of order",
    (device, abilities) => {
      const packs = PACKS.filter(({ id }) => isFit(id, device));
      expect(packs.length).toBeGreaterThan(50);
      const open = packs.flatMap(({ pack, id }) =>
        judge(pack, coverageFor(id, device, []), ordinaryFacts(abilities), "rest")
          .unjudged.filter(blocks)
          .map(({ rule }) => `${id} ${rule}`),
      );
      expect(open).toEqual([]);
    },
  );
});

function isFit(rulebook: string, device: string): boolean {
  try {
    coverageFor(rulebook, device, []);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
