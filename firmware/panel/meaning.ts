import type { Button } from "../../drivers/panel/wiring.ts";
import { canDo } from "../../drivers/panel/lamps.ts";
import type { Key } from "../../src/people/keys.ts";
import type { Role } from "../../src/people/roles.ts";
import type { TableView } from "../../src/table/view.ts";

/** What a button means at this moment, or one line on why it means nothing. */
export type Meaning = { readonly key: Key } | { readonly refused: string };

/**
 * A button's key, from what the screens show. Who may press it is judged by the table itself (`KEY_ROLES`); a press whose
 * meaning is not certain is refused.
 */
export function meaningOf(button: Button, role: Role, view: TableView): Meaning {
  switch (button) {
    case "no-more-bets":
      return { key: { key: "no-more-bets" } };
    case "open-close":
      return { key: { key: view.open ? "close-table" : "open-table" } };
    case "acknowledge": {
      const task = view.tasks.find((one) => canDo(one, role));
      return task === undefined
        ? { refused: "nothing waits for this key; turn the key switch for what is the jefe de mesa's" }
        : { key: { key: "acknowledge", what: task.id } };
    }
    case "void":
      return voidMeaning(view);
  }
}

/** The proposed void is called. Without one a void needs its reason, and a button has none unless the law knows only one. */
function voidMeaning(view: TableView): Meaning {
  const proposed = view.tasks.find((task) => task.kind === "confirm-void");
  if (proposed !== undefined && proposed.round !== null)
    return { key: { key: "confirm-void", round: proposed.round, rule: proposed.id } };
  const [only, ...more] = view.voidReasons;
  return only !== undefined && more.length === 0
    ? { key: { key: "void", round: view.round, rule: only.rule } }
    : { refused: "no void is proposed: the jefe de mesa chooses the reason on the control page" };
}
