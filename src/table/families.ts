import { LazyPart } from "../load/lazy-part.ts";
import type { Pack } from "../rules/pack.ts";
import type { TableFamily } from "./family.ts";

/** Every family of tables: one row each. Its code is read when a table of it is set up. */
const FAMILIES: Readonly<Record<Pack["family"], LazyPart<TableFamily>>> = {
  wheel: new LazyPart("wheel tables", async () => (await import("./wheel/family.ts")).WHEEL_FAMILY),
  shoe: new LazyPart("card tables", async () => (await import("./shoe/family.ts")).SHOE_FAMILY),
  dice: new LazyPart("dice tables", async () => (await import("./dice/family.ts")).DICE_FAMILY),
};

/** Reads the code of a family's tables. */
export const loadTableFamily = (name: Pack["family"]): Promise<void> => FAMILIES[name].load();

/** The family of a rulebook's tables. Throws TypeError before {@link loadTableFamily}. */
export const familyOf = ({ family }: Pick<Pack, "family">): TableFamily => FAMILIES[family].get();
