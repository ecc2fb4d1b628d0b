import { crc32 } from "node:zlib";
import { BOARD_KINDS, readBoardImage, type BoardImage } from "../../drivers/boot-section/image.ts";
import {
  encodeBootLine,
  parseBootLine,
  type BootRequest,
  type ImageState,
} from "../../drivers/boot-section/lines.ts";
import { AvrMachine } from "../../hw-sim/boards/avr/machine.ts";
import { applicationHex, bootFlash, type CabledKind } from "../support/devices/cabled-board.ts";

/** The same bytes to the boot section at the same cycles, whoever emulates its chip. */

export const CYCLES_PER_MS = 16_000;
/** A cut leaves each bit of the page under way as it was, or changed: the same in both emulators (Marsaglia's xorshift, 32 bits). */
export function tornBy(seed: number): (bits: number) => number {
  let word = seed * 2_654_435_761 || 1;
  return (bits) => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return bits & word & 0xff;
  };
}

/** A line, and when its first byte begins. */
export interface Timed {
  readonly cycle: number;
  readonly line: string;
}

/** When the reset button of a board is pressed, which was given its power at 0. */
export const RESET_CYCLE = 100 * CYCLES_PER_MS;

/** What a host says to bring an image: every line when the one before is surely answered. */
export function flashingLines(kind: CabledKind, image: BoardImage): readonly Timed[] {
  const session = 0x2b1d;
  const { number, baudRate } = BOARD_KINDS[kind];
  const { hardware, pages, crc } = image;
  const requests: readonly BootRequest[] = [
    { r: "identify" },
    { r: "begin", session, kind: number, hardware, pages: pages.length, crc },
    ...pages.map((bytes, page) => ({ r: "write", session, page, bytes }) as const),
    { r: "finish", session },
    { r: "run" },
  ];
  // The image that is there is looked at within 64 ms of the reset; then a board listens for 100.
  let cycle = RESET_CYCLE + 80 * CYCLES_PER_MS;
  return requests.map((request) => {
    const line = encodeBootLine(request);
    const at = cycle;
    const answerMs = request.r === "finish" ? 3 * pages.length + 40 : 30;
    cycle += Math.ceil((line.length * 10 * 16_000_000) / baudRate) + answerMs * CYCLES_PER_MS;
    return { cycle: at, line };
  });
}

/** An image of a few pages: the real application's beginning, which a boot section takes and a chip does not run for long. */
export function shortImage(kind: CabledKind, pages: number): BoardImage {
  const whole = readBoardImage(applicationHex(kind), kind);
  const taken = whole.pages.slice(0, pages);
  return { ...whole, pages: taken, crc: crc32(Buffer.concat(taken)) };
}

export const wholeImage = (kind: CabledKind): BoardImage => readBoardImage(applicationHex(kind), kind);

/** A board's flash with an image that was brought and marked. */
export function markedFlash(kind: CabledKind, { pages, crc }: BoardImage): Uint8Array {
  const flash = bootFlash(kind);
  for (const [page, bytes] of pages.entries()) flash.set(bytes, page * 128);
  const mark = new DataView(flash.buffer, flash.byteOffset + 0x7780);
  mark.setUint32(0, crc, true);
  mark.setUint8(4, pages.length);
  mark.setUint16(5, 0x7254, true);
  return flash;
}

/** What a board does with a flash: its boot section answers and says what is there, or its application was started. */
export type Outcome = "runs" | `waits: ${ImageState}`;

/** Half a second is longer than every image is looked at. */
export const OUTCOME_CYCLES = 500 * CYCLES_PER_MS;

/** What somebody who turns the power on sees. */
export function outcomeOf(flash: Uint8Array, ran: Uint8Array | null = null): Outcome {
  const machine = new AvrMachine(flash, undefined, "boot");
  machine.ran = ran;
  let said = "";
  machine.onByte = (byte) => (said += String.fromCharCode(byte));
  for (let cycle = 0; cycle < OUTCOME_CYCLES; cycle += CYCLES_PER_MS) {
    machine.run(cycle);
    if (machine.programCounter * 2 < 0x7800) return "runs";
    const outcome = outcomeIn(said);
    if (outcome !== null) return outcome;
  }
  throw new Error("the board neither runs nor waits");
}

/** What a board says that waits; null: it has said nothing of that. */
export function outcomeIn(said: string): Outcome | null {
  for (const line of said.split("\n")) {
    const message = parseBootLine(line);
    if (message?.m === "waits") return `waits: ${message.image}`;
  }
  return null;
}

/** Plays the lines to a board from a flash. `look` is called at each of the cycles, in order. */
export function playLines(
  flash: Uint8Array,
  lines: readonly Timed[],
  { looks = [], look = () => undefined, begun = () => undefined, ran = null, untilMs = 200 }: PlayOptions = {},
): { readonly said: string; readonly machine: AvrMachine } {
  const machine = new AvrMachine(flash, undefined, "boot");
  machine.ran = ran;
  let said = "";
  machine.onByte = (byte) => (said += String.fromCharCode(byte));
  machine.onFlashChange((page) => begun(machine, page));
  // Its application runs, or it waits; then somebody presses the reset button.
  machine.run(RESET_CYCLE);
  machine.reset("reset");
  const steps = [
    ...lines.map(({ cycle, line }) => ({ cycle, act: () => machine.receive(line) })),
    ...looks.map((cycle) => ({ cycle, act: () => look(machine, cycle) })),
  ].toSorted((one, other) => one.cycle - other.cycle);
  for (const { cycle, act } of steps) {
    machine.run(cycle);
    act();
  }
  machine.run((lines.at(-1)?.cycle ?? 0) + untilMs * CYCLES_PER_MS);
  return { said, machine };
}

export interface PlayOptions {
  /** Cycles at which {@link look} is called. */
  readonly looks?: readonly number[];
  readonly look?: (machine: AvrMachine, cycle: number) => void;
  /** Called as a page begins to be changed. */
  readonly begun?: (machine: AvrMachine, page: number) => void;
  readonly ran?: Uint8Array | null;
  readonly untilMs?: number;
}
