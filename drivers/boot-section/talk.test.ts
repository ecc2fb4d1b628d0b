import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { readIntelHex } from "../../src/load/intel-hex.ts";
import {
  applicationHex,
  bootFlash,
  CabledBoard,
  type CabledKind,
  type CabledOptions,
} from "../../test/support/devices/cabled-board.ts";
import { ALL, more } from "../../test/support/volume.ts";
import { BOARD_KINDS, ImageError, readBoardImage, type BoardImage } from "./image.ts";
import { encodeBootLine } from "./lines.ts";
import { BootError, BootTalk } from "./talk.ts";

/** The real images on an emulated chip, and the host's side as it is used. The panel's image is the shorter one. */

const imageOf = (kind: CabledKind): BoardImage => readBoardImage(applicationHex(kind), kind);

/** An image that a board takes, and that nobody starts. */
function firstPages(count: number): BoardImage {
  const pages = imageOf("panel").pages.slice(0, count);
  return { ...imageOf("panel"), pages, crc: crc32(Buffer.concat(pages)) };
}

interface Bench {
  readonly board: CabledBoard;
  readonly talk: (kind?: CabledKind, session?: number) => Promise<BootTalk>;
}

function bench(kind: CabledKind, options: Partial<CabledOptions> = {}): Bench {
  const clock = fakeClock();
  const board = new CabledBoard({ clock, flash: bootFlash(kind), ...options });
  return {
    board,
    talk: (as = kind, session = 0x1234) =>
      BootTalk.open({
        open: board.open,
        clock,
        kind: as,
        baudRate: BOARD_KINDS[as].baudRate,
        session,
      }),
  };
}

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof BootError ? error.fault : String(error)),
  );

async function flashed(kind: CabledKind, options: Partial<CabledOptions> = {}): Promise<Bench> {
  const made = bench(kind, options);
  const talk = await made.talk();
  await made.board.until(talk.enter());
  await made.board.until(talk.flash(imageOf(kind)));
  expect(await made.board.until(talk.run())).toBe(kind === "wheel" ? "1.1.0" : "1.1");
  await talk.close();
  return made;
}

describe("a board that waits", () => {
  it("is flashed, runs, goes back into its boot section and is verified; the same image again writes nothing", async () => {
    const { board, talk: open } = await flashed("panel");
    const talk = await open();
    const entered = await board.until(talk.enter());
    expect(entered).toMatchObject({ kind: 2, hardware: 1, boot: "1.0", image: "valid", version: "1.1.0" });
    const image = imageOf("panel");
    expect((await board.until(talk.verify(image))).differing).toEqual([]);
    const changes = board.machine.flashChanges;
    expect((await board.until(talk.flash(image))).written).toBe(0);
    // The mark alone: taken away and written anew.
    expect(board.machine.flashChanges - changes).toBe(4);
    expect(await board.until(talk.run())).toBe("1.1");
  });

  it("refuses the other board's image before anything is changed", async () => {
    const { board, talk: open } = bench("panel");
    const talk = await open();
    await board.until(talk.enter());
    await board.until(talk.flash(firstPages(1)));
    const changes = board.machine.flashChanges;
    expect(await board.until(faultOf(talk.flash(imageOf("wheel"))))).toBe("other-kind");
    expect(board.machine.flashChanges).toBe(changes);
    expect((await board.until(talk.identify())).image).toBe("valid");
    // One that lies about its kind is written and never marked.
    const lying = { ...imageOf("wheel"), kind: "panel" } as BoardImage;
    const short = { ...lying, pages: lying.pages.slice(0, 3), crc: 0 };
    expect(await board.until(faultOf(talk.flash(short)))).toBe("flash");
    expect((await board.until(talk.identify())).image).toBe("none");
  });

  it("goes on where it stopped, after its power or its cable was gone", async () => {
    const made = bench("panel");
    const { board } = made;
    const talk = await made.talk();
    await board.until(talk.enter());
    const cut = Promise.withResolvers<null>();
    const image = firstPages(8);
    const broken = faultOf(talk.flash(image, (page) => page === 4 && cut.resolve(null)));
    await board.until(cut.promise);
    board.unplug();
    expect(await board.until(broken)).toBe("lost");
    board.cutPower();
    await board.run(50);
    const again = await made.talk();
    expect((await board.until(again.enter())).image).toBe("none");
    expect((await board.until(again.flash(image))).written).toBe(3);
  });

  it("obeys the host that began last, and tells the other one", async () => {
    const image = firstPages(4);
    const other = { session: 77, kind: 2, hardware: 1, pages: 4, crc: 1 };
    let pages = 0;
    // Its third page collides with the word of another host, which comes through.
    const down = (bytes: string): string =>
      bytes.startsWith("!E@") && ++pages === 3 ? encodeBootLine({ r: "begin", ...other }) : bytes;
    const made = bench("panel", { down });
    const talk = await made.talk();
    await made.board.until(talk.enter());
    expect(await made.board.until(faultOf(talk.flash(image)))).toBe("two-hosts");
  });

  it("is flashed over a line that damages one line in ten", async () => {
    const image = firstPages(more(4, 20));
    const random = randomFrom("noisy line");
    const noisy = (bytes: string): string =>
      random.below(10) > 0 || bytes.length < 2
        ? bytes
        : bytes.replace(bytes.charAt(random.below(bytes.length)), String.fromCharCode(random.below(256)));
    const made = bench("panel", { down: noisy, up: noisy });
    const talk = await made.talk();
    await made.board.until(talk.enter());
    await made.board.until(talk.flash(image));
    expect((await made.board.until(talk.identify())).image).toBe("valid");
  });
});

