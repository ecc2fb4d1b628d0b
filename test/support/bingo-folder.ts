import { join } from "node:path";
import { printCards, MarkedCard, type HeldCard } from "../../hw-sim/people/balls/players.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Person } from "../../src/people/roles.ts";
import type { CardRows } from "../../src/table/balls/cards/card.ts";
import { fakeClock } from "../../src/time/fake-clock.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import { Hall, JEFE, LOCUTOR, PRIZES } from "./bingo-hall.ts";
import { temporaryFolder } from "./folder.ts";
import { unitHere } from "./unit-here.ts";

/** A storage folder of a hall of bingo, as a unit leaves it. */

const PRINTED = 600;
const SOLD = 60;
/** The hall opens at eight in the evening of Santander. */
const OPENS_MS = Date.parse("2026-03-01T19:00:00Z");

/** Plays whole games at a hall: who has a line or a bingo calls it. */
export class BingoGames {
  readonly hall: Hall;
  readonly #random: RandomSource;
  readonly #printed: readonly HeldCard[];
  #from = 1;

  constructor(rulebook: string, seed: string) {
    this.hall = new Hall(rulebook);
    this.#random = randomFrom(seed);
    this.#printed = printCards(PRINTED, this.#random.fork("cards"));
  }

  /** `beside`: what happens after so many balls. */
  play(beside: Readonly<Record<number, (hall: Hall) => void>> = {}): this {
    const { hall } = this;
    const cards = this.#sell();
    const left = Array.from({ length: 90 }, (_, at) => at + 1);
    const random = this.#random.fork(`game ${hall.durable.round}`);
    let claim: "line" | "bingo" = "line";
    for (let n = 1; n <= 90; n++) {
      const [number = 0] = left.splice(random.below(left.length), 1);
      hall.draw(number);
      for (const card of cards) card.mark(number);
      beside[n]?.(hall);
      if (hall.durable.phase !== "dealing") break;
      const callers = cards.filter((card) => card.has(claim));
      if (callers.length === 0) continue;
      hall.must({ key: "interrupt" }, LOCUTOR);
      for (const { held } of callers) this.#call(claim, held);
      if (claim === "bingo") break;
      hall.must({ key: "resume-game" });
      claim = "bingo";
    }
    if (hall.durable.phase === "dealing") hall.must({ key: "end-game" });
    hall.reader.refill(hall.t);
    hall.play(500_000);
    return this;
  }

  press(key: Key, by: Person = JEFE): this {
    this.hall.must(key, by);
    return this;
  }

  /** A folder in which a unit has taken all that was played. */
  async store(folder = temporaryFolder()): Promise<string> {
    const clock = fakeClock(0, OPENS_MS);
    const here = await unitHere(join(folder), this.hall.setup, undefined, { clock });
    for (const entry of this.hall.entries) {
      if ("t" in entry && entry.t > clock.now()) clock.advance(entry.t - clock.now());
      await here.unit.feed(entry);
    }
    if (here.unit.hasFailed) throw new Error("the hall failed");
    await here.unit.stop("test");
    return folder;
  }

  #sell(): readonly MarkedCard[] {
    const { hall } = this;
    if (!hall.durable.open) hall.must({ key: "open-table" }).must({ key: "balls-counted", count: 90 });
    const [from, to] = [this.#from, this.#from + SOLD - 1];
    this.#from = to + SOLD > PRINTED ? 1 : to + 1;
    hall
      .must({ key: "sell-cards", series: "A", size: PRINTED, price: "2,00", filed: PRINTED }, LOCUTOR)
      .must({ key: "cards-sold", sold: [{ series: "A", from, to }], prizes: PRIZES })
      .must({ key: "start-game" });
    return this.#printed.slice(from - 1, to).map((one) => new MarkedCard(one));
  }

  #call(claim: "line" | "bingo", { card, rows }: HeldCard): void {
    const round = this.hall.durable.round;
    const key = {
      key: "call-card",
      round,
      claim,
      series: "A",
      card,
      rows: rows as unknown as CardRows,
    } as const;
    this.hall.must(key, LOCUTOR);
  }
}
