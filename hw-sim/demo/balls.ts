import { join } from "node:path";
import type { Demo, PlayedUnit } from "../../firmware/cli/laboratory.ts";
import { writeFileSync } from "../../firmware/files/disk.ts";
import { makeFolder } from "../../firmware/files/durable.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { BallsPack } from "../../src/rules/balls-game.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import { ballsView } from "../../src/table/balls/view-balls.ts";
import type { BallsView } from "../../src/table/balls/view-types.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { fastClock } from "../lines/fast-clock.ts";
import { DeviceTerminal } from "../lines/terminal.ts";
import { BallReader } from "../models/balls/reader.ts";
import { MarkedCard, printCards, type HeldCard } from "../people/balls/players.ts";
import { DEMO_FOLDER, DEMO_NOTES, makeDemoConfig } from "./demo.ts";

export interface BallsChoice {
  readonly rulebook: string;
  readonly speed: number;
  readonly seed: string;
  /** Folder for journal, terminal and the printer's file; default: a folder of the table's own. */
  readonly folder?: string;
}

const STEP_US = 50_000;
const PRINTED = 600;
/** Who acts, s after what the screens show allows it: a visitor who signs in may be faster. */
const AFTER_S = { sale: 6, sold: 6, start: 4, ball: 3, interrupt: 1, call: 4, goOn: 5, name: 12 } as const;
/** One ball in so many is read badly. */
const UNREAD_OF = 70;

const JEFE: Person = { role: "jefe-de-mesa", name: "Ana" };
const LOCUTOR: Person = { role: "croupier", name: "Bea" };

/** A hall of bingo: a machine with its reader on a pseudo-terminal, and people who sell, call and check as the screens say. */
export async function openBallsDemo(real: Clock, choice: BallsChoice): Promise<Demo> {
  const { rulebook, speed, seed } = choice;
  const name = rulebook.replace("/", "-");
  const folder = choice.folder ?? join(DEMO_FOLDER, name);
  makeFolder(folder);
  const random = randomFrom(seed);
  const printed = printCards(PRINTED, random.fork("cards"));
  const cards = join(folder, "cards-A.txt");
  writeFileSync(cards, fileOf(printed));
  const terminal = await DeviceTerminal.open({ path: join(folder, `balls-${process.pid}`) });
  const clock = speed === 1 ? real : fastClock(real, speed, { nowUs: real.now(), wallMs: real.wall() });
  const config = await makeDemoConfig({
    rulebook,
    log: `tirada.local/demo-${name}`,
    folder,
    device: {
      balls: { device: "ball-reader-line", path: terminal.path, extractor: "pneumatic", cards: [cards] },
    },
  });
  let timer: Timer | null = null;
  return {
    config,
    clock,
    follower: null,
    notes: [
      ...DEMO_NOTES,
      `simulated people sell, draw and check; whoever signs in may press too (cards of series A in ${cards})`,
    ],
    play: (unit) => {
      const { pack } = loadPack(rulebook);
      if (pack.family !== "balls") throw new Error(`${rulebook} is no game of balls`);
      const hall = new PlayedHall(unit, pack, terminal, printed, random.fork("games"));
      const from = clock.now();
      timer = clock.every(STEP_US, "simulated hall of bingo", () => hall.step(clock.now() - from));
    },
    stop: async () => {
      timer?.cancel();
      await terminal.close();
    },
  };
}

/** As a printer of cards sends it. */
function fileOf(printed: readonly HeldCard[]): string {
  const lines = printed.map(({ card, rows }) => `${card}: ${rows.map((row) => row.join(" ")).join(" | ")}`);
  return ["tirada-bingo-cards/1", "series: A", `cards: ${printed.length}`, ...lines, ""].join("\n");
}

/** What is done next, by the screens alone. */
interface Act {
  /** What it is done upon: while it is the same, the act waits for its time. */
  readonly upon: string;
  readonly afterS: number;
  readonly act: () => void;
}

class PlayedHall {
  readonly #unit: PlayedUnit;
  readonly #pack: BallsPack;
  readonly #terminal: DeviceTerminal;
  readonly #printed: readonly HeldCard[];
  readonly #random: RandomSource;
  readonly #reader = new BallReader({ reader: 7 });
  /** What came of this game, and what is left in the machine. */
  #order: number[] = [];
  #left: number[] = [];
  #held: readonly MarkedCard[] = [];
  #round = 0;
  #called: readonly number[] = [];
  #upon = "";
  #sinceUs = 0;
  #us = 0;
  #isPressing = false;

  constructor(
    unit: PlayedUnit,
    pack: BallsPack,
    terminal: DeviceTerminal,
    printed: readonly HeldCard[],
    random: RandomSource,
  ) {
    this.#unit = unit;
    this.#pack = pack;
    this.#terminal = terminal;
    this.#printed = printed;
    this.#random = random;
    this.#reader.power(true, 0);
  }