describe("what is no such board", () => {
  it.runIf(ALL)("one of the former firmware: its application answers, and nothing behind it", async () => {
    const flash = readIntelHex(applicationHex("wheel"), 32_768);
    const { board, talk: open } = bench("wheel", { flash, hasBootSection: false });
    await board.run(20);
    const talk = await open();
    const left = talk.enter();
    expect(await board.until(faultOf(left))).toBe("no-boot-section");
    await expect(left).rejects.toThrow(
      /wheel firmware 1\.1\.0 and has no boot section.*with a programmer, once/,
    );
  });

  it.runIf(ALL)("nothing that answers, and a wrong speed", async () => {
    const mute = bench("panel", { up: () => "" });
    expect(await mute.board.until(faultOf((await mute.talk()).enter()))).toBe("no-answer");
    const garbled = bench("panel", { up: (bytes) => bytes.replace(/./gsu, "\xf8") });
    expect(await garbled.board.until(faultOf((await garbled.talk()).enter()))).toBe("not-understood");
  });
});

describe.runIf(ALL)("a board whose application does not answer", () => {
  it("is caught in the moment after a reset", async () => {
    const { board, talk: open } = await flashed("panel", { resetsOnOpen: true });
    // The word of the application gets lost: only the boot section can answer.
    const talk = await open();
    expect((await board.until(talk.enter())).image).toBe("valid");
  });

  it("and runs again by itself when nobody speaks to it", async () => {
    const { board, talk: open } = await flashed("panel");
    const talk = await open();
    await board.until(talk.enter());
    board.heard = "";
    await board.run(11_500);
    expect(board.heard).toContain("t\0i\0r\0a\0d\0a\0");
  });
});

it("an image says whose it is, and one that does not is refused", () => {
  expect(imageOf("wheel")).toMatchObject({ kind: "wheel", hardware: 1, version: "1.1.0" });
  expect(imageOf("panel")).toMatchObject({ kind: "panel", hardware: 1, version: "1.1.0" });
  const end = ":00000001FF\n";
  expect(() => readBoardImage(`:0100000055AA\n${end}`, "a.hex")).toThrow(ImageError);
  expect(() => readBoardImage(`:0178000000 87\n${end}`.replace(" ", ""), "boot.hex")).toThrow(/boot section/);
  expect(() => readBoardImage("nonsense", "b.hex")).toThrow(/b\.hex: Intel HEX line 1/);
});
