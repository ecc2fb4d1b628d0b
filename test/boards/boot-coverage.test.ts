import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { encodeBootLine, parseBootLine } from "../../drivers/boot-section/lines.ts";
import { boardLine } from "../../drivers/boot-section/board-line.test-help.ts";
import { AvrMachine } from "../../hw-sim/boards/avr/machine.ts";
import { bootFlash } from "../support/devices/cabled-board.ts";
import { temporaryFolder } from "../support/folder.ts";
import { BOOT_START_BYTES } from "../../hw-sim/boards/avr/flash.ts";
import { CYCLES_PER_MS, markedFlash, shortImage, wholeImage } from "./flashing.ts";

/**
 * Every answer of the boot section, and which of its C ran for it: counted where it counts, by the instructions of the very image that is
 * handed out, and by the lines that they were made of.
 */

const BOARD = new URL("../../firmware/boards/boot", import.meta.url).pathname;
const SESSION = 0x2b1d;
const ran = new Uint8Array(16_384);

class Board {
  readonly machine: AvrMachine;
  #said = "";

  constructor(flash: Uint8Array) {
    this.machine = new AvrMachine(flash, undefined, "boot");
    this.machine.ran = ran;
    this.machine.onByte = (byte) => (this.#said += String.fromCharCode(byte));
  }

  run(ms: number): string {
    this.#said = "";
    this.machine.run(this.machine.cycles + ms * CYCLES_PER_MS);
    return this.#said;
  }

  /** What it answers, in a word. */
  ask(line: string, ms = 120): string {
    this.machine.receive(line);
    const message = parseBootLine(this.run(ms).split("\n", 1).join(""));
    if (message === null) return "nothing";
    return message.m === "refused"
      ? message.why
      : message.m === "waits" || message.m === "identity"
        ? message.image
        : message.m;
  }
}

const image = shortImage("panel", 3);
const begin = { r: "begin", session: SESSION, kind: 2, hardware: 1, pages: 3, crc: image.crc } as const;
const write = (page: number, session = SESSION) =>
  encodeBootLine({ r: "write", session, page, bytes: image.pages[page] ?? new Uint8Array(128) });
const finish = encodeBootLine({ r: "finish", session: SESSION });

it("answers and refuses as its page says", () => {
  const board = new Board(bootFlash("panel"));
  expect(parseBootLine(board.run(1_100).split("\n", 1).join(""))).toMatchObject({ m: "waits", image: "none" });
  expect(board.ask(encodeBootLine({ r: "run" }))).toBe("waits");
  expect(board.ask(encodeBootLine({ ...begin, kind: 1 }))).toBe("kind");
  expect(board.ask(encodeBootLine({ ...begin, hardware: 2 }))).toBe("kind");
  expect(board.ask(encodeBootLine({ ...begin, pages: 0 }))).toBe("size");
  expect(board.ask(encodeBootLine({ ...begin, pages: 240 }))).toBe("size");
  expect(board.ask(boardLine("B", 1))).toBe("unknown");
  expect(board.ask(boardLine("P", 1))).toBe("unknown");
  expect(board.ask(boardLine("?"))).toBe("unknown");
  expect(board.ask(encodeBootLine({ r: "look", page: 239 }))).toBe("size");
  // Nobody has begun: nothing is a session, not even 0.
  for (const session of [0, SESSION]) {
    expect(board.ask(write(0, session))).toBe("session");
    expect(board.ask(encodeBootLine({ r: "finish", session }))).toBe("session");
  }
  expect(board.machine.flashChanges).toBe(0);
  expect(board.ask(encodeBootLine(begin))).toBe("begun");
  expect(board.ask(write(3))).toBe("size");
  expect(board.ask(write(0, 7))).toBe("session");
  expect(board.ask(finish)).toBe("image");
  for (const page of [0, 1, 2]) expect(board.ask(write(page))).toBe("written");
  const changes = board.machine.flashChanges;
  expect(board.ask(write(1))).toBe("written");
  expect(board.machine.flashChanges).toBe(changes);
  expect(board.ask(encodeBootLine({ r: "look", page: 1 }))).toBe("page");
  expect(board.ask(finish)).toBe("finished");
  expect(board.ask(finish)).toBe("session");
  expect(board.ask(encodeBootLine({ r: "identify" }))).toBe("valid");
  expect(board.ask(encodeBootLine({ r: "run" }), 3)).toBe("runs");
});

it("passes over noise, and says which of its own lines came damaged", () => {
  const board = new Board(bootFlash("panel"));
  board.run(20);
  const whole = encodeBootLine({ r: "identify" });
  expect(board.ask(whole.replace("!", "?"))).toBe("nothing");
  expect(board.ask("\n\n!\n")).toBe("line");
  expect(board.ask(whole.replace("I", "J"))).toBe("line");
  expect(board.ask("!EI@\n")).toBe("line");
  expect(board.ask(`!E#${whole}`)).toBe("none");
  expect(board.ask(`!${"A".repeat(400)}\n`)).toBe("nothing");
  expect(board.ask(`!EI${whole}`)).toBe("none");
});

it("does not take flash that holds nothing for an image", () => {
  const board = new Board(markedFlash("panel", image));
  board.machine.run(CYCLES_PER_MS);
  const worn = new Board(bootFlash("panel"));
  worn.run(20);
  worn.machine.wearPage(1);
  worn.machine.wearPage(239);
  expect(worn.ask(encodeBootLine(begin))).toBe("begun");
  expect(worn.ask(write(0))).toBe("written");
  expect(worn.ask(write(1))).toBe("flash");
  const marked = new Board(markedFlash("panel", image));
  marked.machine.wearPage(239);
  torn(marked, "valid");
  expect(marked.ask(encodeBootLine(begin))).toBe("flash");
  const markless = new Board(bootFlash("panel"));
  markless.run(20);
  markless.machine.wearPage(239);
  markless.ask(encodeBootLine(begin));
  for (const page of [0, 1, 2]) markless.ask(write(page));
  expect(markless.ask(finish)).toBe("flash");
});

/** Asked in its window after the reset button. */
function torn(board: Board, image: string): void {
  board.run(80);
  board.machine.reset("watchdog");
  board.run(10);
  expect(board.ask(encodeBootLine({ r: "identify" }))).toBe(image);
}

it("does not mark another kind's image, and runs again what it was left with", () => {
  const board = new Board(bootFlash("panel"));
  board.run(20);
  const other = shortImage("wheel", 3);
  board.ask(encodeBootLine({ ...begin, crc: other.crc }));
  for (const [page, bytes] of other.pages.entries())
    board.ask(encodeBootLine({ r: "write", session: SESSION, page, bytes }));
  expect(board.ask(finish)).toBe("kind");
  expect(board.ask(encodeBootLine({ r: "identify" }))).toBe("other");
  const left = new Board(markedFlash("panel", image));
  torn(left, "valid");
  left.run(9_000);
  expect(left.machine.programCounter * 2).toBeGreaterThanOrEqual(BOOT_START_BYTES);
  left.machine.ran = new Uint8Array(16_384);
  left.run(3_000);
  expect(left.machine.ran[0]).toBe(1);
});

it("is gone into when the panel's host asks, and told by a reset of too little voltage from any other", () => {
  const board = new Board(markedFlash("panel", wholeImage("panel")));
  board.run(60);
  // Somebody presses the reset button, and says nothing.
  board.machine.reset("reset");
  expect(board.run(200)).toContain("t\0i\0r\0a\0d\0a\0");
  board.machine.receive("\xf0\x0bboo\xf7");
  board.machine.receive("\xf0\x0bbootx\xf7");
  expect(board.run(60)).not.toContain("!");
  board.machine.receive("\xf0\x0bboot\xf7");
  expect(board.run(60)).toContain("!");
  board.machine.reset("brownout");
  board.run(20);
  expect(board.ask(encodeBootLine({ r: "identify" }))).toBe("nothing");
});

it("nearly every instruction and line of it ran above", () => {
  const build = temporaryFolder();
  execFileSync("make", ["--silent", "-C", BOARD, `BUILD=${build}`, "DEBUG=-g", `${build}/boot-panel.elf`]);
  const elf = `${build}/boot-panel.elf`;
  const listing = execFileSync("avr-objdump", ["-d", elf], { encoding: "utf8" });
  // What stands between two functions as data is none of them.
  const functions = listing.split(/^[0-9a-f]{8} </m).filter((part) => !part.startsWith("__trampolines"));
  const addresses = functions.flatMap((part) =>
    [...part.matchAll(/^ +([0-9a-f]+):\t/gm)].map(([, at = ""]) => Number.parseInt(at, 16)),
  );
  const lines = execFileSync("avr-addr2line", ["-e", elf, ...addresses.map((at) => at.toString(16))], {
    encoding: "utf8",
  })
    .trimEnd()
    .split("\n")
    .map((line) => (/([a-z]+\.c:\d+)/.exec(line) ?? [])[1] ?? null);
  const [all, done] = [new Set<string>(), new Set<string>()];
  let instructions = 0;
  for (const [at, address] of addresses.entries()) {
    const line = lines[at] ?? null;
    const hasRun = ran[address / 2] === 1;
    if (hasRun) instructions++;
    if (line === null) continue;
    all.add(line);
    if (hasRun) done.add(line);
  }
  const share = (part: number, of: number): string => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;
  const left = [...all].filter((line) => !done.has(line));
  process.stdout.write(
    `boot section: ${share(instructions, addresses.length)} instructions ran, ${share(done.size, all.size)} lines; not: ${left.join(" ")}\n`,
  );
  expect(instructions / addresses.length).toBeGreaterThan(0.97);
  expect(done.size / all.size).toBeGreaterThan(0.97);
});
