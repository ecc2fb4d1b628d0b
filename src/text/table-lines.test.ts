import { expect, it } from "vitest";
import { tableLine, tableLines } from "./table-lines.ts";

it("a column is as wide as its widest cell or as it is told, and a line ends with its last letter", () => {
  const rows = [["name", "7", "a"], ["n", "1204", ""], ["alone"]];
  expect(tableLines(rows, [{ width: 6 }, { align: "right" }])).toEqual([
    "name       7  a",
    "n       1204",
    "alone",
  ]);
  expect(tableLines(rows.slice(0, 1), [], " ")).toEqual(["name 7 a"]);
  expect(tableLines([])).toEqual([]);
});

it("a row whose others are not known yet has the columns' own widths, and more where it must", () => {
  const columns = [{ width: 4, align: "right" }, { width: 3 }] as const;
  expect(["7", "12345"].map((number) => tableLine([number, "a", "end"], columns))).toEqual([
    "   7  a    end",
    "12345  a    end",
  ]);
});
