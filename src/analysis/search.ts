import {
  fieldsAt,
  numberAt,
  objectsAt,
  textAt,
  textsAt,
  type Fields,
  numberOf,
  outcomeText,
} from "./record-fields.ts";

/** What is looked for in records. Each that is given must fit; times are labels of the records, RFC 3339 in UTC. */
export interface Search {
  /** First instant that counts. */
  readonly from?: string | undefined;
  /** The first instant that does not count any more. */
  readonly before?: string | undefined;
  readonly round?: number | undefined;
  readonly kind?: string | undefined;
  /** Only disputes, and the case files that were written for them. */
  readonly dispute?: boolean | undefined;
  /** A code, a rule's id or a paragraph. */
  readonly reason?: string | undefined;
  /** Part of a person's name, or a role. */
  readonly person?: string | undefined;
  /** A pocket, a total, faces with `-` between them, an outcome. */
  readonly number?: string | undefined;
}

const DISPUTES = ["dispute", "case-kept"];

/** Whether a record fits. */
export function fitsSearch(fields: Fields, search: Search): boolean {
  const { from, before, round, kind, dispute, reason, person, number } = search;
  const at = textAt(fields, "at");
  if (from !== undefined && at < from) return false;
  if (before !== undefined && at >= before) return false;
  if (round !== undefined && roundOf(fields) !== round) return false;
  if (kind !== undefined && textAt(fields, "kind") !== kind) return false;
  if (dispute === true && !DISPUTES.includes(textAt(fields, "kind"))) return false;
  if (reason !== undefined && !reasonsOf(fields).includes(reason)) return false;
  if (person !== undefined && !hasPerson(fields, person)) return false;
  return number === undefined || numbersOf(fields).includes(number);
}

/** The round that a record is of; null: of none. */
export const roundOf = (fields: Fields): number | null =>
  numberAt(fields, "round") ?? numberAt(fieldsAt(fields, "key"), "round");

/** Codes, rules and paragraphs that a record names, each once. */
export function reasonsOf(fields: Fields): readonly string[] {
  const rules = [
    ...objectsAt(fields, "reasons"),
    ...objectsAt(fields, "deviations"),
    fieldsAt(fields, "reason"),
    fieldsAt(fields, "attests"),
    fieldsAt(fields, "key"),
  ].flatMap((one) => [textAt(one, "rule"), textAt(one, "cite")]);
  const codes = [
    ...textsAt(fields, "because"),
    ...textsAt(fieldsAt(fields, "certainty"), "because"),
    textAt(fields, "cause"),
    textAt(fields, "code"),
    textAt(fieldsAt(fields, "detail"), "why"),
  ];
  return [...new Set([...codes, ...rules])].filter((one) => one !== "");
}

/** Who a record names: name and role. */
export function peopleOf(fields: Fields): readonly { readonly name: string; readonly role: string }[] {
  return [
    fieldsAt(fields, "by"),
    fieldsAt(fields, "calledBy"),
    fieldsAt(fields, "contestedBy"),
    fieldsAt(fields, "detail"),
  ]
    .map((one) => ({ name: textAt(one, "name"), role: textAt(one, "role") }))
    .filter(({ name }) => name !== "");
}

function hasPerson(fields: Fields, wanted: string): boolean {
  const part = wanted.toLowerCase();
  return peopleOf(fields).some(({ name, role }) => name.toLowerCase().includes(part) || role === part);
}

/** What a round came to, in the words that people look for. */
export function numbersOf(fields: Fields): readonly string[] {
  const result = fieldsAt(fields, "result");
  const resolves = fieldsAt(fields, "resolves");
  const found = [
    ...[result, resolves, fieldsAt(resolves, "thrown")].map(numberOf),
    outcomeText(result),
    textAt(fieldsAt(fields, "key"), "announced"),
    ...["faces", "lay"].map((name) => facesText(result, name)),
    // A ball, and the cards that won a game of them.
    ballOf(fields),
    ...outcomeText(result).split(", "),
  ];
  return found.filter((one) => one !== null && one !== "") as readonly string[];
}

function ballOf(fields: Fields): string {
  const number = textAt(fields, "kind") === "ball" ? numberAt(fields, "number") : null;
  return number === null ? "" : String(number);
}

function facesText(result: Fields, name: string): string {
  const faces = result[name];
  return Array.isArray(faces) ? faces.filter((one) => typeof one !== "object").join("-") : "";
}
