/** Types that are put together of what families register. */

type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key extends PropertyKey> = Union extends unknown
  ? Key extends keyof Union
    ? Required<Union>[Key]
    : never
  : never;

/** A member of a union of objects, of which only is known that it is one: every field may be there. */
export type AnyPartOf<Union> = { [Key in KeysOf<Union>]?: ValueOf<Union, Key> };

/** All fields of all members together. */
export type AllPartsOf<Union> = (Union extends unknown ? (of: Union) => void : never) extends (
  of: infer All,
) => void
  ? All
  : never;

/** Each member of a union of objects, without the fields that only others have. */
export type ApartFromOthers<Union, All = Union> = Union extends unknown
  ? Union & { readonly [Other in Exclude<KeysOf<All>, keyof Union>]?: undefined }
  : never;
