import type { Pack } from "../../../src/rules/pack.ts";
import { type ResultRecord } from "../../../src/table/kernel/record.ts";
import type { DealRecord } from "../../../src/table/shoe/records.ts";
import type { BuiltRecord } from "../../table/pipeline/pipeline.ts";
import { resultText } from "../../../src/table/every-family/results.ts";

/**
 * The stable output of the command line: one JSON object a line, `kind` one of phase, result, void, undecided, aborted,
 * fault. Other records (keys, cleared faults, boots …) are in the journal and are not part of this contract.
 */
export function contractLine(record: BuiltRecord, rulebook: string, pack: Pack): string | null {
  const { body, at } = record;
  switch (body.kind) {
    case "phase": {
      const call = pack.announcements.find((one) => one.phase === body.phase);
      const say = call === undefined ? {} : { say: call.say.es, by: call.by };
      return JSON.stringify({ kind: body.kind, round: body.round, phase: body.phase, ...say, at });
    }
    case "result":
    case "void":
    case "undecided":
    case "aborted": {
      const { kind, round, ...rest } = body;
      const { seq, hash } = record;
      return JSON.stringify({ kind, round, at, ...rest, rulebook, record: { seq, hash } });
    }
    case "fault": {
      const { kind, device, code, round, detail } = body;
      return JSON.stringify({ kind, device, code, at, round, detail });
    }
    default:
      return null;
  }
}

/** A record in one line for people, without a digest. */
export const readableLine = (record: BuiltRecord, pack: Pack): string =>
  lineOf(record, pack).replace(DIGEST, "$1…");

function lineOf(record: BuiltRecord, pack: Pack): string {
  const { body, at } = record;
  const { kind } = body;
  const time = at.slice(11, 19);
  switch (body.kind) {
    case "phase":
      return `${time}  ${body.phase}  (round ${body.round})`;
    case "result": {
      const deviations = body.deviations.map((one) => one.rule).join(", ");
      const { level, because } = body.certainty;
      const mark = level === "certified" ? "certified" : `NOT certified: ${because.join(", ")}`;
      return `${time}  round ${body.round}: ${resultLine(body.result, pack)}  [${mark}]${deviations === "" ? "" : `  deviation: ${deviations}`}  ${record.hash.slice(0, 8)}`;
    }
    case "void":
      return `${time}  round ${body.round}: ${(pack.voidName?.en ?? "void").toUpperCase()}  ${body.reasons.map((one) => `${one.rule} (${one.cite})`).join("; ")}`;
    case "undecided":
      return `${time}  round ${body.round}: UNDECIDED  ${body.because.join(", ")}`;
    case "aborted":
      return `${time}  round ${body.round}: ABORTED  ${body.cause}`;
    case "fault":
    case "fault-cleared":
      return `${time}  ${body.kind} ${body.device}: ${body.code} ${JSON.stringify(body.detail)}`;
    case "key":
      return `${time}  ${body.by.role} ${body.by.name}: ${body.key.key}`;
    case "deal":
      return `${time}  round ${body.round}: ${body.what} ${cardsLine(body)}`.trimEnd();
    case "incident":
    case "throw-incident":
      return `${time}  round ${body.round}: ${body.verdict}  ${body.reason.rule} (${body.reason.cite})`;
    case "shoe":
      return `${time}  shoe ${body.event} ${JSON.stringify(body.detail)}`;
    case "dice-set":
      return `${time}  dice ${body.event} ${JSON.stringify(body.detail)}`;
    case "first-dice": {
      const read = body.faces === null ? "dice not read" : `${body.faces.join("-")} = ${body.total ?? "?"}`;
      const what =
        body.because.length > 0 ? `NOT decided: ${body.because.join(", ")}` : `first ${body.first ?? "?"}`;
      return `${time}  round ${body.round}: ${read}  ${what}  (${body.cite})`;
    }
    case "opened":
      return `${time}  round ${body.round}: opened`;
    case "dispute":
      return `${time}  round ${body.round}: disputed by ${body.by.name} (${body.by.role}): ${body.words}`;
    default:
      return `${time}  ${kind}  ${"detail" in body ? detailText(body.detail) : ""}`.trimEnd();
  }
}

/** A digest is told by its beginning: the record has all of it. */
const DIGEST = /\b([0-9a-f]{8})[0-9a-f]{24,}\b/g;

/** So many digests are told; a record that has more, as one of a start has of its configuration, keeps them for itself. */
const DIGESTS_MOST = 2;

/** What a record of the unit says, for people: `release 0.8.0 · device cammegh-ss2`. */
function detailText(detail: object): string {
  const told = Object.entries(detail).map(([name, value]) => ({
    text: `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`,
    isDigest: typeof value === "string" && /^[0-9a-f]{32,}$/.test(value),
  }));
  const isShort = told.filter(({ isDigest }) => isDigest).length <= DIGESTS_MOST;
  return told
    .filter(({ isDigest }) => isShort || !isDigest)
    .map(({ text }) => text)
    .join(" · ");
}

/** A wheel's number with its suertes, in the language of the other words, or who won what at a card table. */
function resultLine(result: ResultRecord["result"], pack: Pack): string {
  if (!("pocket" in result)) return resultText(result);
  const names = new Map((pack.wheel === undefined ? [] : pack.suertes).map(({ id, name }) => [id, name.en]));
  return `${result.pocket.padStart(2)}  ${result.suertes.map((id) => names.get(id) ?? id).join(" · ")}`;
}

/** `seat-1 10h, bank ?`: a card that lies face down, or was not read, has no face here. */
function cardsLine({ cards }: DealRecord): string {
  return cards.map(({ to, face }) => `${to} ${face ?? "?"}`).join(", ");
}
