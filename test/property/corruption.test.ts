import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/recording/entry.ts";
import { DEVICES } from "../../firmware/table/config/devices.ts";
import { newTableHead } from "../../firmware/replay/replay.ts";
import { Pipeline } from "../../firmware/table/pipeline/pipeline.ts";
import { deviceGameOf } from "../../src/table/wheel/durable-wheel.ts";
import { bodies, fixture, replayed, ss2 } from "../support/replayed.ts";
import { more, runSeed, volume } from "../support/volume.ts";
import { PAST_MAX } from "../../src/table/kernel/late/past-rounds.ts";
import { corrupt, Corruptor, OPERATIONS, type Damage } from "./corruption.ts";
import { BALL_LIVES } from "./lives/balls.ts";
import { CARD_LIVES } from "./lives/cards.ts";
import { DICE_LIVES } from "./lives/dice.ts";
import { WHEEL_LIVES } from "./lives/wheels.ts";
import { resultText } from "../../src/table/every-family/results.ts";

const SEED = runSeed("corruption");
/** A million in a soak; TIRADA_FUZZ_LINES asks for another number. */
const MUTATED_LINES = Number(process.env["TIRADA_FUZZ_LINES"] ?? volume(more(4_000, 8_000), 1_000_000));
/** Lives of each device: of most some hundred changed messages in a run, some thousand in a soak. */
const LIVES_OF_EACH = volume(more(4, 8), 240);
/** What becomes of a life's messages, one life after the other. */
const DAMAGES: readonly Omit<Damage, "strangers">[] = [
  { oneIn: 40 },
  { oneIn: 8 },
  { oneIn: 3 },
  // What a checksum is for.
  { oneIn: 6, operations: ["flip"] },
];
const LIVES = { ...WHEEL_LIVES, ...CARD_LIVES, ...DICE_LIVES, ...BALL_LIVES };

const setup = ss2("cl/ruleta-francesa");
const capture = fixture("live");

/** The clean stretch from game 10 on, where every game number stands for one number. */
const from = capture.entries.findIndex((entry) => entry.k === "in" && entry.bytes.startsWith("*X;2;011"));
const START = capture.entries.slice(0, 3);
const STRETCH = capture.entries.slice(from);

const truth = new Map(
  bodies(replayed({ ...capture, entries: [...START, ...STRETCH] }, setup), "result").map((one) => [
    deviceGameOf(one),
    resultText(one.result),
  ]),
);

/** Lines of other wheels and other devices. */
const STRANGERS = [
  ...fixture("2024").entries.flatMap((entry) => (entry.k === "in" ? [entry.bytes] : [])),
  "*S\r\n",
  "*W 17\r\n",
  "*W 00\r\n",
  "*X;5;087;17;0;210;0;0112;0B;1;03A10;17\r\n",
  "$GPGGA,123519,4807.038,N,01131.000,E*47\r\n",
  "\u0000\u00ff\u0080",
];

describe(`corrupted traffic, seed ${SEED}`, () => {
  it(`gives no wrong number in ${MUTATED_LINES} mutated lines, never throws and does not grow`, () => {
    let mutated = 0;
    let certified = 0;
    const seen = new Set<string>();
    const wrong: string[] = [];
    const largest = { state: 0 };
    for (let round = 0; mutated < MUTATED_LINES; round++) {
      const oneIn = [2, 3, 8, 40][round % 4] ?? 8;
      const bad = corrupt(STRETCH, `${SEED}/${round}`, { oneIn, strangers: STRANGERS });
      mutated += bad.corruptor.mutated;
      for (const operation of OPERATIONS) if (bad.corruptor.by[operation] > 0) seen.add(operation);
      const pipeline = new Pipeline(setup, newTableHead(setup, "test", []));
      for (const entry of [...START, ...bad.entries] satisfies Entry[]) {
        for (let at = pipeline.wakeAt(); at !== null && at < entry.t; at = pipeline.wakeAt())
          pipeline.feed({ k: "tick", t: at });
        for (const { body } of pipeline.feed(entry).records) {
          if (body.kind !== "result") continue;
          if (body.certainty.level === "certified") certified++;
          if (truth.get(deviceGameOf(body)) !== resultText(body.result)) {
            wrong.push(
              `round ${round}: game ${deviceGameOf(body)} gave ${resultText(body.result)} (${body.certainty.level})`,
            );
          }
        }
      }
      largest.state = Math.max(largest.state, JSON.stringify(pipeline.state).length);
    }
    expect(wrong).toEqual([]);
    expect([...seen].sort()).toEqual([...OPERATIONS].sort());
    // The corruptor must leave enough standing for the claim to mean something.
    expect(certified).toBeGreaterThan(MUTATED_LINES / 10_000);
    // The whole state of a table is bounded, whatever came in: most of it are the rounds that may still be judged anew.
    expect(largest.state).toBeLessThan(120 * PAST_MAX);
  }, 600_000);

  it("is tried on every device that there is", () => {
    expect(Object.keys(LIVES).sort()).toEqual(DEVICES.map(({ name }) => name).sort());
  });

  describe.each(Object.entries(LIVES))("%s", (device, { bears = OPERATIONS, apart = 0, share = 1, play }) => {
    it("tells what was so when nothing is changed", () => {
      const { right, wrong } = play(`${SEED}/${device}`, (message) => [message]);
      expect(wrong).toEqual([]);
      expect(right).toBeGreaterThan(0);
    });

    it("tells nothing that was not so, whatever becomes of its messages", () => {
      for (let life = 0; life < LIVES_OF_EACH; life++) {
        const { oneIn, operations } = DAMAGES[life % DAMAGES.length]!;
        const borne = operations?.filter((one) => bears.includes(one)) ?? bears;
        const damage = { oneIn: oneIn * share, apart, operations: borne.length > 0 ? borne : bears };
        const seed = `${SEED}/${device}/${life}`;
        const corruptor = new Corruptor(seed, { ...damage, strangers: STRANGERS });
        const { wrong } = play(seed, (message) => corruptor.pass(message));
        expect({ life, wrong }).toEqual({ life, wrong: [] });
      }
    }, 600_000);
  });
});
