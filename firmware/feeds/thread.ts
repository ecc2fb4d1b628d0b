import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { randomFrom } from "../../src/time/random-source.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { JournalLines } from "../afar/floor/journal-lines.ts";
import { errorText } from "../problem.ts";
import { startFeeds } from "./feeds.ts";
import { KeptPlace } from "./kept-place.ts";
import { JournalResults } from "./journal-results.ts";
import { ResultHub } from "./result-hub.ts";
import type { FeedSettings, FromThread, ToThread } from "./start.ts";

/** In the storage folder: up to where the winning-number display was told. */
const PLACE_FILE = "feeds.told";

/** The thread of a table's feeds, so that whoever reads slowly holds up neither the ports nor the journal. */
async function run(port: NonNullable<typeof parentPort>, settings: FeedSettings): Promise<void> {
  const { feeds, journal, log } = settings;
  const clock = systemClock();
  const post = (message: FromThread): void => port.postMessage(message);
  const onNotice = (line: string): void => post({ type: "notice", line });
  const hub = new ResultHub();
  // Other systems ask for what they missed, or a broker says what it has; a winning-number display can do neither.
  const kept = feeds.numbers === undefined ? null : new KeptPlace(join(dirname(journal), PLACE_FILE), onNotice);
  const results = new JournalResults(log, new JournalLines(journal), hub, kept?.records ?? null);
  const running = await startFeeds(feeds, {
    hub,
    clock,
    random: randomFrom(`${log}/${clock.wall()}`),
    clientId: `tirada-${log.replaceAll("/", "-")}`,
    from: log,
    onNotice,
    ...(kept === null ? {} : { kept }),
  });
  let trouble = "";
  const read = (records: number): void => {
    try {
      results.readUpTo(records);
      if (kept?.records === null) kept.note(records);
      trouble = "";
    } catch (error) {
      // The journal's own thread says what is wrong with its files; here they are read again at the next record.
      const line = errorText(error).split("\n", 1).join("");
      if (line !== trouble) onNotice(`feeds: ${line}`);
      trouble = line;
    }
  };
  port.on("message", (message: ToThread) => {
    if (message.type === "close") {
      void running.stop().then(() => port.close());
      return;
    }
    post({ type: "taken" });
    if (message.records !== null) read(message.records);
  });
  post({ type: "ready", server: running.serverPort, tcp: running.tcpPort });
}

if (parentPort !== null) {
  const port = parentPort;
  run(port, workerData as FeedSettings).catch((error: unknown) => {
    port.postMessage({
      type: "failed",
      message: errorText(error).split("\n", 1).join(""),
    } satisfies FromThread);
    port.close();
    process.exit(1);
  });
}
