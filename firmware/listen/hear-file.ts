import type { Entry } from "../../src/recording/entry.ts";
import { SHOE_PORT } from "../../src/recording/entry.ts";
import { LineListener, type ListenerOptions } from "./listener.ts";
import type { Row } from "./row.ts";
import type { KnownLine } from "./known-lines.ts";

/** One port of a capture, heard from its first byte to its last. */
export interface HeardFile {
  readonly port: string;
  readonly listener: LineListener;
}

/**
 * Hears every port of a capture as if its bytes came now. `onRow`: each row with its port, in order. A port of cards keeps its secrets
 * from its first byte on.
 */
export function hearEntries(
  entries: readonly Entry[],
  lines: readonly KnownLine[],
  options: ListenerOptions,
  onRow: (port: string, row: Row) => void = () => undefined,
): readonly HeardFile[] {
  const heard = new Map<string, LineListener>();
  const listenerOf = (port: string): LineListener => {
    const known = heard.get(port);
    if (known !== undefined) return known;
    const fitting = port === SHOE_PORT ? lines.filter((line) => line.port === SHOE_PORT) : lines;
    const made = new LineListener(fitting, options);
    heard.set(port, made);
    return made;
  };
  for (const entry of entries) {
    for (const [port, listener] of heard) for (const row of listener.checkTime(entry.t)) onRow(port, row);
    if (entry.k === "in")
      for (const row of listenerOf(entry.port).receive(entry.bytes, entry.t)) onRow(entry.port, row);
    else if (entry.k === "out")
      for (const row of listenerOf(entry.port).send(entry.bytes, entry.t)) onRow(entry.port, row);
    else if (entry.k === "open" || entry.k === "lost" || entry.k === "overrun")
      listenerOf(entry.port).restart();
  }
  return [...heard].map(([port, listener]) => ({ port, listener }));
}
