import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { lineNoise } from "../../hw-sim/lines/line-noise.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { LISTENED_FORMAT, type ListenedHead } from "../../src/recording/listened.ts";
import { monoUs, wallMs } from "../../src/time/instant.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { bytesOfEveryDevice } from "../../test/support/device-bytes.ts";
import { fixture, replayed, ss2 } from "../../test/support/replayed.ts";
import { type Capture, CaptureError, readCapture } from "../replay/capture.ts";
import { knownLines } from "./known-lines.ts";
import { ListenedCapture } from "./listened-capture.ts";
import { LineListener, QUIET_US } from "./listener.ts";
import type { Row } from "./row.ts";
import { TextLines, TEXT_LINE_MAX } from "./text-lines.ts";

const LINES = await knownLines();
const SERIAL = LINES.filter(({ kind }) => kind === "serial");
const folder = mkdtempSync(join(tmpdir(), "listened-"));
afterAll(() => rmSync(folder, { recursive: true }));
const t = monoUs;

describe("text lines", () => {
  it("have the instant of their first byte, however they end and come", () => {
    const lines = new TextLines();
    expect(lines.receive("*X;2", t(10))).toEqual([]);
    expect(lines.receive(";0\r", t(20))).toEqual([{ text: "*X;2;0", t: 10, hasEnd: true }]);
    expect(lines.receive("\n\n\r17\n\r 4\r\n", t(30)).map(({ text, t: at }) => [text, at])).toEqual([
      ["17", 30],
      [" 4", 30],
    ]);
    expect(lines.receive("no end", t(40))).toEqual([]);
    expect(lines.flush(t(50))).toEqual([{ text: "no end", t: 40, hasEnd: false }]);
    expect(lines.flush(t(60))).toEqual([]);
  });

  it("keep no more than a line of bytes that never end", () => {
    const lines = new TextLines();
    const parts = Array.from({ length: 300 }, (_, at) => lines.receive("x".repeat(1_000), t(at)));
    expect(parts.flat().every(({ text, hasEnd }) => text.length <= TEXT_LINE_MAX && !hasEnd)).toBe(true);
    const kept = parts.flat().reduce((sum, { text }) => sum + text.length, 0);
    expect(300_000 - kept).toBeLessThanOrEqual(TEXT_LINE_MAX);
  });
});

describe("a line that is listened to", () => {
  it("shows what is not known as it came, and a line without an end when nothing more comes", () => {
    const listener = new LineListener(SERIAL, { showsFaces: false });
    const rows = listener.receive("$GPGGA\r\nhalf", t(5));
    expect(rows).toEqual([{ t: 5, way: "in", bytes: "$GPGGA", decoded: null, isDamaged: false }]);
    expect(listener.checkTime(t(5 + QUIET_US - 1))).toEqual([]);
    expect(listener.checkTime(t(5 + QUIET_US)).map(({ bytes }) => bytes)).toEqual(["half"]);
    expect(listener.counts).toEqual({ bytesIn: 12, bytesOut: 0, rows: 2, damaged: 0 });
  });

  it("tells damage of the device that was found, and what the host wrote", () => {
    const listener = new LineListener(SERIAL, { showsFaces: false });
    for (let at = 0; at < 5; at++) listener.receive(`*X;2;013;17;0;25${at};0\r\n`, t(at));
    const [bad] = listener.receive("*X;2;013;1;0;251;0\r\n", t(9));
    expect(bad).toMatchObject({ bytes: "*X;2;013;1;0;251;0", decoded: null, isDamaged: true });
    expect(listener.send("*V\r\n", t(10))).toMatchObject([{ way: "out", bytes: "*V\r\n" }]);
    const [good] = listener.receive("*X;2;013;17;4;251;1\r\n", t(11));
    expect(good?.decoded).toMatchObject({
      message: "status",
      says: { game: 13, lastNumber: "17", direction: "ccw" },
    });
    expect(listener.counts.damaged).toBe(1);
  });
});

