import type { FeedResult } from "../../../firmware/table/pipeline/pipeline.ts";
import { tableSetup, type TableSetup } from "../../../firmware/table/setup/table-setup.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person } from "../../../src/people/roles.ts";
import { BALLS_PORT } from "../../../src/recording/entry.ts";
import { callableVoids } from "../../../src/rules/declare.ts";
import type { RecordBody } from "../../../src/table/kernel/record.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { BallReader, type Misreading } from "../../models/balls/reader.ts";
import { SimulatedUnit } from "../unit.ts";
import {
  BALL_FAULTS,
  BALL_SLIPS,
  planGame,
  type BallsProfile,
  type BallSlip,
  type GamePlan,
} from "../../people/balls/faults.ts";
import { MarkedCard, printCards, type HeldCard } from "../../people/balls/players.ts";

/** A hall of bingo in simulated time: its machine, its reader, its people and players, and what truly came. */

const JEFE: Person = { role: "jefe-de-mesa", name: "Ana" };
const LOCUTOR: Person = { role: "croupier", name: "Leo" };
const STEP_US = 50_000;
const BALL_US = 400_000;
const PRINTED = 240;
/** Where nobody may call a line any more once the game goes on: Chile's V.2.3. Elsewhere who had it with the same ball still has it. */
const LINES_END = ["cl/bingo"];
/** Games of one set of balls, fewer than any law has. */
const SET_GAMES = 900;

/** What truly happened in a game. */
export interface GameTruth {
  readonly round: number;
  readonly order: readonly number[];
  readonly line: readonly number[];
  readonly bingo: readonly number[];
  readonly comesTo: "result" | "void" | "undecided";
  /** People had to say something that the reader or the files did not. */
  readonly neededPeople: boolean;
  /** What went wrong, of machines and people. */
  readonly wrong: readonly string[];
}

export interface PlayedGame {
  readonly truth: GameTruth;
  readonly records: readonly RecordBody[];
  /** Keys that the law has and the table refused, and the other way round. */
  readonly refused: readonly string[];
  readonly taken: readonly string[];
  /** Called cards of which the table says something else than their players. */
  readonly wrongChecks: readonly string[];
  /** Records that do not follow one another. */
  readonly lost: number;
}

export interface HallOptions {
  readonly rulebook: string;
  readonly seed: string;
  readonly profile: BallsProfile;
}

export class SimulatedHall {
  /** The table as it is set up. */
  readonly setup: TableSetup;
  readonly #unit: SimulatedUnit;
  readonly #random: RandomSource;
  readonly #profile: BallsProfile;
  readonly #printed: readonly HeldCard[];
  readonly #reader = new BallReader({ reader: 7 });
  readonly #voidRule: string | null;
  readonly #linesEnd: boolean;
  #us = 0;
  #games = 0;
  #seq = 0;
  #isPlugged = true;
  #records: RecordBody[] = [];
  #refused: string[] = [];
  #taken: string[] = [];
  #wrongChecks: string[] = [];
  #lost = 0;

  constructor({ rulebook, seed, profile }: HallOptions) {
    this.#random = randomFrom(seed);
    this.#profile = profile;
    this.#linesEnd = LINES_END.includes(rulebook);
    this.#printed = printCards(PRINTED, this.#random.fork("cards"));
    const setup: TableSetup = tableSetup(rulebook, "ball-reader-line", [], { extractor: "pneumatic" } as never);
    this.setup = setup;
    this.#voidRule = callableVoids(setup.pack, [], "jefe-de-mesa")[0]?.id ?? null;
    this.#unit = new SimulatedUnit(setup, (fed) => this.#note(fed));
    this.#reader.power(true, 0);
    this.#unit.open(BALLS_PORT, 0, BALLS_PORT);
    this.#run(1_000_000);
    this.#must({ key: "open-table" });
    this.#must({ key: "balls-counted", count: 90 });
  }

