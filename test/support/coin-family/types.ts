import type { PackBase } from "../../../src/rules/pack.ts";
import type { TableContext } from "../../../src/table/kernel/context.ts";
import type { Registered } from "../../../src/table/kernel/family-types.ts";
import type { CertificateView } from "../../../src/table/kernel/view/view.ts";

/** Step 1 of a family: its types, registered where the compiler finds them. Nothing of the kernel is changed for it. */

declare module "../../../src/rules/pack.ts" {
  interface FamilyPacks {
    readonly coin: CoinPack;
  }
}

declare module "../../../src/table/kernel/family-types.ts" {
  interface Families {
    readonly coin: CoinTypes;
  }
}

declare module "../../../src/table/kernel/view/family-views.ts" {
  interface FamilyViews {
    readonly coin: CoinViews;
  }
}

/** A game of a coin. */
export interface CoinPack extends PackBase {
  readonly family: "coin";
  readonly coin: { readonly sides: readonly [string, string] };
}

/** What the coin's device says: it flies, it lies and shows its first or second side, it stands on its edge. */
export type Toss = "flies" | "first" | "second" | "edge";

export type CoinTypes = Registered<{
  readonly pack: CoinPack;
  readonly input: { readonly i: "coin"; readonly seen: readonly Toss[] };
  /** How often it was tossed since the unit started. */
  readonly live: { tosses: number };
  readonly durable: { readonly coin: { readonly caught: number } };
  /** It was caught in the air, which ends nothing. */
  readonly record: { readonly kind: "coin-caught"; readonly round: number };
  readonly result: { readonly side: string };
  readonly seen: { readonly tosses: number };
  readonly cameTo: { readonly side?: string | null };
  readonly resolved: { readonly side?: string };
  readonly view: CoinViews["view"];
  readonly item: CoinViews["item"];
  readonly resultView: CoinViews["result"];
}>;

/** What screens show of it; absent at tables of other families. */
interface CoinViews {
  readonly view: { readonly coin?: { readonly caught: number } };
  readonly item: { readonly side?: string | null };
  readonly result: CoinResultView;
}

interface CoinResultView {
  readonly kind: "coin-result";
  readonly round: number;
  readonly side: string;
  readonly certified: boolean;
  readonly certificate: CertificateView;
}

export type CoinContext = TableContext<CoinTypes>;
