import type { Browser } from "playwright-core";
import { recallWords } from "../../../firmware/unit/evidence/recall-words.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person, Role } from "../../../src/people/roles.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import type { TableView, TaskView } from "../../../src/table/kernel/view/view.ts";
import { cheapPinHash } from "../../support/pin.ts";
import { inNewLog, onPage, TABLET, table, until, type Table } from "../harness.ts";
import { offeredKeys } from "../../property/monkey/offered.ts";
import { Hands, type Counted } from "./hands.ts";
import { shiftTable, WantedKey, type Family, type ShiftTable } from "./shift-table.ts";

/** A shift at a control page, in simulated time: the table plays, things happen at it, and people do everything by touch. */

const PEOPLE = [
  { name: "Ana Ruiz", role: "croupier", pin: "1234" },
  { name: "Eva Gil", role: "croupier", pin: "2345" },
  { name: "Jon Etxeberria", role: "jefe-de-mesa", pin: "9876" },
  { name: "Iker Soto", role: "stickman", pin: "4321" },
  { name: "Leo Paz", role: "inspector", pin: "5678" },
] as const;
type Known = (typeof PEOPLE)[number];

/** What waits that somebody settles at once, in this order. */
const SETTLING = /^(?:acknowledge|confirm-void|put-right|resolve )/;
const HOUR_US = 3_600_000_000;
/** How long a page may take on a busy machine until it is there. */
const PAGE_MS = 120_000;
const BEGAN = Date.parse("2026-11-28T18:00:00.000Z");

export interface Shift {
  readonly family: string;
  readonly rounds: number;
  /** Touches of what the game and its incidents want; sign-ins, reliefs and rounds that are looked up not among them. */
  readonly touches: number;
  /** All of them. */
  readonly all: number;
  readonly reliefs: number;
  readonly secondNames: number;
  readonly looked: number;
  /** Things that waited, over all looks, and those that no page had. */
  readonly waited: number;
  readonly unseen: readonly string[];
  readonly deadEnds: readonly string[];
  readonly focusLost: readonly string[];
}

export async function playShift(
  browser: Browser,
  family: Family,
  rulebook: string,
  hours: number,
  seed: string,
): Promise<Shift> {
  const shift = new PlayedShift(
    browser,
    shiftTable(family, rulebook, randomFrom(seed)),
    `${seed} hands`,
    rulebook,
  );
  await shift.begin();
  try {
    return await shift.play(hours);
  } finally {
    await shift.end();
  }
}

class PlayedShift {
  readonly #browser: Browser;
  readonly #table: ShiftTable;
  readonly #random: RandomSource;
  readonly #name: string;
  readonly #counted: Counted = { touches: 0, focusLost: [] };
  readonly #hands = new Map<Role, Hands>();
  readonly #lines: string[] = [];
  readonly #unseen = new Set<string>();
  readonly #deadEnds: string[] = [];
  #here: Table | null = null;
  #croupier: Known = PEOPLE[0];
  #pressed = 0;
  #shows = 0;
  #waited = 0;
  #reliefs = 0;
  #seconds = 0;
  #looked = 0;
  #refusedLast: string | null = null;
  #played = 0;

