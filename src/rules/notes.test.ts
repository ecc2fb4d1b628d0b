import { describe, expect, it } from "vitest";
import { parseNotes } from "./notes.ts";

const FILE = `notes: tirada-notes/1
jurisdiction: cl
words:
  - note: Before the first card.
    es: Antes de la primera carta.
  - note: Play goes on.
    en: The game goes on.
`;

const problemsOf = (text: string): readonly string[] => {
  const read = parseNotes(text, "notes.yaml", "cl");
  return read.ok ? [] : read.problems.map(({ line, message }) => `${line}: ${message}`);
};

describe("the notes of a jurisdiction", () => {
  it("are found by their words, and have those languages that somebody gave them", () => {
    const read = parseNotes(FILE, "notes.yaml", "cl");
    expect(read.ok && [...read.notes]).toEqual([
      ["Before the first card.", { es: "Antes de la primera carta." }],
      ["Play goes on.", { en: "The game goes on." }],
    ]);
  });

  it("are refused with the line: of another jurisdiction, twice there, without a note, in a language that nobody has", () => {
    expect(problemsOf(FILE.replace("jurisdiction: cl", "jurisdiction: es-cb"))).toEqual([
      "2: jurisdiction: this file lies where that of cl belongs",
    ]);
    expect(problemsOf(FILE.replace("Play goes on.", "Before the first card."))).toEqual([
      "6: this note is there twice: take one out",
    ]);
    expect(problemsOf(FILE.replace("note: Play goes on.\n    ", ""))[0]).toContain('missing key "note"');
    expect(problemsOf(FILE.replace("es: Antes", "fr: Antes"))[0]).toContain('unknown key "fr"');
    expect(problemsOf("notes: [")).toHaveLength(1);
  });
});
