import type { Clock } from "../../../src/time/clock.ts";
import type { ScreenSocket } from "./hub.ts";

/**
 * Pages beside the screens of a table that is a test: the laboratory's bench. They are made in the thread of the
 * screens, from a module of their own; an installed unit has none.
 */
export interface AddedPages {
  /** Path of the page and, below it, of its files and its socket: `bench`. */
  readonly name: string;
  /** Address of the module that makes them (`file:`); it exports {@link MakePages} as `makePages`. */
  readonly module: string;
  /** Folder with `<name>.html` and the files that it needs. */
  readonly files: string;
  /** The pages stand beside the table's own ones in frames of theirs; absent: those are nowhere to be framed. */
  readonly hasFrames?: boolean;
  /** Name of the broadcast channel to whatever feeds them. */
  readonly channel: string;
}

export type MakePages = (channel: string, clock: Clock) => PagesDesk;

/** The screens' side of added pages. Knows no HTTP. */
export interface PagesDesk {
  hasRoom(): boolean;
  add(socket: ScreenSocket): AddedPage;
  close(): void;
}

/** One connected page. */
export interface AddedPage {
  /** One text frame of the page. Never throws. */
  receive(raw: string): void;
  gone(): void;
}
