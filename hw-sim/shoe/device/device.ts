import type { RandomSource } from "../../../src/time/random-source.ts";
import { NO_ERRORS, type CardInside, type ShoeErrors, type ShoeEvent } from "./events.ts";
import { HostSide, type HostOrder } from "./host-side.ts";
import { Sender, type Sent } from "./sender.ts";
import {
  BACKS,
  beatOf,
  BIT,
  levelOf,
  READER,
  setBit,
  STANDING,
  reportedOf,
  WARNINGS,
  warningOf,
  type ActiveState,
} from "./standing.ts";
import type { Field, Wire } from "./writer.ts";

export interface ShoeDeviceOptions {
  readonly wire: Wire;
  /** 1 reading shoe, 2 shuffler, 3 continuous shuffler, 4 camera shoe. */
  readonly kind: 1 | 2 | 3 | 4;
  readonly device: number;
  readonly decks: number;
  readonly random: RandomSource;
  readonly errors?: ShoeErrors;
}

/** From the first edge of a card in the exit until it has left and its face is told. */
export const PASSAGE_US = 30_000;
/** A second picture, when the face is that of the card before. */
const AGAIN_US = 60_000;
const BEAT_US = 250_000;
const CARD_UM = 290;
/** Everything but the sorting that only some have. */
const FEATURES = 0x0fff;
const FIRMWARE = [1, 0, 0] as const;
const CAUSES = ["power", "reset", "brownout", "watchdog"] as const;

interface Due {
  readonly us: number;
  readonly act: (us: number) => void;
}

/**
 * The electronics of an open tirada shoe: card passages and mechanical events in, messages out, host commands in. It
 * knows what its sensors see, and no more. Starts without power.
 */
export class ShoeDevice {
  readonly wire: Wire;
  readonly #options: ShoeDeviceOptions;
  readonly #sender: Sender;
  readonly #host: HostSide;
  #standing: ActiveState = { ...STANDING };
  #agenda: Due[] = [];
  #on = false;
  #boots = 0;
  #beatUs = 0;
  #nowUs = 0;
  /** The reader is busy with a passage until then. */
  #readerUs = 0;
  #inPassage = false;
  #before: CardInside | null = null;

