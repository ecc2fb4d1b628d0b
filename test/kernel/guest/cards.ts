import { writeFileSync } from "node:fs";
import type { Face } from "../../../src/cards/card.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { ScreenLine } from "../../support/screen-line.ts";
import { clock, found, loadDrivers, play } from "./bench.ts";
import { scannerOn, shoeOn, type BenchShoe } from "./devices.ts";
import type { Gadget } from "./gadget.ts";
import {
  clearTable,
  control,
  display,
  faultsOf,
  isCertified,
  must,
  PIN,
  viewOf,
  waitForScreens,
} from "./table.ts";
import { US_PER_S } from "../../../src/time/instant.ts";

/** The machine of a roulette becomes a table of cards: with a shoe on USB, and with a scanner whose keys no other program gets. */

const DECKS = Array.from({ length: 8 }, (_, at) => `{ id: "0000000${at + 1}" }`).join(", ");
/** Natural nine against two: four cards. */
const NATURAL: readonly Face[] = ["9s", "2c", "Kh", "Kd"];
const LABEL_OF: Readonly<Record<string, string>> = { "9s": "S9", "2c": "C2", Kh: "HK", Kd: "DK" };
const SCAN_US = 2 * US_PER_S;

interface Played {
  readonly line: ScreenLine;
  press(key: Key): Promise<void>;
  stop(): Promise<void>;
}

/** Sets the table up anew, with evidence of its own, and starts it. */
async function setUp(name: string, shoe: string, onSetUp = (): void => undefined): Promise<Played> {
  const answers = `/run/${name}.yaml`;
  writeFileSync(
    answers,
    `table: { name: Mesa 8, log: tirada.example/bench/${name}, rulebook: cl/punto-y-banca, openAtStart: true }
shoe: { ${shoe}, decks: [${DECKS}] }
unseen: [card-drawn-too-soon]
people:
  - { name: Ana, role: jefe-de-mesa, pin: "${PIN}" }
storage: { folder: /var/lib/tirada/${name} }
`,
  );
  await clearTable();
  found(`${name}: set up`, { output: await must("tirada", "setup", "--from", answers) });
  onSetUp();
  await must("systemctl", "start", "tirada.service");
  await waitForScreens();
  const [line, desk] = [await display(), await control()];
  const said = await desk.signIn("Ana", PIN);
  if (said !== "signed-in") throw new Error(`the jefe de mesa was told: ${said}`);
  return {
    line,
    press: async (key) => {
      const answer = await desk.press(key);
      if (answer !== "done") throw new Error(`${key.key}: ${answer}`);
    },
    stop: async () => {
      line.close();
      desk.close();
      await must("systemctl", "stop", "tirada.service");
    },
  };
}

/** A card after the other: the next one when the screens know the one before. */
async function deal(line: ScreenLine, faces: readonly Face[], one: (face: Face) => void): Promise<void> {
  for (const face of faces) {
    const { seq } = line.views.at(-1)!;
    one(face);
    await viewOf(line, `the card ${face}`, (view) => view.seq > seq);
  }
}

/** Deals a round that is certified and collected; in the next one the plug is pulled between two cards, and put back. */
async function playTwo(name: string, table: Played, gadget: Gadget, one: (face: Face) => void): Promise<void> {
  const { line } = table;
  await table.press({ key: "no-more-bets" });
  await deal(line, NATURAL, one);
  const { seq, round, verdict } = await viewOf(line, `${name}: a certified round`, isCertified);
  found(`${name}: certified`, { seq, verdict });
  await table.press({ key: "collect", round });
  await viewOf(line, "bets are open", ({ phase }) => phase === "betting");
  await table.press({ key: "no-more-bets" });
  const from = line.views.length;
  await deal(line, NATURAL.slice(0, 2), one);
  gadget.unplug();
  await viewOf(line, `${name}: it is gone`, (view) => faultsOf(view).includes("port-gone"), from);
  gadget.plug();
  await viewOf(line, `${name}: it is back`, (view) => faultsOf(view).length === 0);
  await deal(line, NATURAL.slice(2), one);
  const after = await viewOf(line, `${name}: a verdict`, (view) => view.verdict !== null);
  found(`${name}: pulled`, {
    verdict: after.verdict,
    isEverCertified: line.views.slice(from).some(isCertified),
  });
}

async function playShoe(): Promise<void> {
  const shoe = shoeOn(0, 8);
  const table = await setUp("table-08", "device: tirada-shoe");
  await viewOf(table.line, "the shoe is there", (view) => faultsOf(view).length === 0, 0);
  await load(shoe, table.line);
  await playTwo("shoe", table, shoe.gadget, (face) => pass(shoe, face));
  await table.stop();
  shoe.stop();
  shoe.gadget.unplug();
}

async function load(shoe: BenchShoe, line: ScreenLine): Promise<void> {
  shoe.happens({ us: 0, e: "stage", stage: "loading" });
  await viewOf(line, "the shoe is being loaded", ({ phase }) => phase === "preparing");
  shoe.happens({ us: 0, e: "stage", stage: "ready" });
  await viewOf(line, "bets are open", ({ phase }) => phase === "betting");
}

let passed = 0;
function pass(shoe: BenchShoe, face: Face): void {
  shoe.happens({ us: 0, e: "pass", cards: [{ face, back: null, deck: 1 + (passed++ % 8), id: null }] });
}

async function playScanner(): Promise<void> {
  const reader = scannerOn(1);
  // Nobody hears a scanner before it reads.
  const shown = clock.every(SCAN_US, "a card is shown", () => reader.scan(LABEL_OF["9s"]!));
  const table = await setUp("table-09", "device: card-barcode, coding: suit-rank, serial: B-0001", () =>
    shown.cancel(),
  );
  await viewOf(table.line, "the scanner is there", (view) => faultsOf(view).length === 0, 0);
  await table.press({ key: "new-shoe" });
  await viewOf(table.line, "bets are open", ({ phase }) => phase === "betting");
  await playTwo("scanner", table, reader.gadget, (face) => reader.scan(LABEL_OF[face]!));
  await table.stop();
  reader.stop();
}

void play(async () => {
  loadDrivers(2);
  await playShoe();
  await playScanner();
});
