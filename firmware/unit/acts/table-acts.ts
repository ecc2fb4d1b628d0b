import type { Entry } from "../../../src/recording/entry.ts";
import type { Display } from "../../screens/server/client.ts";
import type { Journal } from "../../journal/thread/client.ts";
import type { ActDesk } from "./act-desk.ts";
import type { ActTable } from "./find-act.ts";

/** Records among which an act of the run before is looked for. */
const RECENT = 200;

/** What technicians have done at one table, as long as it runs. */
export interface TableActs {
  stop(): Promise<void>;
}

/** Serves them. What carries acts out is read with the first one; an act that the end of a run before broke off has a record first. */
export async function serveActs(
  table: ActTable,
  display: Pick<Display, "onAct" | "setActs" | "showAct">,
  journal: Pick<Journal, "recent">,
): Promise<TableActs> {
  await recordBrokenOff(table, journal);
  let desk: Promise<ActDesk> | null = null;
  const makeDesk = async (): Promise<ActDesk> => {
    const [{ ActDesk: Desk }, { findAct }] = await Promise.all([
      import("./act-desk.ts"),
      import("./find-act.ts"),
    ]);
    const show: Display["showAct"] = (state) => display.showAct(state);
    return new Desk({ ...table, find: (act, values) => findAct(table, act, values), show });
  };
  display.onAct(async ({ request, by }) => (await (desk ??= makeDesk())).take(request, by));
  const { offerOf } = await import("./find-act.ts");
  display.setActs(offerOf(table));
  return { stop: async () => (await desk)?.stop() };
}

type Detail = (Entry & { k: "event" })["detail"];

async function recordBrokenOff({ unit, clock }: ActTable, journal: Pick<Journal, "recent">): Promise<void> {
  const recent = await journal.recent(RECENT);
  const acts = recent.flatMap(({ fields }) => (fields["kind"] === "act" ? [fields["detail"] as Detail] : []));
  if (acts.length === 0) return;
  const { openActOf } = await import("./act-desk.ts");
  const detail = openActOf(acts);
  if (detail !== null) await unit.feed({ k: "event", t: clock.now(), event: "act", detail });
}