  constructor(options: ShoeDeviceOptions) {
    this.wire = options.wire;
    this.#options = options;
    this.#sender = new Sender(options.wire);
    this.#host = new HostSide(options.wire, {
      say: (us, letter, fields) => this.#sender.say(us, letter, fields),
      identify: (us) => this.#identify(us, "reset"),
      standing: () => this.#standing,
    });
  }

  get exitLocked(): boolean {
    return (this.#standing.levels & (1 << BIT.locked)) !== 0;
  }

  /** Number of the last card that left since the load. */
  get cards(): number {
    return this.#standing.cards;
  }

  /** Packets that the host ordered since the last call: the mechanics deal them, or do not. */
  takeOrders(): readonly HostOrder[] {
    return this.#host.takeOrders();
  }

  power(on: boolean, us: number): void {
    if (on === this.#on) return;
    this.#on = on;
    if (on) this.#start(us, "power");
    else this.#stop(us);
  }

  /** The reset button, a brown-out or the watchdog. */
  reset(us: number, cause: (typeof CAUSES)[number] = "reset"): void {
    if (!this.#on) return;
    this.#stop(us);
    this.#start(us, cause);
  }

  /** Goes on to `us`. `events` are those since the last step; `host` are bytes that the host sent and that arrive now. */
  step(us: number, events: readonly ShoeEvent[] = [], host = ""): readonly Sent[] {
    if (!this.#on) return [];
    // What lies in the past happens now: the device's time never goes back.
    for (const event of events) this.#later(Math.max(event.us, this.#nowUs), (at) => this.#happens(event, at));
    this.#nowUs = us;
    for (;;) {
      const next = this.#agenda[0];
      const due = Math.min(next?.us ?? Infinity, this.#beatUs);
      if (due > us) break;
      if (next !== undefined && next.us <= this.#beatUs) {
        this.#agenda.shift();
        next.act(next.us);
      } else this.#beat(this.#beatUs);
    }
    this.#host.hear(us, host);
    return this.#sender.take(us);
  }

  #later(us: number, act: (us: number) => void): void {
    const at = this.#agenda.findIndex((one) => one.us > us);
    this.#agenda.splice(at < 0 ? this.#agenda.length : at, 0, { us, act });
  }

  #stop(us: number): void {
    this.#sender.cut(us);
    // A card on its way out when the power went: nothing tells whether it left.
    if (this.#inPassage) warningOf(this.#standing, WARNINGS.indexOf("memory-lost") + 1, true);
    this.#inPassage = false;
    this.#agenda = [];
  }

  #start(us: number, cause: (typeof CAUSES)[number]): void {
    this.#boots++;
    this.#readerUs = us;
    this.#before = null;
    this.#sender.reset(us);
    this.#host.reset();
    this.#standing = { ...this.#standing, stage: "idle", reader: READER.empty, suspect: 0 };
    setBit(this.#standing, BIT.locked, false);
    setBit(this.#standing, BIT.inExit, false);
    this.#identify(us, cause);
  }

  #identify(us: number, cause: (typeof CAUSES)[number]): void {
    const { kind, device, decks } = this.#options;
    const [major, minor, patch] = FIRMWARE;
    this.#say(us, "I", [
      ...([
        [1, 1],
        [1, 0],
        [1, kind],
        [4, device],
        [1, major],
        [1, minor],
        [1, patch],
      ] as const),
      ...([
        [4, this.#boots],
        [1, CAUSES.indexOf(cause)],
        [1, decks],
        [2, FEATURES],
      ] as const),
    ]);
    this.#beat(us);
    this.#tell(us, levelOf(this.#standing));
  }

  #beat(us: number): void {
    this.#say(us, "B", beatOf(this.#standing, this.#host.damaged, this.#sender.lost));
    this.#beatUs = us + BEAT_US;
  }

  #say(us: number, letter: string, fields: readonly Field[]): void {
    this.#sender.say(us, letter, fields);
  }

  #tell(us: number, message: readonly [string, readonly Field[]] | null): void {
    if (message !== null) this.#say(us, message[0], message[1]);
  }

  #warn(us: number, name: string): void {
    this.#tell(us, warningOf(this.#standing, WARNINGS.indexOf(name) + 1, true));
  }

  #happens(event: ShoeEvent, us: number): void {
    switch (event.e) {
      case "pass":
        return this.#passage(us, (at) => this.#left(at, event.cards));
      case "packet":
        return this.#packet(us, event.cards, event.cards.length);
      case "foreign":
        return this.#passage(us, (at) => this.#unread(at, event.blank ? READER.blank : READER.unknown));
      case "bounce":
        return this.#bounce(us);
      default:
        this.#tell(us, reportedOf(this.#standing, event));
        // Cards in order are no shuffled cards, whoever set the mode.
        if (event.e === "stage" && event.stage === "ready" && this.#standing.mode === "sort")
          this.#warn(us, "sort-mode");
    }
  }

  /** Card after card: one whose reading takes longer holds back those behind it, so that they are told in their order. */
  #packet(us: number, [card, ...rest]: readonly CardInside[], size: number): void {
    if (card === undefined) return this.#say(us, "P", [[1, size]]);
    this.#passage(us, (at) => {
      this.#left(at, [card]);
      this.#later(Math.max(at, this.#readerUs), (next) => this.#packet(next, rest, size));
    });
  }

  /** One passage after the other: the exit holds the next card until the reader is free. */
  #passage(us: number, left: (us: number) => void): void {
    const from = Math.max(us, this.#readerUs);
    this.#readerUs = from + PASSAGE_US;
    this.#later(from, () => {
      this.#inPassage = true;
      this.#standing.reader = READER.pending;
      setBit(this.#standing, BIT.inExit, true);
    });
    this.#later(from + PASSAGE_US, (at) => {
      this.#inPassage = false;
      setBit(this.#standing, BIT.inExit, false);
      left(at);
    });
  }

  #left(us: number, cards: readonly CardInside[]): void {
    const { random, errors = NO_ERRORS } = this.#options;
    const [first] = cards;
    if (first === undefined) return;
    if (this.exitLocked) {
      this.#say(us, "G", [[1, 2]]);
      this.#warn(us, "exit-forced");
    }
    const thick = cards.length > 1 && random.below(1_000_000) >= errors.thicknessBlind;
    if (thick)
      this.#say(us, "T", [
        [1, cards.length],
        [2, cards.length * CARD_UM - 20 + random.below(40)],
      ]);
    // Of cards that stick behind it the reader sees nothing; only the thickness tells of them.
    this.#read(us, first, random.below(1_000_000), (at) => {
      for (let more = 1; thick && more < cards.length; more++) this.#unread(at, READER.failed);
    });
  }

  #read(us: number, card: CardInside, luck: number, then: (us: number) => void): void {
    const { failed, unsure, late } = this.#options.errors ?? NO_ERRORS;
    const before = this.#before;
    this.#before = card;
    const alike =
      card.id === null && before?.id === null && before.face === card.face && before.back === card.back;
    const reported = (at: number): void => {
      if (luck < failed) this.#unread(at, READER.failed);
      else if (luck < failed + late) this.#unread(at, READER.late);
      else this.#card(at, card, luck < failed + late + unsure ? 300 + (luck % 590) : 950 + (luck % 51));
      then(at);
    };
    if (!alike || luck < failed + late) return reported(us);
    // The same face as before and nothing to tell the cards apart: one more picture before it is believed.
    this.#suspect(us);
    this.#readerUs = Math.max(this.#readerUs, us + AGAIN_US);
    this.#later(us + AGAIN_US, reported);
  }

  #bounce(us: number): void {
    const from = Math.max(us, this.#readerUs);
    this.#readerUs = from + AGAIN_US;
    this.#later(from, (at) => this.#suspect(at));
    this.#later(from + AGAIN_US, (at) => {
      this.#say(at, "R", [
        [1, READER.sameCard],
        [2, this.#standing.suspect],
      ]);
      this.#standing.suspect = 0;
      this.#standing.reader = READER.used;
    });
  }

  #suspect(us: number): void {
    const n = this.#next();
    this.#standing.suspect = n;
    this.#standing.reader = READER.suspected;
    this.#say(us, "R", [
      [1, READER.suspected],
      [2, n],
    ]);
  }

  #next(): number {
    return (this.#standing.cards % 0xffff) + 1;
  }

  #counted(reader: number): number {
    this.#standing.cards = this.#next();
    this.#standing.suspect = 0;
    this.#standing.reader = reader;
    return this.#standing.cards;
  }

  #unread(us: number, state: number): void {
    this.#say(us, "R", [
      [1, state],
      [2, this.#counted(state)],
    ]);
  }

  #card(us: number, { face, back, deck, id }: CardInside, confidence: number): void {
    const n = this.#counted(READER.empty);
    const [rank, suit] = printed(face);
    const backCode = back === null ? 0 : BACKS.indexOf(back) + 1;
    this.#say(us, "C", [
      ...([
        [2, n],
        [1, rank],
        [1, suit],
        [1, backCode],
        [4, deck],
      ] as const),
      ...([
        [8, id ?? "0"],
        [2, confidence],
        [1, 1],
      ] as const),
    ]);
  }
}

/** Rank 1 ace to 13 king, 15 joker; suit 1 clubs, 2 diamonds, 3 hearts, 4 spades, 0 of a joker. */
function printed(face: CardInside["face"]): readonly [rank: number, suit: number] {
  if (face === "joker") return [15, 0];
  const rank =
    ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].indexOf(face.slice(0, -1)) + 1;
  return [rank, "cdhs".indexOf(face.slice(-1)) + 1];
}
