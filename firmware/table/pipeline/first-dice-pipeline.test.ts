import { describe, expect, it } from "vitest";
import { PaiGowTable, paiGowSetup } from "../../../test/support/pai-gow-table.ts";
import { decodeEntry, encodeEntry } from "../../../src/recording/codec.ts";
import type { Entry, SegmentHead } from "../../../src/recording/entry.ts";
import { monoUs, US_PER_MS } from "../../../src/time/instant.ts";
import { replay } from "../../replay/replay.ts";

describe("a table of pai gow from the bytes of shoe and eye to its records", () => {
  it("deals from the place that the dice name, and signs it under both devices", () => {
    const table = new PaiGowTable().seated().throw(1, "5", "4", "2").card("2h").card("3h");
    expect(table.of("first-dice")).toMatchObject([
      { faces: ["2", "4", "5"], total: 11, first: "seat-3", because: [] },
    ]);
    const last = table.records.at(-1);
    expect(last?.body).toMatchObject({ kind: "deal", cards: [{ n: 2, to: "seat-3" }] });
    expect(JSON.parse(last?.line ?? "")).toMatchObject({ dev: "tirada-shoe+tirada-eye" });
  });

  it("is replayed line for line, from the start and from a head in its midst", () => {
    const table = new PaiGowTable().seated();
    const at = { entries: table.entries.length, records: table.records.length };
    const { state, chain, clock } = table.pipeline;
    const head = JSON.parse(
      JSON.stringify({ ...table.head, ...clock, state, chain: { seq: chain.seq, prev: chain.prev } }),
    ) as SegmentHead;
    table.throw(1, "5", "4").throw(2, "6", "1", "1").card("2h");
    const read = table.entries.map((entry) => decodeEntry(encodeEntry(entry).trimEnd()) as Entry);
    const again = [...replay({ own: table.head, entries: read, notes: [] }, paiGowSetup(), table.head)];
    expect(again.map(({ line }) => line)).toEqual(table.records.map(({ line }) => line));
    const later = [...replay({ own: head, entries: read.slice(at.entries), notes: [] }, paiGowSetup(), head)];
    expect(later.map(({ body }) => body)).toEqual(table.records.slice(at.records).map(({ body }) => body));
    expect(later.some(({ body }) => body.kind === "first-dice")).toBe(true);
  });

  it("wakes for dice that never come to rest, though no line comes", () => {
    const table = new PaiGowTable().seated().tell({ m: "state", state: "moving" });
    table.feed({ k: "lost", t: table.t, port: "eye", why: "unplugged" });
    const deadline = table.pipeline.wakeAt() ?? monoUs(0);
    expect(deadline).toBeGreaterThan(table.t);
    table.run(61_000);
    expect(table.of("first-dice")).toMatchObject([{ faces: null, because: ["port-gone", "no-rest"] }]);
    expect(table.pipeline.durable.faults).toMatchObject([{ device: "eye", code: "port-gone" }]);
  }, 60_000);

  it("hears the shoe whatever becomes of the eye, and tells each one's figures", () => {
    const table = new PaiGowTable();
    table.feed({ k: "lost", t: table.t, port: "eye", why: "unplugged" });
    table.seated().key({ key: "move", round: 1, who: "seat-1", move: "first" });
    table.card("2h");
    expect(table.records.at(-1)?.body).toMatchObject({ kind: "deal", cards: [{ to: "seat-1" }] });
    const figures = table.setup.devices.figures(table.pipeline.state.session);
    expect(Object.keys(figures).some((name) => name.startsWith("eye."))).toBe(true);
    expect(Object.keys(figures).some((name) => !name.startsWith("eye."))).toBe(true);
    expect(table.t).toBeGreaterThan(5_000 * US_PER_MS);
  });
});
