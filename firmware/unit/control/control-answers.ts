import { parseJson } from "../../../src/load/json.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { markOf } from "../../../src/record/mode.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import type { Config } from "../../table/config/config.ts";
import type { Journal } from "../../journal/thread/client.ts";
import type { Given, Pieces } from "../../journal/export/export.ts";
import { EXIT } from "../../problem.ts";
import type { Durable } from "./ask-file.ts";
import { calibrationsOf, caseRequest } from "../evidence/case-export.ts";
import { type ControlAnswer, type ControlRequest, type FileRequest } from "../../net/control.ts";
import { asProblem } from "../failure.ts";
import { recordActs } from "./technician-acts.ts";
import { healthOf, type HealthParts, type UnitHealth } from "../health.ts";
import type { Talk } from "../../net/talk.ts";

/** Files that are gone, of which an answer says the names. */
const NOTES_MAX = 3;

function refusalOf(error: unknown): ControlAnswer {
  const { message, status } = asProblem(error);
  return { ok: false, why: message, status };
}

/** The file that was asked for, piece by piece; the table goes on meanwhile. `config`: of the table, where it is at hand. */
export async function piecesFor(
  journal: Journal,
  clock: Clock,
  asked: FileRequest,
  config: Config | null,
): Promise<Pieces<Given>> {
  await journal.checkpoint(clock.now(), clock.wall());
  if (asked.do === "acta") {
    // Only games that have one read what makes it.
    const { actaPieces } = await import("../evidence/acta-file.ts");
    return actaPieces(journal, asked, config?.zone ?? null);
  }
  const { from, to } = asked;
  if (asked.do === "export") return journal.exportPieces({ from, to: to ?? journal.head().seq - 1 });
  const calibrations = config === null ? [] : calibrationsOf(config);
  return journal.casePieces(await caseRequest(journal, { round: asked.round, from, to }, calibrations));
}

/** What a command prints of a file that it wrote. */
export function linesOfGiven(
  path: string,
  { from, to, bytes, mode, beside, missing }: Given,
): readonly string[] {
  const absent = missing.map((name) => `note: ${name} is gone and not in it`);
  return [
    `${markOf(mode)}${path}: records ${from}–${to}, ${bytes} bytes (${mode})`,
    ...beside.map(({ ending }) => `${path}${ending}`),
    ...absent.slice(0, NOTES_MAX),
  ];
}

/** Gives a command a file. That it was exported is a record once the command has said that the file is durable, and not before. */
async function giveFile(
  { config, journal, unit, clock }: CommandParts,
  asked: FileRequest,
  talk: Talk,
): Promise<ControlAnswer> {
  try {
    const given = await sendPieces(await piecesFor(journal, clock, asked, config), talk);
    await talk.say({ given });
    const said = parseJson((await talk.hear()) ?? "") as Durable | undefined;
    const { file } = asked;
    if (said?.file !== file || said.bytes !== given.bytes || said.sha512 !== given.sha512)
      return {
        ok: false,
        why: `${file} is not durable where it was to go: nothing was recorded`,
        status: EXIT.usage,
      };
    await unit.feed(exportEntry(asked.do === "export" ? "records" : asked.do, file, given, clock));
    return { ok: true, lines: [] };
  } catch (error) {
    return refusalOf(error);
  }
}

async function sendPieces(pieces: Pieces<Given>, talk: Talk): Promise<Given> {
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) return next.value;
      await talk.send(next.value);
    }
  } finally {
    await pieces.return(undefined as never);
  }
}

/** An inspector's receipt is kept beside the checkpoint that it is of. */
export async function confirmFor(journal: Journal, clock: Clock, note: string): Promise<ControlAnswer> {
  try {
    const { size, by } = await journal.confirm(note, rfc3339(clock.wall()));
    return { ok: true, lines: [`${markOf(journal.mode)}${by} holds records 0–${size - 1}`] };
  } catch (error) {
    return refusalOf(error);
  }
}

/** What commands on this machine ask of. */
export interface CommandParts extends HealthParts {
  /** The newest lines of the unit's log. */
  readonly recentLines: () => readonly string[];
}

/** What a bundle needs of a running unit. */
export interface BundleParts {
  readonly health: UnitHealth;
  readonly vkey: string;
  /** Where the recording of the newest verdict ends: what comes after it may be of a round that runs. */
  readonly closed: { readonly segment: string; readonly bytes: number };
  readonly log: readonly string[];
}

/** Records among which the newest verdict is looked for. */
const RECENT = 500;
const VERDICTS = ["result", "void", "undecided", "aborted"];

async function bundleParts(parts: CommandParts): Promise<BundleParts> {
  const { journal } = parts;
  const recent = await journal.recent(RECENT);
  const verdict = recent.findLast(({ fields }) => VERDICTS.includes(String(fields["kind"])));
  const { src } = (verdict ?? recent[0])?.fields ?? {};
  const { segment = "", bytes = 0 } = (src ?? {}) as { readonly segment?: string; readonly bytes?: number };
  const closed = { segment, bytes: verdict === undefined ? 0 : bytes };
  return { health: healthOf(parts), vkey: journal.vkey, closed, log: parts.recentLines() };
}

/** Answers what a command on this machine asks; an export is a record. */
export async function answerControl(
  parts: CommandParts,
  asked: ControlRequest,
  talk: Talk,
): Promise<ControlAnswer> {
  const { journal, clock } = parts;
  if (asked.do === "health") return { ok: true, lines: [JSON.stringify(healthOf(parts))] };
  if (asked.do === "bundle") return { ok: true, lines: [JSON.stringify(await bundleParts(parts))] };
  if (asked.do === "sign-bundle") return { ok: true, lines: [await journal.signBundle(asked.sha512)] };
  if (asked.do === "lines") return { ok: true, lines: [JSON.stringify(parts.unit.readLines(asked))] };
  if (asked.do === "acts") return answerActs(parts);
  if (asked.do === "confirm") return confirmFor(journal, clock, asked.note);
  return giveFile(parts, asked, talk);
}

async function answerActs(parts: CommandParts): Promise<ControlAnswer> {
  try {
    return { ok: true, lines: [String(await recordActs(parts))] };
  } catch (error) {
    return refusalOf(error);
  }
}

/** That records left the unit: which, under what name, the hash by which the file is known again, and onto which stick. */
export function exportEntry(
  what: "records" | "case" | "acta",
  file: string,
  { from, to, bytes, sha512 }: Given,
  clock: Clock,
  stick?: string,
): Entry {
  const detail = { what, from, to, file, bytes, sha512, ...(stick === undefined ? {} : { stick }) };
  return { k: "event", t: clock.now(), event: "export", detail };
}
