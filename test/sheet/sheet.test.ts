import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { expect, test } from "vitest";
import { SOAK } from "../support/volume.ts";
import { differenceOf, readApproved, SHARE_MOST, smallOf, TILE } from "./approved.ts";
import { approvedPictures } from "./chosen.ts";

/** Where a picture that differs goes, and what differs in it. */
const DIFFERS = fileURLToPath(new URL("../../var/sheet/differs/", import.meta.url));

const grey = (value: number): Buffer => Buffer.alloc(TILE.width * TILE.height, value);

test("one brightness more is no difference, a box that moved is one", async () => {
  const png = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#204060" } })
    .png()
    .toBuffer();
  expect(differenceOf(await smallOf(png), await smallOf(png)).share).toBe(0);
  expect(differenceOf(grey(64), grey(72)).share).toBe(0);
  const box = grey(64);
  for (let x = 4; x < 20; x++) box[TILE.width * 10 + x] = 220;
  expect(differenceOf(grey(64), box).share).toBeGreaterThan(SHARE_MOST);
});

test("what is approved is in the repository, each picture by one name", async () => {
  const approved = await readApproved();
  expect(approved.size).toBeGreaterThan(100);
  for (const small of approved.values()) expect(small.length).toBe(TILE.width * TILE.height);
});

if (SOAK)
  test("every page looks as it was approved", { timeout: 3_600_000 }, async () => {
    const approved = await readApproved();
    const big = new Map<string, Buffer>();
    const now = await approvedPictures((name, png) => void big.set(name, png));
    expect([...now.keys()].toSorted(), "pages and states: npm run sheet -- --approve").toEqual([
      ...approved.keys(),
    ]);
    const differing: string[] = [];
    for (const [name, small] of now) {
      const { share, drawn } = differenceOf(approved.get(name)!, small);
      if (share <= SHARE_MOST) continue;
      differing.push(`${name}: ${(share * 100).toFixed(1)} %`);
      mkdirSync(DIFFERS, { recursive: true });
      const file = `${DIFFERS}${name.replaceAll(" ", "_")}`;
      writeFileSync(`${file}.png`, big.get(name)!);
      await sharp(drawn, { raw: { ...TILE, channels: 4 } })
        .resize({ width: TILE.width * 8, kernel: "nearest" })
        .toFile(`${file}.difference.png`);
    }
    expect(differing, `look at ${DIFFERS}, then: npm run sheet -- --approve`).toEqual([]);
  });
