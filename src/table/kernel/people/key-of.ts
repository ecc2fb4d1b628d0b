import type { TableKey } from "../../../people/keys.ts";
import type { AnyFamily, FamilyTypes } from "../family-types.ts";

/** A key that can be pressed at a table of this family. */
export type KeyOf<Family extends FamilyTypes = AnyFamily> = TableKey | Family["key"];

/** The key of one name. */
export type KeyNamed<Name extends string, Family extends FamilyTypes = AnyFamily> = Extract<
  KeyOf<Family>,
  { readonly key: Name }
>;
