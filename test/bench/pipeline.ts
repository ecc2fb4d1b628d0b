import { ReadlineParser } from "@serialport/parser-readline";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { toBytes } from "../../src/recording/codec.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { fixture, ss2 } from "../support/replayed.ts";
import { median, type Part } from "./figures.ts";

const ROUNDS = 9;
const STATUS = /^\*X;([1-7]);(\d{3});([ \d]\d|  );([0-9A-F]);(\d{3});([01])$/;

/** Lines a second, each from its bytes: judged, recorded, hashed and signed-for, against split and matched only. */
export async function throughput(): Promise<Part> {
  const clock = systemClock();
  const capture = fixture("live");
  const lines = capture.entries.filter((entry) => entry.k === "in").length;
  const chunks = capture.entries.flatMap((entry) =>
    entry.k === "in" ? [Buffer.from(toBytes(entry.bytes))] : [],
  );
  const setup = ss2("cl/ruleta-francesa");
  const perSecond = async (run: () => unknown): Promise<number> => {
    const from = clock.now();
    await run();
    return (lines * 1_000_000) / (clock.now() - from);
  };
  const judge = (): number => {
    const pipeline = new Pipeline(setup, newTableHead(setup, "bench", []));
    return capture.entries.reduce((records, entry) => records + pipeline.feed(entry).records.length, 0);
  };
  const judged: number[] = [];
  const matched: number[] = [];
  for (let round = 0; round < ROUNDS + 1; round++) {
    const one = await perSecond(judge);
    const other = await perSecond(() => bareParser(chunks));
    // The first round warms up.
    if (round > 0) {
      judged.push(one);
      matched.push(other);
    }
  }
  const ratio = median(judged.map((value, at) => (matched[at] ?? Number.NaN) / value));
  return {
    title: "Lines judged",
    about: `${lines} captured lines of a live wheel, one chunk a line, median of ${ROUNDS} rounds in turn`,
    figures: [
      {
        name: "whole pipeline",
        value: median(judged),
        unit: "lines/s",
        note: `a wheel sends 2; ${judge()} records`,
      },
      { name: "serialport ReadlineParser and one expression", value: median(matched), unit: "lines/s" },
      { name: "ratio", value: ratio, unit: "times", note: "what the judgement costs over splitting alone" },
    ],
  };
}

/** The least that any program does with such a line. Resolves with how many matched. */
function bareParser(chunks: readonly Buffer[]): Promise<number> {
  const parser = new ReadlineParser({ delimiter: "\r\n", encoding: "latin1" });
  let matched = 0;
  parser.on("data", (line: string) => {
    if (STATUS.test(line)) matched++;
  });
  const done = new Promise<number>((resolve) => parser.once("end", () => resolve(matched)));
  void (async () => {
    for (const chunk of chunks) {
      if (!parser.write(chunk)) await new Promise((resolve) => parser.once("drain", resolve));
    }
    parser.end();
  })();
  return done;
}
