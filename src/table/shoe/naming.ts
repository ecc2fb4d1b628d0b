import type { Face } from "../../cards/card.ts";
import type { DealShown } from "./shown.ts";

/** What people have said of one unread card that lies face up. */
export interface Naming {
  readonly n: number;
  /** The first word, which waits for a second one; null: nobody's stands. */
  readonly said: { readonly face: Face; readonly by: string } | null;
  /** The two whose words differed, and were both thrown away; empty: none did since. */
  readonly differ: readonly string[];
}

/** After a key `card-is`. The second word that agrees makes the card known (record `deal`); one that differs throws both away. */
export function afterNaming(shown: DealShown, n: number, face: Face, by: string): DealShown {
  const said = shown.naming?.find((one) => one.n === n)?.said ?? null;
  const differs = said !== null && said.by !== by && said.face !== face;
  const next: Naming = differs
    ? { n, said: null, differ: [said.by, by] }
    : { n, said: { face, by }, differ: [] };
  return { ...shown, naming: [...(shown.naming ?? []).filter((one) => one.n !== n), next] };
}

/** A card that is known by now, or a round that is over, waits for nobody's word. */
export function withoutNaming(shown: DealShown, isDone: (n: number) => boolean): DealShown {
  const { naming, ...rest } = shown;
  if (naming === undefined) return shown;
  const left = naming.filter(({ n }) => !isDone(n));
  return left.length === naming.length ? shown : left.length === 0 ? rest : { ...rest, naming: left };
}
