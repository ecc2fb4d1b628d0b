import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { decryptWith, identitiesIn, makeIdentity } from "../../firmware/care/bundle/age.ts";
import { openBundle } from "../../firmware/care/bundle/format.ts";
import { runRelay } from "../../firmware/office/relay/run.ts";
import { boxOf } from "../../firmware/office/relay/letter-box.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { CaptureError, readCapture } from "../../firmware/replay/capture.ts";
import { collectFiles } from "../../firmware/care/bundle/collect.ts";
import type { TableLines } from "../../firmware/listen/row.ts";
import { askUnit, linesOf, type ControlAnswer } from "../../firmware/net/control.ts";
import type { BundleParts } from "../../firmware/unit/control/control-answers.ts";
import type { CardInside } from "../../hw-sim/models/shoe/device/events.ts";
import { FACES, type Face } from "../../src/cards/card.ts";
import type { Key } from "../../src/people/keys.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { askFar, casino, type Casino, type Held } from "../support/casino.ts";
import { cardProcess, filesUnder, type CardProcess } from "../support/card-process.ts";
import { exportOfUnit } from "../support/unit-export.ts";
import { facesIn, formsOf } from "../support/face-search.ts";
import { until } from "../support/screen-line.ts";
import { stubCollector } from "../support/stub-collector.ts";
import { StubFloor } from "../support/stub-floor.ts";
import { lineBy, orderBy } from "../support/orders.ts";
import { sampleOfRun } from "../support/volume.ts";

/**
 * A whole unit as a process: whatever it says, serves or writes while cards lie face down tells none of them. Every card has a
 * number of its own, which no output but the recording may hold.
 */

/** Words that leave a hand as it is, in the order in which they are preferred. */
const WORDS = ["no", "check", "bet", "call", "stand", "set", "first"];
/** Nobody needs more presses and cards for one round. */
const ACTS = 90;
const TRIES = 20;
const AGAIN_US = 250_000;
const clock = systemClock();

/** Has a report made, as the page itself does. */
async function begin(url: string, report: string): Promise<void> {
  const start = new URL(`${report}/start`, url);
  await fetch(start, { method: "POST", headers: { origin: start.origin } });
}

/** The newest analysis of what was played. */
async function analysed(url: string): Promise<string> {
  await begin(url, "analysis");
  for (let tries = 0; tries < 200; tries++) {
    const text = await (await fetch(new URL("analysis/data", url))).text();
    if (!text.includes('"running"')) return text;
    await clock.sleep(AGAIN_US);
  }
  throw new Error("the analysis does not end");
}

/** Every byte of a bundle's files, as one text. */
function bundleOf(storage: string, answer: ControlAnswer | null): string {
  if (answer?.ok !== true) throw new Error("the unit gave nothing for a bundle");
  const { health, closed, log } = JSON.parse(answer.lines[0] ?? "") as BundleParts;
  const config: unknown = JSON.parse(readFileSync(join(storage, "..", "table.yaml"), "utf8"));
  const texts = { report: {}, health, metrics: null, log, config };
  const { files } = collectFiles(texts, join(storage, "recordings"), { newest: closed });
  expect(files.some(({ name }) => name.endsWith("log.txt"))).toBe(true);
  return files.map(({ bytes }) => Buffer.from(bytes).toString("utf8")).join("\n");
}

/** Who looks at the table from afar: a technician with a certificate. */
interface Far {
  readonly here: Casino;
  readonly who: Held;
  readonly url: string;
  readonly relay: { readonly url: string; readonly folder: string };
  readonly floor: StubFloor;
}

const LOG = "tirada.test/cards/test";

/** A relay of the casino, gone after the test. */
async function relayOf(here: Casino): Promise<Far["relay"]> {
  const held = await here.issue("relay", { as: "relay", hosts: ["127.0.0.1"] });
  const folder = join(here.folder, "boxes");
  const config = { ...here.remote(held), listen: { host: "127.0.0.1", port: 0 }, folder };
  const relay = await runRelay(config, clock, () => undefined);
  onTestFinished(() => relay.stop());
  return { url: relay.url, folder };
}

