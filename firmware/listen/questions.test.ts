import { describe, expect, it } from "vitest";
import { questionsOf } from "../../drivers/decoding.ts";
import { ANSWERING } from "../../test/support/device-bytes.ts";
import { COMMANDS } from "../../drivers/wheel/cammegh-ss2/commands/definition.ts";
import { SS2_DECODING } from "../../drivers/wheel/cammegh-ss2/decoding.ts";
import { hostBytes, HOST_REPORTS } from "../../drivers/shoe/tirada-shoe/carrier.ts";
import { DEVICES } from "../table/config/devices.ts";
import { knownLines, listenedDevices } from "./known-lines.ts";
import { questionFor, requireQuestion } from "./questions.ts";

const S = 1_000_000;
const LINES = await knownLines();
const ASKED = LINES.flatMap((line) =>
  [...questionsOf(line.decoding)].map(([name, question]) => ({
    line,
    device: line.devices[0] ?? "",
    name,
    question,
  })),
);

describe("what may be sent by hand", () => {
  it("is said by every device that has a line", () => {
    const withLine = DEVICES.filter(
      (one) => !("ports" in one) || one.ports.some((port) => port !== "mqtt" && port !== "camera"),
    );
    expect(listenedDevices()).toEqual([...withLine.map(({ name }) => name), "panel"]);
    for (const { decoding } of LINES)
      for (const message of Object.values(decoding.host)) expect(message.about.length).toBeGreaterThan(5);
  });

  it("only a question has bytes", () => {
    for (const { decoding } of LINES)
      for (const message of Object.values(decoding.host))
        expect("bytes" in message).toBe(message.is === "question");
  });

  it("a SlingShot 2's questions are the commands that change nothing, and all of them", () => {
    const asking = Object.entries(COMMANDS).filter(([, { changesIn }]) => changesIn === null);
    expect([...questionsOf(SS2_DECODING).keys()].toSorted()).toEqual(asking.map(([name]) => name).toSorted());
  });

  it("no question of a shoe is one of its commands, whatever their value", () => {
    const commands = new Set(
      (["line", "hid"] as const).flatMap((carrier) =>
        Object.keys(HOST_REPORTS)
          .filter((letter) => letter !== "I")
          .flatMap((letter) => Array.from({ length: 256 }, (_, value) => hostBytes(carrier, letter, 0, value))),
      ),
    );
    const asked = ASKED.filter(({ device }) => device === "tirada-shoe");
    expect(asked).toHaveLength(2);
    for (const { question } of asked) expect(commands.has(question.bytes)).toBe(false);
  });

  const answering = ASKED.filter(
    ({ line, device }) => line.decoder.protocol !== "hid" && Object.hasOwn(ANSWERING, device),
  );

  it("every device with a question has a model that is asked here", () => {
    expect(new Set(answering.map(({ device }) => device))).toEqual(new Set(Object.keys(ANSWERING)));
    expect(new Set(ASKED.map(({ device }) => device))).toEqual(new Set(Object.keys(ANSWERING)));
  });

  /** What a device says in its life, without what goes on by one line more: its numbers and its clock, and how a model's readings scatter. */
  function lifeOf({ line, device }: (typeof answering)[number], asked: string): readonly string[] {
    // The panel is its real firmware, emulated.
    const [askedAt, end] = device === "panel" ? [S, 2 * S] : [6 * S, 9 * S];
    const model = ANSWERING[device]?.("asked");
    const run = line.decoder.begin();
    const heard: string[] = [];
    for (let us = 0; us <= end; us += S / 20)
      for (const sent of model?.step(us, us === askedAt ? asked : "") ?? [])
        for (const { bytes, decoded } of run.receive(sent.bytes)) {
          const { n: _n, at: _at, deepest: _d, rpm10: _r, lapTicks: _l, ...says } = decoded?.says ?? { bytes };
          heard.push(JSON.stringify([decoded?.message ?? null, says]));
        }
    return heard;
  }
  const alone = new Map<string, readonly string[]>();

  it.each([...new Map(answering.toReversed().map((one) => [`${one.device} ${one.name}`, one] as const))])(
    "%s: it answers, and lives on as if nobody had asked",
    (_, one) => {
      const before = alone.get(one.device) ?? lifeOf(one, "");
      alone.set(one.device, before);
      const more = [...lifeOf(one, one.question.bytes)];
      expect(more.length).toBeGreaterThan(before.length);
      for (const said of before) {
        expect(more).toContain(said);
        more.splice(more.indexOf(said), 1);
      }
      // All that it says more is its answer.
      expect(more.length).toBeGreaterThan(0);
      expect(more.length).toBeLessThanOrEqual(3);
    },
  );
});

describe("what is refused", () => {
  it("an order says what it would do, a word that nobody knows what may be asked", () => {
    const of = (device: string) => LINES.filter(({ devices }) => devices.includes(device));
    expect(() => requireQuestion("self-test", of("cammegh-ss2"))).toThrow(
      "--send self-test: that moves the rotor and fires the ball, and listening only asks; what may be asked: read-mode",
    );
    expect(() => requireQuestion("identify", of("card-camera"))).toThrow(
      /says which card lies in front.*asked nothing/,
    );
    expect(() => requireQuestion("launch", of("cammegh-ss2"))).toThrow(
      /no such question; what may be asked: read-mode/,
    );
    expect(() => requireQuestion("identity", of("tirada-eye"))).toThrow(/this device is asked nothing/);
  });

  it("one that two devices would be asked otherwise", () => {
    const both = LINES.filter(({ devices }) => devices.some((name) => ["sensor-board", "cage"].includes(name)));
    expect(() => questionFor("identity", both)).toThrow(
      /sensor-board and cage are asked differently; say --as DEVICE/,
    );
    const cammegh = LINES.filter(({ devices }) => devices.some((name) => name.startsWith("cammegh")));
    expect(questionFor("read-version", cammegh).bytes).toBe("*V\r\n");
  });
});
