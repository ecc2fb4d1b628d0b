import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { OpenPort } from "../../drivers/port.ts";
import { fastClock } from "../../hw-sim/lines/fast-clock.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { readConfigOfStart } from "../../firmware/unit/configuration/ordered-configuration.ts";
import { runTable, type RunningTable } from "../../firmware/unit/run.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import type { Clock } from "../../src/time/clock.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "../support/folder.ts";
import { cheapPinHash } from "../support/pin.ts";
import { seen, until } from "./harness.ts";

/** A whole unit on simulated devices, at whose technician's page somebody has a device taught. */

export const EVA = { name: "Eva Mas", role: "tecnico", pin: "24681" } as const;
export const BEN = { name: "Ben Ruiz", role: "tecnico", pin: "97531" } as const;
export const JON = { name: "Jon Etxeberria", role: "jefe-de-mesa", pin: "987654" } as const;
export const PHONE = { width: 390, height: 844 };

/** Simulated time goes so much faster: a technician's hands are slow. */
const SPEED = 8;

export const actClock = (): Clock => {
  const real = systemClock();
  return fastClock(real, SPEED, { nowUs: real.now(), wallMs: real.wall() });
};

export interface ActsTable {
  readonly records: BuiltRecord[];
  readonly storage: string;
  now: RunningTable;
  /** Stops it, and starts it again on the same folder, as whoever looks after it would. */
  again(): Promise<void>;
  /** The details of the records of technicians' acts. */
  acts(): Readonly<Record<string, unknown>>[];
  open(): Promise<void>;
  close(): Promise<void>;
  of<K extends RecordBody["kind"]>(kind: K): (RecordBody & { kind: K })[];
}

export async function actsTable(
  clock: Clock,
  device: Readonly<Record<string, unknown>>,
  rulebook: string,
  opens: Readonly<Record<string, OpenPort>>,
  { isLive = false, updater }: { readonly isLive?: boolean; readonly updater?: string } = {},
): Promise<ActsTable> {
  const folder = temporaryFolder();
  const storage = join(folder, "storage");
  const written = {
    ...(updater === undefined ? {} : { format: 2, update: { socket: join(folder, "table.sock") } }),
    test: !isLive,
    table: { name: "Mesa", log: "tirada.test/acts", rulebook },
    ...device,
    display: { port: 0 },
    people: [EVA, BEN, JON].map(({ name, role, pin }) => ({ name, role, pin: cheapPinHash(pin) })),
    storage: { folder: storage },
  };
  const file = join(folder, "table.yaml");
  writeFileSync(file, JSON.stringify(written, null, 2));
  const records: BuiltRecord[] = [];
  const start = async (): Promise<RunningTable> =>
    runTable({
      config: await readConfigOfStart(file),
      clock,
      opens,
      onRecord: (one) => void records.push(one),
      onNotice: () => undefined,
      ...(updater === undefined ? {} : { updater }),
    });
  const bodies = (): RecordBody[] => records.map(({ body }) => body);
  const press = async (key: "open-table" | "close-table"): Promise<void> => {
    const pressed = await table.now.unit.press({ key }, { role: JON.role, name: JON.name });
    if (!pressed.ok) throw new Error(pressed.why.en);
  };
  const table: ActsTable = {
    records,
    storage,
    now: await start(),
    again: async () => {
      await table.now.stop("another calibration");
      table.now = await start();
    },
    of: (kind) => bodies().filter((body): body is RecordBody & { kind: typeof kind } => body.kind === kind),
    acts: () => table.of("act").map((body) => (body as unknown as { detail: Record<string, unknown> }).detail),
    open: () => press("open-table"),
    close: () => press("close-table"),
  };
  onTestFinished(() => table.now.stop("test"));
  return table;
}

/** The page's place for what is done, where this person is signed in. */
export async function signIn(
  browser: Browser,
  table: ActsTable,
  { name, pin }: { readonly name: string; readonly pin: string },
  viewport = PHONE,
): Promise<Page> {
  const page = await browser.newPage({ viewport });
  onTestFinished(() => page.close());
  await openDo(page, table);
  await signInAgain(page, { name, pin });
  return page;
}

/** Times that a page is asked for: on a machine that is busy with other things a start of the screens may come between its parts. */
const LOADS = 6;

/** Opens the place for what is done. Who gets half a page loads it again. */
export async function openDo(page: Page, table: ActsTable): Promise<void> {
  for (let load = 1; ; load += 1) {
    await page.goto(new URL("technician?lang=en#do", table.now.url).href).catch(() => undefined);
    const form = page.locator("#act-name option").first();
    const isThere = await form.waitFor({ state: "attached", timeout: 8_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (load === LOADS) throw new Error("the technician's page does not come");
  }
}

export async function signInAgain(
  page: Page,
  { name, pin }: { readonly name: string; readonly pin: string },
): Promise<void> {
  await page.waitForSelector("#act-name option", { state: "attached" });
  await page.selectOption("#act-name", name);
  await page.fill("#act-pin", pin);
  await page.click("#act-sign-in");
  await page.waitForSelector("#act-sign-out");
}

/** What the act asks for now. */
export const asked = (page: Page): Promise<string> => seen(page, "#act .asked");

/** The step that was answered last, by page: the next one may ask for the same once more. */
const answeredSteps = new WeakMap<Page, string>();

/** Answers what is asked as usual, and gives what it was. Waits for a new question that holds these words. */
export async function goOn(page: Page, words: string, answer = 0): Promise<string> {
  const stepNow = (): Promise<string | null> => page.locator("#act .asked").getAttribute("data-step");
  await until(
    `"${words}" is asked for`,
    async () =>
      (await page.locator("#act-answer-0").count()) > 0 &&
      (await stepNow()) !== answeredSteps.get(page) &&
      (await asked(page)).includes(words),
    60_000,
  );
  const prompt = await asked(page);
  answeredSteps.set(page, (await stepNow()) ?? "");
  await page.click(`#act-answer-${answer}`);
  return prompt;
}

export const ended = async (page: Page): Promise<string> => {
  await page.waitForSelector("#act .ended", { timeout: 60_000 });
  return seen(page, "#act .ended");
};