  /** A game; `given`: what goes wrong in it, where it is not for chance to say. */
  play(given?: GamePlan): PlayedGame {
    [this.#records, this.#refused, this.#taken, this.#wrongChecks, this.#lost] = [[], [], [], [], 0];
    this.#games += 1;
    const random = this.#random.fork(`game ${this.#games}`);
    const plan = given ?? planGame(this.#profile, this.#voidRule !== null, random);
    if (this.#games % SET_GAMES === 0) {
      this.#must({ key: "change-balls", why: "worn" });
      this.#must({ key: "balls-counted", count: 90 });
    }
    const truth = new Game(this.#sell(random), plan, random);
    this.#draw(truth);
    this.#reader.refill(this.#us);
    this.#run(500_000);
    const played = {
      truth: truth.truthOf(this.#round),
      records: this.#records,
      refused: this.#refused,
      taken: this.#taken,
      wrongChecks: this.#wrongChecks,
      lost: this.#lost,
    };
    return played;
  }

  get #round(): number {
    return this.#unit.pipeline.durable.round;
  }

  /** What the panel shows; people at the control table see it. */
  get #panel() {
    const { game } = this.#unit.pipeline.durable.balls ?? { game: null };
    return game;
  }

  #note(fed: FeedResult): void {
    for (const { body, seq } of fed.records) {
      if (this.#seq !== 0 && seq !== this.#seq + 1) this.#lost += 1;
      this.#seq = seq;
      this.#records.push(body);
    }
  }

  #run(spanUs: number): void {
    for (const end = this.#us + spanUs; this.#us < end;) {
      this.#us += STEP_US;
      const host = this.#unit.takeHostBytes(BALLS_PORT);
      for (const { bytes } of this.#reader.step(this.#us, this.#isPlugged ? host : ""))
        if (this.#isPlugged) this.#unit.receive(BALLS_PORT, this.#us, bytes);
      this.#unit.wakeUpTo(this.#us);
    }
  }

  #must(key: Key, by: Person = JEFE): void {
    if (!this.#unit.press(this.#us, key, by)) this.#refused.push(key.key);
  }

  /** Pressed at the wrong moment: the table takes none of it. */
  #mustNot(key: Key, by: Person = JEFE): void {
    if (this.#unit.press(this.#us, key, by)) this.#taken.push(key.key);
  }

  #sell(random: RandomSource): readonly HeldCard[] {
    const from = 1 + random.below(PRINTED - 60);
    const to = from + 8 + random.below(50);
    this.#must({ key: "sell-cards", series: "A", size: PRINTED, price: "2,00", filed: PRINTED }, LOCUTOR);
    this.#mustNot({ key: "cards-sold", sold: [{ series: "B", from, to }], prizes: { line: "1", bingo: "2" } });
    const prizes = { line: "40,00", bingo: "204,00", takings: "400,00" };
    this.#must({ key: "cards-sold", sold: [{ series: "A", from, to }], prizes });
    this.#must({ key: "start-game" });
    this.#run(200_000);
    return this.#printed.slice(from - 1, to);
  }

  #draw(game: Game): void {
    const { plan, random } = game;
    while (!game.hasEnded()) {
      const fault = plan.fault?.at === game.order.length + 1 ? plan.fault.is : null;
      this.#letOut(game, fault);
      if (game.hasEnded()) return;
      if (plan.slips.includes("misannounced") && game.order.length === 5) this.#announceWrong(game);
      if (plan.slips.includes("wrong-key") && game.order.length === 6) this.#pressWrong(game);
      if (plan.slips.includes("wrong-call") && game.order.length === 7) this.#callWrong(game, random);
      this.#answerCalls(game);
    }
  }

  /** A ball comes out, and what the fault does with it; people mend what can be mended. */
  #letOut(game: Game, fault: keyof typeof BALL_FAULTS | null): void {
    const { random } = game;
    if (fault !== null) game.suffer(fault);
    switch (fault) {
      case "void":
        this.#must({ key: "void", round: this.#round, rule: this.#voidRule ?? "" });
        return game.end("void");
      case "given-up":
        this.#must({ key: "end-game", early: true });
        this.#must({ key: "resolve", round: this.#round, outcome: "otherwise" });
        return game.end("undecided");
      case "cable":
        this.#isPlugged = false;
        this.#unit.lose(BALLS_PORT, this.#us);
        this.#come(game);
        this.#run(2_000_000);
        this.#isPlugged = true;
        this.#unit.open(BALLS_PORT, this.#us, BALLS_PORT);
        return this.#run(4_000_000);
      case "mute":
        this.#reader.mute(this.#us, BALL_US + random.below(3_000_000));
        this.#come(game);
        return this.#run(6_000_000);
      case "restart":
        this.#unit.restart(this.#us);
        this.#come(game);
        this.#unit.open(BALLS_PORT, this.#us, BALLS_PORT);
        this.#run(4_000_000);
        return this.#must({ key: "resume-game" });
      case "reader-power":
        this.#reader.power(false, this.#us);
        this.#run(3_000_000);
        this.#reader.power(true, this.#us);
        this.#run(2_000_000);
        return this.#come(game);
      case "fell-back":
        this.#come(game);
        this.#reader.fallBack(this.#us, game.order.length);
        this.#run(BALL_US);
        return this.#nameLast(game);
      case "unread":
        this.#come(game, { doubt: random.pick([1, 2, 3] as const) });
        return this.#nameLast(game);
      case "no-ball":
        this.#come(game, { number: random.pick([0, 91, 99]) });
        return this.#nameLast(game);
      case "repeated":
        this.#come(game, { number: random.pick(game.order) });
        return this.#nameLast(game);
      case "misread":
        this.#come(game, { number: random.pick(game.left.slice(1)) });
        return this.#nameLast(game);
      case null:
        return this.#come(game);
    }
  }

