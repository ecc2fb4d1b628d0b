import { textsOf } from "../../../src/text/text-of.ts";
import type { Button } from "../../../drivers/panel/wiring.ts";
import { canAcknowledge } from "../../../drivers/panel/lamps.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Role } from "../../../src/people/roles.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import type { Text } from "../../../src/text/language.ts";

/** What a button means at this moment, or why it means nothing. */
export type Meaning = { readonly key: Key } | { readonly refused: Text };

/** Shown on the control pages when a button is refused. */
export const PANEL_REFUSALS = textsOf("panel.refusals");

/**
 * A button's key, from what the screens show. Who may press it is judged by the table itself (`KEY_ROLES`); a press whose
 * meaning is not certain is refused.
 */
export function meaningOf(button: Button, role: Role, view: TableView): Meaning {
  switch (button) {
    case "no-more-bets": {
      // Where bets are open until the result is called, the call is what closes them.
      const announce = view.dice?.keys.find(({ key }) => key.key === "announce");
      return { key: announce?.key ?? { key: "no-more-bets" } };
    }
    case "open-close":
      return { key: { key: view.open ? "close-table" : "open-table" } };
    case "acknowledge": {
      const tasks = view.tasks.filter((one) => canAcknowledge(one, role));
      const task = tasks.find((one) => !needsDecisionText(one));
      if (task !== undefined) return { key: { key: "acknowledge", what: task.id } };
      return { refused: tasks.length > 0 ? PANEL_REFUSALS.wantsWord : PANEL_REFUSALS.nothingToSee };
    }
    case "void":
      return voidMeaning(view);
  }
}

/** Whether the task needs a decision among several (the round is valid, or void), which one button cannot give. */
function needsDecisionText({ kind, resolve }: TableView["tasks"][number]): boolean {
  return kind === "decide" && (resolve ?? null) !== null;
}

/** The proposed void is called. Without one a void needs its reason, and a button has none unless the law knows only one. */
function voidMeaning(view: TableView): Meaning {
  const proposed = view.tasks.find((task) => task.kind === "confirm-void");
  if (proposed !== undefined && proposed.round !== null)
    return { key: { key: "confirm-void", round: proposed.round, rule: proposed.id } };
  const [only, ...more] = view.voidReasons;
  const asksHand = view.incidents.some(({ rule, asksHand: asks }) => asks && rule === only?.rule);
  return only !== undefined && more.length === 0 && !asksHand
    ? { key: { key: "void", round: view.round, rule: only.rule } }
    : { refused: PANEL_REFUSALS.voidNeedsReason };
}