/** A bundle that the technician orders over the relay: what the relay keeps, and what the bundle's person reads. */
async function orderedBundle({ here, who, relay }: Far): Promise<Record<string, string>> {
  const { file, recipient } = await makeIdentity();
  const text = orderBy([who], lineBy(who, LOG, { action: "bundle", arguments: { recipient } }));
  const box = boxOf(LOG);
  const { body } = await askFar(`${relay.url}letters/${box}`, here, who, text);
  const [, order = ""] = /waits: (\S+)/.exec(body) ?? [];
  const answerPath = join(relay.folder, box, `${order}.answer`);
  const folder = join(relay.folder, box, `${order}.bundle`);
  await until("the answer to the order for a bundle", () => existsSync(answerPath));
  const answer = readFileSync(answerPath, "utf8");
  const { result } = JSON.parse(answer.split("\n", 1).join("")) as { result: { parts: string[] } };
  const parts = (): string[] => globSync("*", { cwd: folder }).filter((name) => /^\d+$/.test(name));
  await until("the bundle at the relay", () => parts().length === result.parts.length);
  const sealed = Buffer.concat(
    parts()
      .toSorted()
      .map((name) => readFileSync(join(folder, name))),
  );
  expect(sealed.includes("tirada-bundle/"), "the relay can read nothing of it").toBe(false);
  const { files } = openBundle(await decryptWith(identitiesIn(file), sealed));
  expect(files.map(({ name }) => name)).toContain("tirada-bundle/log.txt");
  return {
    "the relay's answer": answer,
    "a bundle by order": files.map(({ bytes }) => Buffer.from(bytes).toString("utf8")).join("\n"),
  };
}

