import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOG } from "../../src/record/vector.fixture.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { FIREFOX, startFirefox, type FirefoxPage } from "../support/firefox.ts";
import { filesOf, keysOf, verdictOfVerify } from "../support/inspector-agreement.ts";
import { handedOut, randomCase, type InspectorCase } from "../support/inspector-cases.ts";
import { runSeed, volume } from "../support/volume.ts";
import { SCREENSHOTS } from "./harness.ts";

/** The inspector's page in Firefox ESR, where it is installed (`firefox-esr`); elsewhere Chromium alone speaks for it. */

const FILE = new URL("../../firmware/evidence/inspector/tirada-inspector.html", import.meta.url);

/** Gives files to the page as a person's choice does, and waits for the verdict. */
const GIVE = (files: readonly (readonly [string, Buffer])[], keys: string): string => `(async () => {
  const given = new DataTransfer();
  for (const [name, text] of ${JSON.stringify(files.map(([name, bytes]) => [name, bytes.toString("base64")]))})
    given.items.add(new File([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], name));
  const keys = document.getElementById("keys");
  keys.value = ${JSON.stringify(keys)};
  keys.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.dataset.state = "asked";
  const input = document.querySelector("input[type=file]");
  input.files = given.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  for (let i = 0; i < 1000 && ["asked", "judging"].includes(document.body.dataset.state); i++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return document.body.dataset.state + " " + document.querySelector(".verdict").innerText;
})()`;

describe.runIf(existsSync(FIREFOX))("the inspector's page in Firefox", () => {
  let page: FirefoxPage;
  beforeAll(async () => {
    page = await startFirefox();
  }, 60_000);
  afterAll(async () => {
    await page.close();
  });

  const give = async (one: InspectorCase): Promise<string> => {
    await page.goto(FILE.href);
    return String(await page.evaluate(GIVE(filesOf(one), keysOf(one))));
  };

  test("says that a record is valid, by WebCrypto", async () => {
    const shown = await give(handedOut(LOG, 4, 7));
    expect(shown).toMatch(/^valid /);
    expect(shown).toContain("WebCrypto");
    if (process.env["TIRADA_PICTURES"] !== "1") return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    writeFileSync(`${SCREENSHOTS}inspector-firefox-valid.png`, await page.screenshot(), "base64");
  });

  test("agrees with `tirada verify`", async () => {
    const random = randomFrom(runSeed("inspector in Firefox"));
    for (let i = 0; i < volume(8, 500); i++) {
      const one = randomCase(random);
      const [verdict = ""] = (await give(one)).split(" ");
      expect({ [one.name]: verdict }).toEqual({ [one.name]: verdictOfVerify(one) });
    }
  }, 600_000);
});
