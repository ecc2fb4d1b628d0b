import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../../src/time/system-clock.ts";
import { houseSchema } from "../../table/config/house-config.ts";
import { loadPack } from "../../table/rules/load.ts";
import { HouseDesk } from "./desk.ts";

const clock = systemClock();
let folder: string;

/** A PNG of so many pixels a side in a few bytes: a head, and pictures that end at once. */
function bomb(side: number): Buffer {
  const chunk = (name: string, inner: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), inner]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(inner.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, sum]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", size),
    chunk("IDAT", deflateSync(Buffer.alloc(3_751))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), "tirada-")), "etc");
  mkdirSync(join(folder, "house"), { recursive: true });
  const put = (name: string, bytes: Uint8Array | string): void =>
    writeFileSync(join(folder, "house", name), bytes);
  const plain = sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: "#884422" } });
  const png = await plain.clone().png().toBuffer();
  put("good.png", png);
  put(
    "good.jpg",
    await plain
      .withExif({ IFD0: { Copyright: "the painter" } })
      .jpeg()
      .toBuffer(),
  );
  put("cut.png", png.subarray(0, png.length / 2));
  put("bomb.png", bomb(30_000));
  put("drawing.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  put("script.png", "#!/bin/sh\nid\n");
  put("huge.png", png);
  truncateSync(join(folder, "house/huge.png"), 50 * 1024 * 1024);
  writeFileSync(join(folder, "../secret.png"), png);
  symlinkSync("../../secret.png", join(folder, "house/link.png"));
  symlinkSync("..", join(folder, "up"));
  execFileSync("mkfifo", [join(folder, "house/pipe.png")]);
  put("film.avi", "RIFF\0\0\0\0AVI LIST");
});

afterAll(() => {
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

async function opened(said: object): Promise<{ desk: HouseDesk; told: string[] }> {
  const told: string[] = [];
  const house = houseSchema.parse(said);
  const desk = new HouseDesk({ house, folder, zone: "Europe/Madrid" }, clock, (line) => told.push(line));
  await desk.shown(null);
  return { desk, told };
}

it("sends pictures in the size of a screen, as WebP, with nothing else in them", async () => {
  const { desk, told } = await opened({
    logo: "house/good.png",
    closed: { picture: "house/good.jpg" },
  });
  expect(told).toEqual([]);
  expect(await desk.shown(null)).toMatchObject({
    logo: true,
    closed: { picture: true, video: false },
    idle: null,
  });
  const logo = await desk.file("logo");
  expect(logo?.type).toBe("image/webp");
  expect(await sharp(logo?.bytes).metadata()).toMatchObject({ format: "webp", width: 600, height: 400 });
  const picture = await sharp((await desk.file("closed-picture"))?.bytes).metadata();
  expect(picture).toMatchObject({ format: "webp", width: 2_560 });
  expect(picture.exif).toBeUndefined();
  expect(await desk.file("../secret.png")).toBeNull();
});

/** Pictures that are none, three at a time, as a house names them. */
it.each([
  [
    ["house/cut.png", /house\/cut\.png: it cannot be read as a picture: /],
    ["house/bomb.png", /house\/bomb\.png: 30000 by 30000 pixels; at most 40 million make sense/],
    ["house/huge.png", /huge\.png: it has 52428800 bytes; at most 16777216 make sense/],
  ],
  [
    ["house/drawing.svg", /drawing\.svg: it is no PNG, JPEG or WebP picture/],
    ["house/script.png", /script\.png: it is no PNG, JPEG or WebP picture/],
    ["house/none.png", /none\.png: there is no such file/],
  ],
  [
    ["house/link.png", /link\.png: it is a link; put the file itself there/],
    ["up/secret.png", /up: it is a link; put the file itself there/],
    ["house/pipe.png", /pipe\.png: it is a device, a pipe or a socket, not a file/],
  ],
] as const)(
  "says in one line which key names a picture that is none, and does without it: %s",
  async (...bad) => {
    const [logo, closed, idle] = bad.map(([path]) => path);
    const { desk, told } = await opened({
      name: "Casino",
      logo,
      closed: { picture: closed },
      idle: { minutes: 5, picture: idle },
    });
    expect(told).toEqual(bad.map(([, why]) => expect.stringMatching(why) as string));
    for (const [at, key] of ["logo", "closed.picture", "idle.picture"].entries())
      expect(told[at]).toMatch(new RegExp(`^display\\.house\\.${key}: [^\\n]*; the screens do without it$`));
    expect(await desk.shown(null)).toMatchObject({
      name: "Casino",
      logo: false,
      closed: { picture: false },
      idle: { minutes: 5, picture: false },
    });
  },
);

it("says the same of a video that no browser plays", async () => {
  const { desk, told } = await opened({ closed: { video: "house/film.avi" } });
  expect(told).toEqual([
    "display.house.closed.video: house/film.avi: it is no MP4 or WebM video; the screens do without it",
  ]);
  expect(await desk.file("closed-video")).toBeNull();
});

it("tells limits in the order of the rulebook, with what that pays, and rules with their paragraphs", async () => {
  const { desk } = await opened({
    limits: { currency: "EUR", suertes: { sencilla: { maximum: 1_800 }, pleno: { minimum: 5, maximum: 100 } } },
  });
  const { pack } = loadPack("es-pv/ruleta-francesa");
  const shown = await desk.shown(pack);
  expect(shown?.limits).toMatchObject({
    table: null,
    suertes: [
      { id: "pleno", pays: "35:1", minimum: 5, maximum: 100 },
      { id: "sencilla", pays: "1:1", minimum: null, maximum: 1_800 },
    ],
  });
  expect(shown?.rules.map(({ rule, verdict, cite }) => [rule, verdict, cite]).slice(0, 2)).toEqual([
    ["pocket-0", null, "art. 2, 01.IV.1"],
    ["foreign-object-in-cylinder", "void", "art. 2, 01.IV.3"],
  ]);
  const { desk: named } = await opened({ rules: ["ball-left-cylinder"] });
  expect((await named.shown(pack))?.rules.map(({ rule }) => rule)).toEqual(["ball-left-cylinder"]);
});

/** The sum that ends a chunk of PNG. */
function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
