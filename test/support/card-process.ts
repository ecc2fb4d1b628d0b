import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { PlayedShoe } from "../../hw-sim/demo/played-shoe.ts";
import type { RemoteConfig } from "../../firmware/afar/orders/messages.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import type { CardInside } from "../../hw-sim/models/shoe/device/events.ts";
import { decksFor, freshCards } from "../../hw-sim/people/cards/stock.ts";
import type { Key } from "../../src/people/keys.ts";
import { cardPack } from "../../src/rules/pack.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { temporaryFolder } from "./folder.ts";
import { screenLine, until, type ScreenLine } from "./screen-line.ts";
import { startProcess, type TableProcess } from "./table-process.ts";
import { CONFIG_FORMAT } from "../../firmware/table/config/config.ts";
import { cheapPinHash } from "./pin.ts";

const JEFE = { name: "Ana", role: "jefe-de-mesa", pin: "2468" } as const;
/** Longer than the screens wait for what follows a record. */
const SETTLED_US = 60_000;
const clock = systemClock();

/** A whole card table as a process of its own, on a modelled shoe behind a pseudo-terminal, with everything that it says. */
export interface CardProcess {
  readonly rulebook: string;
  readonly storage: string;
  readonly config: string;
  readonly url: string;
  readonly process: TableProcess;
  readonly shoe: PlayedShoe;
  /** The cards of the shoe, the next one first. */
  readonly cards: CardInside[];
  /** Every message on the display's and the control page's web sockets, as it came. */
  readonly messages: string[];
  /** What the process printed so far. */
  readonly printed: () => string;
  /** What the control page was answered. */
  readonly answers: string[];
  readonly view: () => TableView;
  /** Every view that the display was sent. */
  readonly views: readonly TableView[];
  press(key: Key): Promise<string>;
  /** What whoever is signed in reads of the round that is played. */
  recall(): Promise<string>;
  /** The next card of the shoe leaves, and the screens know it. */
  deal(): Promise<CardInside>;
  load(): Promise<void>;
  /** Output of the process so far, ended with it. */
  stop(): Promise<string>;
}

/**
 * Starts it; it is gone after the test. The cards have numbers of their own, so that any trace of one can be found. `remote`: who may
 * look from afar. `start`: what runs the command line. `collectors`: of its floor.
 */
export async function cardProcess(
  rulebook: string,
  remote?: RemoteConfig,
  start: (args: readonly string[]) => TableProcess = startProcess,
  collectors: readonly string[] = [],
): Promise<CardProcess> {
  const folder = temporaryFolder();
  const storage = join(folder, "storage");
  const game = cardPack(loadPack(rulebook).pack).cards;
  const decks = decksFor(game, game.decks.counts[0] ?? 1, "identities");
  // Two decks that are played by turns are never mixed: the first is in the machine.
  const inside = game.decks.byTurns === undefined ? decks : decks.slice(0, 1);
  const cards = shuffled(freshCards(inside, "identities"), rulebook);
  const path = join(folder, "shoe");
  const device = { kind: 2, device: 1, decks: decks.length, random: randomFrom(rulebook) } as const;
  const shoe = await PlayedShoe.open(device, path, clock, () => undefined);
  const config = join(folder, "table.yaml");
  const people = [{ ...JEFE, pin: cheapPinHash(JEFE.pin) }];
  writeFileSync(
    config,
    JSON.stringify({
      table: {
        name: "Mesa de cartas",
        log: "tirada.test/cards",
        rulebook,
        languages: ["es", "eu", "gl", "en"],
      },
      shoe: { device: "tirada-shoe", path, decks: decks.map(({ id, back }) => ({ id, back })) },
      display: { host: "127.0.0.1", port: 0, metrics: true },
      people,
      storage: { folder: storage },
      ...(remote === undefined ? {} : { format: CONFIG_FORMAT, remote }),
      ...(collectors.length === 0 ? {} : { floor: { collectors } }),
      test: true,
    }),
  );
  const process = start(["start", "--config", config]);
  onTestFinished(async () => {
    process.child.kill("SIGTERM");
    await process.ended;
    await shoe.close();
  });
  const url = await process.url;
  const messages: string[] = [];
  const screen = await screenLine(url);
  const control = await screenLine(url, "control");
  const taps = await Promise.all([tap(url, "ws", messages), tap(url, "ws/control", messages)]);
  await control.signIn(JEFE.name, JEFE.pin);
  return table({ rulebook, storage, config, url, process, shoe, cards, messages }, screen, control, taps);
}

type Parts = Pick<
  CardProcess,
  "rulebook" | "storage" | "config" | "url" | "process" | "shoe" | "cards" | "messages"
>;

function table(parts: Parts, screen: ScreenLine, control: ScreenLine, taps: readonly WebSocket[]): CardProcess {
  const { shoe, cards, process } = parts;
  const answers: string[] = [];
  let printed = "";
  for (const stream of [process.child.stdout, process.child.stderr])
    stream?.on("data", (text: string) => {
      printed += text;
    });
  const view = (): TableView => screen.views.at(-1)!;
  /** One thing that is done makes several records, and each of them a picture. */
  const settled = async (): Promise<void> => {
    for (let seq = -1; seq !== view().seq;) {
      ({ seq } = view());
      await clock.sleep(SETTLED_US);
    }
  };
  const later = (what: string, holds: (view: TableView) => boolean): Promise<void> =>
    until(what, () => holds(view()), 60_000);
  return {
    ...parts,
    answers,
    printed: () => printed,
    view,
    views: screen.views,
    press: async (key) => {
      const answer = await control.press(key);
      answers.push(answer);
      await settled();
      return answer;
    },
    recall: () => control.recall(view().round),
    deal: async () => {
      const card = cards.shift()!;
      const { seq } = view();
      shoe.happens({ e: "pass", cards: [card] });
      await later("a card on the screens", (now) => now.seq > seq);
      await settled();
      return card;
    },
    load: async () => {
      shoe.happens({ e: "stage", stage: "loading" });
      await later("the shoe is being loaded", ({ phase }) => phase === "preparing");
      shoe.happens({ e: "stage", stage: "ready" });
      await later("the shoe is loaded", ({ cards: shown }) => (shown?.counts?.loaded ?? 0) > 0);
      await settled();
    },
    stop: async () => {
      for (const one of taps) one.close();
      process.child.kill("SIGTERM");
      const { stdout, stderr } = await process.ended;
      return stdout + stderr;
    },
  };
}

function shuffled<T>(cards: readonly T[], seed: string): T[] {
  const random = randomFrom(seed);
  const left = [...cards];
  return Array.from({ length: left.length }, () => left.splice(random.below(left.length), 1)).flat();
}

/** Everything that a screen is sent, word for word. */
async function tap(url: string, path: string, into: string[]): Promise<WebSocket> {
  const address = new URL(path, url).href.replace("http", "ws");
  const socket = new WebSocket(address, { headers: { origin: new URL(url).origin } });
  socket.addEventListener("message", ({ data }) => into.push(String(data)));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return socket;
}

/** The bytes of every file under a folder, one character a byte; sockets and pipes are left out. */
export function filesUnder(folder: string): { readonly name: string; readonly bytes: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((name) => ({ name, bytes: readFileSync(name, "latin1") }));
}
