import { closeSync, fstatSync, openSync, readSync } from "../files/disk.ts";
import { join } from "node:path";
import { BoardTrace } from "./board-trace.ts";
import { readCaptureText } from "./capture.ts";
import { setupOfHead } from "./recorded-setup.ts";
import type { Entry, SegmentHead } from "../../src/recording/entry.ts";
import { fieldsAt, numberAt, outcomeText, textAt, type Fields } from "../../src/analysis/record-fields.ts";
import type { Sample, SpinTrace } from "../../src/analysis/wheel-trace.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { onDisk } from "../files/errors.ts";
import { SEGMENT } from "../files/named-files.ts";
import { RulebookError } from "../table/rules/library.ts";
import { loadPack } from "../table/rules/load.ts";
import { sessionInput } from "../table/pipeline/session-input.ts";

/** Rounds that are over as their recordings have them, each a part of one; of a round that runs nothing is read, not a byte. */

/** A round's part of a recording; a longer one is read from its end. */
const PART_MOST = 4 * 1024 * 1024;
const HEAD_MOST = 4 * 1024 * 1024;
/** A spin is drawn from so long before the ball was on its track, µs. */
const BEFORE_US = 3_000 * US_PER_MS;
const VERDICTS = ["result", "void", "undecided", "aborted"];
const IN_PLAY = ["ball-in-play", "throwing"];

/** A round by its records: where its part of the recording begins and ends. */
export interface EndedRound {
  readonly verdict: Fields;
  readonly segment: string;
  readonly from: number;
  readonly to: number;
  /** When the ball was on its track, or the dice were thrown, µs of the unit's clock; null: no record says it. */
  readonly inPlay: number | null;
}

/** Marks of a turn of the rulebook's wheel; 0: it has none, or this release does not have it. */
export function marksOf(rulebook: string): number {
  try {
    const { wheel } = loadPack(rulebook).pack;
    return wheel?.kind === "roulette" ? wheel.pockets.length : 0;
  } catch (error) {
    if (error instanceof RulebookError) return 0;
    throw error;
  }
}

/** Finds the rounds that are over among records that come in their order. */
export class EndedRounds {
  #begun: { readonly segment: string; readonly from: number } | null = null;
  #inPlay: number | null = null;

  /** @returns the round that this record ends; null: it ends none */
  add(fields: Fields): EndedRound | null {
    const source = fieldsAt(fields, "src");
    const [segment, bytes, kind] = [
      textAt(source, "segment"),
      numberAt(source, "bytes"),
      textAt(fields, "kind"),
    ];
    if (bytes === null || !SEGMENT.test(segment)) return null;
    const phase = kind === "phase" ? textAt(fields, "phase") : "";
    if (phase === "betting") [this.#begun, this.#inPlay] = [{ segment, from: bytes }, null];
    if (IN_PLAY.includes(phase)) {
      this.#begun ??= { segment, from: Math.max(0, bytes - PART_MOST) };
      this.#inPlay = numberAt(fields, "mono");
    }
    const begun = this.#begun;
    if (!VERDICTS.includes(kind) || begun === null) return null;
    this.#begun = null;
    const from = begun.segment === segment ? begun.from : 0;
    return bytes > from ? { verdict: fields, segment, from, to: bytes, inPlay: this.#inPlay } : null;
  }
}

/** The rounds that are over, oldest first. */
export function endedRounds(records: readonly Fields[]): readonly EndedRound[] {
  const rounds = new EndedRounds();
  return records.map((fields) => rounds.add(fields)).filter((one) => one !== null);
}

/** Null: its recording is no longer there, or cannot be read. */
export function traceOf(recordings: string, spin: EndedRound): SpinTrace | null {
  const part = readPart(join(recordings, `${spin.segment}.jsonl`), spin);
  if (part === null) return null;
  try {
    const { own, entries } = readCaptureText(part, spin.segment);
    if (own === null) return null;
    const begin = spin.inPlay === null ? 0 : spin.inPlay - BEFORE_US;
    const drawn = entries.filter(({ t }) => t >= begin);
    const span = Math.round(((drawn.at(-1)?.t ?? 0) - (drawn[0]?.t ?? 0)) / (US_PER_MS / 10));
    const result = fieldsAt(spin.verdict, "result");
    return {
      round: numberAt(spin.verdict, "round") ?? 0,
      at: textAt(spin.verdict, "at"),
      end: textAt(spin.verdict, "kind"),
      outcome: outcomeText(result),
      span,
      ...(own.device === "sensor-board" ? boardTrace(drawn) : sessionTrace(own, entries, drawn[0]?.t ?? 0)),
    };
  } catch {
    // A damaged or foreign recording is for tirada verify: here there is nothing to draw.
    return null;
  }
}

type Traces = Pick<SpinTrace, "channels" | "rotor" | "laps" | "stages">;

function boardTrace(entries: readonly Entry[]): Traces {
  const trace = new BoardTrace();
  for (const entry of entries) if (entry.k === "in") trace.read(entry.bytes);
  return { channels: trace.channels(), rotor: trace.rotor(), laps: trace.laps(), stages: [] };
}

/** What a wheel with electronics says of itself, through its own session, which may begin amid its lines. */
function sessionTrace(head: SegmentHead, entries: readonly Entry[], begin: number): Traces {
  const { devices } = setupOfHead(head, null);
  const rotor: Sample[] = [];
  const stages: (readonly [number, string])[] = [];
  let session = devices.initial();
  const first = entries[0];
  const opened: readonly Entry[] =
    first === undefined ? [] : [{ k: "open", t: first.t, port: "wheel", name: "recording" }];
  for (const entry of [...opened, ...entries]) {
    const input = sessionInput(entry, null);
    if (input === null) continue;
    const step = devices.step(session, { at: "port" in entry ? entry.port : null, input, isDue: false });
    session = step.state;
    const at = Math.round((entry.t - begin) / (US_PER_MS / 10));
    for (const one of step.inputs)
      if (one.i === "observations" && at >= 0)
        for (const seen of one.seen) {
          if (seen.o === "rotor") rotor.push([at, seen.rpm10]);
          if (seen.o === "stage") stages.push([at, seen.stage]);
        }
  }
  return { channels: [], rotor, laps: [], stages };
}

/** A recording's head, and the whole lines of one part of it; null: it is not there. */
export function readPart(path: string, { from, to }: Pick<EndedRound, "from" | "to">): string | null {
  return onDisk("reading", path, () => {
    let file: number;
    try {
      file = openSync(path, "r");
    } catch (error) {
      // It was pruned. That it cannot be read is said.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
    try {
      if (fstatSync(file).size < to) return null;
      const begin = Buffer.alloc(Math.min(HEAD_MOST, to));
      readSync(file, begin, 0, begin.length, 0);
      const headEnd = begin.indexOf(0x0a);
      if (headEnd < 0) return null;
      const start = Math.max(headEnd + 1, from, to - PART_MOST);
      const bytes = Buffer.alloc(to - start);
      readSync(file, bytes, 0, bytes.length, start);
      return `${begin.toString("utf8", 0, headEnd)}\n${bytes.toString("utf8")}`;
    } finally {
      closeSync(file);
    }
  });
}
