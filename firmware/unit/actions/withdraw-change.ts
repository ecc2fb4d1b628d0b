import { nameKey } from "../../../src/people/names.ts";
import { fillText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { keptOrder, keptStage, takeBack } from "../configuration/ordered-configuration.ts";
import type { ActionParts } from "./action-parts.ts";
import type { WantedAction } from "./wanted-action.ts";

const { configuration: WORDS } = textsOf("acts");

/** Records among which it is looked who gave a change: it waits for an hour at most. */
const GIVEN_WITHIN = 1_000;

/** Where a change was when it was withdrawn; `restarts`: the table starts anew by itself. */
export interface WithdrawnChange {
  readonly order: string;
  readonly waited: "jefe-de-mesa" | "next-start" | "trial";
  readonly restarts: boolean;
}

export type Withdrawal =
  | { readonly ok: true; readonly withdrawn: WithdrawnChange }
  | { readonly ok: false; readonly why: Text };

/**
 * Takes a change back that waits for the jefe de mesa, for the next start, or is on trial: whoever asked for it, alone. What counted before
 * it counts. That it was is a record.
 */
export async function withdrawChange(
  parts: ActionParts,
  { people }: Pick<WantedAction, "people">,
): Promise<Withdrawal> {
  const { config, clock, unit, restartWhenIdle } = parts;
  const stage = keptStage(config);
  const waiting = unit.shown.durable.ordered?.order;
  const order = stage === "none" ? waiting : keptOrder(config);
  if (order === undefined) return { ok: false, why: WORDS["nothing-waits"] };
  const name = people[0]?.name ?? "";
  const giver = await giverOf(parts, order);
  if (giver === null || nameKey(giver) !== nameKey(name))
    return { ok: false, why: fillText(WORDS["given-by"], { name: giver ?? WORDS["nobody-known"] }) };
  const why = `${name} withdrew it`;
  if (stage === "none") {
    const detail = { order, what: "configuration-expired", why };
    await unit.feed({ k: "event", t: clock.now(), event: "order", detail });
    return { ok: true, withdrawn: { order, waited: "jefe-de-mesa", restarts: false } };
  }
  takeBack(config, why);
  const restarts = stage === "on-trial" && restartWhenIdle(`configuration ${order.slice(0, 16)} was withdrawn`);
  return { ok: true, withdrawn: { order, waited: stage === "on-trial" ? "trial" : stage, restarts } };
}

/** Who asked for a change, at the table or from afar; null: the newest records do not say. */
async function giverOf({ journal }: ActionParts, order: string): Promise<string | null> {
  const recent = await journal.recent(GIVEN_WITHIN);
  const given = recent.findLast(({ fields }) => {
    const { kind, detail } = fields as { kind?: unknown; detail?: { order?: unknown; what?: unknown } };
    const isGiving =
      (kind === "act" && detail?.what === "keeping") || (kind === "order" && detail?.what === "accepted");
    return isGiving && detail.order === order;
  });
  const person = (given?.fields as { detail?: { person?: unknown } } | undefined)?.detail?.person;
  return typeof person === "string" ? person : null;
}

/** What became of a change that was withdrawn, for whoever is at the page. */
export function withdrawnLine({ waited, restarts }: WithdrawnChange): Text {
  if (waited === "jefe-de-mesa") return WORDS["withdrawn-waiting"];
  if (waited === "next-start") return WORDS["taken-back"];
  return restarts ? WORDS["withdrawn-trial"] : WORDS["withdrawn-next-start"];
}