describe("cards", () => {
  const readers = bytesOfEveryDevice("cards").filter(({ device }) =>
    ["tirada-shoe", "card-rfid", "card-barcode"].includes(device),
  );

  it.each(readers.map((one) => [`${one.device} ${one.kind}`, one] as const))(
    "%s: no face, no byte that has one",
    (_, reader) => {
      // Reports of a keyboard come whole or not at all.
      const oneIn =
        reader.kind === "keyboard" ? { flip: 60, drop: 60 } : { flip: 6, cut: 15, splice: 15, repeat: 20 };
      const noise = lineNoise({ oneIn }, randomFrom("cards"));
      const lines = LINES.filter(({ devices }) => devices.includes(reader.device));
      for (const isNoisy of [false, true]) {
        const listener = new LineListener(lines, { showsFaces: false });
        const open = new LineListener(lines, { showsFaces: true });
        const rows: Row[] = [];
        const shown: Row[] = [];
        for (const { us, bytes } of reader.sent) {
          const heard = isNoisy
            ? noise
                .pass(us, bytes)
                .map((one) => one.bytes)
                .join("")
            : bytes;
          rows.push(...listener.receive(heard, t(us)), ...listener.checkTime(t(us)));
          shown.push(...open.receive(heard, t(us)), ...open.checkTime(t(us)));
        }
        expect(rows.length).toBeGreaterThan(5);
        const faces = shown.flatMap(({ decoded }) => decoded?.face ?? []);
        expect(faces.length).toBeGreaterThan(3);
        // What is not kept is a message of the device without a card, whole and right.
        const bare = rows.filter(({ bytes }) => bytes !== null);
        expect(bare.every(({ decoded }) => decoded !== null && decoded.isSecret !== true)).toBe(true);
        expect(
          rows.filter(({ decoded }) => decoded?.message === "card").every(({ bytes }) => bytes === null),
        ).toBe(true);
        expect(JSON.stringify(rows)).not.toContain('"face"');
      }
    },
  );

  it("a reader that is found among all lines keeps its cards from its first whole message on", () => {
    const { sent } = readers.find(({ kind }) => kind === "serial") ?? { sent: [] };
    const listener = new LineListener(SERIAL, { showsFaces: false });
    const rows = sent.flatMap(({ us, bytes }) => listener.receive(bytes, t(us)));
    expect(rows.filter(({ decoded }) => decoded?.message === "card").map(({ bytes }) => bytes)).toContain(null);
    expect(rows.some(({ decoded, bytes }) => decoded?.isSecret === true && bytes !== null)).toBe(false);
    const [damaged] = listener.receive("C 0001 00000001 0001 01 02\r\n", t(99_000_000));
    expect(damaged).toMatchObject({ bytes: null, isDamaged: true });
  });
});

const HEAD: ListenedHead = {
  k: "listened",
  v: LISTENED_FORMAT,
  release: "0.10.0",
  device: "cammegh-ss2",
  protocol: null,
  baud: 9_600,
  name: "/dev/serial/by-id/usb-FTDI",
  wall: wallMs(0),
  table: null,
};

describe("a capture of what was heard", () => {
  it("replays to the same verdicts, line for line", () => {
    const live = fixture("live");
    const traffic = { ...live, entries: live.entries.slice(0, 3_000) };
    const path = join(folder, "live.jsonl");
    const capture = new ListenedCapture(path, HEAD);
    const heard = traffic.entries.filter(
      (entry): entry is Entry & { port: string } => "port" in entry || entry.k === "clock",
    );
    for (const entry of heard) expect(capture.add(entry)).toBe(true);
    capture.end(heard.at(-1)?.t ?? t(0), "listening ended");
    const read = readCapture(path);
    expect(read.listened).toEqual(HEAD);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const setup = ss2("cl/ruleta-francesa");
    const verdicts = (of: Capture) =>
      replayed(of, setup)
        .map(({ body }) => body)
        .filter(({ kind }) => ["result", "void", "undecided", "aborted", "fault"].includes(kind));
    expect(verdicts(read)).toEqual(verdicts(traffic));
    expect(verdicts(read).length).toBeGreaterThan(20);
  });

  it("ends where it is full, and says so; it is never longer", () => {
    const path = join(folder, "noise.jsonl");
    const random = randomFrom("a day of noise");
    const capture = new ListenedCapture(path, HEAD, 100_000);
    let isFull = false;
    for (let at = 0; at < 400; at++) {
      const bytes = Array.from({ length: 200 }, () => String.fromCharCode(random.below(256))).join("");
      isFull ||= !capture.add({ k: "in", t: t(at), port: "wheel", bytes });
    }
    capture.end(t(400), "listening ended");
    expect([isFull, capture.isFull]).toEqual([true, true]);
    expect(statSync(path).size).toBeLessThanOrEqual(100_000);
    expect(statSync(path).size).toBe(capture.bytes);
    expect(readFileSync(path, "utf8").trimEnd().split("\n").at(-1)).toContain("full at 100000 bytes");
    expect(readCapture(path).entries.at(-1)?.k).toBe("end");
  });

  it("of another format, or damaged, is refused with its line", () => {
    const path = join(folder, "bad.jsonl");
    const write = (text: string) => {
      rmSync(path, { force: true });
      const capture = new ListenedCapture(path, { ...HEAD, ...(JSON.parse(text) as object) });
      capture.end(t(0), "end");
      return () => readCapture(path);
    };
    expect(write('{"v":2}')).toThrow(CaptureError);
    expect(write('{"other":1}')).toThrow(/bad\.jsonl:1: not the head of a capture/);
  });
});
