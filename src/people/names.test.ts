import { expect, it } from "vitest";
import { NAME_FAULTS, nameFault, nameKey } from "./names.ts";

it("compares what reads alike as alike", () => {
  const alike = ["Ana Soto", "Ana  Soto", "ana soto", " Ana Soto ", "\uFF21na Soto", "Ana\u00A0Soto"];
  expect(new Set(alike.map(nameKey)).size).toBe(1);
  expect(nameKey("José")).toBe(nameKey("Jose\u0301"));
  expect(nameKey("M.ª José")).toBe(nameKey("M.a José"));
  expect(nameKey("Ana Soto")).not.toBe(nameKey("Ana Sota"));
});

it.each([
  ["a Latin name with a Cyrillic letter", "\u0410na Soto", "scripts"],
  ["a Latin name with a Greek letter", "Ana S\u03BFto", "scripts"],
  ["a script of its own beside Latin", "Ana \u13AA", "scripts"],
  ["an escape", "Ana\u001B[31m", "unseen"],
  ["a change of direction", "Ana\u202EotoS", "unseen"],
  ["a zero width joiner", "Ana\u200DSoto", "unseen"],
  ["a soft hyphen", "Ana\u00ADSoto", "unseen"],
  ["a filler", "Ana\u3164", "unseen"],
  ["a no-break space", "Ana\u00A0Soto", "unseen"],
  ["a line separator", "Ana\u2028Soto", "unseen"],
  ["a line feed", "Ana\nSoto", "unseen"],
  ["a blank at its end", "Ana ", "unseen"],
])("takes no name with %s", (_, name, why) => {
  expect(nameFault(name)).toBe(why);
});

it.each([
  ["Armenian", "\u0531\u0576\u056B"],
  ["Hebrew", "\u05D0\u05E0\u05D4"],
  ["Arabic", "\u0622\u0646\u0627"],
  ["Cherokee", "\u13A0\u13C2"],
  ["Chinese", "\u5C71"],
  ["Hiragana", "\u306F"],
  ["Katakana", "\u30CF"],
  ["Korean", "\uD55C"],
  ["Bopomofo", "\u3105"],
  ["Greek", "\u0391\u03BB"],
  ["Cyrillic", "\u0410\u043D"],
])("takes a name in %s, and none of it beside another script", (_, name) => {
  expect(nameFault(name)).toBeNull();
  expect([nameFault(`Ana ${name}`), nameFault(`\u0531 ${name}`)]).toEqual([
    "scripts",
    name.startsWith("\u0531") ? null : "scripts",
  ]);
});

it("writes the scripts of East Asia together, and compares without case or more than one blank", () => {
  expect(nameFault("\u5C71\u306F\u30CF\uD55C\u3105")).toBeNull();
  expect(nameKey(" ANA   Soto ")).toBe("ana soto");
  expect(Object.keys(NAME_FAULTS)).toEqual(["unseen", "scripts"]);
});

it.each([
  "Ana Soto",
  "M.ª José Núñez-Ibáñez",
  "Íñigo Etxeberria",
  "Uxía Lousada",
  "Αλέξης",
  "Иван Петров",
  "山田 はなこ",
  "tirada.example/casino-1/table-03",
  "7",
])("takes %s", (name) => {
  expect(nameFault(name)).toBeNull();
});