  #come(game: Game, read: Misreading = {}): void {
    this.#reader.draw(this.#us, game.next(), read);
    this.#run(BALL_US);
  }

  /** Two people look at the last ball, and say what it is. */
  #nameLast(game: Game): void {
    const n = game.order.length;
    const number = game.order.at(-1) ?? 0;
    const key = { key: "ball-is", round: this.#round, n } as const;
    if (this.#panel?.balls[n - 1]?.number === number && this.#panel.balls[n - 1]?.why === undefined) return;
    const other = number === 90 ? 1 : number + 1;
    if (game.plan.slips.includes("names-differ")) {
      game.slip("names-differ");
      this.#must({ ...key, number: other }, LOCUTOR);
      this.#mustNot({ ...key, number: other }, LOCUTOR);
    }
    this.#must({ ...key, number }, JEFE);
    this.#must({ ...key, number }, LOCUTOR);
    if (this.#panel?.stage === "interrupted") this.#must({ key: "resume-game" });
    this.#run(STEP_US);
  }

  #announceWrong(game: Game): void {
    game.slip("misannounced");
    const [n, number] = [game.order.length, game.order.at(-1) ?? 0];
    this.#must({ key: "misannounced", round: this.#round, n, said: number === 1 ? 2 : number - 1 }, LOCUTOR);
  }

  #pressWrong(game: Game): void {
    game.slip("wrong-key");
    this.#mustNot({ key: "end-game" });
    this.#mustNot({ key: "resume-game" });
    this.#mustNot({ key: "start-game" });
    this.#mustNot({ key: "sell-cards", series: "A", size: PRINTED, price: "1" }, LOCUTOR);
    this.#mustNot({ key: "close-table" });
    this.#mustNot({ key: "end-game" }, LOCUTOR);
    this.#mustNot({ key: "ball-drawn", number: 1 }, LOCUTOR);
    this.#mustNot({ key: "ball-is", round: this.#round + 1, n: 1, number: 1 });
  }

  #callWrong(game: Game, random: RandomSource): void {
    const card = random.pick(game.cards);
    if (card.hasLine || game.isLineOver) return;
    game.slip("wrong-call");
    this.#must({ key: "interrupt" }, LOCUTOR);
    this.#call(game, card, "line");
    this.#must({ key: "resume-game" });
  }

  /** Who has a line or a bingo calls it; the game stops, each card is checked, and it goes on or ends. */
  #answerCalls(game: Game): void {
    const claim = game.isLineOver ? "bingo" : "line";
    const callers = game.callers(claim);
    if (
      game.isLineOver &&
      game.plan.slips.includes("line-again") &&
      game.order.length > 40 &&
      !game.did("line-again")
    )
      this.#callLineAgain(game);
    if (callers.length === 0) return;
    this.#must({ key: "interrupt" }, LOCUTOR);
    for (const card of callers) {
      if (game.plan.slips.includes("mistyped") && !game.did("mistyped")) this.#mistype(game, claim, card);
      this.#call(game, card, claim);
      game.win(claim, card);
    }
    if (claim === "line" && !game.cards.some((one) => one.hasBingo)) {
      this.#must({ key: "resume-game" });
      return game.closeLine();
    }
    if (claim === "line") return;
    this.#must({ key: "end-game" });
    game.end("result");
  }

  #callLineAgain(game: Game): void {
    game.slip("line-again");
    this.#must({ key: "interrupt" }, LOCUTOR);
    const card = game.cards[0]?.held;
    if (card !== undefined) this.#press("line", card, true);
    this.#expectCheck(!this.#linesEnd && card !== undefined && game.hasWonLine(card) ? true : null);
    this.#must({ key: "resume-game" });
  }

  #mistype(game: Game, claim: "line" | "bingo", called: MarkedCard): void {
    const other = game.cards.find((one) => one !== called && !one.has(claim));
    if (other === undefined) return;
    game.slip("mistyped");
    this.#press(claim, other.held, true);
    this.#expectCheck(false);
    this.#must({ key: "take-back", round: this.#round }, LOCUTOR);
  }

  #call(game: Game, card: MarkedCard, claim: "line" | "bingo"): void {
    const holds = card.has(claim);
    const isRead = game.plan.slips.includes("read-aloud") && !game.did("read-aloud");
    this.#press(claim, card.held, !isRead);
    if (isRead) {
      game.slip("read-aloud");
      this.#mustNot({ key: "resume-game" });
      this.#must({ key: "card-holds", round: this.#round, holds });
    }
    this.#expectCheck(holds);
  }

  #press(claim: "line" | "bingo", { card, rows }: HeldCard, isFiled: boolean): void {
    const key = { key: "call-card", round: this.#round, claim, series: "A", card } as const;
    this.#must((isFiled ? { ...key, rows } : key) as Key, LOCUTOR);
  }

  /** Null: it cannot be checked. */
  #expectCheck(holds: boolean | null): void {
    const last = this.#records.findLast(({ kind }) => kind === "card-check");
    if (last?.kind !== "card-check") return void this.#wrongChecks.push("no check");
    const says = last.checked?.holds ?? last.said?.holds ?? null;
    if (says !== holds)
      this.#wrongChecks.push(`game ${last.round}, ${last.claim} of card ${last.card}: ${says}, truly ${holds}`);
  }
}

