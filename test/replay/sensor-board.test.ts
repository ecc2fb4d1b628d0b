import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flatOptions } from "../../firmware/table/setup/families.ts";
import { wheelOptionsOf } from "../../firmware/table/setup/wheel/flat.ts";
import { readCapture } from "../../firmware/replay/capture.ts";
import { newTableHead, replay } from "../../firmware/replay/replay.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { fastBoard } from "../../hw-sim/boards/wheel/fast.ts";
import { handWheel } from "../../hw-sim/models/wheels/hand/wheel.ts";
import type { Entry, SegmentHead } from "../../src/recording/entry.ts";
import { monoUs } from "../../src/time/instant.ts";

/** A sensor board's recordings replay to what was signed: with the calibration and the ring that stand in their heads. */

const RULEBOOK = "cl/ruleta-francesa";
const STEP_US = 20_000;

interface Recorded {
  readonly head: SegmentHead;
  readonly text: string;
  readonly lines: readonly string[];
}

/** Some minutes of a simulated table, in two segments. */
function recorded(seconds: number): readonly Recorded[] {
  const { ring } = tableSetup(RULEBOOK, "sensor-board", []).options;
  const wheel = handWheel({ seed: "replay", ring, profile: { name: "default", faultPerMille: 0 } });
  const calibration = { ...wheel.calibration, board: 7 };
  const setup = tableSetup(RULEBOOK, "sensor-board", [], { calibration });
  const board = fastBoard({ kind: "roulette", marks: ring.length, board: 7, ppm: 30 });
  let head: SegmentHead = { ...newTableHead(setup, "test", []), options: flatOptions(setup) };
  const pipeline = new Pipeline(setup, head);
  const segments: { head: SegmentHead; text: string; lines: string[] }[] = [
    { head, text: pipeline.segment.headLine, lines: [] },
  ];
  let toBoard = "";
  const feed = (entry: Entry): void => {
    const fed = pipeline.feed(entry);
    const segment = segments.at(-1)!;
    segment.text += fed.recording;
    segment.lines.push(...fed.records.map(({ line }) => line));
    for (const { bytes } of fed.writes) {
      toBoard += bytes;
      feed({ k: "out", t: entry.t, port: "wheel", bytes });
    }
  };
  board.power(true, 0);
  feed({ k: "auto-open", t: monoUs(0) });
  feed({ k: "open", t: monoUs(0), port: "wheel", name: "model" });
  for (let us = STEP_US; us < seconds * 1_000_000; us += STEP_US) {
    const host = toBoard;
    toBoard = "";
    for (const sent of board.step(us, wheel.run(us).edges, host))
      feed({
        k: "in",
        t: monoUs(Math.ceil(Math.max(sent.us, us - STEP_US))),
        port: "wheel",
        bytes: sent.bytes,
      });
    const wake = pipeline.wakeAt();
    if (wake !== null && wake <= us) feed({ k: "tick", t: monoUs(us) });
    if (segments.length === 1 && us >= seconds * 500_000) {
      const { seq, prev } = pipeline.chain;
      head = { ...head, segment: "replay-2", ...pipeline.clock, state: pipeline.state, chain: { seq, prev } };
      segments.push({ head, text: pipeline.rotate(head), lines: [] });
    }
  }
  return segments;
}

describe("recordings of a sensor board", () => {
  it("replay hash for hash, also from the middle of a game", () => {
    const folder = mkdtempSync(join(tmpdir(), "tirada-replay-"));
    try {
      const segments = recorded(240);
      expect(segments.map(({ lines }) => lines.length > 3)).toEqual([true, true]);
      expect(segments.flatMap(({ lines }) => lines).join("")).toContain('"level":"certified"');
      for (const [at, segment] of segments.entries()) {
        const path = join(folder, `segment-${at}.jsonl`);
        writeFileSync(path, segment.text);
        const capture = readCapture(path);
        const own = capture.own!;
        const setup = tableSetup(RULEBOOK, own.device, own.houseRules, wheelOptionsOf(own.options));
        expect([...replay(capture, setup, own)].map(({ line }) => line)).toEqual(segment.lines);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("of a fresh head that names no calibration gives no number", () => {
    const [segment] = recorded(100);
    const unframed = tableSetup(RULEBOOK, "sensor-board", []);
    const lines = segment!.text.trimEnd().split("\n").slice(1);
    const entries = lines.map((line) => JSON.parse(line) as Entry);
    const head = newTableHead(unframed, "test", []);
    const records = [...replay({ own: head, entries, notes: [] }, unframed, head)];
    expect(records.map(({ body }) => body.kind)).not.toContain("result");
    expect(records.some(({ body }) => body.kind === "fault" && body.code === "not-calibrated")).toBe(true);
  });
});
