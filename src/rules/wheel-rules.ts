import type { Fault } from "./condition.ts";
import { repeatedWordFaults, duplicateFaults, reportCardKeys } from "./listed.ts";
import type { LayoutRule, Rule, Suerte, WheelPack } from "./pack.ts";
import { ringFaults } from "./ring.ts";
import type { Path } from "./yaml.ts";
import type { RuleFamily } from "./families.ts";
import { WHEEL_FACTS } from "./vocabulary/wheel.ts";
import { WHEEL_SHAPE } from "./wheel-schema.ts";

const ROULETTE_LAYOUT: readonly LayoutRule["rule"][] = [
  ...(["colours-alternate", "consecutive-apart", "double-zero-faces-zero"] as const),
];

/** What the parts of a wheel's game say of each other that cannot be. */
export function wheelFaults(pack: WheelPack): readonly Fault[] {
  return [...pocketFaults(pack), ...suerteFaults(pack), ...specialFaults(pack)];
}

/** What a rule about a spin may not say. */
export function wheelRuleFaults(rule: Rule, path: Path): readonly Fault[] {
  const faults: Fault[] = [];
  const report = (key: string, message: string): unknown => faults.push({ path: [...path, key], message });
  if (rule.verdict === "void" && rule.scope !== "spin")
    report("scope", "a void rule annuls the spin: scope must be spin");
  else if (!["spin", "bet", "session"].includes(rule.scope))
    report("scope", `"${rule.scope}" is no scope of a wheel: it has spin, bet and session`);
  reportCardKeys(rule, report);
  return faults;
}

function pocketFaults(pack: WheelPack): readonly Fault[] {
  const { kind, pockets, layout, labels } = pack.wheel;
  const faults: Fault[] = ringFaults(pack, pockets).map(({ at, message }) => ({
    path: at === null ? ["wheel", "pockets"] : ["wheel", "pockets", at],
    message,
  }));
  for (const [index, { rule }] of (layout ?? []).entries()) {
    if ((kind === "roulette") === ROULETTE_LAYOUT.includes(rule) && kind !== "bowl") continue;
    faults.push({ path: ["wheel", "layout", index], message: `"${rule}" is no layout rule of a ${kind}` });
  }
  for (const name of new Set(pockets)) {
    if (!/^\d+$/.test(name) && labels?.[name] === undefined)
      faults.push({ path: ["wheel", "labels"], message: `"${name}" needs a label: it is no plain number` });
  }
  for (const name of Object.keys(labels ?? {})) {
    if (!pockets.includes(name))
      faults.push({ path: ["wheel", "labels", name], message: `the wheel has no pocket "${name}"` });
  }
  return faults;
}

function suerteFaults(pack: WheelPack): readonly Fault[] {
  const faults = [
    ...duplicateFaults(pack.suertes, "suertes", "suerte", (suerte) => suerte.id),
    ...duplicateFaults(pack.bets ?? [], "bets", "bet", (bet) => bet.id),
  ];
  for (const [index, suerte] of pack.suertes.entries()) {
    faults.push(...repeatedWordFaults(suerte.pockets, ["suertes", index, "pockets"], "pocket"));
    for (const [at, pocket] of suerte.pockets.entries()) {
      if (pack.wheel.pockets.includes(pocket)) continue;
      faults.push({ path: ["suertes", index, "pockets", at], message: `the wheel has no pocket "${pocket}"` });
    }
    if (suerte.group === "colour" && suerte.id !== "rojo" && suerte.id !== "negro") {
      faults.push({ path: ["suertes", index, "id"], message: "a colour is rojo or negro" });
    }
    faults.push(...cellFaults(pack, suerte, ["suertes", index]));
  }
  faults.push(...groupFaults(pack));
  if (pack.wheel.kind === "disc") return faults;
  for (const colour of ["rojo", "negro"]) {
    if (pack.suertes.some((suerte) => suerte.id === colour && suerte.group === "colour")) continue;
    faults.push({ path: ["suertes"], message: `the colour ${colour} is missing` });
  }
  return faults;
}

/** Cells, what they pay and how many there are belong to a disc, and a disc has nothing else. */
function cellFaults(pack: WheelPack, suerte: Suerte, path: Path): readonly Fault[] {
  const disc = pack.wheel.kind === "disc";
  if ((suerte.group === "cell") !== disc)
    return [{ path: [...path, "group"], message: `"${suerte.group}" is no group of a ${pack.wheel.kind}` }];
  const whole = suerte.pays !== undefined && suerte.cells !== undefined;
  const none = suerte.pays === undefined && suerte.cells === undefined;
  if (disc ? whole : none) return [];
  return [{ path, message: "a cell says what it pays and how many cells there are; nothing else does" }];
}

/** Two suertes of one group never win together: no pocket is both red and black, or in two dozens. */
function groupFaults(pack: WheelPack): readonly Fault[] {
  const faults: Fault[] = [];
  const owner = new Map<string, Suerte>();
  for (const [index, suerte] of pack.suertes.entries()) {
    for (const [at, pocket] of suerte.pockets.entries()) {
      const key = `${suerte.group}/${pocket}`;
      const other = owner.get(key);
      if (other !== undefined && other !== suerte) {
        const message = `pocket "${pocket}" is also in ${other.id}`;
        faults.push({ path: ["suertes", index, "pockets", at], message });
      }
      owner.set(key, suerte);
    }
  }
  return faults;
}

/** A pocket without colour needs a rule of its own; a disc knows no colours. */
function specialFaults(pack: WheelPack): readonly Fault[] {
  const coloured = new Set(pack.suertes.filter((s) => s.group === "colour").flatMap((s) => s.pockets));
  const plain =
    pack.wheel.kind === "disc"
      ? []
      : [...new Set(pack.wheel.pockets)].filter((pocket) => !coloured.has(pocket));
  const named = pack.result.special.map((special) => special.pocket);
  const faults = [...repeatedWordFaults(named, ["result", "special"], "pocket")];
  for (const pocket of plain) {
    if (!named.includes(pocket))
      faults.push({ path: ["result", "special"], message: `nothing said of "${pocket}", which has no colour` });
  }
  for (const [index, pocket] of named.entries()) {
    if (plain.includes(pocket)) continue;
    const message = `"${pocket}" is not a pocket without colour`;
    faults.push({ path: ["result", "special", index, "pocket"], message });
  }
  return faults;
}

/** Rulebooks of games on a wheel. */
export const WHEEL_RULES: RuleFamily = {
  voided: "spin",
  facts: WHEEL_FACTS,
  shape: WHEEL_SHAPE,
  faults: (pack: WheelPack) => wheelFaults(pack),
  ruleFaults: (_, rule, path) => wheelRuleFaults(rule, path),
};
