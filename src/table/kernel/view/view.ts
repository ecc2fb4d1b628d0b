import type { SeriesThrow } from "../../../dice/outcome-types.ts";
import type { Face } from "../../../cards/card.ts";
import type { Key, ResolveOutcome } from "../../../people/keys.ts";
import type { Role } from "../../../people/roles.ts";
import type { WheelKind } from "../../../rules/pack.ts";
import type { Colour } from "../../../rules/winning.ts";
import type { Language, Text } from "../../../text/language.ts";
import type { Phase } from "../phase.ts";
import type { DiceResultView, DiceView } from "../../dice/view-types.ts";
import type { CardCounts, IncidentVerdict } from "../../shoe/records.ts";

/**
 * What the screens may show, all of it derived from records that are already durable and signed
 * (`viewAfter` in `view-of.ts`). It is plain JSON and is pushed whole: a screen never has to remember.
 */
export interface TableView {
  readonly v: 1;
  /** Sequence number of the last record in this view. Never goes back within a log. */
  readonly seq: number;
  readonly table: string;
  readonly log: string;
  readonly game: Text;
  /** What turns or rolls here: the screens name and draw it after that; null at a card table. */
  readonly wheel: WheelKind | null;
  /** A card table's hands, duty and keys; null at every other table. */
  readonly cards: CardsView | null;
  /** A dice table's puck, keys and incidents; null at every other table. */
  readonly dice: DiceView | null;
  readonly rulebook: string;
  /** The law's name and edition, for the footer. */
  readonly law: string;
  /** Languages of this table, the first is the main one. */
  readonly languages: readonly Language[];
  readonly open: boolean;
  readonly phase: Phase;
  readonly round: number;
  /** The call of this phase as the law has it, and who makes it: for the croupier, who fills in a sum where it has a gap. */
  readonly announcement: { readonly say: Text; readonly by: Role | null } | null;
  /** The same for the players; null: none, or one with a gap or a currency, which only the croupier can say. */
  readonly call: Text | null;
  /** Why nothing may be played on for the moment; null: nothing stands against it. */
  readonly stopped: Stop | null;
  /** The round that a restart of the unit cut off: until a person has seen it or the next round is decided; null: none. */
  readonly interrupted: number | null;
  /** Rounds that are left of the announced last ones, the running one among them; null: none are announced. */
  readonly lastRounds: number | null;
  /** While bets are still open and the wheel runs: the question that comes before no more bets, where the law has one. */
  readonly nextCall: { readonly say: Text; readonly by: Role } | null;
  /** The call that closes bets which are open while the wheel runs; null where they close with the launch. */
  readonly closingCall: { readonly say: Text; readonly by: Role } | null;
  /** The notice of the last spins that the key announces; null: this law has none. */
  readonly lastCall: { readonly say: Text; readonly by: Role } | null;
  /** The notice of the last game, where the law has it beside that of the last rounds; null or absent: it has not. */
  readonly lastGameCall?: { readonly say: Text; readonly by: Role } | null;
  /** Who said the word that can be taken back, by name; null or absent: there is none. */
  readonly lastSpeaker?: string | null;
  /** Verdict of the round that the phase speaks of; null while a spin runs or bets are open. */
  readonly verdict: VerdictView | null;
  /** Who announces the result that stands, and what of it; null or absent: none stands, or nothing is said of it. */
  readonly resultCall?: ResultCall | null;
  /** Newest first, at most 20. */
  readonly series: readonly SeriesItem[];
  /** The last certified or reported number, kept apart so that nobody takes it for the current one. */
  readonly device: DeviceView;
  /** What waits for a person. */
  readonly tasks: readonly TaskView[];
  /** What this law calls a void round: tirada nula, bola nula. Null: it knows none. */
  readonly voidName: Text | null;
  /** Reasons that a void can be called for, and who may. */
  readonly voidReasons: readonly (RuleView & { readonly by: Role; readonly short?: Text | null })[];
  /** Incidents that do not void the spin, and who may attest them. */
  readonly incidents: readonly (RuleView & {
    readonly by: Role;
    readonly asksHand: boolean;
    /** Cards: it can be about these hands alone; absent: about every one. */
    readonly asksHandOf?: "seats" | "cloths";
    /** Cards: which card it is about has to be said. */
    readonly asksCard?: true;
  })[];
  /** A release, or a base system, that waits for the end of its notice, and when that is (RFC 3339); absent: none does. */
  readonly update?: {
    readonly version: string;
    readonly until: string;
    readonly isBase?: true;
    /** What people at the table have to do before it; absent: nothing. */
    readonly waits?: readonly Text[];
  };
  /** Roles that this law needs and of which the configuration names nobody; absent: none. */
  readonly unfilledRoles?: readonly Role[];
  /** True in bench or demonstration mode: shown on every screen, nothing counts. */
  readonly test: boolean;
}

