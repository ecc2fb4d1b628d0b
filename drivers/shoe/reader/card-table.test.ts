import { describe, expect, it } from "vitest";
import { countNearCodes, readCardTable, TABLE_LIMITS } from "./card-code-map.ts";

const HEAD = "tirada-cards/1\n";
const problems = (text: string, kind: "bar-code" | "uid" = "bar-code"): readonly string[] => {
  const read = readCardTable(text, kind);
  return read.ok ? [] : read.problems;
};

describe("a table of cards", () => {
  it("is read, with comments, empty lines and either line end", () => {
    const read = readCardTable(
      `${HEAD}# spare deck\r\n\r\n04a1b2c3d4e5f6,10h,red,\r\n04A1B2C3D4E5F7,cut-card,,`,
      "uid",
    );
    if (!read.ok) throw new Error(read.problems.join());
    expect([...read.table.entries]).toEqual([
      ["04A1B2C3D4E5F6", { face: "10h", deck: "red", id: null }],
      ["04A1B2C3D4E5F7", { face: "cut-card", deck: null, id: null }],
    ]);
  });

  it.each([
    ["no head", "12,As,,", "line 1"],
    ["nothing in it", HEAD, "no cards"],
    ["three fields", `${HEAD}12,As,`, "line 2: must be code,face,deck,id"],
    ["a bad code", `${HEAD}1;2,As,,`, "line 2: the code must be"],
    ["a bad face", `${HEAD}12,AS,,`, "line 2: no such face"],
    ["a bad deck", `${HEAD}12,As,a b,`, "line 2: deck and id"],
    ["a code twice", `${HEAD}12,As,,\n12,Ks,,`, "line 3: the code stands there already"],
    ["the same code in small letters", `${HEAD}AB,As,,\nab,Ks,,`, "line 3: the code stands there already"],
    ["an id twice", `${HEAD}12,As,,1\n13,Ks,,1`, "line 3: the id stands there already"],
    ["codes of two lengths", `${HEAD}12,As,,\n123,Ks,,`, "line 3: the code is not as long"],
    ["too long a text", HEAD + "#".repeat(TABLE_LIMITS.characters), "longer than"],
  ])("is refused with %s", (_, text, problem) => {
    expect(problems(text).join("\n")).toContain(problem);
  });

  it("does not tell what stands in a bad line", () => {
    const text = `${HEAD}99887766,As,,\n99887766,10h,,\n5,Qd,,\n44332211,Jz,,`;
    expect(problems(text).length).toBe(3);
    for (const secret of ["99887766", "As", "10h,", "Qd", "Jz", "44332211"])
      expect(problems(text).filter((line) => line.includes(secret) && !line.includes("write 10h, As"))).toEqual(
        [],
      );
  });

  it("has a limit on its cards and on what it complains of", () => {
    const many = Array.from({ length: TABLE_LIMITS.cards + 80 }, (_, at) => `${10_000 + at},As,,`).join("\n");
    expect(problems(HEAD + many)).toHaveLength(TABLE_LIMITS.problems);
    expect(problems(HEAD + many)[0]).toContain(`more than ${TABLE_LIMITS.cards}`);
  });

  it("counts the codes that one wrong character would take for another", () => {
    const near = (...codes: string[]): number => {
      const read = readCardTable(HEAD + codes.map((code) => `${code},As,,`).join("\n"), "bar-code");
      return read.ok ? countNearCodes(read.table) : -1;
    };
    expect(near("0000", "0011", "1100")).toBe(0);
    expect(near("0000", "0001", "0002", "1110")).toBe(3);
  });
});
