import type { Clock } from "../../../../src/time/clock.ts";
import { familyOf } from "../../../../src/table/kernel/families.ts";
import type { LoadedPack } from "../../../table/rules/load.ts";
import { loadPack } from "../../../table/rules/load.ts";
import { RulebookError } from "../../../table/rules/library.ts";
import "../../../table/setup/every-family.ts";
import { recallWords } from "../../../unit/evidence/recall-words.ts";
import { readCredentials, type Credentials } from "../../../afar/orders/credentials.ts";
import { tlsOptions } from "../../../afar/orders/tls.ts";
import { EXIT, errorText, Problem, usageProblem } from "../../../problem.ts";
import type { FloorPageConfig } from "./config.ts";
import { DisplayFeed } from "./display-feed.ts";
import { Listeners } from "./listeners.ts";
import { Lists } from "./lists.ts";
import { MonitoredFloor } from "./monitored-floor.ts";
import type { PageStore } from "./page-store.ts";
import { LOGS_MS, Pictures } from "./pictures.ts";
import { SearchDesk } from "./search-desk.ts";
import { createFloorServer } from "./server.ts";
import { TableDesks } from "./table-desks.ts";
import { ToldParts } from "./told-parts.ts";

/** How often certificate, key and revocation list are read again, µs. */
const CREDENTIALS_US = 60_000_000;

export interface RunningFloorPage {
  readonly url: string;
  stop(): Promise<void>;
}

/** A rulebook by its name in records; null: this release does not have it. */
function knownRulebook(name: string): LoadedPack | null {
  try {
    return loadPack(name);
  } catch (error) {
    if (error instanceof RulebookError) return null;
    throw error;
  }
}

/** Starts the page of a floor over a store. Rejects with a Problem of one line; then nothing is left running. */
export async function runFloorPage(
  config: Omit<FloorPageConfig, "database">,
  store: PageStore,
  clock: Clock,
  onNotice: (line: string) => void,
): Promise<RunningFloorPage> {
  let credentials = await readCredentials(config).catch((error: unknown) => {
    throw usageProblem(errorText(error), error);
  });
  const doors = { clock, credentials: (): Credentials => credentials };
  const told = new ToldParts();
  const listeners = new Listeners(clock, told);
  const onChange = (): void => listeners.tellSoon();
  const packOf = (name: string) => knownRulebook(name)?.pack ?? null;
  const onRecords = (log: string): void => displays.showTable(log);
  const pictures = new Pictures({ store, clock, packOf, told, onChange, onRecords, onNotice });
  const displays = new DisplayFeed(clock, pictures);
  const { name, zone, rooms = [] } = config;
  const lists = new Lists({ store, pictures, told, onChange, name, zone, rooms });
  const rulebook = (of: string) => {
    const pack = packOf(of);
    return pack === null ? null : { pack, words: recallWords({ pack, rules: { family: familyOf(pack) } }) };
  };
  const desks = new TableDesks({ store, pictures, zone, rulebook });
  const search = new SearchDesk({ store, words: (of) => rulebook(of)?.words ?? null });
  await pictures.start();
  await lists.look();
  const counters = { connectionsRefused: 0 };
  const app = await createFloorServer({
    ...doors,
    store,
    pictures,
    desks,
    search,
    packOf,
    labelOf: (log: string) => lists.labelOf(log),
    lists,
    listeners,
    displays,
    monitored: new MonitoredFloor({ store, pictures, lists, packOf, clock }),
    counters,
    onNotice,
  });
  await app.listen(config.listen).catch(async (error: unknown) => {
    await pictures.close();
    throw new Problem(EXIT.display, `listen: ${errorText(error)}`, { cause: error });
  });
  const looking = clock.every(LOGS_MS * 1_000, "lists of the floor", () => {
    lists.look().catch((error: unknown) => onNotice(`store: ${errorText(error)}`));
  });
  const renewing = clock.every(CREDENTIALS_US, "the page's certificate", () => {
    readCredentials(config).then(
      (newer) => {
        credentials = newer;
        app.server.setSecureContext(tlsOptions(newer));
      },
      (error: unknown) => onNotice(`${errorText(error)}; the files of before count`),
    );
  });
  const address = app.server.address();
  const port = address !== null && typeof address === "object" ? address.port : config.listen.port;
  const host = config.listen.host.includes(":") ? `[${config.listen.host}]` : config.listen.host;
  return {
    url: `https://${host}:${port}/`,
    stop: async () => {
      for (const timer of [looking, renewing]) timer.cancel();
      listeners.close();
      displays.close();
      await pictures.close();
      await app.close();
    },
  };
}
