import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { qrPath } from "../../firmware/screens/server/qr.ts";
import { buildInspector, buildVerifier } from "../../scripts/build-inspector.mjs";
import { LOG } from "../../src/record/vector.fixture.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { filesOf, keysOf, verdictOfVerify } from "../support/inspector-agreement.ts";
import { caseHandedOut, handedOut, randomCase, ROTATED_CASES } from "../support/inspector-cases.ts";
import { more, runSeed, sampleInAll, volume } from "../support/volume.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { shot, until } from "./harness.ts";
import { lowContrast } from "./measure.ts";

/** The inspector's page as it is handed out: one file, opened from a disk, in a real browser. */

const FILE = new URL("../../firmware/evidence/inspector/tirada-inspector.html", import.meta.url);
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const browser = browserOfFile();
let page: Page;
let requests: string[];

interface Shown {
  readonly verdict: string;
  readonly text: string;
}

async function openPage(withWebCrypto = true): Promise<void> {
  if (!withWebCrypto) await page.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })");
  await page.goto(FILE.href);
}

/** Gives files and keys, and what the page makes of them. */
async function give(files: readonly (readonly [string, Buffer])[], keys = ""): Promise<Shown> {
  await page.locator("#keys").fill(keys);
  const inputs = files.map(([name, buffer]) => ({ name, mimeType: "", buffer }));
  await page.evaluate("document.body.dataset.state = 'asked'");
  await page.locator("input[type=file]").setInputFiles(inputs);
  return verdictShown();
}

/** What the page makes of the files that it was given, once it has judged them. */
async function verdictShown(): Promise<Shown> {
  const state = (): Promise<string> => page.evaluate<string>("document.body.dataset.state");
  await until("a verdict", async () => !["asked", "judging"].includes(await state()));
  return { verdict: await state(), text: await page.locator(".verdict").innerText() };
}

beforeEach(async () => {
  page = await browser().newPage({ viewport: LAPTOP, locale: "en-GB" });
  requests = [];
  page.on("request", (request) => requests.push(request.url()));
  return () => page.close();
});

const GOOD = handedOut(LOG, 4, 7);
const CASE = caseHandedOut(LOG, 5);
const OF_A_TEST = handedOut(`${LOG}/test`, 2, 3);

