import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { plugSticks } from "../support/stick-machine.ts";
import {
  actClock,
  actsTable,
  BEN,
  ended,
  EVA,
  JON,
  openDo,
  PHONE,
  signIn,
  signInAgain,
  type ActsTable,
} from "./acts-table.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { shot, seen, until } from "./harness.ts";

/** What a technician does to the table itself at its page: configuration, people, test mode, releases, files to take along. */

const browser = browserOfFile();
const WHEEL = { wheel: { device: "cammegh-ss2", path: "/dev/serial/by-id/usb-none", wait: true } };
const RULEBOOK = "cl/ruleta-francesa";
const LAPTOP = { width: 1280, height: 800 };

const tableOf = (more: Parameters<typeof actsTable>[4] = {}): Promise<ActsTable> =>
  actsTable(actClock(), WHEEL, RULEBOOK, {}, more);

/** Until the table's last change has passed its trial: another one would have nothing to go back to. */
const trialPassed = async (table: ActsTable, changes: number): Promise<void> =>
  until(
    "the change has passed its trial",
    () => orders(table).filter(({ what }) => what === "configuration-kept").length === changes,
    60_000,
  );

/** The page in this language, where this person is signed in, after a start. */
async function again(page: Page, table: ActsTable, who: { readonly name: string; readonly pin: string }) {
  await table.again();
  await openDo(page, table);
  await signInAgain(page, who);
}

async function agree(
  page: Page,
  { name, pin }: { readonly name: string; readonly pin: string },
): Promise<void> {
  await page.waitForSelector("#act-second-pin");
  await page.selectOption("#act-second-name", name);
  await page.fill("#act-second-pin", pin);
  await page.click("#act-answer-0");
}

/** Begins an act, by whoever signs in again where the screens of a busy machine were started anew. */
async function begin(page: Page, act: string): Promise<void> {
  await until(
    `${act} is offered`,
    async () => {
      if ((await page.locator("#act-sign-in").count()) > 0) await signInAgain(page, EVA);
      return (await page.locator(`#begin-${act}`).count()) > 0;
    },
    60_000,
  );
  await page.click(`#begin-${act}`);
}

const refusal = async (page: Page): Promise<string> => {
  await page.waitForSelector(".refusal");
  return seen(page, ".refusal");
};

/** Opens the configuration's form, and gives its text. */
async function configuration(page: Page): Promise<string> {
  await page.click("#begin-configure");
  await page.waitForSelector("#act-configuration");
  return page.inputValue("#act-configuration");
}

async function check(page: Page, text: string): Promise<void> {
  await page.fill("#act-configuration", text);
  await page.click("#act-configuration-check");
}

const nameOf = (table: ActsTable): string => table.of("boot").length.toString();
const orders = (table: ActsTable): Record<string, unknown>[] =>
  table.of("order").map((body) => (body as unknown as { detail: Record<string, unknown> }).detail);

