import type { KeyOf } from "./people/key-of.ts";
import type { Person } from "../../people/roles.ts";
import type { Text } from "../../text/language.ts";
import { fillText } from "../../text/every-language.ts";
import { textOf } from "../../text/text-of.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { TableRules } from "./context.ts";
import type { RecordBody } from "./record.ts";
import { REFUSALS, refusalText } from "./view/texts.ts";
import { tableStep, type Table } from "./table.ts";
import { saidText } from "./view/view-rule.ts";

const UNDONE = textOf("cards.follows.undone");

/** Keys whose consequences can be read before they are sent, beside those of the family. None of them turns a card, so nobody learns a hidden one by asking. */
const PREVIEWED: readonly KeyOf["key"][] = ["take-back", "declare", "void"];

/** What a key would come to: `will` line by line, or why it would be refused. */
export type Preview =
  | { readonly ok: true; readonly will: readonly Text[] }
  | { readonly ok: false; readonly why: Text };

/** Steps a table with a key and keeps nothing of it: what is told is what the key itself would come to, by the same way. */
export function previewKey(
  table: Table,
  key: KeyOf,
  by: Person,
  t: MonoUs,
  at: string,
  rules: TableRules,
): Preview {
  const { previewed = [] } = rules.family.view;
  if (!PREVIEWED.includes(key.key) && !previewed.includes(key.key))
    return { ok: false, why: REFUSALS["not-now"] };
  const { records, refusal } = tableStep(table, { i: "key", key, by }, t, at, rules);
  if (refusal !== null) return { ok: false, why: refusalText(refusal, rules.family.texts) };
  const will = rules.family.view.followsText?.(records, table.durable, rules.pack);
  return { ok: true, will: will ?? records.flatMap((body) => takenBackText(body, rules)) };
}

/** What somebody said, and is not so. */
function takenBackText(body: RecordBody, { pack, family }: TableRules): readonly Text[] {
  if (body.kind !== "key" || body.takesBack === undefined) return [];
  return [fillText(UNDONE, { word: saidText(body.takesBack, pack, family) })];
}
