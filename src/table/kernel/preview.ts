import type { Key } from "../../people/keys.ts";
import type { Person } from "../../people/roles.ts";
import type { Text } from "../../text/language.ts";
import type { Pack } from "../../rules/pack.ts";
import { fillText, sameText } from "../../text/every-language.ts";
import { textOf } from "../../text/text-of.ts";
import type { MonoUs } from "../../time/instant.ts";
import type { TableRules } from "./context.ts";
import type { RecordBody } from "./record.ts";
import { REFUSALS } from "./view/texts.ts";
import { tableStep, type Table } from "./table.ts";
import { callFor, noticeText, ruleOf } from "./view/view-rule.ts";

const UNDONE = textOf("cards.follows.undone");
const POINT_MARKED = textOf("keys.dice.mark-point");

/** Keys whose consequences can be read before they are sent. None of them turns a card, so nobody learns a hidden one by asking. */
export const PREVIEWED: readonly Key["key"][] = ["put-right", "take-back", "declare", "void"];

/** What a key would come to: `will` line by line, or why it would be refused. */
export type Preview =
  | { readonly ok: true; readonly will: readonly Text[] }
  | { readonly ok: false; readonly why: Text };

/** Steps a table with a key and keeps nothing of it: what is told is what the key itself would come to, by the same way. */
export function previewKey(
  table: Table,
  key: Key,
  by: Person,
  t: MonoUs,
  at: string,
  rules: TableRules,
): Preview {
  if (!PREVIEWED.includes(key.key)) return { ok: false, why: REFUSALS["not-now"] };
  const { records, refusal } = tableStep(table, { i: "key", key, by }, t, at, rules);
  if (refusal !== null) return { ok: false, why: REFUSALS[refusal] };
  const will = rules.family.view.followsText?.(records, table.durable, rules.pack);
  return { ok: true, will: will ?? records.flatMap((body) => takenBackText(body, rules.pack)) };
}

/** What somebody said, and is not so. */
function takenBackText(body: RecordBody, pack: Pack): readonly Text[] {
  if (body.kind !== "key" || body.takesBack === undefined) return [];
  const { takesBack: said } = body;
  const word =
    said.key === "last-three-spins"
      ? noticeText(pack, said)
      : said.key === "declare"
        ? (ruleOf(pack, said.rule)?.text ?? sameText(said.rule))
        : (callFor(pack, said.key)?.say ?? POINT_MARKED);
  return [fillText(UNDONE, { word })];
}