export type { Colour };

/** The device cannot be trusted, it warns of something a person must put right, or a card that lies open was not read. */
export type Stop = "device" | "warning" | "unread-card";

/** A rule with its paragraph, as people read it. */
export interface RuleView {
  readonly rule: string;
  readonly text: Text;
  readonly cite: string;
  /** The law's text is silent: the rule is a reading of it. Absent: it is stated, or follows from what is. */
  readonly inferred?: true;
}

export interface StepView {
  readonly step: string;
  readonly who: Role;
  readonly text: Text;
}

export interface CertificateView {
  readonly seq: number;
  /** Hex SHA-256 of the signed line. */
  readonly hash: string;
  /** First 8 characters of the hash, in two groups: `160c ce3b`. */
  readonly short: string;
  /** Text of the QR code. */
  readonly qr: string;
  readonly at: string;
}

export type VerdictView =
  | DiceResultView
  | {
      readonly kind: "result";
      readonly round: number;
      readonly pocket: string;
      /** What people read for a pocket whose name is no plain number, e.g. Joker; null: its name. */
      readonly label: Text | null;
      /** Which of the holes or cells with this name: its place in the ring, from 1; null when the name stands there once. */
      readonly cell: { readonly at: number; readonly of: number } | null;
      readonly colour: Colour;
      /** A disc: what the catalogue pays, `45:1`, or `push` (the stake comes back). Null on other wheels. */
      readonly pays: string | null;
      /** Winning suertes in the pack's order. */
      readonly suertes: readonly { readonly id: string; readonly group: string; readonly name: Text }[];
      /** What the pack says of a pocket without colour: a zero, a bowl's five. */
      readonly specialRule: Text | null;
      /** The law's text is silent on this pocket: where the rule was read into it. */
      readonly specialSilent?: Pick<RuleView, "cite" | "inferred">;
      readonly certified: boolean;
      /** Why it is not certified. */
      readonly because: readonly Text[];
      readonly deviations: readonly RuleView[];
      readonly certificate: CertificateView;
    }
  | {
      readonly kind: "deal-result";
      readonly round: number;
      /** What is called, in order: who (null: of the round as a whole) and what became of it. */
      readonly results: readonly {
        readonly hand: string | null;
        readonly of: Text;
        readonly is: Text;
        readonly word: string;
      }[];
      /** Poker against a bank: the bank opens, or does not; null where it need not. */
      readonly qualifies: boolean | null;
      readonly certified: boolean;
      /** A card was named by people: never certified by the machine. */
      readonly manual: boolean;
      readonly because: readonly Text[];
      readonly deviations: readonly RuleView[];
      readonly certificate: CertificateView;
    }
  | {
      readonly kind: "void";
      readonly round: number;
      readonly say: Text;
      readonly by: Role | null;
      readonly reasons: readonly RuleView[];
      readonly then: readonly StepView[];
      readonly confirmed: boolean;
      /** The result that had stood before it was called void; null: none had. */
      readonly annulled: AnnulledView | null;
      readonly certificate: CertificateView;
    }
  | {
      readonly kind: "undecided";
      readonly round: number;
      readonly because: readonly Text[];
      /** The paragraphs that could not be judged or that leave it to somebody, as far as the record names them. */
      readonly rules: readonly RuleView[];
      readonly then: readonly StepView[];
      /** What somebody decided since; null or absent: nobody has. */
      readonly resolved?: ResolvedView | null;
      readonly certificate: CertificateView;
    }
  | {
      readonly kind: "aborted";
      readonly round: number;
      readonly cause: Text;
      readonly certificate: CertificateView;
    };