test(
  "a configuration is read, judged, agreed to by two, on trial, and undone",
  { timeout: 180_000 },
  async () => {
    const table = await tableOf();
    const page = await signIn(browser(), table, EVA);
    const text = await configuration(page);
    expect(text).toContain("kept-1");
    expect(text).not.toContain("scrypt");
    await shot(page, "configuration-phone");

    // What is wrong changes nothing: an unknown key, another jurisdiction, what no page may change.
    for (const [was, is, why] of [
      ['"name": "Mesa"', '"nome": "Mesa"', /configuration:\d+:\d+: .*nome/],
      [RULEBOOK, "es-pv/ruleta-francesa", /law of cl to that of es-pv/],
      [RULEBOOK, "cl/ruleta-francessa", /ruleta-francessa/],
      ['"test": true', '"test": false', /configuration: test: no order/],
      ["kept-1", "kept-2", /people\.0\.pin: no order/],
    ] as const) {
      await check(page, text.replace(was, is));
      expect(await ended(page)).toMatch(why);
      await until("it is over", () => table.acts().at(-1)?.["what"] === "ended");
      expect(table.acts().at(-1)).toMatchObject({ act: "configure", is: "failed", person: EVA.name });
    }
    await shot(page, "configuration-refused");

    // The difference stands there before anybody agrees; whoever wants it is no second person.
    await check(page, text.replace('"name": "Mesa"', '"name": "Mesa 8"'));
    await page.waitForSelector("#act-second-pin");
    expect(await seen(page, "#act .said")).toContain("table.name: Mesa → Mesa 8");
    expect(await page.locator("#act-second-name option").allInnerTexts()).not.toContain(EVA.name);
    await shot(page, "configuration-second");
    await agree(page, { name: JON.name, pin: "111111" });
    expect(await refusal(page)).toMatch(/PIN/);
    await page.click("#act-give-up");
    expect(await ended(page)).toContain("Given up");
    expect(orders(table)).toEqual([]);

    await check(page, text.replace('"name": "Mesa"', '"name": "Mesa 8"'));
    await agree(page, JON);
    expect(await ended(page)).toContain("Done");
    await shot(page, "configuration-done");
    // Taken back by who gave it, alone, and given again.
    await begin(page, "withdraw-configuration");
    await until("it is withdrawn", () => table.acts().at(-1)?.["waited"] === "next-start");
    await until("it is said", async () => (await seen(page, "#act .said")).includes("Taken back"));
    await check(page, `${text}#${"x".repeat(40_000)}`);
    expect(await refusal(page)).toMatch(/has 4\d{4} characters, and 32768 are the most/);
    await check(page, text.replace('"name": "Mesa"', '"name": "Mesa 8"'));
    await agree(page, JON);
    await until(
      "it is kept",
      () => table.acts().at(-1)?.["is"] === "done" && table.acts().at(-1)?.["act"] === "configure",
    );
    expect(table.acts().find(({ what }) => what === "keeping")).toMatchObject({
      second: JON.name,
      person: EVA.name,
    });
    const change = { what: "configuration-change", key: "table.name", was: "Mesa", now: "Mesa 8" };
    expect(orders(table)).toMatchObject([change, change]);
    expect(JSON.stringify(table.acts())).not.toContain("scrypt");

    // It counts from the next start on; what somebody has before them from before is a stale copy.
    await again(page, table, EVA);
    expect(nameOf(table)).toBe("2");
    expect(await configuration(page)).toContain("Mesa 8");
    await page.setViewportSize(LAPTOP);
    await shot(page, "configuration-laptop");
    const undo = async (): Promise<void> => {
      await page.click("#begin-undo-configuration");
      await page.waitForSelector("#act-second-pin");
      expect(await seen(page, "#act .said")).toContain("table.name: Mesa 8 → Mesa");
      await agree(page, JON);
      await until("it is kept", () => table.acts().at(-1)?.["is"] === "done");
    };
    await undo();
    await again(page, table, EVA);
    expect(await configuration(page)).not.toContain("Mesa 8");
  },
);

test("people come, get another PIN, and go; the last technician stays", { timeout: 180_000 }, async () => {
  const table = await tableOf();
  const page = await signIn(browser(), table, EVA);
  const open = async (change: string): Promise<void> => {
    if ((await page.locator("#act-people-do").count()) === 0) await page.click("#begin-change-people");
    await page.selectOption("#act-people-do", change);
  };
  const add = async (name: string, pin: string): Promise<void> => {
    await open("add");
    await page.fill("#act-people-new", name);
    await page.fill("#act-people-pin", pin);
    await page.fill("#act-people-pin-again", pin);
    await page.click("#act-people-send");
  };
  await add("Ana Gil", "1234");
  expect(await refusal(page)).toContain("anybody tries");
  await shot(page, "people-refused");
  await add("eva  mas", "830519");
  expect(await ended(page)).toMatch(/people|twice/);
  await add("Ana Gil", "830519");
  await agree(page, JON);
  expect(await ended(page)).toContain("Done");
  const said = JSON.stringify(table.records.map(({ body }) => body));
  expect([said.includes("830519"), said.includes("scrypt")]).toEqual([false, false]);
  await again(page, table, EVA);
  await open("remove");
  await page.selectOption("#act-people-name", BEN.name);
  await page.click("#act-people-send");
  expect(await ended(page)).toContain("on trial still");
  await trialPassed(table, 1);
  await open("remove");
  expect(await page.locator(".people li").allInnerTexts()).toContain("Ana Gil · croupier");
  for (const [at, name] of [BEN.name, EVA.name].entries()) {
    await open("remove");
    await page.selectOption("#act-people-name", name);
    await page.click("#act-people-send");
    if (at === 0) {
      await agree(page, JON);
      await until("it is kept", () => table.acts().at(-1)?.["is"] === "done");
      await again(page, table, EVA);
      await trialPassed(table, 2);
    } else expect(await ended(page)).toContain("last technician");
  }
  await shot(page, "people");
});

