import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { DAY_MS, publicKeyId } from "../../../src/orders/certificate.ts";
import type { Heartbeat } from "../../../src/floor/heartbeat.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { temperatureOf } from "../../care/doctor/machine.ts";
import { errorText } from "../../problem.ts";
import { orWithout, Questions } from "../../threads/questions.ts";
import { OwnCredentials } from "../orders/own-credentials.ts";
import { AwayTime } from "./away-time.ts";
import { Collectors } from "./collectors.ts";
import { Heartbeats } from "./heartbeats.ts";
import { JournalLines } from "./journal-lines.ts";
import type { FloorSettings, FromThread, ToThread } from "./messages.ts";
import { Publisher } from "./publisher.ts";

/** The thread that publishes, so that a slow floor holds up neither the ports nor the journal. */

/** How long the main thread may take to have a proof signed. */
const PROOF_US = 20 * US_PER_S;
/** In the storage folder: how long the floor has taken nothing. */
const AWAY_FILE = "floor.away";

async function run(port: NonNullable<typeof parentPort>, settings: FloorSettings): Promise<void> {
  const clock = systemClock();
  const post = (message: FromThread): void => port.postMessage(message);
  const { config, log } = settings;
  const own = await OwnCredentials.begin(settings, clock, (line) => post({ type: "notice", line }));
  const collectors = new Collectors(settings.collectors, () => own.now);
  const proofs = new Questions<string | null>({
    most: 1,
    time: { us: PROOF_US, clock, name: "proof of the keys" },
  });
  const away = new AwayTime(join(config.storage.folder, AWAY_FILE), clock);
  const noteAway = (isAway: boolean): void => {
    try {
      away.note(isAway);
    } catch (error) {
      // The journal's own thread says what is wrong with the disk; the count of this start goes on.
      post({ type: "notice", line: `floor: ${errorText(error).split("\n", 1).join("")}` });
    }
  };
  const publisher = new Publisher({
    log,
    clock,
    random: randomFrom(`${log}/${clock.wall()}`),
    journal: new JournalLines(join(config.storage.folder, "journal.db")),
    collectors,
    prove: () => {
      const holder = publicKeyId(new X509Certificate(own.now.cert).publicKey);
      return orWithout(
        proofs.ask((id) => post({ type: "prove", id, holder })),
        () => null,
      );
    },
    onState: (state) => {
      noteAway(state.trouble !== null);
      post({ type: "state", state });
    },
  });
  const heartbeats = new Heartbeats(collectors);
  const running = publisher.run();
  port.on("message", (message: ToThread) => {
    if (message.type === "news") publisher.tell(message.news);
    else if (message.type === "proof") proofs.answer(message.id, message.text);
    else if (message.type === "heartbeat") {
      post({ type: "taken" });
      const published = publisher.state.next ?? 0;
      const temperature = temperatureOf();
      void heartbeats.send(message.facts, {
        key: own.now.key,
        days: daysOf(own, clock),
        published,
        temperature,
      });
    } else {
      own.stop();
      publisher.stop();
      // What is under way is not waited for: the floor says next time how far it came.
      collectors.close();
      port.close();
    }
  });
  post({ type: "ready", awayUs: away.us });
  await running;
}

function daysOf({ now: { cert, authority } }: OwnCredentials, clock: Clock): Heartbeat["days"] {
  const daysTo = (end: number): number => Math.floor((end - clock.wall()) / DAY_MS);
  return {
    certificate: daysTo(new X509Certificate(cert).validToDate.getTime()),
    list: daysTo(authority.list.to),
  };
}

if (parentPort !== null) {
  const port = parentPort;
  run(port, workerData as FloorSettings).catch((error: unknown) => {
    port.postMessage({
      type: "failed",
      message: errorText(error).split("\n", 1).join(""),
    } satisfies FromThread);
    port.close();
    // What waits would keep a failed thread alive.
    process.exit(1);
  });
}
