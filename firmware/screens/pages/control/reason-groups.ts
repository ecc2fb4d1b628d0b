/** Reasons of the law by what was seen: the ball, the wheel, an object, dice, cards, or what people did. */
import type { RuleView, TableView } from "../../../../src/table/kernel/view/view.ts";
import type { Text } from "../../../../src/text/language.ts";
import { wordIn, type Language } from "../i18n.ts";

/** As the page has it (`desk.ts`), without what only a browser knows. */
type ReasonView = RuleView & { readonly short?: Text | null };

const KINDS = ["ball", "wheel", "object", "dice", "cards", "people"] as const;
export type SeenKind = (typeof KINDS)[number];

/** Words by which a rule, or a code of what a table saw, speaks of one of them; the first that is there counts. */
const WORDS: readonly (readonly [SeenKind, RegExp])[] = [
  ["object", /object|on-chips?\b|foreign-substance/],
  ["people", /^(?:bet|claim|advice|absent|conflict)\b|-bet\b|\bstake|raise|conduct|misleading|spectator/],
  ["cards", /\bcards?\b/],
  ["ball", /\bball\b|launch|revolutions|number/],
  ["dice", /\b(?:dice|die|horn|cup|cage|arena|edge|shooter|path|rubbed|rest)\b|throw/],
  [
    "cards",
    /deck|pack\b|shoe|shuffl|\bcut\b|deal|burn|hand|hole|commons?\b|third|draw|distribution|machine|separator|player-not/,
  ],
  ["wheel", /rotor|\bdisc\b|cylinder|wheel|pointer|^device|^port|^state/],
];

/** What a rule or a code speaks of. */
export const kindSeen = (code: string): SeenKind =>
  WORDS.find(([, words]) => words.test(code))?.[0] ?? "people";

/** In every moment of a table what is likely stands first. */
function usualOrder({ cards, dice, phase }: TableView): readonly SeenKind[] {
  if (phase === "betting") return ["people", ...KINDS];
  if (cards !== null) return ["cards", ...KINDS];
  return dice ? ["dice", ...KINDS] : KINDS;
}

/** What the table has just seen of this round: what waits about it, what its verdict names, and the faults that stand. */
function justSeen({ tasks, verdict, device }: TableView, round: number): readonly SeenKind[] {
  const waits = tasks.filter((one) => one.round === round).map(({ id }) => id.split("/").at(-1) ?? id);
  const isOfRound = verdict?.round === round;
  const rules =
    isOfRound && "rules" in verdict ? verdict.rules : isOfRound && "reasons" in verdict ? verdict.reasons : [];
  const codes = [...waits, ...rules.map(({ rule }) => rule), ...device.faults.map(({ code }) => code)];
  return codes.map(kindSeen);
}

export interface ReasonGroup {
  readonly kind: SeenKind;
  readonly reasons: readonly ReasonView[];
}

/** A reason for what no other one names: nobody takes it before he has read the others. */
const isForTheRest = ({ rule }: ReasonView): boolean =>
  /^(?:other-(?:case|irregular-play)|unforeseen-case|general-irregularity)$/.test(rule);

/** The reasons in groups, the likely group first, and the one for what no other names last; none of them is empty. */
export function reasonGroups(
  view: TableView,
  round: number,
  reasons: readonly ReasonView[],
): readonly ReasonGroup[] {
  const order = [...new Set([...justSeen(view, round), ...usualOrder(view)])];
  const groups = order
    .map((kind) => ({
      kind,
      reasons: reasons
        .filter(({ rule }) => kindSeen(rule) === kind)
        .toSorted((a, b) => Number(isForTheRest(a)) - Number(isForTheRest(b))),
    }))
    .filter((group) => group.reasons.length > 0);
  return groups.toSorted(
    (a, b) => Number(a.reasons.every(isForTheRest)) - Number(b.reasons.every(isForTheRest)),
  );
}

const NAMES = {
  ball: "seenBall",
  wheel: "seenWheel",
  object: "seenObject",
  dice: "seenDice",
  cards: "seenCards",
  people: "seenPeople",
} as const;
export const kindName = (kind: SeenKind, language: Language): string => wordIn(NAMES[kind], language);
