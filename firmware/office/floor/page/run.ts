import type { Clock } from "../../../../src/time/clock.ts";
import { rfc3339, wallMs } from "../../../../src/time/instant.ts";
import { readCredentials, type Credentials } from "../../../afar/orders/credentials.ts";
import { tlsOptions } from "../../../afar/orders/tls.ts";
import { EXIT, errorText, Problem, usageProblem } from "../../../problem.ts";
import { relayMail, type FleetMail } from "../../fleet/mail.ts";
import { Alertmanager } from "../alarms/alertmanager.ts";
import { ALARMS_MS, AlarmDesk } from "./alarm-desk.ts";
import type { FloorPageConfig } from "./config.ts";
import { startFloorFeeds } from "./floor-feeds.ts";
import { DisplayFeed } from "./display-feed.ts";
import { Listeners } from "./listeners.ts";
import { Lists } from "./lists.ts";
import { MonitoredFloor } from "./monitored-floor.ts";
import type { PageStore } from "./page-store.ts";
import { LOGS_MS, Pictures } from "./pictures.ts";
import { Rulebooks } from "./rulebooks.ts";
import { SearchDesk } from "./search-desk.ts";
import { createFloorServer } from "./server.ts";
import { TableDesks } from "./table-desks.ts";
import { ChangedParts, FLOOR } from "./changed-parts.ts";
import { DISPUTE_DAYS } from "./questions.ts";

const DAY_MS = 86_400_000;
/** Disputes that wait are looked for so often: a table's picture has those of its newest records alone. */
const DISPUTES_US = 60_000_000;
/** How often certificate, key and revocation list are read again, µs. */
const CREDENTIALS_US = 60_000_000;

export interface RunningFloorPage {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the page of a floor over a store. Rejects with a Problem of one line; then nothing is left running. */
export async function runFloorPage(
  config: Omit<FloorPageConfig, "database">,
  store: PageStore,
  clock: Clock,
  onNotice: (line: string) => void,
): Promise<RunningFloorPage> {
  const { relay } = config;
  let credentials = await readCredentials(config).catch((error: unknown) => {
    throw usageProblem(errorText(error), error);
  });
  const { parts, stop } = await startParts(config, store, clock, onNotice);
  // A proof of its own for each letter: the certificate is renewed while the page runs.
  const mail = relay === undefined ? null : relayMailOf(relay, () => credentials);
  const app = await createFloorServer({ ...parts, mail, clock, credentials: (): Credentials => credentials });
  await app.listen(config.listen).catch(async (error: unknown) => {
    await stop();
    throw new Problem(EXIT.display, `listen: ${errorText(error)}`, { cause: error });
  });
  const feeds = await startFloorFeeds(config, { store, clock, onNotice });
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
      renewing.cancel();
      await feeds?.stop();
      await stop();
      const closed = app.close();
      // Browsers keep connections open on which nothing is asked.
      app.server.closeAllConnections();
      await closed;
    },
  };
}

function relayMailOf(url: string, credentials: () => Credentials): FleetMail {
  const once = async <T>(act: (mail: FleetMail) => Promise<T>): Promise<T> => {
    const { cert, key, ca, crl } = credentials();
    const mail = relayMail(url, { cert, key, ca, crl });
    return act(mail).finally(() => mail.close());
  };
  return {
    put: (table, text) => once((mail) => mail.put(table, text)),
    answer: (table, digest) => once((mail) => mail.answer(table, digest)),
  };
}

/** Everything behind the server: what follows the store, and what answers questions. Rejects when the store is away. */
async function startParts(
  { name, zone, rooms = [], alarms: watch }: Omit<FloorPageConfig, "database">,
  store: PageStore,
  clock: Clock,
  onNotice: (line: string) => void,
) {
  const told = new ChangedParts();
  const listeners = new Listeners(clock, told);
  const rulebooks = new Rulebooks();
  const { packOf } = rulebooks;
  const onChange = (): void => listeners.tellSoon();
  const onRecords = (log: string): void => displays.showTable(log);
  const pictures = new Pictures({ store, clock, packOf, told, onChange, onRecords, onNotice });
  const displays = new DisplayFeed(clock, pictures);
  const lists = new Lists({ store, pictures, told, onChange, name, zone, rooms });
  const alarms =
    watch === undefined
      ? null
      : new AlarmDesk({
          manager: new Alertmanager(watch.alertmanager),
          store,
          told,
          onChange,
          clock,
          onNotice,
        });
  const desks = new TableDesks({ store, pictures, zone, rulebook: (of) => rulebooks.find(of) });
  const search = new SearchDesk({ store, words: rulebooks.wordsOf });
  await pictures.start();
  const lookAtDisputes = async (): Promise<void> => {
    const from = rfc3339(wallMs(clock.wall() - DISPUTE_DAYS * DAY_MS));
    const open = (await search.disputes(from)).filter(({ end }) => end === null);
    const openDisputes = open.map(({ log, round, at }) => ({ log, round, at }));
    if (told.set(FLOOR, { openDisputes })) onChange();
  };
  await Promise.all([lists.look(), alarms?.look(), lookAtDisputes()]);
  const disputing = clock.every(DISPUTES_US, "open disputes of the floor", () => {
    lookAtDisputes().catch((error: unknown) => onNotice(`store: ${errorText(error)}`));
  });
  const asking = clock.every(ALARMS_MS * 1_000, "alarms of the floor", () => void alarms?.look());
  const looking = clock.every(LOGS_MS * 1_000, "lists of the floor", () => {
    lists.look().catch((error: unknown) => onNotice(`store: ${errorText(error)}`));
  });
  const labelOf = (log: string): string => lists.labelOf(log);
  const counters = { connectionsRefused: 0 };
  const stop = async (): Promise<void> => {
    looking.cancel();
    asking.cancel();
    disputing.cancel();
    listeners.close();
    displays.close();
    await pictures.close();
  };
  const monitored = new MonitoredFloor({ store, pictures, lists, packOf, clock, onNotice });
  const desksAndLists = { pictures, desks, search, lists, listeners, displays, monitored };
  return { parts: { ...desksAndLists, alarms, name, zone, store, packOf, labelOf, counters, onNotice }, stop };
}
