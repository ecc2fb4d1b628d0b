import { pino } from "pino";
import type { Clock } from "../../../src/time/clock.ts";
import { rfc3339 } from "../../../src/time/instant.ts";
import type { LogEvent, WriteEvent } from "./unit-log.ts";

/** How grave an event is, as pino numbers it and as the system's journal does (`<4>` before a line, sd-daemon(3)). */
const LEVELS = { info: 6, warn: 4 } as const;
type Level = keyof typeof LEVELS;

/** Records that somebody should look at. */
const WARNED = [
  "fault",
  "void",
  "undecided",
  "aborted",
  "incident",
  "throw-incident",
  "restored",
  "copy-restored",
];

const levelOf = ({ record }: LogEvent): Level =>
  record !== undefined && WARNED.includes(record.kind) ? "warn" : "info";

/** Writes each event as one JSON object a line. `prefixed`: with the level before it, which the system's journal takes off. */
export function jsonLog(clock: Clock, write: (line: string) => void, prefixed: boolean): WriteEvent {
  let level: Level = "info";
  const logger = pino(
    { base: { name: "tirada" }, timestamp: () => `,"time":"${rfc3339(clock.wall())}"` },
    { write: (line: string) => write(prefixed ? `<${LEVELS[level]}>${line}` : line) },
  );
  return (event) => {
    level = levelOf(event);
    logger[level]({ event: event.event, ...event.record }, event.line);
  };
}
