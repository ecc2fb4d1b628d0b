import type { Sent } from "../../../lines/sent.ts";
import type { RandomSource } from "../../../../src/time/random-source.ts";
import { NO_ERRORS, type CardInside, type ShoeErrors, type ShoeEvent } from "./events.ts";
import { HostCommandReader, type HostOrder } from "./host-commands.ts";
import { MessageSender } from "./message-sender.ts";
import {
  BACKS,
  heartbeatMessage,
  BIT,
  levelMessage,
  READER,
  setBit,
  INITIAL_STATE,
  applyEvent,
  WARNINGS,
  changeWarning,
  type DeviceState,
} from "./state.ts";
import { byte, doubleWord, word, type Message, type Wire } from "./messages.ts";

export interface ShoeDeviceOptions {
  readonly wire: Wire;
  /** 1 reading shoe, 2 shuffler, 3 continuous shuffler, 4 camera shoe. */
  readonly kind: 1 | 2 | 3 | 4;
  readonly device: number;
  readonly decks: number;
  readonly random: RandomSource;
  readonly errors?: ShoeErrors;
}

/** From the first edge of a card in the exit until it has left and its face is reported. */
export const PASSAGE_US = 30_000;
/** A second picture, when the face is that of the card before. */
const AGAIN_US = 60_000;
const BEAT_US = 250_000;
const CARD_UM = 290;
/** Everything but the sorting that only some have. */
const FEATURES = 0x0fff;
const FIRMWARE = [1, 0, 0] as const;
const CAUSES = ["power", "reset", "brownout", "watchdog"] as const;

