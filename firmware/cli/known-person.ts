import { nameKey } from "../../src/people/names.ts";
import { meantWords, problemWords } from "../../src/rules/problem-words.ts";
import { usageProblem } from "../problem.ts";
import { readConfig } from "../unit/configuration/read-config.ts";

/** The name of a person as the configuration of a table writes it. Rejects with a Problem that says who is known. */
export async function knownPerson(said: string, path: string): Promise<string> {
  return nameAmong(
    said,
    (await readConfig(path)).people.map(({ name }) => name),
    path,
  );
}

/** One of the names that a file has. Throws a Problem that says who is known. */
export function nameAmong(said: string, names: readonly string[], path: string): string {
  const found = names.find((name) => nameKey(name) === nameKey(said));
  if (found !== undefined) return found;
  const known = names.join(", ") || "–";
  throw usageProblem(problemWords("nobody-called", { path, said, known, meant: meantWords(said, names) }));
}
