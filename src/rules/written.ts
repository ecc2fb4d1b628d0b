import type { Text } from "../text/language.ts";
import type { Path, Problem, YamlReading } from "./yaml.ts";

/** A rulebook or a part of rulebooks as its file has it. */
export interface Source {
  /** `cl/black-jack`, `cl/parts/general`: what `extends` calls it. */
  readonly name: string;
  readonly yaml: Extract<YamlReading, { ok: true }>;
}

/** A value of a data file, with the file and the place at which it was written. */
export type Written = WrittenMap | WrittenList | WrittenScalar;
interface Origin {
  readonly source: Source;
  readonly path: Path;
}
export interface WrittenMap extends Origin {
  readonly is: "map";
  readonly fields: ReadonlyMap<string, Written>;
}
export interface WrittenList extends Origin {
  readonly is: "list";
  readonly items: readonly Written[];
}
export interface WrittenScalar extends Origin {
  readonly is: "scalar";
  readonly value: unknown;
}

/** The value at a path of a file. Keys that an object could not have safely are left as they are: shapes are checked later. */
export function writtenOf(value: unknown, source: Source, path: Path = []): Written {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => writtenOf(item, source, [...path, index]));
    return { is: "list", source, path, items };
  }
  if (typeof value !== "object" || value === null) return { is: "scalar", source, path, value };
  const fields = Object.entries(value).map(
    ([key, inner]) => [key, writtenOf(inner, source, [...path, key])] as const,
  );
  return { is: "map", source, path, fields: new Map(fields) };
}

/** The plain value again. */
export function valueOf(written: Written): unknown {
  switch (written.is) {
    case "list":
      return written.items.map(valueOf);
    case "map":
      return Object.fromEntries([...written.fields].map(([key, inner]) => [key, valueOf(inner)]));
    case "scalar":
      return written.value;
  }
}

/** The field of a map, or the item of a list; null: there is none. */
export function childOf(written: Written, step: string | number): Written | null {
  if (written.is === "map") return written.fields.get(String(step)) ?? null;
  if (written.is === "list" && typeof step === "number") return written.items[step] ?? null;
  return null;
}

/** The word of a field that holds one. */
export function wordAt(written: Written, key: string): string | null {
  const child = childOf(written, key);
  return child?.is === "scalar" && typeof child.value === "string" ? child.value : null;
}

/** A problem at a path of a value that was put together, in the file and at the line where that part was written. */
export function problemIn(whole: Written, path: Path, message: string | Text, key?: string): Problem {
  let here = whole;
  for (const [index, step] of path.entries()) {
    const next = childOf(here, step);
    if (next === null) return here.source.yaml.problemAt([...here.path, ...path.slice(index)], message, key);
    here = next;
  }
  const of = key === undefined ? null : childOf(here, key);
  if (of === null || key === undefined) return here.source.yaml.problemAt(here.path, message, key);
  return of.source.yaml.problemAt(of.path.slice(0, -1), message, key);
}

/** Whether everything in a value was written in this file. */
export function isWholly(written: Written, source: Source): boolean {
  if (written.source !== source) return false;
  if (written.is === "map") return [...written.fields.values()].every((inner) => isWholly(inner, source));
  return written.is === "scalar" || written.items.every((inner) => isWholly(inner, source));
}
