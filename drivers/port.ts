import type { MonoUs } from "../src/time/instant.ts";

/** Why a byte port is no longer there. */
export interface PortLoss {
  readonly why: "closed" | "unplugged" | "error" | "silent";
  /** One line for people, e.g. `the device disappeared: /dev/serial/by-id/…`. */
  readonly detail: string;
}

/** What a port reports to its owner. `at` is the monotonic instant of the read, taken before anything is parsed. */
export interface PortEvents {
  onBytes(bytes: Uint8Array, at: MonoUs): void;
  onLost(loss: PortLoss, at: MonoUs): void;
}

/**
 * Bytes in, bytes out, nothing else. A port is used once: after `onLost` it stays dead and a new one is made,
 * so that an old write can never go out on a new connection.
 */
export interface BytePort {
  /** A stable name for people and records, e.g. the by-id path. */
  readonly name: string;
  /** Resolves when the operating system took the bytes; rejects when the port is lost. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Opens a port, or rejects with a PortError that says what, where and what to do. */
export type OpenPort = (events: PortEvents) => Promise<BytePort>;

/** Why a port cannot be opened: each has its own remedy. */
export type PortErrorCode = "missing" | "busy" | "denied" | "ambiguous" | "unusable";

/** An open that failed, in one line: what, where, what to do. */
export class PortError extends Error {
  override readonly name = "PortError";
  readonly code: PortErrorCode;
  constructor(code: PortErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What an error says, in one line. */
export function oneLineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}

/** Runs the owner's code: its exception comes back as one line and never leaves an event handler; null: it threw none. */
export function errorTextOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return oneLineOf(error);
  }
}
