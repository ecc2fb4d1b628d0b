import type { ActRead, ActRequest, ActState } from "../../../people/acts.ts";
import type { Key, ResolveOutcome } from "../../../people/keys.ts";
import type { Role } from "../../../people/roles.ts";
import type { Colour } from "../../../rules/winning.ts";
import type { Language, Text } from "../../../text/language.ts";
import type { Phase } from "../phase.ts";
import type { AnyResultView, ScreenParts } from "./family-views.ts";

/**
 * What the screens may show, all of it derived from records that are already durable and signed
 * (`viewAfter` in `view-of.ts`). It is plain JSON and is pushed whole: a screen never has to remember.
 */
export type TableView = ViewOfAll & ScreenParts["view"];

/** What every table shows. */
interface ViewOfAll {
  readonly v: 1;
  /** Sequence number of the last record in this view. Never goes back within a log. */
  readonly seq: number;
  readonly table: string;
  readonly log: string;
  readonly game: Text;
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
  /** The word that can be taken back; null or absent: there is none, or it is one of the deal. */
  readonly lastSaid?: Text | null;
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
  /** What two people compare with the floor's page before it takes this table's records: one-time code, print of the key. Absent: nothing. */
  readonly joining?: { readonly code: string; readonly print: string };
  /** Who works here, one for each post, and since when (RFC 3339); absent: nobody has said so. */
  readonly staff?: readonly { readonly name: string; readonly role: Role; readonly since: string }[];
  /**
   * The house counts down for bets, so many seconds since then (RFC 3339): its own announcement, which closes nothing. Absent: it does not.
   */
  readonly countdown?: { readonly seconds: number; readonly from: string };
  /** How the house has its screens; absent: as they are. */
  readonly screens?: ScreenChoices;
  /** True in bench or demonstration mode: shown on every screen, nothing counts. */
  readonly test: boolean;
}

export type { Colour };

/** What a house chooses of its screens. */
export interface ScreenChoices {
  /** The languages that take turns below the main one, and for how many seconds each. Absent: the table's others, six seconds each. */
  readonly turns?: { readonly languages: readonly Language[]; readonly seconds: number };
  /** Nothing on the display moves. Absent: a result arrives calmly. */
  readonly motion?: "none";
  /** The control page sounds where a key is refused and where something waits. Absent: it is silent. */
  readonly staffSounds?: true;
}

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
  | AnyResultView
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

/** A round of the series, with what it came to in the words of its family. */
export type SeriesItem = ItemOfAll & ScreenParts["item"];

interface ItemOfAll {
  readonly round: number;
  readonly kind: "result" | "void" | "undecided" | "aborted";
  /** The result that had stood before the round was called void or contested; null: none had, or it stands. */
  readonly annulled: AnnulledView | null;
  readonly certified: boolean;
  /** The round was undecided, and a person said what stands: `kind` is what they said. Null or absent: nobody did. */
  readonly resolved?: ResolvedView | null;
}

/** A result that was taken back: shown struck out, never as one. */
export type AnnulledView = ScreenParts["item"];

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
  | {
      readonly type: "pulse";
      readonly seq: number;
      /** Counts up, one a second. */
      readonly beat: number;
      /** The unit's time of day, ms since 1970, by which a countdown is told alike on every screen. Absent: not known yet. */
      readonly wall?: number;
    }
  | { readonly type: "signed-in"; readonly role: Role; readonly name: string }
  | { readonly type: "signed-out" }
  | { readonly type: "done"; readonly id: number }
  | { readonly type: "refused"; readonly id: number; readonly why: Text }
  /** What would follow on a key that was asked about, line by line: it was not pressed. */
  | { readonly type: "preview"; readonly id: number; readonly will: readonly Text[] }
  /** To the technician's page: how an act stands that somebody began. */
  | { readonly type: "act"; readonly state: ActState }
  /** To whoever asked for it alone; null: it could not be told. */
  | { readonly type: "read"; readonly id: number; readonly what: ActRead; readonly told: unknown }
  /** To whoever asked for the acta of a game alone: where it is fetched, for a while. */
  | { readonly type: "acta"; readonly id: number; readonly address: string }
  /** To control pages: a press of the table's panel, which has no screen of its own, was refused. */
  | { readonly type: "notice"; readonly why: Text };

/** Screen to server: only the control page sends. `id` counts up from 1 on each connection. */
export type FromScreen =
  | { readonly type: "sign-in"; readonly id: number; readonly name: string; readonly pin: string }
  | { readonly type: "sign-out"; readonly id: number }
  /**
   * `by`: a second person beside whoever is signed in, for a key of two people. `beat`: of the newest pulse that had come, so that a key
   * which the network held back is not carried out late.
   */
  | {
      readonly type: "press";
      readonly id: number;
      readonly key: Key;
      readonly by?: { readonly name: string; readonly pin: string };
      readonly beat?: number;
    }
  /** What would follow on this key, before it is sent. */
  | { readonly type: "preview"; readonly id: number; readonly key: Key }
  /**
   * The last rounds, and this one of them step by step; null: the newest. `at`: the one that was under way then, RFC 3339. One of the last
   * 24 hours comes with those around it. For whoever is signed in.
   */
  | {
      readonly type: "recall";
      readonly id: number;
      readonly round: number | null;
      readonly at?: string;
      readonly language: Language;
    }
  /** The acta of a game, as a PDF that the table signs. For whoever is signed in. */
  | { readonly type: "acta"; readonly id: number; readonly round: number; readonly language: Language }
  /** What a technician does at the table. `by`: a second person beside whoever is signed in, who answers for himself. */
  | {
      readonly type: "act";
      readonly id: number;
      readonly act: ActRequest;
      readonly by?: { readonly name: string; readonly pin: string };
    }
  /** What a technician reads before something is done. */
  | { readonly type: "read"; readonly id: number; readonly what: ActRead };

/** Who announces a result aloud, and what of it, as the law of the game has it. */
export interface ResultCall {
  readonly by: Role;
  /** The parts in order: `número, color y suertes múltiples`. */
  readonly what: Text;
}
