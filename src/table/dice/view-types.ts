import type { SeriesThrow } from "../../dice/outcome-types.ts";
import type { FaceSet } from "../../dice/faces.ts";
import type { Role } from "../../people/roles.ts";
import type { DiceKey, TableKey } from "../../people/keys.ts";
import type { Text } from "../../text/language.ts";
import type { ThrowIncidentRecord } from "./records.ts";
import type { CertificateView, RuleView, StepView } from "../kernel/view/view.ts";

declare module "../kernel/view/family-views.ts" {
  interface FamilyViews {
    readonly dice: DiceViews;
  }
}

/** What screens show of a dice table alone. */
export interface DiceViews {
  readonly view: {
    /** Puck, keys and incidents. */
    readonly dice: DiceView | null;
  };
  readonly item: {
    /** What was thrown. */
    readonly dice: SeriesThrow | null;
  };
  readonly result: DiceResultView;
}

/** What a dice table shows beside verdict and series, and which keys the moment allows. */
export interface DiceView {
  readonly faces: FaceSet;
  /** Dice of one throw. */
  readonly dice: number;
  readonly thrownFrom: "hand" | "shaker" | "cup" | "horn" | "cage";
  /** Bets are accepted: before the throw, and where only the announcement closes them until it is made. */
  readonly betsOpen: boolean;
  /** Craps: `OFF` until a point stands; null at every other game. */
  readonly puck: { readonly on: boolean; readonly point: number | null } | null;
  /** Place of the shooter as it was keyed; null: not said. */
  readonly shooter: number | null;
  /** What waits or is due, e.g. cambio de dados; empty: nothing. */
  readonly duties: readonly Text[];
  readonly keys: readonly DiceKeyView[];
  /** Incidents of this round, newest first. */
  readonly happened: readonly {
    readonly rule: RuleView;
    readonly then: readonly StepView[];
    readonly verdict: ThrowIncidentRecord["verdict"];
  }[];
  /** Faces that one person has named and a second one must name too; null: nothing waits. */
  readonly named: { readonly faces: readonly string[]; readonly by: string } | null;
  /** The two whose words for this round differed and were both thrown away; empty or absent: none did since. */
  readonly differ?: readonly string[];
}

/** A key that the present moment allows, as it is to be sent. `asks`: the person picks that first. */
export interface DiceKeyView {
  readonly key: TableKey | DiceKey;
  readonly text: Text;
  readonly for: readonly Role[];
  readonly asks: "faces" | "seat" | "point" | null;
}

/** Verdict of a throw. */
export interface DiceResultView {
  readonly kind: "dice-result";
  readonly round: number;
  /** Faces, smallest first. */
  readonly faces: readonly string[];
  readonly total: number | null;
  readonly equal: "triple" | "double" | "none";
  /** E.g. pequeño, grande; null: none. */
  readonly category: { readonly id: string; readonly name: Text } | null;
  /** The throw belongs to no category: what then, and where it stands. */
  readonly noCategory: Omit<RuleView, "rule"> | null;
  /** Craps: what the throw is called and the series after it. */
  readonly craps: { readonly call: string; readonly say: Text; readonly point: number | null } | null;
  /** Suertes that this throw decides, in the pack's order, at most 40. */
  readonly suertes: readonly {
    readonly id: string;
    readonly name: Text;
    readonly is: "wins" | "loses" | "push";
    readonly what: readonly string[];
  }[];
  /** Winners win and nobody loses. */
  readonly noLosers: boolean;
  readonly certified: boolean;
  readonly manual: boolean;
  readonly because: readonly Text[];
  readonly deviations: readonly RuleView[];
  readonly certificate: CertificateView;
}
