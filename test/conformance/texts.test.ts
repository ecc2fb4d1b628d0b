import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/**
 * What people read stands in `src/text/languages/`, one file a language, and code names it by its id. Translations of the
 * rulebooks lie beside these; the web pages have their own words.
 */

const ROOT = new URL("../../", import.meta.url).pathname;
const FILES = globSync(["src/**/*.ts", "drivers/**/*.ts", "firmware/**/*.ts"], { cwd: ROOT }).filter(
  (file) =>
    !/\.(test|test-help|fixture)\.ts$/.test(file) &&
    !/^(?:src\/(?:text\/languages|rules\/data)|firmware\/display\/web)\//.test(file),
);

/** A file without this has nothing to look for; few have it, and reading all as code takes seconds. */
const MAY_HAVE = /\beu\b|(?:["'`][^"'`\n]*["'`],\s*){3}["'`]/;

/** Places of a file where texts in several languages stand together: `src/a.ts:3`. */
function textsIn(file: string, code: string): readonly string[] {
  if (!MAY_HAVE.test(code)) return [];
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isBasque(node) || isFourOf(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A property or parameter of the name `eu`, given or taken apart. */
function isBasque(node: ts.Node): boolean {
  const isNamed =
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isPropertySignature(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node);
  return isNamed && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) && node.name.text === "eu";
}

/** Four texts in a row, of which one is no plain word of code: it has a space or a letter that English has not. */
function isFourOf(node: ts.Node): boolean {
  const row = ts.isArrayLiteralExpression(node)
    ? node.elements
    : ts.isCallExpression(node)
      ? node.arguments
      : [];
  const texts = row.flatMap((one) =>
    ts.isStringLiteral(one) || ts.isNoSubstitutionTemplateLiteral(one) ? [one.text] : [],
  );
  return row.length === 4 && texts.length === 4 && texts.some((text) => /\p{L} \p{L}|[áéíóúñ]/u.test(text));
}

describe("texts by language", () => {
  it("stand in the files of the languages alone", () => {
    expect(FILES.length).toBeGreaterThan(400);
    expect(FILES.flatMap((file) => textsIn(file, readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
  });

  it.each([
    [`const NAME = { es: "vale", eu: "balio du", gl: "vale", en: "stands" };`],
    [`const NAME = { "eu": word };`],
    [`const text = (es: string, eu: string) => 1;`],
    [`const show = ({ es, eu }: Text) => es;`],
    [`const NAME = text("no va más", "ez dago gehiago", "non vai máis", "no more bets");`],
    [`const NAME = ["Avise al técnico", "Abisatu teknikariari", "Avise o técnico", "Call the technician"];`],
  ])("are found elsewhere: %s", (code) => {
    expect(textsIn("src/a.ts", code)[0]).toBe("src/a.ts:1");
  });

  it("are not mistaken for codes, citations and languages", () => {
    const code = `const A = ["es", "eu", "gl", "en"]; const B = ["card", "bank-draws", "set", "war"]; f(a, "b c");`;
    expect(textsIn("src/a.ts", code)).toEqual([]);
  });
});
