import { z } from "zod";
import { type Language, LANGUAGES } from "../text/language.ts";
import { prose } from "./common-schema.ts";
import { shapeProblems } from "./shape.ts";
import { type Problem, readYaml } from "./yaml.ts";

/** The language in which packs have their notes and remarks. */
export const NOTE_LANGUAGE: Language = "en";

/**
 * Notes and remarks of a jurisdiction's packs as people read them, by their words as the packs have them: a note that is changed in
 * its pack has no translation until somebody has looked at it again. In the packs' own language only where people read it in
 * other words, as one that names things by their ids. No part of what a pack states as law.
 */
export type Notes = ReadonlyMap<string, Readonly<Partial<Record<Language, string>>>>;

export type NotesReading =
  | { readonly ok: true; readonly notes: Notes }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const fileSchema = z.strictObject({
  notes: z.literal("tirada-notes/1"),
  jurisdiction: z.string(),
  words: z
    .array(
      z.strictObject({
        note: prose,
        ...Object.fromEntries(LANGUAGES.map((language) => [language, prose.exactOptional()])),
      }),
    )
    .max(2000),
});

/** Reads the file of a jurisdiction's notes. Problems: not well formed, of another jurisdiction, a note that is there twice. */
export function parseNotes(text: string, file: string, jurisdiction: string): NotesReading {
  const yaml = readYaml(text, file);
  if (!yaml.ok) return yaml;
  const shaped = fileSchema.safeParse(yaml.value);
  if (!shaped.success) return { ok: false, problems: shapeProblems(shaped.error, yaml, fileSchema) };
  const problems: Problem[] = [];
  if (shaped.data.jurisdiction !== jurisdiction)
    problems.push(
      yaml.problemAt(["jurisdiction"], `jurisdiction: this file lies where that of ${jurisdiction} belongs`),
    );
  const notes = new Map<string, Readonly<Partial<Record<Language, string>>>>();
  for (const [index, { note, ...words }] of shaped.data.words.entries()) {
    if (notes.has(note))
      problems.push(yaml.problemAt(["words", index], "this note is there twice: take one out"));
    notes.set(note, words);
  }
  return problems.length === 0 ? { ok: true, notes } : { ok: false, problems };
}
