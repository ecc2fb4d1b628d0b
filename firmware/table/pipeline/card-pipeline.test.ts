import { NOTHING_STANDING } from "../../../src/table/shoe/observation.ts";
import { describe, expect, it } from "vitest";
import type { ShoeSession } from "../../../drivers/shoe/session.ts";
import { decodeEntry, encodeEntry } from "../../../src/recording/codec.ts";
import type { Entry, SegmentHead } from "../../../src/recording/entry.ts";
import type { RecordBody } from "../../../src/table/kernel/record.ts";
import { monoUs } from "../../../src/time/instant.ts";
import { flatOptions } from "../setup/families.ts";
import { shoeOptionsOf } from "../setup/shoe/flat.ts";
import { newTableHead, replay } from "../../replay/replay.ts";
import { tableSetup } from "../setup/table-setup.ts";
import { Pipeline, type PipelineSetup } from "./pipeline.ts";
import { DECKS, puntoYBanca, ShoeHarness } from "../../../test/support/shoe-harness.ts";
import { shoeTableDevices } from "./devices/shoe.ts";

const bodies = (harness: ShoeHarness, kind: RecordBody["kind"]): RecordBody[] =>
  harness.records.map(({ body }) => body).filter((body) => body.kind === kind);

/** The lines of the same entries, through the file's own format. */
function replayed(entries: readonly Entry[], setup: PipelineSetup, head: SegmentHead): string[] {
  const read = entries.map((entry) => decodeEntry(encodeEntry(entry).trimEnd()) as Entry);
  return [...replay({ own: head, entries: read, notes: [] }, setup, head)].map(({ line }) => line);
}

describe("a card table from the shoe's bytes to its records", () => {
  it("certifies a round, and asks for a new secret when its cards are collected", () => {
    const harness = new ShoeHarness().ready().round("9h", "Kd", "9s", "6c");
    expect(bodies(harness, "result")).toMatchObject([
      { round: 1, certainty: { level: "certified", because: [] } },
    ]);
    expect(harness.sealDue).toBe(false);
    harness.collect();
    expect(harness.sealDue).toBe(true);
    const [opened] = bodies(harness, "opened");
    expect(opened).toMatchObject({ round: 1, key: "1".padStart(64, "0") });
    harness.newSeal();
    expect(harness.sealDue).toBe(false);
    harness.round("2h", "Kd", "3s", "4c", "Kh");
    expect(bodies(harness, "result")).toHaveLength(2);
  });

  it("tells what a key would come to, and keeps nothing of it", () => {
    const harness = new ShoeHarness().ready().round("9h", "Kd", "2s");
    const { pipeline } = harness;
    const kept = (): string => JSON.stringify([pipeline.state, pipeline.chain, pipeline.segment]);
    const before = kept();
    const jefe = { role: "jefe-de-mesa", name: "Luis" } as const;
    const key = { key: "put-right", round: 1, cards: [3], to: "burnt" } as const;
    const told = pipeline.preview(key, jefe, monoUs(9e9));
    expect(told.ok && told.will.map(({ es }) => es)[0]).toBe("2♠: se quema");
    const no = pipeline.preview({ ...key, round: 7 }, jefe, monoUs(9e9));
    expect(no.ok).toBe(false);
    expect(kept()).toBe(before);
    harness.key(key, jefe.role);
    expect(bodies(harness, "deal").at(-1)).toMatchObject({
      what: "moved",
      cards: [{ n: 3, to: "burnt", was: "punto" }],
    });
  });

  it("is replayed line for line, from the start and from the head of a segment that began at a seal", () => {
    const harness = new ShoeHarness(puntoYBanca("one-by-one")).ready().round("9h", "Kd", "9s", "6c").collect();
    const { state, chain, clock } = harness.pipeline;
    const at = harness.records.length;
    const from = harness.entries.length;
    // As a file has it: the table's state is JSON, and nothing else.
    const head = JSON.parse(
      JSON.stringify({ ...harness.head, ...clock, state, chain: { seq: chain.seq, prev: chain.prev } }),
    ) as SegmentHead;
    const marks = new Pipeline(harness.setup, head);
    harness.newSeal();
    harness.round("2h", "Kd", "3s", "4c", "Kh").collect();
    const lines = harness.records.map(({ line }) => line);
    expect(replayed(harness.entries, harness.setup, harness.head)).toEqual(lines);
    // In a segment of its own the marks differ, and with them the hashes; what was decided does not.
    const later = [
      ...replay({ own: head, entries: harness.entries.slice(from), notes: [] }, harness.setup, head),
    ];
    expect(later.map(({ body }) => body)).toEqual(harness.records.slice(at).map(({ body }) => body));
    expect(marks.durable).toEqual(harness.records[at - 1]?.durable);
  });

  it("the options in a recording's head make the same table", () => {
    const setup = tableSetup("cl/punto-y-banca", "tirada-shoe", [], {
      decks: DECKS.map((deck, at) => (at === 0 ? { ...deck, back: "red", removed: ["As", "10h"] } : deck)),
      port: "serial",
      number: "0000ABCD",
      mode: "one-by-one",
    });
    const again = tableSetup("cl/punto-y-banca", "tirada-shoe", [], shoeOptionsOf(flatOptions(setup), null));
    expect(again.options).toEqual(setup.options);
    expect(() => shoeOptionsOf({ ...flatOptions(setup), "deck.2": "x" }, null)).toThrow(/deck 2/);
  });

  it("tells the device its mode whenever it attaches with another, and takes what it says to that", () => {
    const written = (harness: ShoeHarness): number => harness.entries.filter(({ k }) => k === "out").length;
    const harness = new ShoeHarness(puntoYBanca("continuous"));
    expect(written(harness)).toBe(3); // who is there, the mode, and the self-test
    expect(bodies(harness, "fault")).toEqual([]);
    expect([written(new ShoeHarness(puntoYBanca("one-by-one"))), written(new ShoeHarness())]).toEqual([2, 2]);
  });

  it("every entry of a card has the same length, whatever the card is", () => {
    const faces = ["9h", "10d", "Ks", "Ac", "8c"] as const;
    const lengths = faces.map((face) => {
      const harness = new ShoeHarness().ready().key({ key: "no-more-bets" });
      const from = harness.recording.length;
      harness.card(face);
      return harness.recording.slice(from).map((text) => text.length);
    });
    for (const one of lengths) expect(one).toEqual(lengths[0]);
  });
});