  step(us: number): void {
    this.#us = us;
    const host = this.#terminal.takeHostBytes();
    for (const { bytes } of this.#reader.step(us, host)) this.#terminal.send(bytes);
    const { durable } = this.#unit.shown;
    if (!durable.open || this.#isPressing) return;
    const next = this.#nextAct(durable, ballsView(durable, this.#pack));
    if (next === null) return;
    if (next.upon !== this.#upon) [this.#upon, this.#sinceUs] = [next.upon, us];
    if (us - this.#sinceUs < next.afterS * US_PER_S) return;
    // The same again is done after as long again.
    this.#sinceUs = us;
    next.act();
  }

  #press(key: Key, by: Person): void {
    this.#isPressing = true;
    // A visitor was faster: the screens say what is next.
    void this.#unit
      .press(key, by)
      .catch(() => undefined)
      .finally(() => {
        this.#isPressing = false;
      });
  }

  #nextAct({ round, phase }: Pick<TableView, "round" | "phase">, balls: BallsView): Act | null {
    const upon = (what: string): string => `${round} ${what} ${balls.order.length}`;
    const press = (what: string, afterS: number, key: Key, by = JEFE): Act => ({
      upon: upon(what),
      afterS,
      act: () => this.#press(key, by),
    });
    const offers = (key: string): boolean => balls.keys.some((one) => one.key === key);
    if (phase !== "dealing" && !balls.set.whole)
      return press("count", AFTER_S.start, { key: "balls-counted", count: balls.count });
    if (phase === "betting") return press("sold", AFTER_S.sold, this.#soldKey(balls));
    if (phase === "no-more-bets") return press("start", AFTER_S.start, { key: "start-game" });
    if (phase !== "dealing") {
      this.#refill();
      return press(
        "sale",
        AFTER_S.sale,
        { key: "sell-cards", series: "A", size: PRINTED, price: "2,00" },
        LOCUTOR,
      );
    }
    this.#begin(round, balls);
    if (offers("card-holds")) return this.#readAct(press, balls, round);
    if (balls.waits !== null) return this.#nameAct(press, balls, round);
    return this.#playAct(press, balls, round, offers);
  }

  #playAct(
    press: (what: string, afterS: number, key: Key, by?: Person) => Act,
    balls: BallsView,
    round: number,
    offers: (key: string) => boolean,
  ): Act | null {
    if (balls.keys.some(({ key, asks }) => key === "end-game" && asks === "last"))
      return press("end", AFTER_S.goOn, { key: "end-game" });
    const claim = balls.winners.line.length > 0 ? "bingo" : "line";
    const isLineOpen = claim === "line" || balls.stage === "interrupted";
    const caller = this.#held.find(
      (card) =>
        !this.#called.includes(card.held.card) &&
        (isLineOpen && claim === "line" ? card.hasLine : card.hasBingo),
    );
    if (caller !== undefined) {
      const { card } = caller.held;
      if (balls.stage === "running")
        return press("interrupt", AFTER_S.interrupt, { key: "interrupt" }, LOCUTOR);
      const called = { key: "call-card", round, claim, series: "A", card } as const;
      const one = press(`call ${card}`, AFTER_S.call, called, LOCUTOR);
      return { ...one, act: () => this.#noteCalls([...this.#called, card], one) };
    }
    if (offers("resume-game")) {
      const one = press("resume", AFTER_S.goOn, { key: "resume-game" });
      return { ...one, act: () => this.#noteCalls([], one) };
    }
    if (balls.stage !== "running") return null;
    return { upon: `${round} ball ${this.#order.length}`, afterS: AFTER_S.ball, act: () => this.#drawBall() };
  }

  #noteCalls(called: readonly number[], { act }: Act): void {
    this.#called = called;
    act();
  }

  /** A ball that was not read: the jefe de mesa names it, then the announcer. */
  #nameAct(
    press: (what: string, afterS: number, key: Key, by?: Person) => Act,
    { unsure, named }: BallsView,
    round: number,
  ): Act | null {
    const n = unsure.at(-1);
    const number = n === undefined ? undefined : this.#order[n - 1];
    if (n === undefined || number === undefined) return null;
    const by = named?.by === JEFE.name ? LOCUTOR : JEFE;
    return press(`name ${by.name}`, AFTER_S.name, { key: "ball-is", round, n, number }, by);
  }

  #readAct(
    press: (what: string, afterS: number, key: Key, by?: Person) => Act,
    { checked }: BallsView,
    round: number,
  ): Act {
    const card = this.#held.find(({ held }) => held.card === checked?.card);
    const holds = card !== undefined && checked !== null && card.has(checked.claim);
    return press("read", AFTER_S.call, { key: "card-holds", round, holds });
  }

  #soldKey({ next, sale }: BallsView): Key {
    const from = next !== null && next.from + 60 <= PRINTED && next.series === sale?.series ? next.from : 1;
    const to = from + 19 + this.#random.below(40);
    const prizes = { line: "12,00", bingo: "60,00", takings: `${(to - from + 1) * 2},00` };
    return { key: "cards-sold", sold: [{ series: sale?.series ?? "A", from, to }], prizes };
  }

  /** The cards of the game are in the players' hands, whoever announced them. */
  #begin(round: number, { sold, order }: BallsView): void {
    if (this.#round === round) return;
    this.#round = round;
    this.#called = [];
    this.#held = this.#printed
      .filter(({ card }) => sold?.ranges.some(({ from, to }) => card >= from && card <= to) === true)
      .map((one) => new MarkedCard(one));
    this.#order = order.flatMap((number) => (number === null ? [] : [number]));
    for (const number of this.#order) for (const card of this.#held) card.mark(number);
    const all = Array.from({ length: 90 }, (_, at) => at + 1).filter((one) => !this.#order.includes(one));
    this.#left = Array.from({ length: all.length }, () => all.splice(this.#random.below(all.length), 1)).flat();
  }

  #refill(): void {
    if (this.#reader.drawn > 0) this.#reader.refill(this.#us);
  }

  #drawBall(): void {
    const number = this.#left.shift();
    if (number === undefined) return;
    this.#order.push(number);
    for (const card of this.#held) card.mark(number);
    this.#reader.draw(this.#us, number, this.#random.oneIn(UNREAD_OF) ? { doubt: 1 } : {});
  }
}
