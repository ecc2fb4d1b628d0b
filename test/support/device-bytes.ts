import { anyRead, EyeOnLine } from "../../drivers/dice/eye/eye-harness.test-help.ts";
import { fastBoard } from "../../hw-sim/boards/wheel/fast.ts";
import type { Sent } from "../../hw-sim/lines/sent.ts";
import { BallReader } from "../../hw-sim/models/balls/reader.ts";
import { CageModel } from "../../hw-sim/models/dice/devices/cage.ts";
import { CupModel } from "../../hw-sim/models/dice/devices/cup.ts";
import { ShoeDevice } from "../../hw-sim/models/shoe/device/device.ts";
import type { CardInside } from "../../hw-sim/models/shoe/device/events.ts";
import { mercuryModel } from "../../hw-sim/models/wheels/mercury-360/model.ts";
import { ss2Model } from "../../hw-sim/models/wheels/ss2/model.ts";
import { handWheel } from "../../hw-sim/models/wheels/hand/wheel.ts";
import { FACES } from "../../src/cards/card.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { labelOf } from "../../hw-sim/models/shoe/readers/labels.ts";
import { PanelModel } from "./devices/panel-model.ts";
import { scanReports } from "../../hw-sim/models/shoe/readers/scanner.ts";
import { tagLines } from "../../hw-sim/models/shoe/readers/tag-reader.ts";
import { PANEL_IMAGE } from "./panel-image.ts";

/** What every simulated device sends over its line. Models are written from the devices' pages, apart from the drivers. */

const S = 1_000_000;
/** French roulette, clockwise; for a line any order is as good. */
const RING = Array.from({ length: 37 }, (_, pocket) => String(pocket));

/** A device on its line: goes on to `us`, with what the host wrote since the last step, and gives what it sent. */
export interface LineModelled {
  step(us: number, host?: string): readonly Sent[];
}

/** Each device that may be asked something, alive at an instant of its own; the rest of its life is its own too. */
export const ANSWERING: Readonly<Record<string, (seed: string) => LineModelled>> = {
  "cammegh-ss2": (seed) => spoken(ss2Model({ seed }), 0),
  "cammegh-mercury-360": (seed) => spoken(mercuryModel({ seed, protocol: "extended" }), 0),
  "sensor-board": (seed) => {
    const wheel = handWheel({ seed, ring: RING, profile: { name: "clean", faultPerMille: 0 } });
    const board = fastBoard({ kind: "roulette", marks: 37, board: 0x51, ppm: 0 });
    board.power(true, 0);
    return { step: (us, host = "") => board.step(us, wheel.run(us).edges, host) };
  },
  "tirada-shoe": (seed) => shoeOn("line", seed),
  cage: () => {
    const model = new CageModel({ device: 2, countsPerTurn: 200 });
    model.power(true, 0);
    for (let at = 2; at < 60; at += 8) model.turn(at * S, [1_500, -300]);
    return model;
  },
  "cup-switch": () => {
    const model = new CupModel({ device: 3 });
    model.power(true, 0);
    for (let at = 2; at < 60; at += 6) {
      model.load(at * S, 3);
      model.throw((at + 2) * S, {});
    }
    return model;
  },
  "ball-reader-line": () => {
    const model = new BallReader({ reader: 7 });
    model.power(true, 0);
    let drawn = 0;
    return {
      step: (us, host = "") => {
        for (; drawn < 90 && us >= (drawn + 1) * S; drawn += 1)
          model.draw((drawn + 1) * S, 1 + ((drawn * 37) % 90));
        return model.step(us, host);
      },
    };
  },
  panel: () => panelOn(),
};

/** What a line carries, in order of time. */
export interface DeviceBytes {
  /** As {@link knownLines} names it. */
  readonly device: string;
  readonly protocol: string | null;
  readonly kind: "serial" | "hid" | "keyboard";
  readonly baud: number;
  readonly sent: readonly Sent[];
}

const listened = (model: LineModelled, seconds: number): readonly Sent[] => {
  const sent: Sent[] = [];
  for (let us = 0; us <= seconds * S; us += S / 20) sent.push(...model.step(us));
  return sent;
};

const serial = (device: string, protocol: string | null, baud: number, sent: readonly Sent[]): DeviceBytes => ({
  device,
  protocol,
  kind: "serial",
  baud,
  sent,
});

