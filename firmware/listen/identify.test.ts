import { beforeAll, describe, expect, it } from "vitest";
import { lineNoise } from "../../hw-sim/lines/line-noise.ts";
import { resample } from "../../hw-sim/lines/uart.ts";
import { bytesOfEveryDevice, type DeviceBytes } from "../../test/support/device-bytes.ts";
import { fixture } from "../../test/support/replayed.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { CameraShoe } from "../../hw-sim/models/shoe/readers/camera-shoe.ts";
import { ShoeCameraHarness } from "../../drivers/shoe/camera/shoe-camera-harness.test-help.ts";
import { FACES } from "../../src/cards/card.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { monoUs } from "../../src/time/instant.ts";
import { Candidate, identify, type Identified } from "./identify.ts";
import { hearEntries } from "./hear-file.ts";
import { EVERY_RATE, knownLines, type KnownLine } from "./known-lines.ts";

let LINES: readonly KnownLine[];
beforeAll(async () => {
  LINES = await knownLines();
});

const DEVICES = bytesOfEveryDevice("identify");

function heardAs(bytes: string, kind: KnownLine["kind"]): Identified {
  const candidates = LINES.filter((line) => line.kind === kind).map((line) => new Candidate(line));
  for (let from = 0; from < bytes.length; from += 97)
    for (const one of candidates) one.receive(bytes.slice(from, from + 97));
  return identify(candidates);
}

const joined = ({ sent }: DeviceBytes): string => sent.map(({ bytes }) => bytes).join("");
/** Readers of tags say the tag and no more, whatever it is on: both are named, cards first, whose tags are kept secret. */
const TAGS = ["card-rfid", "ball-reader-rfid"];
const fitting = (device: string): readonly string[] => (TAGS.includes(device) ? TAGS : [device]);

const nameOf = ({ line }: Identified): string =>
  `${line?.devices[0] ?? "none"} ${line?.decoder.protocol ?? "-"}`;

describe("a line is known by what it says", () => {
  it.each(DEVICES.map((one) => [`${one.device} ${one.protocol ?? "-"}`, one] as const))(
    "%s",
    (name, device) => {
      const identified = heardAs(joined(device), device.kind);
      const fits = fitting(device.device);
      expect(nameOf(identified)).toBe(name.replace(device.device, fits[0] ?? ""));
      expect(identified.line?.baud).toBe(device.baud);
      // Basic ports of a Mercury say three short words a game.
      expect(identified.certainty).toBe(device.protocol === "basic" ? "likely" : "sure");
      expect(identified.rivals.map(({ devices }) => devices[0])).toEqual(fits.slice(1));
    },
  );

  it.each(["live", "bench", "params", "2024"] as const)("captured traffic: %s", (name) => {
    const [heard, ...more] = hearEntries(
      // Some minutes of it; the whole of it says no more.
      fixture(name).entries.slice(0, 1_500),
      LINES.filter(({ kind }) => kind === "serial"),
      { showsFaces: false },
    );
    expect(more).toEqual([]);
    expect(nameOf(heard?.listener.identified ?? identify([]))).toBe("cammegh-ss2 -");
    expect(heard?.listener.identified.certainty).toBe("sure");
  });

  it("a camera in a shoe, by questions and answers that were kept", () => {
    const random = randomFrom("camera");
    const shoe = new CameraShoe(
      { suits: "cdhs", aceFirst: false, damageOneIn: 0, cards: FACES.slice(0, 12) },
      random,
    );
    const harness = new ShoeCameraHarness(shoe).open();
    const entries: Entry[] = [];
    const step = shoe.step.bind(shoe);
    shoe.step = (at, host) => {
      const answer = step(at, host);
      for (const bytes of host ?? "") entries.push({ k: "out", t: monoUs(at), port: "shoe", bytes });
      if (answer.bytes !== "") entries.push({ k: "in", t: monoUs(at), port: "shoe", bytes: answer.bytes });
      return answer;
    };
    for (let card = 0; card < 6; card++) harness.deal();
    const [heard] = hearEntries(entries, LINES, { showsFaces: false });
    expect([nameOf(heard?.listener.identified ?? identify([])), heard?.listener.identified.certainty]).toEqual([
      "card-camera -",
      "likely",
    ]);
  });

  it("status lines alone fit two wheels, and both are named until one answers", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `*X;2;013;17;0;${200 + at};0\r\n`).join("");
    const open = heardAs(lines, "serial");
    expect([nameOf(open), ...open.rivals.map(({ devices }) => devices[0])]).toEqual([
      "cammegh-ss2 -",
      "cammegh-mercury-360",
    ]);
    const ss2 = heardAs(`${lines}*V V2.50 SlingShot\r\n*o 1159\r\n${lines}`, "serial");
    expect([nameOf(ss2), ss2.rivals]).toEqual(["cammegh-ss2 -", []]);
    const mercury = heardAs(`${lines}V Mercury 360 1.0\r\nOK\r\n${lines}`, "serial");
    expect([nameOf(mercury), mercury.rivals]).toEqual(["cammegh-mercury-360 advanced", []]);
  });

  it("through a line that damages one line in four", () => {
    for (const device of DEVICES.filter(
      ({ kind, device: name, protocol }) => kind === "serial" && name !== "panel" && protocol !== "basic",
    )) {
      const noise = lineNoise(
        { oneIn: { flip: 8, drop: 20, cut: 20, garbage: 20 } },
        randomFrom(device.device),
      );
      const bytes = device.sent
        .flatMap((one) => noise.pass(one.us, one.bytes).map((line) => line.bytes))
        .join("");
      const identified = heardAs(bytes, "serial");
      const named = [identified.line, ...identified.rivals].map((line) => line?.devices[0]);
      expect(named).toContain(device.device);
      expect(identified.certainty).toBe("sure");
      expect(identified.counts.damaged).toBeGreaterThan(0);
    }
  });
});

