import { describe, expectTypeOf, it } from "vitest";
import "../support/coin-family/types.ts";
import type { FamilyTypes, Families } from "../../src/table/kernel/family-types.ts";
import type { FamilyView } from "../../src/table/kernel/family.ts";
import type { KeyHandlers } from "../../src/table/kernel/people/keys.ts";
import type { KeyOf } from "../../src/table/kernel/people/key-of.ts";
import type { RecordBody } from "../../src/table/kernel/record.ts";
import type { Table, TableInput } from "../../src/table/kernel/table.ts";

/**
 * What the compiler knows of one family it doesn't know of another; it is the compiler that fails here (`tsc`), not the run. That the kernel
 * names no family holds `test/support/coin-family/tsconfig.json`, in which there is no other.
 */

type Kinds<Name extends keyof Families> = RecordBody<Families[Name]>["kind"];

describe("a family knows its own alone", () => {
  it("keys", () => {
    expectTypeOf<Extract<KeyOf<Families["wheel"]>["key"], "collect" | "dice-are">>().toBeNever();
    expectTypeOf<Extract<KeyOf<Families["shoe"]>["key"], "collect" | "dice-are">>().toEqualTypeOf<"collect">();
    expectTypeOf<Extract<KeyOf<Families["dice"]>["key"], "collect" | "dice-are">>().toEqualTypeOf<"dice-are">();
    expectTypeOf<Extract<KeyOf["key"], "collect" | "dice-are">>().toEqualTypeOf<"collect" | "dice-are">();
    expectTypeOf<KeyHandlers<Families["wheel"]>>().not.toHaveProperty("collect");
  });

  it("records", () => {
    expectTypeOf<Extract<Kinds<"wheel">, "deal" | "dice-set" | "coin-caught">>().toBeNever();
    expectTypeOf<Extract<Kinds<"shoe">, "deal" | "dice-set" | "coin-caught">>().toEqualTypeOf<"deal">();
    expectTypeOf<Extract<Kinds<"coin">, "deal" | "dice-set" | "coin-caught">>().toEqualTypeOf<"coin-caught">();
  });

  it("inputs and what a table holds", () => {
    expectTypeOf<Extract<TableInput<Families["wheel"]>["i"], "cards" | "dice" | "coin">>().toBeNever();
    expectTypeOf<Table<Families["wheel"]>>().not.toHaveProperty("deal");
    expectTypeOf<Table<Families["wheel"]>["durable"]>().not.toHaveProperty("dice");
    expectTypeOf<Table<Families["dice"]>["durable"]>().not.toHaveProperty("wheel");
  });

  it("views", () => {
    type Shown<Name extends keyof Families> = ReturnType<FamilyView<Families[Name]>["familyParts"]>;
    expectTypeOf<keyof Shown<"wheel">>().toEqualTypeOf<"wheel">();
    expectTypeOf<keyof Shown<"shoe">>().toEqualTypeOf<"cards">();
    expectTypeOf<keyof Shown<"coin">>().toEqualTypeOf<"coin">();
  });

  it("and each has all that the kernel asks of one", () => {
    expectTypeOf<Families[keyof Families]>().toExtend<FamilyTypes>();
  });
});
