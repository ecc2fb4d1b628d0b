import { SessionWords } from "../../firmware/care/acceptance/session-words.ts";
import type { AcceptanceState } from "../../firmware/care/acceptance/run-steps.ts";
import { readSteps } from "../../firmware/care/acceptance/steps-file.ts";
import { deviceNamed } from "../../firmware/table/config/devices.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { tableSetup, type ShoeTableSetup } from "../../firmware/table/setup/table-setup.ts";
import { readCardTable } from "../../drivers/shoe/reader/card-code-map.ts";
import type { Face } from "../../src/cards/card.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { cardPack } from "../../src/rules/pack.ts";
import { monoUs } from "../../src/time/instant.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import type { Sent } from "../lines/sent.ts";
import { CameraShoe, type CameraFault } from "../models/shoe/readers/camera-shoe.ts";
import { labelOf } from "../models/shoe/readers/labels.ts";
import { scanReports, type ScanFault } from "../models/shoe/readers/scanner.ts";
import { tagLines, visitsOf, type TagFault } from "../models/shoe/readers/tag-reader.ts";
import { decksFor, freshCards, type PhysicalCard } from "../people/cards/stock.ts";
import { FollowedSteps } from "./follow-steps.ts";

/** A reader as the hand that shows it cards, or draws them from it, meets it. */
interface ShownReader {
  /** The next card is shown or drawn; null: none is there. */
  show(us: number): Face | null;
  /** What came of it up to now. */
  step(us: number, host: string): string;
}

const STEP_US = 25_000;
const CARD_US = 1_600_000;
const CABLE_OUT_US = 3_000_000;
const END_US = 900_000_000;
/** A report of a keyboard. */
const REPORT_BYTES = 8;

/** Accepts a reader of cards. `fault`: it hits every card; null: nothing is wrong with it. */
export async function acceptReader(
  name: string,
  rulebook: string,
  fault: string | null,
  seed: string,
): Promise<AcceptanceState> {
  const device = deviceNamed(name);
  await device.load();
  const random = randomFrom(seed);
  const setup = readerSetup(rulebook, name);
  const { port, session } = setup;
  const followed = new FollowedSteps(readSteps(device.acceptance.steps, null));
  const words = new SessionWords(session, port, null);
  followed.watch(words);
  const shown: { readonly us: number; readonly face: Face }[] = [];
  let reader = readerOf(name, setup, fault, random);
  let [host, named, isIn] = ["", 0, true];
  const feed = (entry: Entry): void => {
    host += followed.hear(entry).join("");
  };
  feed({ k: "open", t: monoUs(0), port, name });
  for (
    let [us, showAt, plugAt] = [STEP_US, CARD_US, Infinity];
    !followed.isOver && us < END_US;
    us += STEP_US
  ) {
    const t = monoUs(us);
    if (followed.begins("pull-cable")) {
      feed({ k: "lost", t, port, why: "unplugged" });
      [isIn, plugAt] = [false, us + CABLE_OUT_US];
    }
    if (us >= plugAt) {
      reader = readerOf(name, setup, fault, random);
      feed({ k: "open", t, port, name });
      [isIn, plugAt] = [true, Infinity];
    }
    const isAsked = followed.asked === "show-cards" || followed.asked === "draw-cards";
    if (us >= showAt && isAsked) {
      const face = reader.show(us);
      if (face !== null) shown.push({ us, face });
      showAt = us + CARD_US;
    }
    const bytes = reader.step(us, host);
    host = "";
    if (isIn) for (const part of partsOf(setup, bytes)) feed({ k: "in", t, port, bytes: part });
    if ((words.wakeAt ?? Infinity) <= us) feed({ k: "tick", t });
    followed.take({ k: "tick", us });
    followed.name(us, () => shown[named++]?.face ?? "nothing");
  }
  return followed.state;
}

/** A kernel gives a keyboard's reports one by one; bytes of a line come as they come. */
function partsOf({ options }: ShoeTableSetup, bytes: string): readonly string[] {
  if (options.port !== "keyboard") return bytes === "" ? [] : [bytes];
  return Array.from({ length: Math.ceil(bytes.length / REPORT_BYTES) }, (_, at) =>
    bytes.slice(at * REPORT_BYTES, (at + 1) * REPORT_BYTES),
  );
}

function readerSetup(rulebook: string, name: string): ShoeTableSetup {
  const { cards } = cardPack(loadPack(rulebook).pack);
  const decks = decksFor(cards, cards.decks.counts[0] ?? 1, "faces");
  if (name === "card-barcode")
    return tableSetup(rulebook, name, [], { decks, coding: "suit-rank", at: "exit" });
  if (name === "card-camera")
    return tableSetup(rulebook, name, [], { decks, suits: "cdhs", ranks: "two-first" });
  if (name !== "card-rfid") throw new RangeError(`${name} is no reader of cards`);
  const rows = freshCards(decks, "faces").map((card) => `${uidOf(card)},${card.face},,`);
  const read = readCardTable(["tirada-cards/1", ...rows].join("\n"), "uid");
  if (!read.ok) throw new Error(read.problems.join());
  return tableSetup(rulebook, name, [], {
    decks,
    codes: { table: read.table, sha256: "0".repeat(64) },
    at: "exit",
    lines: 2,
  });
}

/** Seven bytes, of which no two cards have the same. */
const uidOf = ({ uid }: PhysicalCard): string =>
  `04${((uid * 2_654_435_761) % 281_474_976_710_656).toString(16).toUpperCase().padStart(12, "0")}`;

function readerOf(
  name: string,
  { options }: ShoeTableSetup,
  fault: string | null,
  random: RandomSource,
): ShownReader {
  const left = freshCards(options.decks, "faces");
  const stock: PhysicalCard[] = [];
  while (left.length > 0) stock.push(...left.splice(random.below(left.length), 1));
  if (name === "card-camera") return cameraOf(stock, fault as CameraFault | null, random);
  return shownOf(stock, (card, us) =>
    name === "card-rfid"
      ? tagLines(visitsOf(uidOf(card), us, fault as TagFault | null), TAGS, random)
      : scanReports(us, labelOf("suit-rank", card.face), random, fault as ScanFault | null),
  );
}

const TAGS = {
  periodUs: 80_000,
  repeats: true,
  together: "garbled",
  lineEnd: "\r\n",
  upperCase: true,
} as const;

/** Cards that a hand shows one after the other. */
function shownOf(
  stock: PhysicalCard[],
  read: (card: PhysicalCard, us: number) => readonly Sent[],
): ShownReader {
  let due: Sent[] = [];
  return {
    show: (us) => {
      const card = stock.pop();
      if (card === undefined) return null;
      due.push(...read(card, us));
      return card.face;
    },
    step: (us) => {
      const now = due.filter((one) => one.us <= us);
      due = due.filter((one) => one.us > us);
      return now.map(({ bytes }) => bytes).join("");
    },
  };
}

function cameraOf(
  stock: readonly PhysicalCard[],
  fault: CameraFault | null,
  random: RandomSource,
): ShownReader {
  const cards = stock.map(({ face }) => face);
  const shoe = new CameraShoe({ suits: "cdhs", aceFirst: false, damageOneIn: 0, cards }, random.fork("camera"));
  let faults = 0;
  return {
    show: (us) => {
      if (!shoe.drawCard(us)) return null;
      // The first card is sound: a shoe that shows none is not filled.
      if (fault !== null && faults++ > 0) shoe.inject(fault, us);
      return shoe.dealt.at(-1) ?? null;
    },
    step: (us, host) => shoe.step(us, host).bytes,
  };
}
