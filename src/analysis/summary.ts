import {
  fieldsAt,
  isFields,
  numberAt,
  objectsAt,
  textAt,
  textsAt,
  type Fields,
  outcomeText,
} from "./record-fields.ts";

/** Characters of a summary. */
export const SUMMARY_MAX = 160;

/** What a record says, in its own codes, as one short line. */
export function summaryOf(fields: Fields): string {
  const text = wordsOf(fields)
    .filter((one) => one !== "")
    .join(" · ");
  return text.length <= SUMMARY_MAX ? text : `${text.slice(0, SUMMARY_MAX - 1)}…`;
}

function wordsOf(fields: Fields): readonly string[] {
  switch (textAt(fields, "kind")) {
    case "phase":
      return [textAt(fields, "phase")];
    case "result": {
      const certainty = fieldsAt(fields, "certainty");
      return [
        outcomeText(fieldsAt(fields, "result")),
        textAt(certainty, "level"),
        ...textsAt(certainty, "because"),
        ...rulesText(objectsAt(fields, "deviations")),
      ];
    }
    case "void":
      return [...rulesText(objectsAt(fields, "reasons")), callerText(fields)];
    case "undecided":
      return [...textsAt(fields, "because"), personText(fieldsAt(fields, "contestedBy"))];
    case "aborted":
      return [textAt(fields, "cause")];
    case "fault":
    case "fault-cleared":
      return [textAt(fields, "device"), textAt(fields, "code")];
    case "incident":
    case "throw-incident":
      return [...rulesText([fieldsAt(fields, "reason")]), textAt(fields, "verdict"), callerText(fields)];
    case "key":
      return [keyText(fieldsAt(fields, "key")), personText(fieldsAt(fields, "by"))];
    case "deal":
      return [textAt(fields, "what"), ...objectsAt(fields, "cards").map(cardText)];
    case "shoe":
    case "dice-set":
      return [textAt(fields, "event")];
    case "first-dice":
      return [outcomeText(fields), textAt(fields, "first"), ...textsAt(fields, "because")];
    case "dispute":
      return [textAt(fields, "words"), personText(fieldsAt(fields, "by"))];
    case "opened":
      return [];
    case "ball":
      return [ballText(fields), textAt(fields, "why"), personText(fieldsAt(fields, "by"))];
    case "card-check":
      return [`${textAt(fields, "claim")} ${cardOf(fields)}`, checkText(fields), textAt(fields, "rule")];
    case "balls-set":
      return [textAt(fields, "event"), ...detailTexts(fieldsAt(fields, "detail"))];
    default:
      return detailTexts(fieldsAt(fields, "detail"));
  }
}

/** `12: 45`; a number that was not read is a question mark. */
const ballText = (fields: Fields): string =>
  `${numberAt(fields, "n") ?? "?"}: ${numberAt(fields, "number") ?? "?"}`;

/** `A 12` */
const cardOf = (fields: Fields): string => `${textAt(fields, "series")} ${numberAt(fields, "card") ?? "?"}`;

function checkText(fields: Fields): string {
  const holds = fieldsAt(fields, "checked")["holds"] ?? fieldsAt(fields, "said")["holds"];
  return typeof holds === "boolean" ? (holds ? "holds" : "does not hold") : textAt(fields, "why");
}

const rulesText = (reasons: readonly Fields[]): readonly string[] =>
  reasons.map((one) => `${textAt(one, "rule")} (${textAt(one, "cite")})`);

function callerText(fields: Fields): string {
  const caller = fields["calledBy"];
  return isFields(caller) ? personText(caller) : "";
}

/** `Ana, jefe-de-mesa`. */
export const personText = (person: Fields): string =>
  [textAt(person, "name"), textAt(person, "role")].filter((one) => one !== "").join(", ");

/** `declare late-bet`, `resolve stands 17`. */
function keyText(key: Fields): string {
  const parts = ["key", "rule", "outcome", "announced", "what", "who", "move", "hand"];
  const told = parts.map((name) => textAt(key, name));
  const card = numberAt(key, "card") === null || textAt(key, "series") === "" ? "" : cardOf(key);
  return [...told, textAt(key, "claim"), card, textAt(key, "about"), textAt(key, "says")]
    .filter((one) => one !== "")
    .join(" ");
}

/** A card as it lies there: a face that nobody has seen is not in the record. */
function cardText(card: Fields): string {
  const face = textAt(card, "face");
  return `${textAt(card, "to")} ${face === "" ? "?" : face}`;
}

const DETAILS_MAX = 6;

/** Names and values of a detail; digests say nothing to people. */
const detailTexts = (detail: Fields): readonly string[] =>
  Object.entries(detail)
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const)
    .filter(([, value]) => value !== "null" && !/^[0-9a-f]{64,}$/.test(value))
    .slice(0, DETAILS_MAX)
    .map(([name, value]) => `${name} ${value}`);