/** A code as a camera sees it: a little askew, on grey. */
async function pictureOf(code: string, type: "png" | "jpeg"): Promise<Buffer> {
  const { size, path } = qrPath(code) ?? { size: 1, path: "" };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="640" height="640"><rect width="100%" height="100%" fill="white"/><path d="${path}"/></svg>`;
  return sharp(Buffer.from(svg)).rotate(7, { background: "#999999" }).toFormat(type).toBuffer();
}

describe("the inspector's page", () => {
  test("is built from its sources, byte for byte, and asks nothing of any network", async () => {
    expect(await buildInspector()).toBe(readFileSync(FILE, "utf8"));
    expect(await buildVerifier()).toBe(readFileSync(new URL("tirada-verifier.bundle", FILE), "utf8"));
    await openPage();
    await give(filesOf(GOOD), keysOf(GOOD));
    expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([FILE.href]);
  });

  test.each([["phone", PHONE] as const, ...more([], [["laptop", LAPTOP] as const])])(
    "says each verdict legibly on a %s",
    async (name, viewport) => {
      await page.setViewportSize(viewport);
      await openPage();
      await shot(page, `inspector-${name}-empty`);
      const valid = await give(filesOf(GOOD), keysOf(GOOD));
      expect(valid.verdict).toBe("valid");
      for (const says of ["VALID", LOG, "live: it counts", "result · 4 · certified"])
        expect(valid.text).toContain(says);
      expect(valid.text).toContain("under the signed root of 7 records");
      expect(valid.text).toContain("tirada.example/casino-1/witness: 2026-11-21T10:02:00Z");
      expect(valid.text).toContain("WebCrypto");
      for (const says of ["VÁLIDO", "BALIOZKOA"]) expect(valid.text).toContain(says);
      expect(await lowContrast(page, "main")).toMatchObject({ low: [] });
      await shot(page, `inspector-${name}-valid`);
      await page.reload();
      const ofTest = await give(filesOf(OF_A_TEST), keysOf(OF_A_TEST));
      expect(ofTest.text).toMatch(/^TEST: it does not count/);
      expect(await lowContrast(page, "main")).toMatchObject({ low: [] });
      await shot(page, `inspector-${name}-test`);
      await page.reload();
      const self = await give(filesOf(GOOD), "");
      expect(self.verdict).toBe("self");
      await shot(page, `inspector-${name}-no-key`);
      await page.reload();
      const wrong = await give(filesOf(GOOD), OF_A_TEST.vkey ?? "");
      expect(wrong).toMatchObject({ verdict: "not-valid" });
      expect(await lowContrast(page, "main")).toMatchObject({ low: [] });
      await shot(page, `inspector-${name}-wrong-key`);
      await page.reload();
      const foreign = await give([["holiday.txt", Buffer.from("hello")]], "");
      expect(foreign.text).toContain("does not know this kind of file");
      await shot(page, `inspector-${name}-unknown`);
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      expect(width).toBeLessThanOrEqual(viewport.width);
    },
  );

  test("reads a case file: whose, live or test, witnessed when, and what its rounds came to", async () => {
    await openPage();
    const valid = await give(filesOf(CASE), keysOf(CASE));
    expect(valid).toMatchObject({ verdict: "valid" });
    for (const says of [
      "VALID",
      "VÁLIDO",
      "BALIOZKOA",
      LOG,
      "live: it counts",
      "Round 3 · result · 2 · certified",
    ])
      expect(valid.text).toContain(says);
    expect(valid.text).toContain("tirada.example/casino-1/witness: 2026-11-21T10:02:00Z");
    expect(valid.text).toContain("under the signed root of 5 records");
    expect(await lowContrast(page, "main")).toMatchObject({ low: [] });
    await shot(page, "inspector-case");
    await page.setViewportSize(PHONE);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(
      PHONE.width,
    );
    await page.click("button[lang=eu]");
    expect(await page.locator(".verdict").innerText()).toContain("Txanda 3 · emaitza · 2 · ziurtatua");
    await page.click("button[lang=en]");
    const torn = await give([["round-1.tar", CASE.file.subarray(0, -1_024)]], keysOf(CASE));
    expect(torn).toMatchObject({ verdict: "unknown" });
    expect(torn.text).toContain("is no whole case file");
    const both = await give([["result-1.json", CASE.json]], keysOf(CASE));
    expect(both.text).toContain("give it alone");
    await page.click(".clear");
    const ofTest = caseHandedOut(`${LOG}/test`, 2);
    expect((await give(filesOf(ofTest), keysOf(ofTest))).text).toContain("TEST: it does not count");
  });

  test.each(sampleInAll(["png", "jpeg"] as const, 1, "pictures of a code"))(
    "reads a code from a picture (%s)",
    async (type) => {
      await openPage();
      const picture = await pictureOf(GOOD.code ?? "", type);
      const alone = await give([["qr", picture]], keysOf(GOOD));
      expect(alone).toMatchObject({ verdict: "unknown" });
      expect(alone.text).toContain("add its certificate");
      const both = await give([["result-5.json", GOOD.json]], keysOf(GOOD));
      expect(both).toMatchObject({ verdict: "valid" });
      expect(both.text).toContain("signs this record");
      await page.click("button[lang=es]");
      const said = (await page.textContent("dl")) ?? "";
      expect(said).toContain("firma este registro");
      expect(said).toMatch(/resultado · .* · certificado/);
      expect(said).not.toMatch(/result |certified/);
    },
  );

  test("names in one line what it cannot read", async () => {
    const bomb = Buffer.alloc(64);
    Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(bomb);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const cases: readonly (readonly [Buffer, string])[] = [
      [bomb, "No QR code of tirada"],
      [Buffer.concat([GOOD.json, Buffer.alloc(1_000_000, 32)]), "too large"],
      [Buffer.from("PK\u0003\u0004rest"), "compressed archive"],
      [Buffer.from("1f8b0800", "hex"), "compressed archive"],
      [Buffer.from("SQLite format 3\0"), "It is a journal"],
      [Buffer.from('{"before":[]}'), "It is an export"],
      [GOOD.proof ?? GOOD.json, "The proof says"],
      [GOOD.json.subarray(0, 90), "damaged"],
      [Buffer.concat([GOOD.json, GOOD.json]), "damaged"],
    ];
    // Made in the page: sent to it this one takes half a minute.
    await openPage();
    await page.evaluate(`(() => {
      document.body.dataset.state = "asked";
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(17 * 1024 * 1024).fill(32)], "file"));
      const input = document.querySelector("input[type=file]");
      input.files = files.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    const large = await verdictShown();
    expect([large.verdict, large.text]).toEqual(["unknown", expect.stringContaining("too large")]);
    for (const [bytes, says] of sampleInAll(cases, 4, "what the inspector cannot read")) {
      await openPage();
      const shown = await give([["file", bytes]], keysOf(GOOD));
      expect(shown).toMatchObject({ verdict: "unknown" });
      expect(shown.text).toContain(says);
    }
  });

  test("follows a log whose key gave way, and no forged rotation", async () => {
    await openPage();
    for (const one of sampleInAll(ROTATED_CASES, 3, "logs whose key gave way")) {
      const shown = await give(filesOf(one), keysOf(one));
      expect(shown.verdict, `${one.name} with ${one.vkey ?? "no key"}: ${shown.text}`).toBe(one.verdict);
      await page.reload();
    }
    const [first, second] = ROTATED_CASES;
    const shown = await give(filesOf(second ?? GOOD), keysOf(second ?? GOOD));
    expect(shown.text).toContain(`Keys of the log, from which record\n0: ${first?.vkey ?? ""}\n1: `);
    await shot(page, "inspector-rotated");
  });

  test("agrees with `tirada verify`, by WebCrypto and by the library", async () => {
    const random = randomFrom(runSeed("inspector"));
    for (const withWebCrypto of [true, false]) {
      if (!withWebCrypto) page = await browser().newPage({ locale: "en-GB" });
      const proof = GOOD.proof?.subarray(0, withWebCrypto ? 0 : 7) ?? null;
      const cut = { ...GOOD, name: "a proof cut at its beginning", proof, code: null };
      for (let i = 0; i < volume(more(3, 8), 250); i++) {
        const one = i === 0 ? cut : randomCase(random);
        await openPage(withWebCrypto);
        const shown = await give(filesOf(one), keysOf(one));
        expect({ [one.name]: shown.verdict }, one.json.toString()).toEqual({
          [one.name]: verdictOfVerify(one),
        });
        if (shown.verdict === "valid")
          expect(shown.text).toContain(withWebCrypto ? "WebCrypto" : "@noble/ed25519");
      }
    }
  }, 600_000);
});
