import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import type { TableLines } from "../../listen/row.ts";
import type { LinesDesk } from "../../screens/server/lines-desk.ts";
import { readPicture } from "../../screens/server/picture.ts";
import { INSIDE, ReportDesk, WEEKS } from "../../screens/server/report-desk.ts";
import { Trends, type TrendsShown } from "../../screens/server/trends.ts";
import type { Question } from "./messages.ts";

const LOOK = new URL("../../replay/look-child.ts", import.meta.url).href;
/** How often counters are looked at for their trends. */
const COUNTERS_US = 30 * US_PER_S;

/** What is shown of a table's inside to somebody far away. */
export interface FarInside {
  /** What the table's last weeks were. */
  readonly weeks: ReportDesk;
  /** The last spins of a wheel, as its device told them. */
  readonly inside: ReportDesk;
  /** What comes over the lines of the devices; read when the first person looks. */
  readonly lines: () => Promise<Pick<LinesDesk, "tell">>;
  /** How counters grew since the far side began. */
  readonly trends: () => TrendsShown;
  /** An evidence picture by its hash; null: it is not there. */
  readonly picture: (hash: string) => Promise<Buffer | null>;
  readonly close: () => void;
}

/** `folder`: the table's storage, read by programs of their own; `ask`: what the main thread answers, null: nothing in time. */
export function openInside(
  folder: string,
  ask: (question: Question) => Promise<unknown>,
  clock: Clock,
): FarInside {
  const [weeks, inside] = [WEEKS, INSIDE].map(
    (program) => new ReportDesk({ ...program, module: LOOK, argument: folder }, clock),
  ) as [ReportDesk, ReportDesk];
  const followed = new Trends(clock.now());
  const timer = clock.every(COUNTERS_US, "counters for those far away", () => {
    void ask({ what: "technician" }).then((data) => {
      const told = data as { readonly counters: Readonly<Record<string, number>> } | null;
      if (told !== null) followed.look(told.counters, clock.now());
    });
  });
  const read = async (after: number): Promise<TableLines | null> =>
    (await ask({ what: "line-items", after })) as TableLines | null;
  let desk: Promise<LinesDesk> | null = null;
  return {
    weeks,
    inside,
    lines: () =>
      (desk ??= import("../../screens/server/lines-desk.ts").then((room) => new room.LinesDesk(read, clock))),
    trends: () => followed.shown,
    picture: (hash) => readPicture(folder, hash),
    close: () => {
      timer.cancel();
      for (const one of [weeks, inside]) one.close();
    },
  };
}
