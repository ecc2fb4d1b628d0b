import type { WheelKind } from "../../rules/pack.ts";
import type { Text } from "../../text/language.ts";
import type { Colour } from "../../rules/winning.ts";
import type { CertificateView, RuleView } from "../kernel/view/view.ts";

declare module "../kernel/view/family-views.ts" {
  interface FamilyViews {
    readonly wheel: WheelViews;
  }
}

/** What screens show of a table with a wheel alone. */
export interface WheelViews {
  readonly view: {
    /** What turns or rolls here: the screens name and draw it after that. */
    readonly wheel: WheelKind | null;
  };
  readonly item: {
    /** Only for a result. */
    readonly pocket: string | null;
    readonly label: Text | null;
    readonly colour: Colour | null;
  };
  readonly result: WheelResultView;
}

/** What screens show of the number of a wheel. */
export interface WheelResultView {
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
