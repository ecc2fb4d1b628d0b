import type { ViewTypes } from "./view/family-views.ts";
import type { FamilyPacks } from "../../rules/pack.ts";
import type { AnyPartOf } from "../../rules/parts.ts";

/** What tables of a family have that they need no word for. */
type NoParts = object;

/**
 * The types of one family of tables. The kernel names no family: what it keeps, asks for, records and shows of one is what that family has
 * registered in {@link Families}, and a family sees nothing of another.
 */
export interface FamilyTypes {
  /** Its rulebooks. */
  readonly pack: FamilyPacks[keyof FamilyPacks];
  /** Keys that only its tables have. */
  readonly key: { readonly key: string };
  /** What its devices report to the table, and what the table asks of them. */
  readonly input: { readonly i: string };
  readonly command: { readonly c: string };
  /** Fields of a table that do not outlive a restart. */
  readonly live: object;
  /** Steps of its own, beside those that every family has. */
  readonly steps: object;
  /** Fields of the durable table. */
  readonly durable: object;
  /** Records that only its tables have. */
  readonly record: { readonly kind: string };
  /** What the record of a result holds: what it came to, and what the next rounds are held against. */
  readonly result: object;
  readonly seen: object;
  /** What the series keeps of a round. */
  readonly cameTo: object;
  /** What a person said that stands. */
  readonly resolved: object;
  /** What a verdict on a round that is over says of the table as it is now. */
  readonly late: object;
  /** What is remembered of a round that may still be judged anew. */
  readonly past: object;
  /** What a word of people replaces, to be put back with it. */
  readonly word: object;
  /** What screens show of it. */
  readonly view: ViewTypes["view"];
  readonly item: ViewTypes["item"];
  readonly resultView: ViewTypes["result"];
}

/** What a family has that registers nothing of the kind. */
interface PlainTypes {
  readonly key: never;
  readonly command: never;
  readonly live: NoParts;
  readonly steps: NoParts;
  readonly durable: NoParts;
  readonly record: never;
  readonly cameTo: NoParts;
  readonly resolved: NoParts;
  readonly late: NoParts;
  readonly past: NoParts;
  readonly word: NoParts;
  readonly view: NoParts;
  readonly item: NoParts;
}

/** The types of a family that registers these; it has nothing of any other kind. */
export type Registered<Own extends Partial<FamilyTypes> & Omit<FamilyTypes, keyof PlainTypes>> = Own &
  Omit<PlainTypes, keyof Own>;

/**
 * The families of tables and their types, by their names. Each adds itself where its types stand:
 * `declare module "../kernel/family-types.ts" { interface Families { readonly wheel: WheelTypes } }`.
 */
export interface Families {}

type TypesOf<Name extends keyof Families, Kind extends keyof FamilyTypes> = Name extends unknown
  ? Families[Name] extends FamilyTypes
    ? Families[Name][Kind]
    : never
  : never;

/** A table that is of one of these families: it may have any field of theirs, and need have none. */
export interface FamilyAmong<Name extends keyof Families> {
  readonly pack: TypesOf<Name, "pack">;
  readonly key: TypesOf<Name, "key">;
  readonly input: TypesOf<Name, "input">;
  readonly command: TypesOf<Name, "command">;
  readonly live: AnyPartOf<TypesOf<Name, "live">>;
  readonly steps: Readonly<AnyPartOf<TypesOf<Name, "steps">>>;
  readonly durable: Readonly<AnyPartOf<TypesOf<Name, "durable">>>;
  readonly record: TypesOf<Name, "record">;
  readonly result: TypesOf<Name, "result">;
  readonly seen: TypesOf<Name, "seen">;
  readonly cameTo: Readonly<AnyPartOf<TypesOf<Name, "cameTo">>>;
  readonly resolved: Readonly<AnyPartOf<TypesOf<Name, "resolved">>>;
  readonly late: Readonly<AnyPartOf<TypesOf<Name, "late">>>;
  readonly past: Readonly<AnyPartOf<TypesOf<Name, "past">>>;
  readonly word: Readonly<AnyPartOf<TypesOf<Name, "word">>>;
  readonly view: Readonly<AnyPartOf<TypesOf<Name, "view">>>;
  readonly item: Readonly<AnyPartOf<TypesOf<Name, "item">>>;
  readonly resultView: TypesOf<Name, "resultView">;
}

/** A table of which only is known that it is one. */
export type AnyFamily = FamilyAmong<keyof Families>;

/** A rulebook of any family. */
export type AnyPack = AnyFamily["pack"];
