import { describe, expect, it } from "vitest";
import { EyeReporter } from "../../../drivers/dice/eye/reporter.ts";
import { dieRead } from "../../../test/support/dice-lines.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { ThrowRead } from "../../../src/dice/observation.ts";
import { monoUs, US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";
import { flatOptions } from "../setup/families.ts";
import { diceOptionsOf } from "../setup/dice/flat.ts";
import { newTableHead, replay } from "../../replay/replay.ts";
import { tableSetup, type DiceTableSetup } from "../setup/table-setup.ts";
import { Pipeline, type BuiltRecord } from "./pipeline.ts";

const DIGEST = "0123456789abcdef";
const OPTIONS = { eye: { port: "camera", digest: DIGEST, knows: ["rim"] } } as const;
const COUNTERS = { frames: 9, dropped: 0, damaged: 0, light: 120, drift: 0 } as const;
const KNOWS = { rim: true, basket: false, half: false, wall: false, rolled: false, dome: false };

function setupOf(): DiceTableSetup {
  const setup = tableSetup("es-cb/banca-francesa", "tirada-eye", [], OPTIONS);
  if (setup.family !== "dice") throw new Error("no dice table");
  return setup;
}

/** A unit's way from eye lines to records, with everything kept that it was fed. */
class Line {
  readonly setup = setupOf();
  readonly head = newTableHead(this.setup, "test", []);
  readonly pipeline = new Pipeline(this.setup, this.head);
  readonly entries: Entry[] = [];
  readonly records: BuiltRecord[] = [];
  readonly eye = new EyeReporter(
    { boot: 7, digest: DIGEST, faces: "pips", width: 1280, height: 720, knows: KNOWS },
    monoUs(0),
  );
  t = 0;

  feed(entry: Entry): this {
    this.entries.push(entry);
    this.records.push(...this.pipeline.feed(entry).records);
    return this;
  }

  say(bytes: string): this {
    this.t += 20 * US_PER_MS;
    return this.feed({ k: "in", t: monoUs(this.t), port: "eye", bytes });
  }

  tell(body: Parameters<EyeReporter["reportEvent"]>[0]): this {
    return this.say(this.eye.reportEvent(body, monoUs(this.t), COUNTERS));
  }

  begin(): this {
    this.feed({ k: "auto-open", t: monoUs(0) });
    this.feed({ k: "open", t: monoUs(0), port: "eye", name: "camera" });
    return this.say("\n")
      .say(this.eye.takeDueLines(monoUs(this.t), COUNTERS))
      .tell({ m: "state", state: "empty" });
  }

  throw(n: number, ...faces: readonly ("1" | "2" | "3" | "4" | "5" | "6")[]): this {
    const read: ThrowRead = {
      n,
      rolledMs: 900,
      dice: faces.map((face, at) => dieRead(face, at)),
      verdict: "readable",
      reasons: [],
      picture: "0f".repeat(32),
    };
    return this.tell({ m: "state", state: "moving" })
      .tell({ m: "state", state: "rest" })
      .tell({ m: "rest", read });
  }
}

describe("from the bytes of an eye to signed lines", () => {
  it("a throw is certified under its rulebook, with what the eye was", () => {
    const line = new Line().begin().throw(1, "4", "6", "5");
    const last = JSON.parse(line.records.at(-1)?.line ?? "{}") as Record<string, unknown>;
    expect(last).toMatchObject({
      kind: "result",
      round: 1,
      result: { faces: ["4", "5", "6"], total: 15, category: "grande", picture: "0f".repeat(32) },
      dev: "tirada-eye",
      rulebook: line.setup.rulebook,
    });
  });

  it("a damaged line is no throw, and what it hid is never certified", () => {
    const line = new Line().begin();
    line.tell({ m: "state", state: "moving" });
    const rest = line.eye.reportEvent(
      {
        m: "rest",
        read: { n: 1, rolledMs: 900, dice: [dieRead("1", 0)], verdict: "readable", reasons: [], picture: null },
      },
      monoUs(line.t),
      COUNTERS,
    );
    line.say(rest.replace(/R/, "Q"));
    line.tell({ m: "state", state: "rest" });
    expect(line.records.some(({ body }) => body.kind === "result")).toBe(false);
  });

  it("an eye that falls silent in a throw leaves it to people", () => {
    const line = new Line().begin().tell({ m: "state", state: "moving" });
    for (let at = line.pipeline.wakeAt(); at !== null && at < 90 * US_PER_S; at = line.pipeline.wakeAt())
      line.feed({ k: "tick", t: at });
    const verdict = line.records.find(({ body }) => body.kind === "undecided");
    expect(verdict?.body).toMatchObject({ because: ["device-silent", "no-rest"] });
    expect(line.records.some(({ body }) => body.kind === "fault" && body.code === "device-silent")).toBe(true);
  });

  it("the same entries give the same lines again", () => {
    const line = new Line().begin().throw(1, "4", "6", "5");
    const again = [...replay({ own: line.head, entries: line.entries, notes: [] }, setupOf(), line.head)];
    expect(again.map((record) => record.line)).toEqual(line.records.map((record) => record.line));
    expect(again.length).toBeGreaterThan(3);
  });

  it("the options of a recording's head are those that the table was set up with", () => {
    const setup = setupOf();
    const flat = flatOptions(setup);
    expect(diceOptionsOf(flat)).toMatchObject(OPTIONS);
    const again = tableSetup("es-cb/banca-francesa", "tirada-eye", [], diceOptionsOf(flat));
    expect(flatOptions(again)).toEqual(flat);
    expect(again.coverage.digest).toBe(setup.coverage.digest);
  });
});

describe("devices of a dice table", () => {
  it.each([
    ["cl/chuck-a-luck", "tirada-eye+shaker-mqtt", /thrown from a cage/],
    ["es-cb/sic-bo", "shaker-mqtt", /needs an eye/],
    ["es-cb/sic-bo", "tirada-eye+cammegh-ss2", /wheel device/],
    ["es-cb/sic-bo", "tirada-eye+shaker-mqtt", /thrower\.id is missing/],
    ["es-cb/sic-bo", "tirada-eye+tirada-eye", /one port|of a kind/],
    ["cl/ruleta-francesa", "tirada-eye", /needs a wheel device/],
  ])("%s on %s is refused", (rulebook, devices, expected) => {
    expect(() => tableSetup(rulebook, devices, [], {})).toThrow(expected);
  });
});
