import { randomInt } from "node:crypto";
import type { BoardKind } from "../../../drivers/boot-section/image.ts";
import { BootError, BootTalk, type BootIdentity } from "../../../drivers/boot-section/talk.ts";
import { PortError, type OpenPort } from "../../../drivers/port.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { EXIT, Problem } from "../../problem.ts";
import type { KnownImage } from "./board-image.ts";

export const BOARD_ACTS = ["identify", "verify", "flash"] as const;
export type BoardAct = (typeof BOARD_ACTS)[number];

export interface BoardActOptions {
  readonly open: OpenPort;
  readonly clock: Clock;
  readonly kind: BoardKind;
  readonly baudRate: number;
  /** Of `verify` and `flash`. */
  readonly known: KnownImage;
  /** Hears how far it is. */
  readonly onPage?: (page: number, of: number) => void;
}

/** What came of it. */
export interface BoardReport {
  readonly act: BoardAct;
  readonly kind: BoardKind;
  /** `M.m` of the boot section. */
  readonly boot: string;
  /** What the board held before: its state, and the version of an image that is whole. */
  readonly before: Pick<BootIdentity, "image" | "version">;
  /** Pages of the image that the board does not hold; null: nothing was compared. */
  readonly differing: number | null;
  /** Pages that were written; null: none was to be. */
  readonly written: number | null;
  /** The version that the application says it has now; null: it waits, or says nothing. */
  readonly runs: string | null;
}

/** Does one act with the board at a port, and has its application run again where there is one that may. Rejects with a Problem. */
export async function actOnBoard(act: BoardAct, options: BoardActOptions): Promise<BoardReport> {
  try {
    return await talkWith(act, options);
  } catch (error) {
    if (error instanceof BootError || error instanceof PortError)
      throw new Problem(EXIT.device, error.message, { cause: error });
    throw error;
  }
}

async function talkWith(act: BoardAct, options: BoardActOptions): Promise<BoardReport> {
  const { open, clock, kind, baudRate, known, onPage } = options;
  const talk = await BootTalk.open({ open, clock, kind, baudRate, session: randomInt(1, 0x1_0000) });
  try {
    const { boot, image, version } = await talk.enter();
    const { pages } = known.image;
    const flashed =
      act === "flash" ? await talk.flash(known.image, (page) => onPage?.(page, pages.length)) : null;
    const verified = act === "verify" ? await talk.verify(known.image) : null;
    const runs = act === "flash" || image === "valid" ? await talk.run() : null;
    return {
      act,
      kind,
      boot,
      before: { image, version },
      differing: verified?.differing.length ?? null,
      written: flashed?.written ?? null,
      runs,
    };
  } finally {
    await talk.close();
  }
}
