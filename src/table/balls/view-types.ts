import type { ActaWord } from "../../people/keys.ts";
import type { Role } from "../../people/roles.ts";
import type { Text } from "../../text/language.ts";
import type { CertificateView, RuleView, StepView } from "../kernel/view/view.ts";
import type { BallKey } from "./balls-key.ts";
import type { Claim } from "./cards/called-card.ts";

declare module "../kernel/view/family-views.ts" {
  interface FamilyViews {
    readonly balls: BallsViews;
  }
}

/** What screens show of a table of balls alone. Fields are absent at tables of other families. */
export interface BallsViews {
  readonly view: { readonly balls?: BallsView };
  readonly item: { readonly balls?: number | null };
  readonly result: BallsResultView;
}

/** The panel of the ninety numbers, what was sold and said, and what may be keyed now. */
export interface BallsView {
  readonly count: number;
  /** The numbers as they came; null: a ball that nobody can vouch for yet. */
  readonly order: readonly (number | null)[];
  /** The last ball, where it is read; null: none is, or it is not. */
  readonly last: number | null;
  readonly stage: "none" | "sale" | "sold" | "running" | "interrupted" | "over";
  /** The cards of the game as they were announced; null: none were. */
  readonly sold: {
    readonly cards: number;
    readonly ranges: readonly { readonly series: string; readonly from: number; readonly to: number }[];
  } | null;
  /** The series on sale, and how many cards it has; null: none is. */
  readonly sale: { readonly series: string; readonly size: number; readonly filed: boolean } | null;
  /** Where the next sale goes on, behind the last card that was sold; null: none was. */
  readonly next: {
    readonly series: string;
    readonly size: number | null;
    readonly price: string;
    readonly from: number;
  } | null;
  /** The law has the ball count, whatever was announced. */
  readonly ballPrevails: boolean;
  /** The game that is sold has fewer cards than these, which the law wants to begin it; null: it has enough. */
  readonly tooFewCards: number | null;
  /** What the jefe de mesa may write of a game for its acta, in the law's order. */
  readonly actaWords: readonly ActaWord[];
  /** Balls that came while the game is stopped: their numbers are shown when it goes on. */
  readonly heldBack: number;
  /** The game that is sold does not begin behind the last card that was sold of its series; null: it does, or nobody knows. */
  readonly oddFirst: { readonly to: number } | null;
  /** The law has all claims of a line lost once the game goes on. */
  readonly linesEnd: boolean;
  /** The law wants the takings said before the first ball. */
  readonly asksTakings: boolean;
  /** What is said aloud now, and by whom; null: nothing. */
  readonly call: { readonly by: Role; readonly say: Text } | null;
  /** What was said of price and prizes, in the words of who said it. */
  readonly price: string | null;
  readonly prizes: {
    readonly line: string;
    readonly bingo: string;
    readonly takings: string | null;
    readonly others: string | null;
    /** The ball, by its place, with which the other prizes are won at the latest; null: with any. */
    readonly until: number | null;
  } | null;
  /** The card that was called last, as it was checked, until the next ball; null: none was. */
  readonly checked: CheckedView | null;
  readonly winners: {
    readonly line: readonly WinnerView[];
    readonly bingo: readonly WinnerView[];
  };
  /** Why the game stands until a person has said something; null: it does not. */
  readonly waits: { readonly text: Text; readonly n: number | null } | null;
  /** Places of the balls that two people may name now. */
  readonly unsure: readonly number[];
  /** Who has named which ball, for a second person; null: nobody has. What was named is on no screen. */
  readonly named: { readonly n: number; readonly by: string } | null;
  /** How many games the set has had, and whether it was counted whole. */
  readonly set: { readonly games: number; readonly most: number | null; readonly whole: boolean };
  readonly keys: readonly BallKeyView[];
}

export interface WinnerView {
  readonly series: string;
  readonly card: number;
  readonly ball: number | null;
}

export interface CheckedView {
  readonly claim: Claim;
  readonly series: string;
  readonly card: number;
  /** Null: it could not be checked, `why` says so. */
  readonly holds: boolean | null;
  readonly why: Text | null;
  /** The ball that made it, and balls since. */
  readonly ball: number | null;
  readonly since: number | null;
  readonly lacks: readonly number[];
  readonly then: readonly StepView[];
}

/** A key that the present moment allows, in the law's order. `asks`: what the person picks or types first. */
export interface BallKeyView {
  readonly key: BallKey["key"] | "last-three-spins";
  readonly text: Text;
  readonly for: readonly Role[];
  readonly asks: BallQuestion | null;
}

/** `other-ball`: a ball that was read is another one; `more`, `last`: whether somebody else has a line, or a bingo; `give-up`: the game has neither a bingo nor all its balls. */
export type BallQuestion =
  | "sale"
  | "sold"
  | "card"
  | "ball"
  | "other-ball"
  | "number"
  | "count"
  | "holds"
  | "why"
  | "said"
  | "more"
  | "last"
  | "give-up"
  | "by-hand"
  | "acta"
  | "notice";

export interface BallsResultView {
  readonly kind: "balls-result";
  readonly round: number;
  readonly order: readonly number[];
  readonly line: readonly WinnerView[];
  readonly bingo: readonly WinnerView[];
  readonly certified: boolean;
  readonly because: readonly Text[];
  readonly deviations: readonly RuleView[];
  readonly certificate: CertificateView;
}
