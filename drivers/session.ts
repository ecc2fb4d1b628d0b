import type { MonoUs } from "../src/time/instant.ts";

/** What happens to a device session. `bytes` holds one character a byte (Latin-1). */
export type SessionInput =
  | { readonly i: "opened"; readonly t: MonoUs }
  | { readonly i: "lost"; readonly t: MonoUs; readonly why: string }
  | { readonly i: "bytes"; readonly t: MonoUs; readonly bytes: string }
  /** Bytes that somebody wrote to the device: our own queue, or another host in an old log. */
  | { readonly i: "sent"; readonly t: MonoUs; readonly bytes: string }
  /** Bytes came and were lost before anyone read them. */
  | { readonly i: "overrun"; readonly t: MonoUs; readonly lost: number }
  /** The instant that `wakeAt` asked for has come. */
  | { readonly i: "tick"; readonly t: MonoUs };