/** One made by each simulated device, from a seed. */
export function bytesOfEveryDevice(seed: string): readonly DeviceBytes[] {
  const alone = (device: string): LineModelled => {
    const make = ANSWERING[device];
    if (make === undefined) throw new TypeError(device);
    return make(seed);
  };
  const mercury = (protocol: "basic" | "advanced" | "extended", seconds: number): DeviceBytes =>
    serial(
      "cammegh-mercury-360",
      protocol,
      9_600,
      listened(spoken(mercuryModel({ seed, protocol }), 0), seconds),
    );
  return [
    serial("cammegh-ss2", null, 9_600, answered(alone("cammegh-ss2"), 60, "*V\r\n")),
    mercury("extended", 30),
    {
      ...mercury("advanced", 30),
      sent: answered(spoken(mercuryModel({ seed, protocol: "advanced" }), 0), 60, "*V\r\n"),
    },
    mercury("basic", 300),
    serial("sensor-board", null, 115_200, listened(alone("sensor-board"), 20)),
    serial("tirada-shoe", "line", 115_200, listened(alone("tirada-shoe"), 10)),
    {
      device: "tirada-shoe",
      protocol: "hid",
      kind: "hid",
      baud: 0,
      sent: framed(listened(shoeOn("hid", seed), 10)),
    },
    { device: "card-barcode", protocol: null, kind: "keyboard", baud: 0, sent: scanned(seed) },
    serial("card-rfid", null, 9_600, tagsOf(seed)),
    serial("tirada-eye", null, 115_200, eyeLines(seed)),
    serial("cage", null, 115_200, listened(alone("cage"), 20)),
    serial("cup-switch", null, 115_200, listened(alone("cup-switch"), 20)),
    serial("ball-reader-rfid", null, 9_600, tagsOf(seed)),
    serial("ball-reader-line", null, 115_200, listened(alone("ball-reader-line"), 20)),
    serial("panel", null, 57_600, answered(alone("panel"), 3, "\xf0\x79\xf7\xf0\x6b\xf7\xf0\x69\xf7")),
  ];
}

interface Stepping {
  power(on: boolean, us: number): void;
  step(us: number, host: string): { readonly bytes: string; readonly wakeAt: number | null };
}

/** A wheel with electronics, each of its lines at its own instant. */
function spoken(model: Stepping, at: number): LineModelled {
  model.power(true, at);
  let now = at;
  return {
    step: (us, host = "") => {
      const sent: Sent[] = [];
      for (let input = host; ; input = "") {
        const { bytes, wakeAt } = model.step(now, input);
        if (bytes !== "") sent.push({ us: now, bytes });
        if (wakeAt === null || wakeAt > us) break;
        now = Math.max(now, wakeAt);
      }
      now = us;
      return sent;
    },
  };
}

/** A device that is asked in the middle of its life. */
function answered(model: LineModelled, seconds: number, question: string): readonly Sent[] {
  const sent: Sent[] = [];
  for (let us = 0; us <= seconds * S; us += S / 20)
    sent.push(...model.step(us, us % (5 * S) === 2 * S ? question : ""));
  return sent;
}

function shoeOn(wire: "line" | "hid", seed: string): LineModelled {
  const random = randomFrom(seed);
  const device = new ShoeDevice({ wire, kind: 1, device: 0x70, decks: 6, random: random.fork("device") });
  device.power(true, 1_000);
  let dealt = 0;
  return {
    step: (us, host = "") => {
      if (us < S) return device.step(us, [], host);
      if (dealt++ === 0) return device.step(us, [{ us, e: "stage", stage: "dealing" }], host);
      if (dealt % 10 !== 0) return device.step(us, [], host);
      const card: CardInside = {
        face: random.pick(FACES),
        back: "red",
        deck: 1,
        id: hexOf(random.below(0xffff)),
      };
      return device.step(us, [{ us, e: "pass", cards: [card] }], host);
    },
  };
}

/** Reports as their port hands them on: each behind its length. */
const framed = (sent: readonly Sent[]): readonly Sent[] =>
  sent.map(({ us, bytes }) => ({ us, bytes: String.fromCharCode(bytes.length) + bytes }));

const hexOf = (value: number): string => value.toString(16).toUpperCase().padStart(16, "0");

function panelOn(): LineModelled {
  const model = new PanelModel(PANEL_IMAGE);
  let bytes: Sent[] = [];
  model.onByte = (byte, us) => bytes.push({ us, bytes: String.fromCharCode(byte) });
  model.power(true);
  return {
    step: (us, host = "") => {
      if (host !== "") model.receive(host);
      model.run(us);
      const sent = bytes;
      bytes = [];
      return sent;
    },
  };
}

function scanned(seed: string): readonly Sent[] {
  const random = randomFrom(seed);
  return Array.from({ length: 12 }, (_, at) =>
    scanReports((at + 1) * S, labelOf("tirada", random.pick(FACES), { deck: "77XA" }), random),
  ).flat();
}

function tagsOf(seed: string): readonly Sent[] {
  const random = randomFrom(seed);
  const visits = Array.from({ length: 10 }, (_, at) => ({
    uid: hexOf(0x0412_34a0 + at).slice(2),
    fromUs: (at + 1) * 2 * S,
    toUs: (at + 1) * 2 * S + S / 2,
  }));
  const reader = {
    periodUs: 80_000,
    repeats: true,
    lineEnd: "\r\n",
    upperCase: true,
    together: "each",
  } as const;
  return tagLines(visits, reader, random);
}

function eyeLines(seed: string): readonly Sent[] {
  const random = randomFrom(seed);
  const eye = new EyeOnLine();
  for (let n = 1; n <= 4; n++) {
    eye.tell({ m: "state", state: "empty" }).until(eye.ms + 1_000);
    eye.tell({ m: "state", state: "moving" }).until(eye.ms + 800);
    eye.tell({ m: "state", state: "settling" }).until(eye.ms + 300);
    eye.tell({ m: "state", state: "rest" }, { m: "rest", read: anyRead(n, random) }).until(eye.ms + 500);
  }
  return eye.sent.map(({ ms, bytes }) => ({ us: ms * 1_000, bytes }));
}
