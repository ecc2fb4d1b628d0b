import { type Fault, vocabularyFaults } from "./condition.ts";
import type { Pack, Rule, Suerte } from "./pack.ts";
import { factSpec } from "./vocabulary.ts";
import type { Path } from "./yaml.ts";

/** What the parts of a well-shaped pack say of each other that cannot be. */
export function packFaults(pack: Pack): readonly Fault[] {
  return [
    ...wheelFaults(pack),
    ...suerteFaults(pack),
    ...zeroFaults(pack),
    ...announcementFaults(pack),
    ...twice(pack.rules, "rules", "rule", (rule) => rule.id),
    ...pack.rules.flatMap((rule, index) => ruleFaults(pack, rule, ["rules", index])),
    ...stepFaults(pack),
  ];
}

function wheelFaults(pack: Pack): readonly Fault[] {
  const faults = repeated(pack.wheel.pockets, ["wheel", "pockets"], "pocket");
  if (pack.wheel.pockets[0] === "0") return faults;
  return [...faults, { path: ["wheel", "pockets", 0], message: "the order starts at zero" }];
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
  }
  faults.push(...groupFaults(pack));
  for (const colour of ["rojo", "negro"]) {
    if (pack.suertes.some((suerte) => suerte.id === colour && suerte.group === "colour")) continue;
    faults.push({ path: ["suertes"], message: `the colour ${colour} is missing` });
  }
  return faults;
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

function zeroFaults(pack: Pack): readonly Fault[] {
  const coloured = new Set(pack.suertes.filter((s) => s.group === "colour").flatMap((s) => s.pockets));
  const zeros = pack.wheel.pockets.filter((pocket) => !coloured.has(pocket));
  const named = pack.result.zeros.map((zero) => zero.pocket);
  const faults = [...repeated(named, ["result", "zeros"], "zero")];
  for (const pocket of zeros) {
    if (!named.includes(pocket))
      faults.push({ path: ["result", "zeros"], message: `nothing said of zero "${pocket}"` });
  }
  for (const [index, pocket] of named.entries()) {
    if (zeros.includes(pocket)) continue;
    const message = `"${pocket}" is not a pocket without colour`;
    faults.push({ path: ["result", "zeros", index, "pocket"], message });
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
  for (const phase of ["betting", "no-more-bets", "void"]) {
    if (pack.announcements.some((a) => a.phase === phase)) continue;
    faults.push({ path: ["announcements"], message: `the announcement "${phase}" is missing` });
  }
  return faults;
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
    if (rule.verdict !== "deviation") say("mayBeCalled", "only a deviation may be called something else");
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
