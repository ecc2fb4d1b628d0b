import { expect, it } from "vitest";
import { BOLD, textPdf } from "./text-pdf.ts";

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

it("says where each object begins, and how long each page is", () => {
  const text = latin1(
    textPdf(
      Array.from({ length: 130 }, (_, n) => `line ${n}`),
      "foot",
    ),
  );
  const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
  expect(text.slice(Number(start), Number(start) + 4)).toBe("xref");
  const begins = [...text.slice(Number(start)).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  for (const [n, at] of begins.entries()) expect(text.slice(at, at + 8)).toMatch(new RegExp(`^${n + 1} 0 obj`));
  for (const [, length, content] of text.matchAll(/\/Length (\d+) >>\nstream\n([^]*?)\nendstream/g))
    expect(content).toHaveLength(Number(length));
  expect(text).toContain("/Count 3 ");
  expect(text).toContain("(foot   3 / 3) Tj");
  expect([...text.matchAll(/\(line (\d+)\) Tj/g)].map(([, n]) => Number(n))).toEqual(
    Array.from({ length: 130 }, (_, n) => n),
  );
});

it("has each letter of our languages as one byte, escapes what PDF escapes, and breaks long lines at a blank", () => {
  const text = latin1(textPdf([`${BOLD}Señal (nº 7) \\ «€» – 数`, "word ".repeat(60).trim()], ""));
  expect(text).toContain("/F2 8 Tf (Se\xf1al \\(n\xba 7\\) \\\\ \xab\x80\xbb \x96 ?) Tj");
  const [, first = "", second = ""] = /\((word[^)]*)\) Tj T\*\n\/F1 8 Tf \(( {4}word[^)]*)\)/.exec(text) ?? [];
  expect(first.length).toBeLessThanOrEqual(160);
  expect(`${first} ${second.trim()}`).toBe("word ".repeat(60).trim());
});

it("is the same of the same", () => {
  expect(textPdf(["a"], "b")).toEqual(textPdf(["a"], "b"));
});
