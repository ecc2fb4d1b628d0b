import { BootError } from "../../../drivers/boot-section/talk.ts";
import type { BoardKind } from "../../../drivers/boot-section/image.ts";
import type { OpenPort } from "../../../drivers/port.ts";
import { openSerial } from "../../../drivers/transport/serial.ts";
import { WHEEL_PORT } from "../../../src/recording/entry.ts";
import { fillText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { EXIT, Problem } from "../../problem.ts";
import { actOnBoard, type BoardReport } from "../boards/board-acts.ts";
import { boardImage } from "../boards/board-image.ts";
import type { WheelTableConfig } from "../config/config.ts";
import type { ActTable, RunAct } from "./act.ts";

const TEXTS = textsOf("acts.boards");

/** Digits of a digest that people compare. */
const DIGEST_SHOWN = 16;

/** A board whose firmware a technician changes at the table. */
export interface FlashedBoard {
  readonly kind: BoardKind;
  readonly baudRate: number;
  readonly open: OpenPort;
  /** Has the table let go of its port. @returns what takes it back */
  readonly letGo: () => Promise<() => void>;
}

/** The wheel board of a table. */
export function wheelBoard({ config, clock, unit }: ActTable): FlashedBoard {
  const { path, baud } = (config as WheelTableConfig).wheel;
  return {
    kind: "wheel",
    baudRate: baud,
    open: openSerial({ path, baudRate: baud, clock }),
    letGo: () => unit.letGo(WHEEL_PORT),
  };
}

/** The panel of a table; null: it has none. */
export function panelBoard({ config, clock, panel }: ActTable): FlashedBoard | null {
  if (config.panel === undefined || panel === null) return null;
  const { path, baud } = config.panel;
  return {
    kind: "panel",
    baudRate: baud,
    open: openSerial({ path, baudRate: baud, clock }),
    letGo: () => panel.letGo(),
  };
}

/**
 * Brings a board the image of the release that runs. That it begins is a record with its person before anything is changed, and what came
 * of it is one; from the first to the last page nobody gives it up: a board whose image is not whole waits.
 */
export const flashBoard =
  ({ clock }: Pick<ActTable, "clock">, board: FlashedBoard): RunAct =>
  async ({ person, commit }) => {
    const { kind, baudRate, open } = board;
    const known = boardImage(kind);
    const { version, pages } = known.image;
    const digest = known.digest.slice(0, DIGEST_SHOWN);
    person.say(fillText(TEXTS.image, { version, digest, pages: pages.length }));
    const image = { board: kind, image: version, digest };
    await commit(image);
    const takeBack = await board.letGo();
    let report: BoardReport;
    try {
      const onPage = (page: number, of: number): void => person.progress(page + 1, of);
      report = await actOnBoard("flash", { open, clock, kind, baudRate, known, onPage });
    } catch (error) {
      throw inWords(error);
    } finally {
      takeBack();
    }
    const { before, boot, runs, written } = report;
    person.say(fillText(TEXTS.flashed, { pages: written ?? 0 }));
    person.say(runs === null ? TEXTS.silent : fillText(TEXTS.runs, { version: runs }));
    const former = before.image === "valid" ? before.version : before.image;
    return { detail: { ...image, former, boot, written, runs } };
  };

/** What stands against it in the words of whoever reads the page. */
function inWords(error: unknown): unknown {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof BootError ? new Problem(EXIT.device, TEXTS[cause.fault], { cause }) : error;
}