/** What a card table shows of a round, and which keys the moment allows. */
export interface CardsView {
  readonly hands: readonly HandView[];
  /** Hands that this game deals to, in the order of the deal: their places are kept free until their first card. */
  readonly expected: readonly { readonly id: string; readonly name: Text }[];
  /** The croupier's next duty, e.g. carta para el jugador; null between rounds. */
  readonly duty: Text | null;
  /** The hand that the duty is about. */
  readonly dutyHand: string | null;
  readonly keys: readonly CardKeyView[];
  readonly counts: CardCounts | null;
  readonly shoe: {
    readonly text: Text;
    readonly ready: boolean;
    readonly cutCardSeen: boolean;
    /** The law's call once the cut card was seen, e.g. última mano; null before, and where it has none. */
    readonly lastRound: Text | null;
  };
  /** Warnings of the device that wait for a person: what and how to acknowledge. */
  readonly warnings: readonly { readonly id: string; readonly text: Text; readonly doThis: Text }[];
  /** Incidents of this round, newest first, with what follows step by step. */
  readonly happened: readonly {
    readonly rule: RuleView;
    readonly hand: Text | null;
    readonly then: readonly StepView[];
    readonly verdict: IncidentVerdict;
  }[];
  /** Places of the table; null: this game has none. */
  readonly places: number | null;
  readonly seats: readonly number[];
  /** Cards that people must name, by their number. */
  readonly unread: readonly { readonly n: number; readonly hand: Text }[];
  /**
   * Unread cards that somebody has named: who waits for a second person, or the two whose words differed and were thrown away. The
   * card that was said is not here: the second word must be independent of the first.
   */
  readonly named?: readonly {
    readonly n: number;
    readonly by: string | null;
    readonly differ: readonly string[];
  }[];
  /** The decks of this game have jokers. */
  readonly jokers?: boolean;
  /** The game is played with one deck: no shoe. */
  readonly oneDeck?: boolean;
  /** The next round is annulled before it begins. */
  readonly nextVoid: boolean;
  /** The cards of the round, the newest first, with where each is booked; where one can be put instead. Absent: none has left. */
  readonly sheet?: {
    readonly cards: readonly {
      readonly n: number;
      readonly hand: string | null;
      readonly name: Text;
      readonly face: Face | null;
      readonly up: boolean;
    }[];
    readonly places: readonly { readonly id: string; readonly name: Text }[];
  };
  /** The dice by which this round begins, as an eye saw them; null: none were seen. */
  readonly firstDice: FirstDiceView | null;
}

/** A throw that says who is dealt first, or why it does not. */
export interface FirstDiceView {
  /** Smallest first; null: they were not read. */
  readonly faces: readonly string[] | null;
  readonly total: number | null;
  /** The number that the count ends at; the bank's is 1. */
  readonly position: number | null;
  /** Who is dealt first by them; null: nobody. */
  readonly first: Text | null;
  /** How it is counted, and the paragraph. */
  readonly rule: Text;
  readonly cite: string;
  /** It is counted in the way that the house has adopted: the law's text is silent. */
  readonly inferred?: true;
  /** Why they decide nothing; empty: they decide. */
  readonly because: readonly Text[];
}

export interface HandView {
  readonly id: string;
  readonly name: Text;
  /** `face` null: it lies face down, or was not read. */
  readonly cards: readonly {
    readonly face: string | null;
    readonly manual: boolean;
    readonly unread: boolean;
  }[];
  readonly total: number | null;
  readonly soft: boolean;
  /** Name of its combination, once its cards are up. */
  readonly category: Text | null;
  /** Pai gow: positions of the low hand and what it is, once the hand is set; `category` is then that of the high one. */
  readonly low?: { readonly at: readonly number[]; readonly category: Text };
  readonly state: "in" | "folded" | "surrendered" | "out" | "lost";
}

/** A key that the present moment allows, as it is to be sent, and what is written on it. */
export interface CardKeyView {
  readonly key: Key;
  readonly text: Text;
  /**
   * `cards`: the person must first pick positions in the hand; `seats`: the seats in play; `face`: a card's face; `hand`: a hand;
   * `places`: cards of the sheet, and where they belong.
   */
  readonly asks: "cards" | "seats" | "face" | "hand" | "places" | null;
  /** Who may press it at this moment, where that is not everybody whose key it is. */
  readonly by?: readonly Role[];
  /** With `cards`: at least and at most so many. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface SeriesItem {
  readonly round: number;
  readonly kind: "result" | "void" | "undecided" | "aborted";
  /** Only for a result. */
  readonly pocket: string | null;
  /** Cards: what the round came to, in short; null at every other table. */
  readonly outcome: Text | null;
  /** Cards: whose outcome it is (a hand, or `round`) and its word, for the sign in the series; null at every other table. */
  readonly called: { readonly of: string; readonly is: string } | null;
  /** Dice: what was thrown; null at every other table. */
  readonly dice: SeriesThrow | null;
  readonly label: Text | null;
  readonly colour: Colour | null;
  /** Cards with places: the bank's count, or what it had in words; null: no bank, or no result. */
  readonly bank: { readonly total: number | null; readonly says: Text | null } | null;
  /** The result that had stood before the round was called void or contested; null: none had, or it stands. */
  readonly annulled: AnnulledView | null;
  readonly certified: boolean;
  /** The round was undecided, and a person said what stands: `kind` is what they said. Null or absent: nobody did. */
  readonly resolved?: ResolvedView | null;
}