interface ScheduledAct {
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
  readonly #sender: MessageSender;
  readonly #host: HostCommandReader;
  #state: DeviceState = { ...INITIAL_STATE };
  #agenda: ScheduledAct[] = [];
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
    this.#sender = new MessageSender(options.wire);
    this.#host = new HostCommandReader(options.wire, {
      send: (us, message) => this.#sender.send(us, message),
      identify: (us) => this.#identify(us, "reset"),
      state: () => this.#state,
    });
  }

  get exitLocked(): boolean {
    return (this.#state.levels & (1 << BIT.locked)) !== 0;
  }

  /** Number of the last card that left since the load. */
  get cards(): number {
    return this.#state.cards;
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
    // An event in the past happens now: the device's time never goes back.
    for (const event of events)
      this.#schedule(Math.max(event.us, this.#nowUs), (at) => this.#handleEvent(event, at));
    this.#nowUs = us;
    for (;;) {
      const next = this.#agenda[0];
      const due = Math.min(next?.us ?? Infinity, this.#beatUs);
      if (due > us) break;
      if (next !== undefined && next.us <= this.#beatUs) {
        this.#agenda.shift();
        next.act(next.us);
      } else this.#sendBeat(this.#beatUs);
    }
    this.#host.receive(us, host);
    return this.#sender.takeSent(us);
  }

  #schedule(us: number, act: (us: number) => void): void {
    const at = this.#agenda.findIndex((one) => one.us > us);
    this.#agenda.splice(at < 0 ? this.#agenda.length : at, 0, { us, act });
  }

  #stop(us: number): void {
    this.#sender.cutOff(us);
    // A card was in the exit when the power went: nothing shows whether it left.
    if (this.#inPassage) changeWarning(this.#state, WARNINGS.indexOf("memory-lost") + 1, true);
    this.#inPassage = false;
    this.#agenda = [];
  }

  #start(us: number, cause: (typeof CAUSES)[number]): void {
    this.#boots++;
    this.#readerUs = us;
    this.#before = null;
    this.#sender.reset(us);
    this.#host.reset();
    this.#state = {
      ...this.#state,
      stage: "idle",
      reader: READER.empty,
      suspect: 0,
      illMotors: new Map(),
      failedTest: null,
    };
    setBit(this.#state, BIT.locked, false);
    setBit(this.#state, BIT.inExit, false);
    this.#identify(us, cause);
  }

  #identify(us: number, cause: (typeof CAUSES)[number]): void {
    const { kind, device, decks } = this.#options;
    this.#send(us, [
      "I",
      byte(1),
      byte(0),
      byte(kind),
      doubleWord(device),
      ...FIRMWARE.map(byte),
      doubleWord(this.#boots),
      byte(CAUSES.indexOf(cause)),
      byte(decks),
      word(FEATURES),
    ]);
    this.#sendBeat(us);
    this.#send(us, levelMessage(this.#state));
    for (const told of this.#state.illMotors.values()) this.#send(us, told);
    this.#send(us, this.#state.failedTest);
  }

  #sendBeat(us: number): void {
    this.#send(us, heartbeatMessage(this.#state, this.#host.damaged, this.#sender.lost));
    this.#beatUs = us + BEAT_US;
  }

  /** Sends a message; null sends nothing. */
  #send(us: number, message: Message | null): void {
    if (message !== null) this.#sender.send(us, message);
  }

  #raiseWarning(us: number, name: string): void {
    this.#send(us, changeWarning(this.#state, WARNINGS.indexOf(name) + 1, true));
  }

  #handleEvent(event: ShoeEvent, us: number): void {
    switch (event.e) {
      case "pass":
        return this.#schedulePassage(us, (at) => this.#handleCardsOut(at, event.cards));
      case "packet":
        return this.#dealPacket(us, event.cards, event.cards.length);
      case "foreign":
        return this.#schedulePassage(us, (at) =>
          this.#reportUnread(at, event.blank ? READER.blank : READER.unknown),
        );
      case "bounce":
        return this.#handleBounce(us);
      default:
        this.#send(us, applyEvent(this.#state, event));
        // Cards in order are no shuffled cards, whoever set the mode.
        if (event.e === "stage" && event.stage === "ready" && this.#state.mode === "sort")
          this.#raiseWarning(us, "sort-mode");
    }
  }

  /** Deals card after card: a card whose reading takes longer holds back those behind it, so that they are reported in order. */
  #dealPacket(us: number, [card, ...rest]: readonly CardInside[], size: number): void {
    if (card === undefined) return this.#send(us, ["P", byte(size)]);
    this.#schedulePassage(us, (at) => {
      this.#handleCardsOut(at, [card]);
      this.#schedule(Math.max(at, this.#readerUs), (next) => this.#dealPacket(next, rest, size));
    });
  }

  /** One passage after the other: the exit holds the next card until the reader is free. */
  #schedulePassage(us: number, left: (us: number) => void): void {
    const from = Math.max(us, this.#readerUs);
    this.#readerUs = from + PASSAGE_US;
    this.#schedule(from, () => {
      this.#inPassage = true;
      this.#state.reader = READER.pending;
      setBit(this.#state, BIT.inExit, true);
    });
    this.#schedule(from + PASSAGE_US, (at) => {
      this.#inPassage = false;
      setBit(this.#state, BIT.inExit, false);
      left(at);
    });
  }

  #handleCardsOut(us: number, cards: readonly CardInside[]): void {
    const { random, errors = NO_ERRORS } = this.#options;
    const [first] = cards;
    if (first === undefined) return;
    if (this.exitLocked) {
      this.#send(us, ["G", byte(2)]);
      this.#raiseWarning(us, "exit-forced");
    }
    const thick = cards.length > 1 && random.below(1_000_000) >= errors.thicknessBlind;
    if (thick) this.#send(us, ["T", byte(cards.length), word(cards.length * CARD_UM - 20 + random.below(40))]);
    // The reader does not see cards that stick behind the first; only the thickness shows them.
    this.#readCard(us, first, random.below(1_000_000), (at) => {
      for (let more = 1; thick && more < cards.length; more++) this.#reportUnread(at, READER.failed);
    });
  }

  #readCard(us: number, card: CardInside, drawn: number, then: (us: number) => void): void {
    const { failed, unsure, late } = this.#options.errors ?? NO_ERRORS;
    const before = this.#before;
    this.#before = card;
    const alike =
      card.id === null && before?.id === null && before.face === card.face && before.back === card.back;
    const reported = (at: number): void => {
      if (drawn < failed) this.#reportUnread(at, READER.failed);
      else if (drawn < failed + late) this.#reportUnread(at, READER.late);
      else
        this.#reportCard(at, card, drawn < failed + late + unsure ? 300 + (drawn % 590) : 950 + (drawn % 51));
      then(at);
    };
    if (!alike || drawn < failed + late) return reported(us);
    // The same face as the card before and nothing that distinguishes the two: one more picture is needed before it is
    // believed.
    this.#reportSuspected(us);
    this.#readerUs = Math.max(this.#readerUs, us + AGAIN_US);
    this.#schedule(us + AGAIN_US, reported);
  }

  #handleBounce(us: number): void {
    const from = Math.max(us, this.#readerUs);
    this.#readerUs = from + AGAIN_US;
    this.#schedule(from, (at) => this.#reportSuspected(at));
    this.#schedule(from + AGAIN_US, (at) => {
      this.#send(at, ["R", byte(READER.sameCard), word(this.#state.suspect)]);
      this.#state.suspect = 0;
      this.#state.reader = READER.used;
    });
  }

  #reportSuspected(us: number): void {
    const n = this.#nextNumber();
    this.#state.suspect = n;
    this.#state.reader = READER.suspected;
    this.#send(us, ["R", byte(READER.suspected), word(n)]);
  }

  #nextNumber(): number {
    return (this.#state.cards % 0xffff) + 1;
  }

  #countCard(reader: number): number {
    this.#state.cards = this.#nextNumber();
    this.#state.suspect = 0;
    this.#state.reader = reader;
    return this.#state.cards;
  }

  #reportUnread(us: number, state: number): void {
    this.#send(us, ["R", byte(state), word(this.#countCard(state))]);
  }

  #reportCard(us: number, { face, back, deck, id }: CardInside, confidence: number): void {
    const n = this.#countCard(READER.empty);
    const [rank, suit] = printCodeOf(face);
    const backCode = back === null ? 0 : BACKS.indexOf(back) + 1;
    this.#send(us, [
      "C",
      word(n),
      byte(rank),
      byte(suit),
      byte(backCode),
      doubleWord(deck),
      [8, id ?? "0"] as const,
      word(confidence),
      byte(1),
    ]);
  }
}

/** Rank 1 ace to 13 king, 15 joker; suit 1 clubs, 2 diamonds, 3 hearts, 4 spades, 0 of a joker. */
function printCodeOf(face: CardInside["face"]): readonly [rank: number, suit: number] {
  if (face === "joker") return [15, 0];
  const rank =
    ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].indexOf(face.slice(0, -1)) + 1;
  return [rank, "cdhs".indexOf(face.slice(-1)) + 1];
}
