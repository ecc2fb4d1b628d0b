import { describe, expect, it } from "vitest";
import { EyeReporter } from "../../drivers/dice/eye/reporter.ts";
import { dieRead } from "../../test/support/dice-lines.ts";
import { ShoeHarness } from "../../test/support/shoe-harness.ts";
import type { Face } from "../../src/cards/card.ts";
import { decodeEntry, encodeEntry } from "../../src/recording/codec.ts";
import type { Entry, SegmentHead } from "../../src/recording/entry.ts";
import type { ThrowRead } from "../../src/dice/observation.ts";
import type { RecordBody } from "../../src/table/record.ts";
import { monoUs, US_PER_MS } from "../../src/time/instant.ts";
import { replay } from "../replay/replay.ts";
import { tableSetup, type ShoeTableSetup } from "../setup/table-setup.ts";

const DIGEST = "0123456789abcdef";
const COUNTERS = { frames: 9, dropped: 0, damaged: 0, light: 120, drift: 0 } as const;
const KNOWS = { rim: false, basket: false, half: false, wall: false, rolled: false, dome: false };

function paiGow(): ShoeTableSetup {
  return tableSetup("es-cb/pai-gow-poker", "tirada-shoe+tirada-eye", ["first-clockwise"], {
    decks: [{ id: "00000001", back: null, pack: 52, jokers: 1, removed: [] }],
    port: "hid",
    firstDice: { eye: { port: "serial", digest: DIGEST } },
  }) as ShoeTableSetup;
}

/** A modelled shoe and the lines of an eye on the unit's own pipeline. */
class Table extends ShoeHarness {
  readonly #eye: EyeReporter;

  constructor() {
    super(paiGow(), { decks: 1 });
    this.#eye = new EyeReporter(
      { boot: 7, digest: DIGEST, faces: "pips", width: 640, height: 480, knows: KNOWS },
      this.t,
    );
    this.feed({ k: "open", t: this.t, port: "eye", name: "/dev/eye" });
    this.#say("\n");
    this.#say(this.#eye.takeDueLines(this.t, COUNTERS));
    this.tell({ m: "state", state: "empty" });
  }

  #say(bytes: string): void {
    this.feed({ k: "in", t: this.t, port: "eye", bytes });
    this.run(20);
  }

  tell(body: Parameters<EyeReporter["reportEvent"]>[0]): this {
    this.#say(this.#eye.reportEvent(body, this.t, COUNTERS));
    return this;
  }

  throw(n: number, ...faces: readonly ("1" | "2" | "3" | "4" | "5" | "6")[]): this {
    const dice = faces.map((face, at) => dieRead(face, at));
    const read: ThrowRead = {
      n,
      rolledMs: 900,
      dice,
      verdict: "readable",
      reasons: [],
      picture: "0f".repeat(32),
    };
    return this.tell({ m: "state", state: "moving" })
      .tell({ m: "state", state: "rest" })
      .tell({ m: "rest", read });
  }

  /** Of the one deck that the game has. */
  override card(face: Face): this {
    return this.happens({ e: "pass", cards: [{ face, back: null, deck: 1, id: null }] });
  }

  seated(): this {
    this.ready();
    return this.key({ key: "seats", seats: [1, 3] }).key({ key: "no-more-bets" });
  }

  of(kind: RecordBody["kind"]): readonly RecordBody[] {
    return this.records.map(({ body }) => body).filter((body) => body.kind === kind);
  }
}

describe("a table of pai gow from the bytes of shoe and eye to its records", () => {
  it("deals from the place that the dice name, and signs it under both devices", () => {
    const table = new Table().seated().throw(1, "5", "4", "2").card("2h").card("3h");
    expect(table.of("first-dice")).toMatchObject([
      { faces: ["2", "4", "5"], total: 11, first: "seat-3", because: [] },
    ]);
    const last = table.records.at(-1);
    expect(last?.body).toMatchObject({ kind: "deal", cards: [{ n: 2, to: "seat-3" }] });
    expect(JSON.parse(last?.line ?? "")).toMatchObject({ dev: "tirada-shoe+tirada-eye" });
  });

  it("is replayed line for line, from the start and from a head in its midst", () => {
    const table = new Table().seated();
    const at = { entries: table.entries.length, records: table.records.length };
    const { state, chain, clock } = table.pipeline;
    const head = JSON.parse(
      JSON.stringify({ ...table.head, ...clock, state, chain: { seq: chain.seq, prev: chain.prev } }),
    ) as SegmentHead;
    table.throw(1, "5", "4").throw(2, "6", "1", "1").card("2h");
    const read = table.entries.map((entry) => decodeEntry(encodeEntry(entry).trimEnd()) as Entry);
    const again = [...replay({ own: table.head, entries: read, notes: [] }, paiGow(), table.head)];
    expect(again.map(({ line }) => line)).toEqual(table.records.map(({ line }) => line));
    const later = [...replay({ own: head, entries: read.slice(at.entries), notes: [] }, paiGow(), head)];
    expect(later.map(({ body }) => body)).toEqual(table.records.slice(at.records).map(({ body }) => body));
    expect(later.some(({ body }) => body.kind === "first-dice")).toBe(true);
  });

  it("wakes for dice that never come to rest, though no line comes", () => {
    const table = new Table().seated().tell({ m: "state", state: "moving" });
    table.feed({ k: "lost", t: table.t, port: "eye", why: "unplugged" });
    const deadline = table.pipeline.wakeAt() ?? monoUs(0);
    expect(deadline).toBeGreaterThan(table.t);
    table.run(61_000);
    expect(table.of("first-dice")).toMatchObject([{ faces: null, because: ["port-gone", "no-rest"] }]);
    expect(table.pipeline.durable.faults).toMatchObject([{ device: "eye", code: "port-gone" }]);
  }, 60_000);

  it("hears the shoe whatever becomes of the eye, and tells each one's figures", () => {
    const table = new Table();
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
