import { type Fault, vocabularyFaults } from "./condition.ts";
import { ruleFamilyOf } from "./families.ts";
import { repeatedWordFaults, duplicateFaults } from "./listed.ts";
import { didYouMean } from "./nearest.ts";
import type { Pack, Rule } from "./pack.ts";
import { factSpec, vocabularyOf } from "./families.ts";
import type { Path } from "./yaml.ts";

/** What the parts of a well-shaped pack say of each other that cannot be. */
export function packFaults(pack: Pack): readonly Fault[] {
  return [
    ...dayFaults(pack),
    ...ruleFamilyOf(pack).faults(pack),
    ...announcementFaults(pack),
    ...duplicateFaults(pack.rules, "rules", "rule", (rule) => rule.id),
    ...pack.rules.flatMap((rule, index) => ruleFaults(pack, rule, ["rules", index])),
    ...stepFaults(pack),
  ];
}

function dayFaults({ inForce, until }: Pack): readonly Fault[] {
  if (until === undefined || until >= inForce) return [];
  return [{ path: ["until"], message: `${until} is before ${inForce}, its first day in force` }];
}

function announcementFaults(pack: Pack): readonly Fault[] {
  const faults = [
    ...duplicateFaults(pack.announcements, "announcements", "announcement", (a) => a.phase, "phase"),
  ];
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
  const round = ruleFamilyOf(pack).voided;
  const announced = (phase: string): boolean => pack.announcements.some((a) => a.phase === phase);
  for (const phase of canVoid(pack) ? ["betting", "no-more-bets", "void"] : ["betting", "no-more-bets"]) {
    if (announced(phase)) continue;
    faults.push({ path: ["announcements"], message: `the announcement "${phase}" is missing` });
  }
  if (!pack.rules.some(voids) && (announced("void") || pack.voidName !== undefined))
    faults.push({
      path: ["voidName"],
      message: `no rule of this pack can void a ${round}: there is no name for it`,
    });
  if (canVoid(pack) && pack.voidName === undefined)
    faults.push({ path: ["voidName"], message: `a rule can void a ${round}: what is that called?` });
  return faults;
}

/** Whether a rule can end in a void: by itself, by a person's word or by a reading that the house adopts. */
function voids(rule: Rule): boolean {
  if (rule.verdict === "corrected" || rule.verdict === "stands") return false;
  const isRead = rule.readings?.some(({ verdict }) => verdict === "void") === true;
  return rule.verdict === "void" || rule.announce !== undefined || rule.adopts !== undefined || isRead;
}

/** Whether any rule can void a whole round. A hand or a cloth that is out leaves the round as it is. */
function canVoid(pack: Pack): boolean {
  return pack.rules.some((rule) => voids(rule) && !["hand", "cloth", "card"].includes(rule.scope));
}

function ruleFaults(pack: Pack, rule: Rule, path: Path): readonly Fault[] {
  const specOf = (fact: string) => factSpec(pack.family, fact);
  const known = Object.keys(vocabularyOf(pack.family));
  const faults = vocabularyFaults(rule.when, { specOf, known }, [...path, "when"]).slice();
  const report = (key: string, message: string): unknown => faults.push({ path: [...path, key], message });
  faults.push(...ruleFamilyOf(pack).ruleFaults(pack, rule, path));
  if (rule.verdict === "void" && rule.announce === undefined) {
    faults.push({ path, message: `void rule "${rule.id}" has no announce: nobody would call it` });
  }
  if (rule.verdict === "deviation" && rule.announce !== undefined)
    report("announce", "a deviation is not called aloud");
  if ("declared" in rule.when && rule.declaredBy !== rule.when.declared) {
    faults.push({ path, message: `declaredBy must be ${rule.when.declared}, who declares "${rule.id}"` });
  }
  if (rule.adopts !== undefined && rule.verdict !== "deviation") {
    report("adopts", "only a deviation can be adopted as void");
  }
  for (const [index, reading] of (rule.readings ?? []).entries()) {
    const at: Path = [...path, "readings", index];
    const isVoid = reading.verdict === "void";
    if (rule.verdict !== "person-decides")
      faults.push({ path: at, message: "a house may only read what the law leaves to a person" });
    if (isVoid !== (reading.announce !== undefined))
      faults.push({ path: at, message: `reading "${reading.id}" needs a call if it voids, and only then` });
  }
  if (rule.mayBeCalled !== undefined) {
    const called = pack.rules.find((other) => other.id === rule.mayBeCalled);
    if (rule.verdict !== "deviation" && rule.verdict !== "person-decides")
      report("mayBeCalled", "only a deviation or what a person decides may be called something else");
    else if (called?.verdict !== "void" || called.declaredBy === undefined) {
      report(
        "mayBeCalled",
        `"${rule.mayBeCalled}" is no void rule that a person may declare${didYouMean(rule.mayBeCalled, ids(pack.rules))}`,
      );
    }
  }
  const lists: [Path, readonly string[]][] = [[[...path, "then"], rule.then]];
  if (rule.adopts !== undefined) lists.push([[...path, "adopts", "then"], rule.adopts.then]);
  for (const [index, reading] of (rule.readings ?? []).entries())
    lists.push([[...path, "readings", index, "then"], reading.then]);
  for (const [at, steps] of lists) {
    faults.push(...repeatedWordFaults(steps, at, "step"));
    for (const [index, step] of steps.entries()) {
      if (pack.steps.some((known) => known.id === step)) continue;
      faults.push({
        path: [...at, index],
        message: `unknown step "${step}"${didYouMean(step, ids(pack.steps))}`,
      });
    }
  }
  return faults;
}

const ids = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

function stepFaults(pack: Pack): readonly Fault[] {
  const faults = [...duplicateFaults(pack.steps, "steps", "step", (step) => step.id)];
  const readings = pack.rules.flatMap((rule) => rule.readings ?? []);
  const { opening = [], closing = [] } = pack.session ?? {};
  for (const [key, list] of Object.entries({ opening, closing }))
    for (const [index, step] of list.entries())
      if (!pack.steps.some(({ id }) => id === step))
        faults.push({
          path: ["session", key, index],
          message: `unknown step "${step}"${didYouMean(step, ids(pack.steps))}`,
        });
  const used = new Set([
    ...opening,
    ...closing,
    ...pack.rules.flatMap((rule) => [...rule.then, ...(rule.adopts?.then ?? [])]),
    ...readings.flatMap(({ then }) => then),
  ]);
  for (const [index, step] of pack.steps.entries()) {
    const path: Path = ["steps", index];
    if (!used.has(step.id))
      faults.push({ path: [...path, "id"], message: `no rule leads to step "${step.id}"` });
    if (step.basis === "text" && step.cite === undefined)
      faults.push({ path, message: `step "${step.id}" needs a cite` });
  }
  return faults;
}