/** What a technician far away is served. */
async function servedFar({ here, who, url }: Far): Promise<Record<string, string>> {
  const reports = ["faults", "rounds", "lines", "trends", "weeks", "inside"];
  const pages = ["", "view", "data", "doctor", "events", "health", ...reports];
  const texts = pages.map(async (page) => {
    const { status, body } = await askFar(`${url}${page}`, here, who);
    expect([page, status]).toEqual([page, 200]);
    return [`from afar /${page}`, body] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** What the unit serves to whoever asks. The screens have shown every record of it when this ends. */
async function served(table: CardProcess, far: Far): Promise<Record<string, string>> {
  const { url, storage } = table;
  const texts: Record<string, string> = {};
  for (const page of [
    "",
    "control",
    "inspector",
    "analysis",
    "technician",
    "health",
    "technician/data",
    "technician/acts",
    "technician/faults",
    "technician/rounds",
    "technician/trends",
    // The newest report of a program of its own: one that is under way is searched the next time.
    "technician/weeks",
    "technician/inside",
    "technician/doctor/data",
    "control/people",
    "statistics",
    "metrics",
  ])
    texts[`/${page}`] = await (await fetch(new URL(page, url))).text();
  await begin(url, "technician/doctor");
  let newest = 0;
  for (let seq = 0; seq < 40; seq++)
    for (const page of [`certificate/${seq}`, `certificate/${seq}/proof`]) {
      const answer = await fetch(new URL(page, url));
      texts[`/${page}`] = await answer.text();
      if (answer.ok) newest = seq;
    }
  await until(`record ${newest} on the screens`, () => table.view().seq >= newest);
  const path = join(storage, "..", "now.tirada-export");
  texts["/analysis/data"] = await analysed(url);
  texts["the last rounds"] = await table.recall();
  expect(texts["/analysis/data"]).toContain('"state":"done"');
  expect(texts["the last rounds"]).toContain('"rounds":[');
  expect(texts["/metrics"]).toContain("tirada_can_certify");
  const health = await askUnit(storage, { do: "health" });
  const parts = await askUnit(storage, { do: "bundle" });
  const lines = linesOf(
    (await askUnit(storage, { do: "lines", port: null, after: 0 })) ?? { ok: true, lines: [] },
  );
  expect((JSON.parse(lines.join("")) as TableLines).items.length, "rows of the shoe's line").toBeGreaterThan(5);
  texts["what came over its lines"] = lines.join("");
  texts["/technician/lines"] = await (await fetch(new URL("technician/lines", url))).text();
  expect(texts["/technician/lines"]).toContain('"port":"shoe"');
  texts["what the doctor is told"] = JSON.stringify([health, parts]);
  texts["a bundle"] = bundleOf(storage, parts);
  texts["control socket"] = JSON.stringify(await exportOfUnit(storage, path));
  texts["what the floor is sent"] = far.floor.requests.map(({ body }) => body).join("\n");
  return { ...texts, ...(await servedFar(far)) };
}

/** A card's own number as text, and as the recording writes the shoe's line. */
const numberForms = (id: string | null): readonly string[] =>
  id === null ? [] : formsOf(id).map((form) => form.toLowerCase());

/** Words of a signature or a QR code are no words of a text. */
const readable = (text: string): string => text.replaceAll(/[A-Za-z0-9+/_-]{40,}={0,2}/g, "…");

/** What the shoe sent by the open recordings, as one text: a card's number may have come in two pieces. */
const heardBytes = (storage: string): string =>
  globSync("recordings/*.jsonl", { cwd: storage })
    .toSorted()
    .flatMap((name) => readCapture(join(storage, name)).entries)
    .flatMap((entry) => (entry.k === "in" ? [entry.bytes] : []))
    .join("");

/** Whether no recording is sealed from its first byte. */
function isOpened(storage: string): boolean {
  try {
    heardBytes(storage);
    return true;
  } catch (error) {
    if (error instanceof CaptureError) return false;
    throw error;
  }
}

class Searched {
  readonly #hidden: CardInside[] = [];
  readonly #open = new Set<Face>();
  readonly #far: Far;
  looked = 0;

  constructor(far: Far) {
    this.#far = far;
  }

  dealt(card: CardInside, isHidden: boolean): void {
    if (isHidden) this.#hidden.push(card);
    else this.#open.add(card.face);
  }

  /** Whether this text holds the number of a card that lay face down: once collected, the recording does. */
  isFoundIn(text: string): boolean {
    return this.#hidden.some(({ id }) => id !== null && text.includes(id));
  }

  get hidden(): number {
    return this.#hidden.length;
  }

  isOpen(face: Face): boolean {
    return this.#open.has(face);
  }

  /** Faces that the screens showed are seen by everybody. */
  seen(table: CardProcess): void {
    for (const view of table.views)
      for (const { cards } of view.cards?.hands ?? [])
        for (const { face } of cards) if (face !== null) this.#open.add(face as Face);
  }

  async everywhere(table: CardProcess): Promise<void> {
    const answers = await served(table, this.#far);
    this.seen(table);
    const texts: Record<string, string> = {
      ...answers,
      messages: table.messages.join("\n"),
      answers: table.answers.join("\n"),
      output: table.printed(),
    };
    // Once is enough: it holds what every other bundle holds.
    if (this.looked === 0) Object.assign(texts, await orderedBundle(this.#far));
    for (const [where, text] of Object.entries(texts)) this.#search(where, text, facesIn(readable(text)));
    for (const { name, bytes } of filesUnder(join(table.storage, ".."))) {
      // What is encrypted has any two bytes by chance.
      const faces = name.endsWith(".age") ? [] : FACES;
      const named = faces.filter((face) => bytes.includes(`"${face}"`) || bytes.includes(`\\"${face}\\"`));
      this.#search(name, bytes, new Set(named));
    }
    this.looked++;
  }

  #search(where: string, text: string, faces: ReadonlySet<Face>): void {
    const secret = [...faces].filter((face) => !this.#open.has(face));
    expect(secret, `${where} names what nobody has seen`).toEqual([]);
    const lower = text.toLowerCase();
    const reported = this.#hidden.filter(({ id }) => numberForms(id).some((form) => lower.includes(form)));
    expect(reported, `${where} holds the number of a hidden card`).toEqual([]);
  }
}

/** What the croupier may press now, what is tried first; empty: the next card is dealt. */
function keysNow(table: CardProcess): readonly Key[] {
  const offered = (table.view().cards?.keys ?? []).map(({ key }) => key);
  const turn = offered.find((key) => key.key === "turn");
  if (turn !== undefined) return [turn];
  const moves = offered.filter((key) => key.key === "move");
  const said = WORDS.map((word) => moves.find(({ move }) => move === word)).find((key) => key !== undefined);
  if (said?.move === "set") return [{ ...said, cards: [0, 1] }];
  if (said !== undefined) return [said];
  // Which cards the bank must change the law says: whatever it does not want is refused.
  const exchange = moves.find(({ move }) => move === "exchange");
  if (exchange === undefined) return [];
  return Array.from({ length: 31 }, (_, at) => at + 1).map((bits) => ({
    ...exchange,
    cards: [0, 1, 2, 3, 4].filter((place) => (bits & (1 << place)) !== 0),
  }));
}

const isRunning = (table: CardProcess): boolean => ["no-more-bets", "dealing"].includes(table.view().phase);

/**
 * Presses the first of these that is taken. On a busy machine the table may be further than its picture: then what it offers by now
 * is pressed.
 */
async function pressOne(table: CardProcess, keys: () => readonly Key[]): Promise<void> {
  let refusals: string[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    refusals = [];
    for (const key of keys()) {
      const answer = await table.press(key);
      if (answer === "done") return;
      refusals.push(answer);
    }
    if (refusals.length === 0) return;
    await clock.sleep(AGAIN_US);
  }
  throw new Error(`nothing was taken: ${refusals.join("; ")}`);
}

const hiddenNow = (table: CardProcess): number =>
  (table.view().cards?.hands ?? []).reduce(
    (sum, { cards }) => sum + cards.filter(({ face, unread }) => face === null && !unread).length,
    0,
  );

/** One round; everything is searched whenever something lies face down, before and after each thing that is done. */
async function round(table: CardProcess, searched: Searched): Promise<void> {
  for (let act = 0; isRunning(table); act++) {
    expect(act, `the round goes on: ${JSON.stringify(table.view().cards?.keys)}`).toBeLessThan(ACTS);
    const keys = keysNow(table);
    if (keys.length === 0) {
      const before = hiddenNow(table);
      const shown = (table.view().cards?.hands ?? []).flatMap(({ cards }) => cards).length;
      const card = await table.deal();
      const now = (table.view().cards?.hands ?? []).flatMap(({ cards }) => cards).length;
      // A card that no hand shows was burnt: it is as secret as one that lies face down.
      searched.dealt(card, hiddenNow(table) > before || now === shown);
    } else await pressOne(table, () => (isRunning(table) ? keysNow(table) : []));
    if (hiddenNow(table) > 0 && act % 3 === 0) await searched.everywhere(table);
    searched.seen(table);
  }
}

/** Each run another one; a soak all. */
const GAMES = [
  "cl/midi-punto-y-banca",
  "es-pv/chemin-de-fer",
  "es-cb/poker-texas-holdem-bonus",
  "es-cb/poker-sin-descarte",
  "cl/draw-poker",
];

describe.each(sampleOfRun(GAMES, 1, "hidden cards at a unit"))("a unit that plays %s", (rulebook) => {
  it("tells no hidden card on screens, sockets, pages, disk or output, and proves all of them afterwards", async () => {
    const here = await casino();
    const unit = await here.issue(LOG, { as: "unit", hosts: ["127.0.0.1"] });
    const who = await here.issue("Tecla", { as: "tecnico" });
    const relay = await relayOf(here);
    const asked = { relay: { url: relay.url, everySeconds: 1 } };
    const floor = new StubFloor(LOG);
    const collector = await stubCollector(here, floor);
    const table = await cardProcess(rulebook, here.remote(unit, asked), undefined, [collector.url]);
    const line = await table.process.lineWith("remote: https on port");
    const searched = new Searched({
      here,
      who,
      relay,
      floor,
      url: `https://127.0.0.1:${/\d+$/.exec(line)![0]}/`,
    });
    expect(await table.press({ key: "open-table" })).toBe("done");
    await table.load();
    while (table.view().phase === "preparing") searched.dealt(await table.deal(), true);
    if (table.view().cards?.places != null) await table.press({ key: "seats", seats: [1, 2] });
    await pressOne(table, () => [{ key: "no-more-bets" }]);
    await until("dealing", () => table.view().phase === "no-more-bets");
    await round(table, searched);
    expect(searched.looked).toBeGreaterThan(0);
    expect(searched.hidden).toBeGreaterThan(1);
    expect([floor.heartbeats.length > 0, floor.next > 0]).toEqual([true, true]);
    expect(table.view().verdict).toMatchObject({ kind: "deal-result", certified: true });
    await searched.everywhere(table);
    expect(await table.press({ key: "collect", round: table.view().round })).toBe("done");
    await until("collected", () => table.view().phase !== "result");
    // A table that is stopped before opens it at its next start.
    await until("the recording is opened", () => isOpened(table.storage));
    await table.stop();
    expect([...facesIn(table.printed())].filter((face) => !searched.isOpen(face))).toEqual([]);
    expect(
      searched.isFoundIn(heardBytes(table.storage)),
      "the opened recording holds what was searched for",
    ).toBe(true);
    const report = verifyPath(join(table.storage, "journal.db"));
    expect(report.problems).toEqual([]);
    expect(report.notes.join()).toMatch(/1 round of hidden cards opened and checked/);
    expect(existsSync(join(table.storage, "unit.sock"))).toBe(false);
  }, 180_000);
});