/** One game as it truly is. */
class Game {
  readonly cards: readonly MarkedCard[];
  readonly plan: GamePlan;
  readonly random: RandomSource;
  readonly order: number[] = [];
  readonly left: number[];
  readonly #wrong: string[] = [];
  readonly #line: number[] = [];
  readonly #bingo: number[] = [];
  #neededPeople = false;
  #comesTo: GameTruth["comesTo"] | null = null;
  isLineOver = false;
  #held: number | null = null;

  constructor(sold: readonly HeldCard[], plan: GamePlan, random: RandomSource) {
    this.cards = sold.map((one) => new MarkedCard(one));
    this.plan = plan;
    this.random = random;
    const all = Array.from({ length: 90 }, (_, at) => at + 1);
    this.left = Array.from({ length: 90 }, () => all.splice(random.below(all.length), 1)).flat();
  }

  hasEnded(): boolean {
    return this.#comesTo !== null;
  }

  /** The next ball, which everybody marks. */
  next(): number {
    const number = this.left.shift();
    if (number === undefined) throw new Error("a game has ninety balls");
    this.order.push(number);
    for (const card of this.cards) card.mark(number);
    return number;
  }

  /** Whoever has it and calls it now; one who is late calls with the next ball. */
  callers(claim: "line" | "bingo"): readonly MarkedCard[] {
    const all = this.cards.filter((card) => card.has(claim));
    if (all.length === 0 || !this.plan.slips.includes("late-call") || this.did("late-call")) return all;
    if (this.#held === null) {
      this.#held = this.order.length;
      return [];
    }
    if (this.order.length === this.#held) return [];
    this.slip("late-call");
    return all;
  }

  suffer(fault: keyof typeof BALL_FAULTS): void {
    this.#wrong.push(fault);
    this.#neededPeople ||= BALL_FAULTS[fault].needsPeople;
  }

  slip(slip: BallSlip): void {
    this.#wrong.push(slip);
    this.#neededPeople ||= BALL_SLIPS[slip].needsPeople;
  }

  did(slip: BallSlip): boolean {
    return this.#wrong.includes(slip);
  }

  win(claim: "line" | "bingo", { held }: MarkedCard): void {
    (claim === "line" ? this.#line : this.#bingo).push(held.card);
  }

  hasWonLine({ card }: HeldCard): boolean {
    return this.#line.includes(card);
  }

  closeLine(): void {
    this.isLineOver = true;
  }

  end(comesTo: GameTruth["comesTo"]): void {
    this.#comesTo = comesTo;
  }

  truthOf(round: number): GameTruth {
    return {
      round,
      order: this.order,
      line: this.#line,
      bingo: this.#bingo,
      comesTo: this.#comesTo ?? "result",
      neededPeople: this.#neededPeople,
      wrong: this.#wrong,
    };
  }
}