/** A session that answers every command by attaching anew, which makes the table greet it once more. */
function neverEnding(): ShoeSession<number> {
  return {
    device: "tirada-shoe",
    abilities: {},
    standingFaults: [],
    initial: () => 0,
    step: (state) => ({
      state,
      observations: [{ o: "attached", during: "idle", standing: NOTHING_STANDING }],
      writes: [],
    }),
    applyCommand: (state) => ({
      state: state + 1,
      observations: [{ o: "attached", during: "idle", standing: NOTHING_STANDING }],
      writes: ["x"],
    }),
    wakeAt: () => null,
  };
}

it("table and device do not go back and forth without end at one entry", () => {
  const game = puntoYBanca("one-by-one");
  const setup = { ...game, devices: shoeTableDevices({ ...game, session: neverEnding() }) };
  const pipeline = new Pipeline(setup, newTableHead(setup, "test", []));
  const t = monoUs(5);
  pipeline.feed({ k: "seal", t, key: "a".repeat(64) });
  const fed = pipeline.feed({ k: "open", t, port: setup.port, name: "x" });
  expect(fed.writes).toHaveLength(4);
  expect(pipeline.state.session).toBe(4);
  expect(fed.records.map(({ body }) => body)).toMatchObject([
    { kind: "fault", code: "shoe-refused", detail: { command: "mode" } },
  ]);
});

it("bytes of another port are not the shoe's, and a wheel's entries are none of its business", () => {
  const harness = new ShoeHarness();
  const before = JSON.stringify(harness.pipeline.state.session);
  harness.feed({ k: "in", t: harness.t, port: "wheel", bytes: "12\r\n" });
  expect(JSON.stringify(harness.pipeline.state.session)).toBe(before);
});
