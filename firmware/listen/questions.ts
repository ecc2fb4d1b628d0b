import { questionsOf, type Question } from "../../drivers/decoding.ts";
import { usageProblem } from "../problem.ts";
import { lineName } from "./row-text.ts";
import type { KnownLine } from "./known-lines.ts";

/** The names of the questions that these lines know, each once. */
const namesOf = (lines: readonly KnownLine[]): readonly string[] => [
  ...new Set(lines.flatMap(({ decoding }) => [...questionsOf(decoding).keys()])),
];

/** Throws a Problem unless one of these lines knows the question: a message that has the device act is never sent. */
export function requireQuestion(name: string, lines: readonly KnownLine[]): void {
  if (namesOf(lines).includes(name)) return;
  const order = lines.find(({ decoding }) => Object.hasOwn(decoding.host, name));
  const known = namesOf(lines);
  const may = known.length === 0 ? "this device is asked nothing" : `what may be asked: ${known.join(", ")}`;
  throw usageProblem(
    order === undefined
      ? `--send ${name}: no such question; ${may}`
      : `--send ${name}: that ${order.decoding.host[name]?.about ?? ""}, and listening only asks; ${may}`,
  );
}

/** The question as the line that was found knows it, and those that may be it. Throws a Problem where they would send different bytes. */
export function questionFor(name: string, lines: readonly KnownLine[]): Question {
  requireQuestion(name, lines);
  const asked = lines.flatMap((line) => {
    const question = questionsOf(line.decoding).get(name);
    return question === undefined ? [] : [{ line, question }];
  });
  const [first, ...others] = asked;
  const different = others.find(({ question }) => question.bytes !== first?.question.bytes);
  if (first === undefined || different !== undefined)
    throw usageProblem(
      `--send ${name}: ${asked.map(({ line }) => lineName(line)).join(" and ")} are asked differently; say --as DEVICE`,
    );
  return first.question;
}
