import { codingOf } from "../../../drivers/shoe/barcode/codings.ts";
import { barcodeSession } from "../../../drivers/shoe/barcode/session.ts";
import { ShoeCameraHarness } from "../../../drivers/shoe/camera/shoe-camera-harness.test-help.ts";
import { readCardTable } from "../../../drivers/shoe/reader/card-code-map.ts";
import { isSubsequence } from "../../../drivers/shoe/reader/reader-harness.test-help.ts";
import { rfidSession } from "../../../drivers/shoe/rfid/session.ts";
import { tiradaShoeSession } from "../../../drivers/shoe/tirada-shoe/session.ts";
import { ShoeDevice } from "../../../hw-sim/models/shoe/device/device.ts";
import type { CardInside } from "../../../hw-sim/models/shoe/device/events.ts";
import { CameraShoe } from "../../../hw-sim/models/shoe/readers/camera-shoe.ts";
import { labelOf } from "../../../hw-sim/models/shoe/readers/labels.ts";
import { scanReports } from "../../../hw-sim/models/shoe/readers/scanner.ts";
import { tagLines, type TagReaderOptions } from "../../../hw-sim/models/shoe/readers/tag-reader.ts";
import { FACES } from "../../../src/cards/card.ts";
import type { ShoeObservation } from "../../../src/table/shoe/observation.ts";
import { randomFrom, type RandomSource } from "../../../src/time/random-source.ts";
import { Listening, type Life, type Told } from "./life.ts";

/** Devices of cards: no card is told that did not leave, or lie there. */

type Printed = (typeof FACES)[number];
const anyFaces = (random: RandomSource, count: number): Printed[] =>
  Array.from({ length: count }, () => random.pick(FACES));

const cardsIn = (seen: readonly ShoeObservation[]) =>
  seen.flatMap((one) => (one.o === "card" ? [one.card] : []));

/** Cards may be missing, none may be added or swapped. */
function told(faces: readonly string[], dealt: readonly string[]): Told {
  if (isSubsequence(faces, dealt)) return { right: faces.length, wrong: [] };
  return { right: 0, wrong: [`told ${faces.join(" ")} of ${dealt.join(" ")}`] };
}

/** A shoe that says of each card its number, its face, its chip and its back. */
const SHOE: Life = {
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const options = { kind: 1 as const, device: 0x70, decks: 6, random: random.fork("device") };
    const device = new ShoeDevice({ wire: "line", ...options });
    device.power(true, 1_000);
    const sent = [...device.step(1_000_000, [{ us: 900_000, e: "stage", stage: "dealing" }])];
    const cards: CardInside[] = anyFaces(random, 40).map((face, at) => ({
      face,
      back: random.pick(["red", "blue"]),
      deck: 1 + random.below(6),
      id: (0x7000 + 97 * at).toString(16).toUpperCase().padStart(16, "0"),
    }));
    let us = 1_000_000;
    for (const card of cards) {
      us += 80_000 + random.below(300_000);
      sent.push(...device.step(us, [{ us, e: "pass", cards: [card] }]));
    }
    sent.push(...device.step(us + 1_000_000));
    const session = tiradaShoeSession({ carrier: "line", decks: null, device: null });
    const reported = cardsIn(new Listening(session, wire).feed({ i: "bytes", bytes: "\n" }).hear(sent).seen);
    const wrong = reported.filter(({ n, face, id, back }) => {
      const truth = cards[n - 1];
      return truth?.face !== face || truth.id !== id || truth.back !== back;
    });
    return { right: reported.length - wrong.length, wrong: wrong.map((card) => JSON.stringify(card)) };
  },
};

/** A scanner that types. Its reports have no checksum, the labels have: it finds one key that is wrong, not two. */
const BARCODE: Life = {
  bears: ["drop", "repeat", "flip", "reorder"],
  apart: 60,
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const dealt = anyFaces(random, 12);
    const listening = new Listening(barcodeSession({ coding: codingOf("tirada", null) }), wire);
    for (const face of dealt)
      listening
        .hear(scanReports(listening.t + 500_000, labelOf("tirada", face, { deck: "77XA" }), random))
        .until(listening.t + 500_000);
    return told(
      cardsIn(listening.seen).map(({ face }) => face),
      dealt,
    );
  },
};

/** A reader of tags: a number that came once is nobody's, so that it must come wrong twice running to be believed. */
const RFID: Life = {
  apart: 2,
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const rows = FACES.map(
      (face, at) => `${(0x0412_34a0 + at).toString(16).toUpperCase().padStart(14, "0")},${face},,`,
    );
    const table = readCardTable(["tirada-cards/1", ...rows].join("\n"), "uid");
    if (!table.ok) throw new Error(table.problems.join());
    const dealt = anyFaces(random, 20);
    let us = 2_000_000;
    const visits = dealt.map((face) => {
      const uid = rows[FACES.indexOf(face)]?.slice(0, 14) ?? "";
      const visit = { uid, fromUs: us, toUs: us + 500_000 };
      us += 2_000_000;
      return visit;
    });
    const reader: TagReaderOptions = {
      periodUs: 80_000,
      repeats: true,
      lineEnd: "\r\n",
      upperCase: true,
      together: "each",
    };
    const session = rfidSession({ table: table.table, lines: 2 });
    const listening = new Listening(session, wire).hear(tagLines(visits, reader, random)).until(us);
    return told(
      cardsIn(listening.seen).map(({ face }) => face),
      dealt,
    );
  },
};

/** A camera that answers with one byte. It is asked again, and a byte must come wrong twice running to be believed. */
const CAMERA: Life = {
  bears: ["drop", "repeat", "flip", "insert"],
  apart: 2,
  play: (seed, wire) => {
    const random = randomFrom(seed);
    const shoe = new CameraShoe(
      { suits: "cdhs", aceFirst: false, damageOneIn: 0, cards: anyFaces(random, 25) },
      random,
    );
    const damaged = {
      drawCard: (us: number) => shoe.drawCard(us),
      step: (us: number, host: string) => {
        const { bytes, wakeAt } = shoe.step(us, host);
        return { bytes: wire(bytes).join(""), wakeAt };
      },
    };
    const harness = new ShoeCameraHarness(damaged).open();
    for (let card = 0; card < 20; card++) harness.deal();
    return told(harness.faces(), shoe.dealt);
  },
};

export const CARD_LIVES: Readonly<Record<string, Life>> = {
  "tirada-shoe": SHOE,
  "card-barcode": BARCODE,
  "card-rfid": RFID,
  "card-camera": CAMERA,
};
