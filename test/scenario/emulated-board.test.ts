import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openSerial } from "../../drivers/transport/serial.ts";
import { emulatedBoard } from "../../hw-sim/boards/wheel/emulated.ts";
import { lineOf } from "../../hw-sim/boards/wheel/line-writer.ts";
import { openPty } from "../../hw-sim/lines/pty.ts";
import type { PinEdge } from "../../hw-sim/models/wheels/sensed/sensed-wheel.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";

/** The board's real image, its serial line on a pseudo-terminal, read and written with the product's own serial port. */

const SECOND = 1_000_000;
const BAUD = 115_200;
/** A rotor of 37 pockets at 20 turns a minute, and a ball that comes by twice. */
function spin(us: number): PinEdge[] {
  const quarter = (60 * SECOND) / 20 / 37 / 4;
  const rotor = Array.from({ length: Math.floor((us - SECOND) / quarter) }, (_edge, n): PinEdge => {
    return { us: SECOND + n * quarter, pin: n % 2 === 0 ? "Q" : "R", on: n % 4 < 2, hole: 0 };
  });
  const ball = [1.2, 1.7].flatMap((s): PinEdge[] =>
    (["A", "B", "C"] as const).flatMap((pin, n) => [
      { us: s * SECOND + n * 150_000, pin, on: true, hole: 0 },
      { us: s * SECOND + n * 150_000 + 4_000, pin, on: false, hole: 0 },
    ]),
  );
  return [...rotor, ...ball].sort((a, b) => a.us - b.us);
}

it("the emulated board's bytes arrive as they were sent, and its answers to the port's", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "board");
  let toBoard = "";
  const pty = await openPty({ path, onBytes: (bytes) => (toBoard += Buffer.from(bytes).toString("latin1")) });
  onTestFinished(() => pty.close());
  let heard = "";
  const port = await openSerial({ path, baudRate: BAUD, clock: systemClock(), lockDir: join(folder, "lock") })({
    onBytes: (bytes) => (heard += Buffer.from(bytes).toString("latin1")),
    onLost: () => undefined,
  });
  onTestFinished(() => port.close());

  const board = emulatedBoard({ kind: "roulette", marks: 37, board: 0x0000_00a7, ppm: 30 });
  const edges = spin(3 * SECOND);
  board.power(true, 0);
  let sent = "";
  let next = 0;
  for (let us = 0; us <= 4 * SECOND; us += 100_000) {
    if (us === 2 * SECOND) {
      const question = lineOf("T 0BADCAFE") + lineOf("I");
      await port.write(Buffer.from(question, "latin1"));
      await vi.waitFor(() => expect(toBoard).toBe(question), 30_000);
    }
    let end = next;
    while (end < edges.length && (edges[end]?.us ?? 0) <= us) end++;
    const bytes = board
      .step(us, edges.slice(next, end), toBoard)
      .map((one) => one.bytes)
      .join("");
    next = end;
    toBoard = "";
    sent += bytes;
    if (bytes !== "") await pty.write(bytes);
  }
  await vi.waitFor(() => expect(heard.length).toBe(sent.length), 30_000);
  expect(heard).toBe(sent);

  const lines = heard.split("\n");
  const ofType = (type: string): string[] => lines.filter((line) => line.startsWith(`${type} `));
  expect(ofType("I")).toHaveLength(2);
  expect(ofType("I")[0]).toMatch(/^I 0000 [0-9A-F]{8} 000000A7 1\.1\.0 roulette 37 /);
  expect(ofType("T")).toEqual([expect.stringContaining(" 0BADCAFE*")]);
  expect(ofType("B").length).toBeGreaterThanOrEqual(16);
  const reported = ofType("E").flatMap((line) => line.split("*")[0]?.split(" ").slice(2) ?? []);
  expect(
    reported
      .map((edge) => edge.slice(-1))
      .filter((channel) => /[abc]/i.test(channel))
      .join(""),
  ).toBe("AaBbCcAaBbCc");
  expect(reported).toHaveLength(edges.length);
});
