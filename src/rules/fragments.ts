import type { z } from "zod";
import type { Rule, Step, Remark } from "./pack.ts";
import { fragmentSchema } from "./schema.ts";
import { shapeProblems } from "./shape.ts";
import { type Path, type Problem, readYaml, type YamlReading } from "./yaml.ts";

/** The text of a fragment of the pack's jurisdiction by its name, and the name of its file for messages; null: there is none. */
export type Fragments = (name: string) => { readonly file: string; readonly text: string } | null;

type Yaml = Extract<YamlReading, { ok: true }>;
/** Where one rule, step or remark of a resolved pack was written. */
interface Origin {
  readonly yaml: Yaml;
  readonly path: Path;
  /** The fragment's name; null: the pack itself. */
  readonly fragment: string | null;
}

/** What a pack holds of its own, in the order of the file. */
export interface Parts {
  readonly rules: readonly Rule[];
  readonly steps: readonly Step[];
  readonly remarks: readonly Remark[];
}

type Kind = keyof Parts;
interface Placed<T> {
  readonly item: T;
  readonly origin: Origin;
}

/** Which rules of a resolved pack are still those of one of its fragments. */
export interface Included {
  readonly fragment: string;
  readonly rules: readonly string[];
}

export type Resolved =
  | {
      readonly ok: true;
      readonly parts: Parts;
      readonly included: readonly Included[];
      /** The problem at a path of the resolved pack, in the file in which that part of it was written. */
      readonly problemAt: (path: Path, message: string) => Problem;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * The rules, steps and remarks of the fragments, in the order in which the pack names them, and then its own. An own one
 * with the id of an included one takes its place. A step of a fragment to which no rule leads any more is left out.
 */
export function resolved(own: Parts, include: readonly string[], yaml: Yaml, fragments: Fragments): Resolved {
  const problems: Problem[] = [];
  const rules: Placed<Rule>[] = [];
  const steps: Placed<Step>[] = [];
  const remarks: Placed<Remark>[] = [];
  for (const [index, name] of include.entries()) {
    if (include.indexOf(name) !== index) {
      problems.push(yaml.problemAt(["include", index], `fragment "${name}" is included twice`));
      continue;
    }
    const read = fragmentOf(name, fragments);
    if (read === null) {
      problems.push(yaml.problemAt(["include", index], `there is no fragment "${name}"`));
    } else if (read.ok) {
      rules.push(...placed(read.parts, "rules", read.yaml, name));
      steps.push(...placed(read.parts, "steps", read.yaml, name));
      remarks.push(...placed(read.parts, "remarks", read.yaml, name));
    } else problems.push(...read.problems);
  }
  if (problems.length > 0) return { ok: false, problems };
  const allRules = joined(rules, placed(own, "rules", yaml, null), (rule) => rule.id);
  const led = new Set(allRules.flatMap(({ item }) => [...item.then, ...(item.adopts?.then ?? [])]));
  const allSteps = joined(steps, placed(own, "steps", yaml, null), (step) => step.id).filter(
    ({ item, origin }) => origin.fragment === null || led.has(item.id),
  );
  const allRemarks = joined(remarks, placed(own, "remarks", yaml, null), (remark) => remark.about);
  const origins = { rules: allRules, steps: allSteps, remarks: allRemarks };
  return {
    ok: true,
    parts: { rules: items(allRules), steps: items(allSteps), remarks: items(allRemarks) },
    included: include.map((fragment) => ({
      fragment,
      rules: allRules.filter(({ origin }) => origin.fragment === fragment).map(({ item }) => item.id),
    })),
    problemAt: (path, message) => {
      const [kind, index, ...rest] = path;
      const list = kind === "rules" || kind === "steps" || kind === "remarks" ? origins[kind] : null;
      const origin = typeof index === "number" ? list?.[index]?.origin : undefined;
      return origin === undefined
        ? yaml.problemAt(path, message)
        : origin.yaml.problemAt([...origin.path, ...rest], message);
    },
  };
}

type FragmentReading =
  | { readonly ok: true; readonly parts: z.infer<typeof fragmentSchema>; readonly yaml: Yaml }
  | { readonly ok: false; readonly problems: readonly Problem[] };

function fragmentOf(name: string, fragments: Fragments): FragmentReading | null {
  const found = fragments(name);
  if (found === null) return null;
  const yaml = readYaml(found.text, found.file);
  if (!yaml.ok) return yaml;
  const shaped = fragmentSchema.safeParse(yaml.value);
  return shaped.success
    ? { ok: true, parts: shaped.data, yaml }
    : { ok: false, problems: shapeProblems(shaped.error, yaml) };
}

function placed<K extends Kind>(
  parts: Parts,
  kind: K,
  yaml: Yaml,
  fragment: string | null,
): readonly Placed<Parts[K][number]>[] {
  const list: readonly Parts[K][number][] = parts[kind];
  return list.map((item, index) => ({ item, origin: { yaml, path: [kind, index], fragment } }));
}

function joined<T>(
  included: readonly Placed<T>[],
  own: readonly Placed<T>[],
  name: (item: T) => string,
): readonly Placed<T>[] {
  const taken = new Set<Placed<T>>();
  const first = included.map((theirs) => {
    const ours = own.find(({ item }) => name(item) === name(theirs.item));
    if (ours !== undefined) taken.add(ours);
    return ours ?? theirs;
  });
  return [...first, ...own.filter((one) => !taken.has(one))];
}

function items<T>(list: readonly Placed<T>[]): readonly T[] {
  return list.map(({ item }) => item);
}
