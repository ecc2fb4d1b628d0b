import { type Fault, vocabularyFaults } from "./condition.ts";
import type { Pack, Rule, Suerte } from "./pack.ts";
import { ringFaults } from "./ring.ts";
import { factSpec } from "./vocabulary.ts";
import type { Path } from "./yaml.ts";

/** What the parts of a well-shaped pack say of each other that cannot be. */
export function packFaults(pack: Pack): readonly Fault[] {
  return [
    ...wheelFaults(pack),
    ...suerteFaults(pack),
    ...specialFaults(pack),
    ...announcementFaults(pack),
    ...twice(pack.rules, "rules", "rule", (rule) => rule.id),
    ...pack.rules.flatMap((rule, index) => ruleFaults(pack, rule, ["rules", index])),
    ...stepFaults(pack),
  ];
}

function wheelFaults(pack: Pack): readonly Fault[] {
  const { kind, pockets, layout, labels } = pack.wheel;
  const faults: Fault[] = ringFaults(pack, pockets).map(({ at, message }) => ({
    path: at === null ? ["wheel", "pockets"] : ["wheel", "pockets", at],
    message,
  }));
  if (layout !== undefined && kind !== "disc")
    faults.push({ path: ["wheel", "layout"], message: "only a disc has layout rules" });
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

function suerteFaults(pack: Pack): readonly Fault[] {
  const faults = [...twice(pack.suertes, "suertes", "suerte", (suerte) => suerte.id)];
  for (const [index, suerte] of pack.suertes.entries()) {
    faults.push(...repeated(suerte.pockets, ["suertes", index, "pockets"], "pocket"));
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
function cellFaults(pack: Pack, suerte: Suerte, path: Path): readonly Fault[] {
  const disc = pack.wheel.kind === "disc";
  if ((suerte.group === "cell") !== disc)
    return [{ path: [...path, "group"], message: `"${suerte.group}" is no group of a ${pack.wheel.kind}` }];
  const whole = suerte.pays !== undefined && suerte.cells !== undefined;
  const none = suerte.pays === undefined && suerte.cells === undefined;
  if (disc ? whole : none) return [];
  return [{ path, message: "a cell says what it pays and how many cells there are; nothing else does" }];
}

/** Two suertes of one group never win together: no pocket is both red and black, or in two dozens. */
function groupFaults(pack: Pack): readonly Fault[] {
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
function specialFaults(pack: Pack): readonly Fault[] {
  const coloured = new Set(pack.suertes.filter((s) => s.group === "colour").flatMap((s) => s.pockets));
  const plain =
    pack.wheel.kind === "disc"
      ? []
      : [...new Set(pack.wheel.pockets)].filter((pocket) => !coloured.has(pocket));
  const named = pack.result.special.map((special) => special.pocket);
  const faults = [...repeated(named, ["result", "special"], "pocket")];
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

function announcementFaults(pack: Pack): readonly Fault[] {
  const faults = [...twice(pack.announcements, "announcements", "announcement", (a) => a.phase, "phase")];
  for (const [index, { basis, cite, printed, phase }] of pack.announcements.entries()) {
    const path: Path = ["announcements", index];
    if (basis !== "external" && cite === undefined) faults.push({ path, message: `"${phase}" needs a cite` });
    if (basis !== "text" && printed.length > 0) {
      faults.push({ path: [...path, "printed"], message: "only words of basis text are printed in the law" });
    }
    if (basis === "text" && printed.length === 0) {
      faults.push({ path, message: `"${phase}" is of basis text but printed in no language` });
    }
  }
  const announced = (phase: string): boolean => pack.announcements.some((a) => a.phase === phase);
  for (const phase of canVoid(pack) ? ["betting", "no-more-bets", "void"] : ["betting", "no-more-bets"]) {
    if (announced(phase)) continue;
    faults.push({ path: ["announcements"], message: `the announcement "${phase}" is missing` });
  }
  if (!canVoid(pack) && (announced("void") || pack.voidName !== undefined))
    faults.push({
      path: ["voidName"],
      message: "no rule of this pack can void a spin: there is no name for it",
    });
  if (canVoid(pack) && pack.voidName === undefined)
    faults.push({ path: ["voidName"], message: "a rule can void a spin: what is that called?" });
  return faults;
}

/** Whether any rule can end in a void: by itself, by a person's word or by a reading that the house adopts. */
function canVoid(pack: Pack): boolean {
  return pack.rules.some(
    (rule) => rule.verdict === "void" || rule.announce !== undefined || rule.adopts !== undefined,
  );
}

function ruleFaults(pack: Pack, rule: Rule, path: Path): readonly Fault[] {
  const specOf = (fact: string) => factSpec(pack.family, fact);
  const faults = vocabularyFaults(rule.when, specOf, [...path, "when"]).slice();
  const say = (key: string, message: string): unknown => faults.push({ path: [...path, key], message });
  if (rule.verdict === "void" && rule.announce === undefined) {
    faults.push({ path, message: `void rule "${rule.id}" has no announce: nobody would call it` });
  }
  if (rule.verdict === "void" && rule.scope !== "spin")
    say("scope", "a void rule annuls the spin: scope must be spin");
  if (rule.verdict === "deviation" && rule.announce !== undefined)
    say("announce", "a deviation is not called aloud");
  if ("declared" in rule.when && rule.declaredBy !== rule.when.declared) {
    faults.push({ path, message: `declaredBy must be ${rule.when.declared}, who declares "${rule.id}"` });
  }
  if (rule.adopts !== undefined && rule.verdict !== "deviation") {
    say("adopts", "only a deviation can be adopted as void");
  }
  if (rule.mayBeCalled !== undefined) {
    const called = pack.rules.find((other) => other.id === rule.mayBeCalled);
    if (rule.verdict !== "deviation" && rule.verdict !== "person-decides")
      say("mayBeCalled", "only a deviation or what a person decides may be called something else");
    else if (called?.verdict !== "void" || called.declaredBy === undefined) {
      say("mayBeCalled", `"${rule.mayBeCalled}" is no void rule that a person may declare`);
    }
  }
  const lists: [Path, readonly string[]][] = [[[...path, "then"], rule.then]];
  if (rule.adopts !== undefined) lists.push([[...path, "adopts", "then"], rule.adopts.then]);
  for (const [at, steps] of lists) {
    faults.push(...repeated(steps, at, "step"));
    for (const [index, step] of steps.entries()) {
      if (pack.steps.some((known) => known.id === step)) continue;
      faults.push({ path: [...at, index], message: `unknown step "${step}"` });
    }
  }
  return faults;
}

function stepFaults(pack: Pack): readonly Fault[] {
  const faults = [...twice(pack.steps, "steps", "step", (step) => step.id)];
  const used = new Set(pack.rules.flatMap((rule) => [...rule.then, ...(rule.adopts?.then ?? [])]));
  for (const [index, step] of pack.steps.entries()) {
    const path: Path = ["steps", index];
    if (!used.has(step.id))
      faults.push({ path: [...path, "id"], message: `no rule leads to step "${step.id}"` });
    if (step.basis === "text" && step.cite === undefined)
      faults.push({ path, message: `step "${step.id}" needs a cite` });
  }
  return faults;
}

function twice<T>(
  list: readonly T[],
  where: string,
  what: string,
  name: (item: T) => string,
  key = "id",
): readonly Fault[] {
  return list.flatMap((item, index) =>
    list.findIndex((other) => name(other) === name(item)) === index
      ? []
      : [{ path: [where, index, key], message: `${what} "${name(item)}" is there twice` }],
  );
}

function repeated(list: readonly string[], path: Path, what: string): readonly Fault[] {
  return list.flatMap((item, index) =>
    list.indexOf(item) === index
      ? []
      : [{ path: [...path, index], message: `${what} "${item}" is there twice` }],
  );
}
