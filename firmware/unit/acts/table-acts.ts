import type { ActRead } from "../../../src/people/acts.ts";
import type { Display } from "../../screens/server/client.ts";
import type { Journal } from "../../journal/thread/client.ts";
import type { ActDetail, ActTable } from "../../table/acts/act.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";
import type { TableActions } from "../actions/table-actions.ts";
import type { ActDesk, ActParts } from "./act-desk.ts";

/** Records among which an act of the run before is looked for. */
const RECENT = 200;

/** What technicians have done at one table, as long as it runs. */
export interface TableActs {
  stop(): Promise<void>;
}

/** Serves them. What carries acts out is read with the first one; an act that the end of a run before broke off has a record first. */
export async function serveActs(
  table: ActTable & Pick<ActParts, "unit"> & { readonly actions: () => Promise<TableActions> },
  setup: TableSetup,
  display: Pick<Display, "onAct" | "onRead" | "setActs" | "showAct">,
  journal: Pick<Journal, "recent">,
): Promise<TableActs> {
  await recordBrokenOff(table, journal);
  const { ActsOfTable } = await import("./find-act.ts");
  const acts = await ActsOfTable.of(table, setup);
  let desk: Promise<ActDesk> | null = null;
  const makeDesk = async (): Promise<ActDesk> => {
    const room = await import("./act-desk.ts");
    const show: Display["showAct"] = (state) => display.showAct(state);
    return new room.ActDesk({ ...table, find: (act, values, text) => acts.find(act, values, text), show });
  };
  display.onAct(async ({ request, by, second }) => (await (desk ??= makeDesk())).take(request, by, second));
  display.onRead((what) => readOf(table, what));
  display.setActs(acts.offer);
  return { stop: async () => (await desk)?.stop() };
}

/** What whoever is signed in reads before something is done. */
async function readOf(
  { actions }: { readonly actions: () => Promise<TableActions> },
  what: ActRead,
): Promise<unknown> {
  const desk = await actions();
  switch (what) {
    case "configuration":
      return desk.configuration();
    case "files":
      return desk.files();
    case "sticks":
      return desk.sticks();
    case "updates":
      return desk.updates();
  }
}

async function recordBrokenOff(
  { unit, clock }: Pick<ActParts, "unit" | "clock">,
  journal: Pick<Journal, "recent">,
): Promise<void> {
  const recent = await journal.recent(RECENT);
  const acts = recent.flatMap(({ fields }) =>
    fields["kind"] === "act" ? [fields["detail"] as ActDetail] : [],
  );
  if (acts.length === 0) return;
  const { openActOf } = await import("./act-desk.ts");
  const detail = openActOf(acts);
  if (detail !== null) await unit.feed({ k: "event", t: clock.now(), event: "act", detail });
}