describe("what no device says is none", () => {
  it("bytes without meaning, as many as a line brings in a while", () => {
    const random = randomFrom("noise");
    for (const alphabet of [256, 128, 16]) {
      const bytes = Array.from({ length: 60_000 }, () => String.fromCharCode(random.below(alphabet))).join("");
      for (const kind of ["serial", "hid", "keyboard"] as const)
        expect([alphabet, kind, nameOf(heardAs(bytes, kind))]).toEqual([alphabet, kind, "none -"]);
    }
  });

  it("text of other devices: a GPS receiver, a modem, a log", () => {
    const texts = [
      "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n",
      "\r\nOK\r\n\r\n+CREG: 0,1\r\n\r\nNO CARRIER\r\n",
      "[    0.000000] Booting Linux on physical CPU 0x0\n",
      "17\r\nE 01F3 00000000 A*0000\r\n",
      "17\r\n32\r\n",
    ];
    for (const text of texts) expect(nameOf(heardAs(text.repeat(300), "serial"))).toBe("none -");
  });

  it("every device at every speed but its own", () => {
    for (const device of DEVICES.filter(({ kind }) => kind === "serial")) {
      const some = device.sent.slice(0, 60);
      for (const received of EVERY_RATE.filter((rate) => rate !== device.baud))
        for (const framing of ["keep", "drop"] as const) {
          const heard = resample(some, { sent: device.baud, received, framing });
          const bytes = heard.map(({ byte }) => String.fromCharCode(byte)).join("");
          expect([device.device, received, nameOf(heardAs(bytes, "serial"))]).toEqual([
            device.device,
            received,
            "none -",
          ]);
        }
    }
  });

  it("and at its own it is known", () => {
    for (const device of DEVICES.filter(({ kind, protocol }) => kind === "serial" && protocol !== "basic")) {
      const heard = resample(device.sent.slice(0, 400), { sent: device.baud, received: device.baud });
      const bytes = heard.map(({ byte }) => String.fromCharCode(byte)).join("");
      expect(nameOf(heardAs(bytes, "serial"))).toBe(`${fitting(device.device)[0]} ${device.protocol ?? "-"}`);
    }
  });
});
