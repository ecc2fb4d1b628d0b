import type { Clock } from "../../src/time/clock.ts";
import type { RandomSource } from "../../src/time/random-source.ts";
import { readTextFile } from "../files/read-file.ts";
import { listenError } from "../net/error.ts";
import { errorText } from "../problem.ts";
import type { FeedsConfig } from "../table/config/feeds-config.ts";
import type { KeptPlace } from "./kept-place.ts";
import { NumberDisplay } from "./number-display.ts";
import type { BrokerOptions } from "./result-broker.ts";
import type { ResultHub } from "./result-hub.ts";

/** Of a file that a feed names: PEM texts, a password. */
const FILE_MAX_BYTES = 65_536;

export interface FeedsParts {
  readonly hub: ResultHub;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** One for each machine: a broker throws out an older client of the same name. */
  readonly clientId: string;
  /** Who tells: the table's log, or the floor's name. */
  readonly from: string;
  readonly onNotice: (line: string) => void;
  /** Where it is kept up to where a display was told; left out: nowhere. */
  readonly kept?: Pick<KeptPlace, "note">;
}

export interface RunningFeeds {
  /** Where the servers listen; null: there is none. */
  readonly serverPort: number | null;
  readonly tcpPort: number | null;
  stop(): Promise<void>;
}

/** Starts every feed that is configured. One that cannot begin is told and costs the others nothing. */
export async function startFeeds(config: FeedsConfig, parts: FeedsParts): Promise<RunningFeeds> {
  const stops: (() => Promise<void>)[] = [];
  const begin = async <T>(name: string, start: () => Promise<T>): Promise<T | null> => {
    try {
      return await start();
    } catch (error) {
      parts.onNotice(`feeds.${name}: ${errorText(error).split("\n", 1).join("")}`);
      return null;
    }
  };
  const serverPort = await begin("server", () => startServer(config.server, parts, stops));
  const tcpPort = await begin("tcp", () => startLine(config.tcp, parts, stops));
  await begin("mqtt", () => startBroker(config.mqtt, parts, stops));
  await begin("numbers", () => startNumbers(config.numbers, parts, stops));
  return {
    serverPort,
    tcpPort,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

type Stops = (() => Promise<void>)[];

async function startServer(
  server: FeedsConfig["server"],
  { hub, clock, onNotice }: FeedsParts,
  stops: Stops,
): Promise<number | null> {
  if (server === undefined) return null;
  const { createResultServer } = await import("./result-server.ts");
  const { host, port, names } = server;
  const app = await createResultServer({ hub, clock, hostNames: names, log: onNotice });
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenProblem(error, host, port);
  }
  stops.push(() => app.close());
  const address = app.server.address();
  return address !== null && typeof address === "object" ? address.port : port;
}

async function startLine(tcp: FeedsConfig["tcp"], { hub }: FeedsParts, stops: Stops): Promise<number | null> {
  if (tcp === undefined) return null;
  const { serveResultLine } = await import("./result-line.ts");
  try {
    const line = await serveResultLine(hub, tcp);
    stops.push(() => line.stop());
    return line.port;
  } catch (error) {
    throw listenProblem(error, tcp.host, tcp.port);
  }
}

/** Why nobody can be served there, with the feed's own key in the place of the screens'. */
function listenProblem(error: unknown, host: string, port: number): Error {
  const said = listenError(error, host, port)
    .message.replace(/^display: /, "")
    .replace(/ with --display-port| \(display\.port in the configuration, or --display-port\)/, "");
  return new Error(said, { cause: error });
}

async function startBroker(
  mqtt: FeedsConfig["mqtt"],
  { hub, clientId, from, onNotice }: FeedsParts,
  stops: Stops,
): Promise<void> {
  if (mqtt === undefined) return;
  const { url, topic, username, passwordFile, authority, certificate, key } = mqtt;
  const read = (path: string): string => readTextFile(path, FILE_MAX_BYTES);
  const options: BrokerOptions = {
    url,
    topic,
    from,
    clientId,
    ...(username === undefined ? {} : { username }),
    ...(passwordFile === undefined ? {} : { password: read(passwordFile).trim() }),
    ...(authority === undefined ? {} : { ca: read(authority) }),
    ...(certificate === undefined ? {} : { cert: read(certificate) }),
    ...(key === undefined ? {} : { key: read(key) }),
  };
  const { publishResults } = await import("./result-broker.ts");
  const broker = publishResults(hub, options, onNotice);
  stops.push(() => broker.stop());
}

/** The display is told what is certified from now on, and what it missed: what it showed before, it shows still. */
function startNumbers(numbers: FeedsConfig["numbers"], parts: FeedsParts, stops: Stops): Promise<void> {
  if (numbers === undefined) return Promise.resolve();
  const display = new NumberDisplay(numbers, parts);
  stops.push(() => display.stop());
  return Promise.resolve();
}