/** A result that was taken back: shown struck out, never as one. */
export type AnnulledView = Pick<
  SeriesItem,
  "pocket" | "label" | "colour" | "outcome" | "called" | "dice" | "bank"
>;

export interface DeviceView {
  /** ok · port-gone · silent · garbled · fault. Anything but ok is shown in plain sight. */
  readonly health: "ok" | "waiting" | "port-gone" | "silent" | "garbled" | "fault";
  readonly faults: readonly {
    readonly code: string;
    readonly text: Text;
    readonly doThis: Text;
    readonly since: string;
  }[];
}

export interface TaskView {
  /** The `what` of the acknowledge key, or the rule of the confirm-void key. */
  readonly id: string;
  readonly kind: "confirm-void" | "acknowledge" | "decide";
  /** Whom the law names. */
  readonly for: Role;
  /** All who may do it. Absent: only whom it is for. */
  readonly by?: readonly Role[];
  readonly round: number | null;
  readonly text: Text;
  readonly cite: string | null;
  /** Void rules offered for a `decide` task. */
  readonly mayBeCalled: readonly string[];
  /** An undecided round that somebody may resolve by key; null or absent: this task is no such round. */
  readonly resolve?: ResolveView | null;
  /** The round waits for its answer, which the keys of the moment give: it can not only be seen. */
  readonly awaitsAnswer?: true;
}

/** How an undecided round may be resolved. */
export interface ResolveView {
  /** Whom the law names, first; otherwise the jefe de mesa. */
  readonly by: readonly Role[];
  readonly outcomes: readonly ResolveOutcome[];
  /** With `stands`: what can have been announced, to be picked; `faces`: the faces of the dice; null: nothing is to be said. */
  readonly announced:
    | "faces"
    | readonly { readonly announced: string; readonly text: Text | null; readonly colour: Colour | null }[]
    | null;
}

/** What a person made of an undecided round. Announced by people: never certified. */
export interface ResolvedView {
  readonly outcome: ResolveOutcome;
  /** What stands, as it was announced; null: nothing to be said of it. */
  readonly announced: Text | null;
  readonly by: string;
  readonly role: Role;
}

/** Server to screen. */
export type ToScreen =
  | { readonly type: "view"; readonly view: TableView }
  /** Every second: the unit lives. A screen that hears none for 3 s says that it is disconnected. */
  | { readonly type: "pulse"; readonly seq: number }
  | { readonly type: "signed-in"; readonly role: Role; readonly name: string }
  | { readonly type: "signed-out" }
  | { readonly type: "done"; readonly id: number }
  | { readonly type: "refused"; readonly id: number; readonly why: Text }
  /** What would follow on a key that was asked about, line by line: it was not pressed. */
  | { readonly type: "preview"; readonly id: number; readonly will: readonly Text[] }
  /** To control pages: a press of the table's panel, which has no screen of its own, was refused. */
  | { readonly type: "notice"; readonly why: Text };

/** Screen to server: only the control page sends. `id` counts up from 1 on each connection. */
export type FromScreen =
  | { readonly type: "sign-in"; readonly id: number; readonly name: string; readonly pin: string }
  | { readonly type: "sign-out"; readonly id: number }
  | { readonly type: "press"; readonly id: number; readonly key: Key }
  /** What would follow on this key, before it is sent. */
  | { readonly type: "preview"; readonly id: number; readonly key: Key }
  /** The last rounds, and this one of them step by step; null: the newest. For whoever is signed in. */
  | {
      readonly type: "recall";
      readonly id: number;
      readonly round: number | null;
      readonly language: Language;
    };

/** Who announces a result aloud, and what of it, as the law of the game has it. */
export interface ResultCall {
  readonly by: Role;
  /** The parts in order: `número, color y suertes múltiples`. */
  readonly what: Text;
}