  constructor(browser: Browser, played: ShiftTable, seed: string, name: string) {
    [this.#browser, this.#table, this.#random, this.#name] = [browser, played, randomFrom(seed), name];
    played.listeners.push((_entry, records) => {
      for (const body of records)
        this.#lines.push(JSON.stringify({ seq: this.#lines.length, at: this.#at, ...body }));
    });
  }

  get #at(): string {
    return new Date(BEGAN + this.#table.us / 1_000).toISOString();
  }

  async begin(): Promise<void> {
    const people = PEOPLE.map(({ name, role, pin }) => ({ name, role, pinHash: cheapPinHash(pin) }));
    const here = (this.#here = await table({ people }));
    const { pack, rules } = this.#table.setup;
    here.display.setRecall({
      words: recallWords({ pack, rules }),
      records: (from, count) => Promise.resolve(this.#lines.slice(from, from + count)),
    });
    here.display.onPress(({ key, by, isAsked }) => Promise.resolve(this.#take(key, by, isAsked === true)));
    here.display.show(inNewLog(this.#view()));
    for (const role of this.#roles()) {
      const page = await this.#browser.newPage({ viewport: TABLET, hasTouch: true, reducedMotion: "reduce" });
      page.setDefaultTimeout(PAGE_MS);
      page.on("pageerror", (error) => this.#deadEnds.push(`page error: ${error.message}`));
      await page.goto(here.at("control"));
      await page.waitForSelector("body[data-live=yes]");
      const hands = new Hands(page, this.#counted);
      await hands.signIn(this.#whoIs(role));
      this.#hands.set(role, hands);
    }
  }

  async end(): Promise<void> {
    for (const { page } of this.#hands.values()) await page.close();
    await this.#here?.display.close();
  }

  #roles(): readonly Role[] {
    return this.#table.view.dice?.puck == null
      ? ["jefe-de-mesa", "croupier", "inspector"]
      : ["jefe-de-mesa", "croupier", "stickman", "inspector"];
  }

  #whoIs(role: Role): Known {
    return role === "croupier" ? this.#croupier : (PEOPLE.find((one) => one.role === role) ?? PEOPLE[2]);
  }

  /** A key that a page sent, or only asked about. */
  #take(
    key: Key,
    by: Person,
    isAsked: boolean,
  ): { ok: true; will?: [] } | { ok: false; why: TableView["game"] } {
    const refusal = isAsked ? this.#table.wouldRefuse(key, by) : this.#table.byHand(key, by);
    if (!isAsked) {
      this.#pressed += 1;
      this.#refusedLast = refusal;
      // What follows on it is on every page before the next touch.
      this.#here?.display.show(this.#view());
    }
    if (refusal !== null) return { ok: false, why: { es: refusal, eu: refusal, gl: refusal, en: refusal } };
    return isAsked ? { ok: true, will: [] } : { ok: true };
  }

  #view(): TableView {
    return { ...this.#table.view, seq: Math.max(1, this.#lines.length - 1), table: `Mesa ${this.#shows}` };
  }

  /** Every page shows what the table is now. */
  async #show(): Promise<TableView> {
    this.#shows += 1;
    const view = this.#view();
    this.#here?.display.show(view);
    for (const { page } of this.#hands.values())
      await onPage(
        page,
        `document.querySelector("#table strong")?.textContent === ${JSON.stringify(view.table)}`,
      );
    return view;
  }

  async play(hours: number): Promise<Shift> {
    const table = this.#table;
    const end = table.us + hours * HOUR_US;
    let rounds = this.#rounds();
    let [lastHour, lastRelief, quietSince, isTroubled] = [table.us, table.us, table.us, false];
    while (table.us < end && this.#deadEnds.length < 5) {
      await this.#settle();
      if (!table.view.open) await this.#touch({ key: "open-table" }, "jefe-de-mesa");
      await this.#oneStep();
      if (this.#rounds() > rounds) {
        [rounds, quietSince] = [this.#rounds(), table.us];
        table.wait(20_000);
        await this.#look();
        // Something happens at the device in one round of six, and is over a little later.
        if (isTroubled) table.well();
        isTroubled = !isTroubled && this.#random.oneIn(6);
        if (isTroubled) table.incident();
      }
      table.wait(200);
      if (table.us - quietSince > HOUR_US / 4) {
        this.#deadEnds.push(`nothing came of a quarter of an hour in ${table.view.phase}`);
        table.well();
        quietSince = table.us;
      }
      if (table.us - lastRelief > (hours / 4) * HOUR_US) {
        lastRelief = table.us;
        await this.#relieve();
      }
      if (table.us - lastHour > (hours / 8) * HOUR_US) {
        lastHour = table.us;
        await this.#recall();
        this.#sayHour(table.us, rounds);
      }
    }
    return {
      family: this.#name,
      rounds: this.#rounds(),
      touches: this.#played,
      all: this.#counted.touches,
      reliefs: this.#reliefs,
      secondNames: this.#seconds,
      looked: this.#looked,
      waited: this.#waited,
      unseen: [...this.#unseen],
      deadEnds: this.#deadEnds,
      focusLost: this.#counted.focusLost,
    };
  }

  /** A shift takes long: how it goes, eight times. */
  #sayHour(us: number, rounds: number): void {
    const wrong = [...this.#deadEnds, ...this.#unseen, ...this.#counted.focusLost];
    const said = `${this.#name}: ${(us / HOUR_US).toFixed(2)} h, ${rounds} rounds, ${this.#played} touches`;
    process.stdout.write(`${[said, ...wrong].join("\n  ")}\n`);
  }

  readonly #ended = new Set<number>();
  #read = 0;
  #rounds(): number {
    for (; this.#read < this.#lines.length; this.#read++) {
      const { kind, round } = JSON.parse(this.#lines[this.#read] ?? "{}") as {
        kind: string;
        round: number;
      };
      if (["result", "void", "undecided", "aborted"].includes(kind)) this.#ended.add(round);
    }
    return this.#ended.size;
  }

  async #oneStep(): Promise<void> {
    try {
      this.#table.people();
    } catch (error) {
      if (!(error instanceof WantedKey)) throw error;
      await this.#touch(error.key, error.role);
    }
  }

  /** People deal with what waits, one thing at a time. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 6; turn++) {
      const view = this.#table.view;
      const found = offeredKeys(view, this.#table.setup.pack)
        .filter(({ name }) => SETTLING.test(name))
        .flatMap(({ ways }) => ways.flatMap((key) => this.#roles().map((role) => [key, role] as const)))
        .find(([key, role]) => this.#table.wouldRefuse(key, this.#whoIs(role)) === null);
      if (found === undefined) return;
      await this.#touch(...found);
      if (this.#deadEnds.length > 4) return;
    }
  }

  /** One key by touch. What the table would take and no hand can press is a dead end. */
  async #touch(key: Key, wanted: Role): Promise<void> {
    const role = this.#hands.has(wanted) ? wanted : "jefe-de-mesa";
    const hands = this.#hands.get(role);
    const view = await this.#show();
    const [before, touched] = [this.#pressed, this.#counted.touches];
    try {
      await hands?.press(key, view);
      await until("the press", () => this.#pressed > before, PAGE_MS / 4);
      if (this.#refusedLast !== null) throw new Error(`refused: ${this.#refusedLast}`);
      if (key.key === "card-is" || key.key === "dice-are") await this.#secondName(key, role);
    } catch (error) {
      const screen = await hands?.page.locator("body").innerText();
      const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      this.#deadEnds.push(
        `${JSON.stringify(key)} by ${role}: ${why} · ${screen?.replace(/\s+/g, " ").slice(0, 700)}`,
      );
      this.#table.byHand(key, this.#whoIs(role));
      await hands?.page.keyboard.press("Escape");
    }
    this.#played += this.#counted.touches - touched;
  }

  async #secondName(key: Key, first: Role): Promise<void> {
    const other = this.#whoIs(first === "jefe-de-mesa" ? "croupier" : "jefe-de-mesa");
    const before = this.#pressed;
    const hands = this.#hands.get(first);
    if (hands === undefined || this.#table.wouldRefuse(key, other) !== null) return;
    await hands.second(key, other);
    await until("the second name", () => this.#pressed > before, PAGE_MS / 4);
    this.#seconds += 1;
  }

  /** The croupier hands over to the next one at the page itself. */
  async #relieve(): Promise<void> {
    const hands = this.#hands.get("croupier");
    if (hands === undefined) return;
    await this.#show();
    const before = this.#pressed;
    const next = PEOPLE.find((one) => one.role === "croupier" && one.name !== this.#croupier.name) ?? PEOPLE[1];
    await hands.tap("#posts");
    if (this.#table.view.staff?.some(({ name }) => name === this.#croupier.name) === true) {
      await hands.second({ key: "take-over" }, next);
      await onPage(
        hands.page,
        `document.querySelector("#who")?.textContent.includes(${JSON.stringify(next.name)})`,
      );
      this.#croupier = next;
    } else await hands.tap('dialog [data-answer="yes"]');
    await until("the relief", () => this.#pressed > before, PAGE_MS / 4);
    const has = this.#table.view.staff?.find(({ role }) => role === "croupier")?.name;
    if (has === this.#croupier.name) this.#reliefs += 1;
    else this.#deadEnds.push(`relief: ${has} has the post`);
  }

  /** A round of half an hour ago is found by its number, read, and left. */
  async #recall(): Promise<void> {
    const hands = this.#hands.get("jefe-de-mesa");
    const wanted = Math.max(1, this.#table.view.round - 25);
    if (hands === undefined || !this.#ended.has(wanted)) return;
    await this.#show();
    await hands.tap("#recall");
    await hands.page.waitForSelector("dialog[open] .find");
    await hands.tap(".find");
    await hands.type(String(wanted));
    await hands.tap('dialog [data-answer="yes"]');
    await hands.page.waitForSelector(`.recalled[data-round="${wanted}"][aria-pressed=true]`);
    await hands.tap('[data-answer="back"]');
    this.#looked += 1;
  }

  /** Everything that waits is on the page of whom it is for: there, or in the count of what is folded; nothing of it is cut. */
  async #look(): Promise<void> {
    const view = await this.#show();
    const hands = this.#hands.get("jefe-de-mesa");
    if (hands === undefined || view.tasks.length === 0) return;
    const look = (): Promise<readonly string[]> =>
      hands.page.evaluate<string[]>(
        `[...document.querySelectorAll("[data-task]")].map((one) => one.dataset.task + " " + (one.dataset.of ?? "null"))`,
      );
    await hands.unfold();
    const shown = await look();
    const named = (task: TaskView): string => `${task.id} ${task.round}`;
    this.#waited += view.tasks.length;
    for (const task of view.tasks) if (!shown.includes(named(task))) this.#unseen.add(named(task));
    const cut = await hands.page.evaluate<string[]>(
      `[...document.querySelectorAll("#tasks .task-text *")].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline").map((one) => one.textContent)`,
    );
    for (const one of cut) this.#unseen.add(`cut: ${one}`);
  }
}
