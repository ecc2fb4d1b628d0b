import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import "../../firmware/table/setup/every-family.ts";
import { openJournal } from "../../firmware/journal/thread/client.ts";
import { CaseReader } from "../../firmware/evidence/case/case-reader.ts";
import { verifyCase } from "../../firmware/evidence/case/verify-case.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { rejudgeCase } from "../../firmware/replay/rejudge.ts";
import { RELEASE, RELEASE_ID } from "../../firmware/release.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { writeGiven } from "../../firmware/journal/export/target-file.ts";
import { caseRequest } from "../../firmware/unit/evidence/case-export.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { monoUs, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { ss2 } from "../support/replayed.ts";
import type { Part } from "./figures.ts";
import { capturedFor } from "./week.ts";

const DAY_US = 86_400 * US_PER_S;
const LOG = "tirada.local/bench/test";
const MIB = 1024 * 1024;

/** A day of a wheel: its case file written, verified, and every record of it judged again. */
export async function rejudgeDay(): Promise<Part> {
  const clock = systemClock();
  const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
  const seconds = async <T>(
    act: () => T | Promise<T>,
  ): Promise<{ readonly took: number; readonly made: T }> => {
    const from = clock.now();
    const made = await act();
    return { took: (clock.now() - from) / US_PER_S, made };
  };
  try {
    const path = join(folder, "day.tirada-case.tar");
    const written = await writeDay(join(folder, "storage"), path, seconds);
    const reader = CaseReader.open(path);
    const verified = await seconds(() => verifyCase(reader, null, []));
    const judged = await seconds(() => rejudgeCase(reader, { release: RELEASE_ID, codes: null }));
    reader.close();
    if (!verified.made.ok || judged.made.difference !== null)
      throw new Error("the day is not as it was signed");
    return {
      title: "A day judged again",
      about:
        "captured games repeated for a day of simulated time: the case file written, verified, judged again",
      figures: [
        { name: "records", value: judged.made.same, unit: "records" },
        { name: "case file", value: statSync(path).size / MIB, unit: "MiB" },
        { name: "written in", value: written, unit: "s" },
        { name: "verified in", value: verified.took, unit: "s" },
        { name: "judged again in", value: judged.took, unit: "s" },
        { name: "resident memory", value: process.memoryUsage().rss / MIB, unit: "MiB" },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Plays a day into a journal and writes its case file; how long the writing took. */
async function writeDay(
  folder: string,
  path: string,
  seconds: (act: () => Promise<unknown>) => Promise<{ readonly took: number }>,
): Promise<number> {
  mkdirSync(join(folder, "recordings"), { recursive: true });
  const journal = await openJournal({
    path: join(folder, "journal.db"),
    keyPath: join(folder, "test.key.pem"),
    log: LOG,
    recordings: { dir: join(folder, "recordings"), keepBytes: 1024 * MIB },
  });
  const setup = ss2("cl/ruleta-francesa");
  const head = newTableHead(setup, RELEASE, []);
  const named = { ...head, log: LOG, segment: "wheel-000001", rel: RELEASE_ID };
  const pipeline = new Pipeline(setup, named);
  await journal.recordingOpen("wheel-000001", pipeline.segment.headLine);
  let last: Promise<unknown> = Promise.resolve();
  const feed = async (entry: Entry): Promise<void> => {
    const { recording, records } = pipeline.feed(entry);
    journal.recordingAppend(recording, entry.t, null);
    for (const { line, hash, snapshot } of records) last = journal.commit({ line, hash, snapshot });
    await last;
  };
  await feed({ k: "auto-open", t: monoUs(0) });
  await feed({ k: "open", t: monoUs(0), port: "wheel", name: "bench" });
  for (const { t, bytes } of capturedFor(DAY_US)) {
    for (let at = pipeline.wakeAt(); at !== null && at < t; at = pipeline.wakeAt()) {
      await feed({ k: "tick", t: at });
      if (pipeline.wakeAt() === at) break;
    }
    await feed({ k: "in", t, port: "wheel", bytes });
  }
  const { took } = await seconds(async () => {
    const request = await caseRequest(journal, { round: null, from: null, to: null }, []);
    return writeGiven(path, journal.casePieces(request));
  });
  await journal.close();
  return took;
}
