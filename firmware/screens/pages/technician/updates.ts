/** Which releases are here, what is staged, and what stands in the way: as the updater of this machine says it. */
import type { Text } from "../../../../src/text/language.ts";
import { fillText } from "../../../../src/text/every-language.ts";
import { textsOf } from "../../../../src/text/text-of.ts";
import { h, type JSX } from "preact";
import { definitionList, type Pair, type Telling } from "./parts.ts";
import { instantText } from "./time.ts";

const WORDS = textsOf("acts.updates");
const OBSTACLES = textsOf("restart-obstacles");
const STAGES = { waiting: WORDS.waiting, switching: WORDS.switching, trying: WORDS.trying };

interface Named {
  readonly rel: string;
  readonly version: string;
}
interface Status {
  readonly current: Named | null;
  readonly confirmed: Named | null;
  readonly former: Named | null;
  readonly plan: { readonly to: Named; readonly stage: keyof typeof STAGES; readonly by: string } | null;
  readonly obstacles: readonly string[];
  readonly table: { readonly announced: { readonly until: string } | null; readonly isHeld: boolean } | null;
  readonly base?: { readonly runs: { readonly version: string; readonly isTrial: boolean } | null };
}
type Answer = { readonly ok: true; readonly result: Status } | { readonly ok: false; readonly why: string };
const isAnswer = (told: unknown): told is Answer => typeof told === "object" && told !== null && "ok" in told;

const named = (one: Named | null): string => (one === null ? "—" : `${one.version} (${one.rel.slice(0, 16)})`);

export function updatesPart(told: unknown, { language, time }: Telling): JSX.Element | null {
  if (!isAnswer(told)) return null;
  if (!told.ok) return h("p", { class: "hint", id: "act-updates" }, told.why);
  const { current, confirmed, former, plan, obstacles, table, base } = told.result;
  const until = table?.announced?.until ?? null;
  const word = (text: Text): string => text[language];
  const stage = plan === null ? "" : word(STAGES[plan.stage]);
  const staged =
    plan === null
      ? word(WORDS.nothing)
      : fillText(WORDS.by, { version: named(plan.to), stage, by: plan.by })[language];
  const inTheWay = obstacles.map((one) =>
    one in OBSTACLES ? OBSTACLES[one as keyof typeof OBSTACLES][language] : one,
  );
  const runs = base?.runs ?? null;
  const pairs: readonly (Pair | null)[] = [
    [word(WORDS.current), named(current)],
    [word(WORDS.confirmed), named(confirmed)],
    [word(WORDS.former), named(former)],
    [word(WORDS.plan), staged],
    until === null ? null : [word(WORDS.notice), instantText(until, time, language)],
    [
      word(WORDS.stands),
      inTheWay.length === 0 ? word(WORDS.nothing) : inTheWay.join(" · "),
      inTheWay.length > 0,
    ],
    runs === null
      ? null
      : [word(WORDS.base), runs.isTrial ? `${runs.version}, ${word(WORDS.trying)}` : runs.version],
  ];
  return h(
    "div",
    { id: "act-updates" },
    definitionList(
      pairs.filter((pair) => pair !== null),
      "sentences",
    ),
  );
}