test("test mode keeps evidence of its own, and ends as it was", { timeout: 180_000 }, async () => {
  const table = await tableOf({ isLive: true });
  const page = await signIn(browser(), table, EVA);
  // Nothing of it begins at an open table, and one that opens meanwhile ends it.
  await table.open();
  await page.click("#begin-test-mode");
  expect(await refusal(page)).toContain("open");
  await table.close();
  await page.click("#begin-test-mode");
  await page.waitForSelector("#act-second-pin");
  await table.open();
  expect(await ended(page)).toContain("opened meanwhile");
  await table.close();
  await page.click("#begin-test-mode");
  await agree(page, JON);
  expect(await ended(page)).toContain("Done");
  const log = (): unknown => table.of("boot").at(-1)?.detail["test"];
  expect(log()).toBe(false);
  await again(page, table, EVA);
  expect(log()).toBe(true);
  await page.waitForSelector("#head .test, .test-mark", { timeout: 5_000 }).catch(() => undefined);
  await shot(page, "test-mode");
  await page.click("#begin-undo-configuration");
  expect(await ended(page)).toContain("test mode");
  await page.click("#end-test-mode");
  await agree(page, JON);
  await until("it is kept", () => table.acts().at(-1)?.["is"] === "done");
  await again(page, table, EVA);
  expect(log()).toBe(false);
});

test("records leave as a file, and the updater is asked", { timeout: 180_000 }, async () => {
  const path = join(temporaryFolder(), "updater.sock");
  const asked: { readonly do: string }[] = [];
  const named = { rel: "ab".repeat(32), version: "0.10.0" };
  const status = {
    format: "tirada-updater/1",
    current: named,
    confirmed: named,
    former: null,
    plan: { to: { rel: "cd".repeat(32), version: "0.11.0" }, stage: "waiting", by: "wave 2" },
    obstacles: ["notice", "held"],
    table: { announced: { until: "2026-12-01T04:00:00.000Z" }, isHeld: true },
  };
  const server = createServer((socket) => {
    socket.setEncoding("utf8").on("data", (line: string) => {
      const one = JSON.parse(line) as { do: string };
      asked.push(one);
      const result =
        one.do === "status" ? status : one.do === "check" ? { release: 7, files: [], notes: [] } : null;
      socket.end(`${JSON.stringify({ ok: true, lines: [JSON.stringify(result)] })}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  const table = await tableOf({ updater: path });
  const page = await signIn(browser(), table, EVA);
  await page.waitForSelector("#act-updates");
  expect(await seen(page, "#act-updates")).toMatch(/0\.11\.0 .*waits for the table.*wave 2/s);
  await shot(page, "updates");
  await page.click("#begin-check");
  expect(await ended(page)).toContain("Done");
  expect(await seen(page, "#act .said")).toContain("release 7");
  await page.click("#begin-hold");
  await until("it is held", () => asked.some((one) => one.do === "hold"));
  expect(asked.find((one) => one.do === "hold")).toMatchObject({ isHeld: true, by: EVA.name, order: null });

  // Ten seconds of the table from its start on it knows how full its disk is; before that it gives nothing out.
  await page.waitForTimeout(4_000);
  await page.click("#begin-export");
  await page.click("#act-export-send");
  // What was made is fetched where it is said, and not below everything that can be done.
  await page.waitForSelector("#act .file a");
  await shot(page, "files");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#act .file a")]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const record = table.of("export").at(-1) as unknown as { detail: Record<string, unknown> };
  expect(record.detail).toMatchObject({
    what: "records",
    file: file.suggestedFilename(),
    sha512: createHash("sha512").update(Buffer.concat(chunks)).digest("hex"),
  });
  // Onto a stick that is put in while the form is open: written there, read back, and it may be pulled.
  await page.waitForSelector("#act-stick option", { state: "attached" });
  expect(await page.locator("#act-stick option").count()).toBe(1);
  const at = temporaryFolder();
  const stick = { disk: "sda", fileSystem: "vfat", label: "TIRADA", id: "12AB-34CD", at };
  plugSticks([stick, { ...stick, disk: "sdb", id: "other", isLocked: true }]);
  await page.click("#act-export-look");
  await page.waitForSelector("#act-stick option[value='12AB-34CD']", { state: "attached" });
  expect(await seen(page, "form")).toContain("write-protected");
  await page.selectOption("#act-stick", "12AB-34CD");
  await page.locator("#act-export-send").scrollIntoViewIfNeeded();
  await shot(page, "stick");
  await page.click("#act-export-send");
  await until("it may be pulled", async () =>
    (await seen(page, "#act .said")).includes("may be pulled out now"),
  );
  await shot(page, "stick-done");
  const onStick = table.of("export").at(-1) as unknown as { detail: Record<string, string> };
  expect(onStick.detail["stick"]).toMatch(/SanDisk Ultra .*TIRADA/);
  const written = readFileSync(join(at, readdirSync(at)[0] ?? "", onStick.detail["file"] ?? ""));
  expect(createHash("sha512").update(written).digest("hex")).toBe(onStick.detail["sha512"]);
  // Nobody fetches it who was not told where it is.
  const other = await browser().newPage({ viewport: PHONE });
  onTestFinished(() => other.close());
  const answer = await other.goto(
    new URL("technician/file/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", table.now.url).href,
  );
  expect(answer?.status()).toBe(404);
});
