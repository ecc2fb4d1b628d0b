import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";
import { describe, expect, it } from "vitest";

/**
 * What people read stands in `src/text/languages/`, one file a language, and code names it by its id. Translations of the
 * rulebooks lie beside these; the web pages have their own words.
 */

const ROOT = new URL("../../", import.meta.url).pathname;
const FILES = globSync(["src/**/*.ts", "drivers/**/*.ts", "firmware/**/*.ts"], { cwd: ROOT }).filter(
  (file) =>
    !/\.(test|test-help|fixture)\.ts$/.test(file) &&
    !/^(?:src\/(?:text\/languages|rules\/data)|firmware\/screens\/pages)\//.test(file),
);

/** A file without this has nothing to look for; few have it, and reading all as code takes seconds. */
const MAY_HAVE = /\beu\b|(?:["'`][^"'`\n]*["'`],\s*){3}["'`]/;

/** Places of a file where texts in several languages stand together: `src/a.ts:3`. */
function textsIn(file: string, code: string): readonly string[] {
  if (!MAY_HAVE.test(code)) return [];
  const found: string[] = [];
  const keepIf = (isText: boolean, { start }: ESTree.Span): void => {
    if (isText) found.push(`${file}:${code.slice(0, start).split("\n").length}`);
  };
  const keepParameters = ({ params }: { readonly params: readonly ESTree.Node[] }): void => {
    for (const one of params) keepIf(isBasque(one), one);
  };
  new Visitor({
    Property: ({ key }) => keepIf(isBasque(key), key),
    TSPropertySignature: ({ key }) => keepIf(isBasque(key), key),
    FunctionDeclaration: keepParameters,
    FunctionExpression: keepParameters,
    ArrowFunctionExpression: keepParameters,
    ArrayExpression: (node) => keepIf(isFourOf(node.elements), node),
    CallExpression: (node) => keepIf(isFourOf(node.arguments), node),
  }).visit(parseSync(file, code).program);
  return found;
}

/** The name `eu`, of a property or a parameter, given or taken apart. */
function isBasque(name: ESTree.Node): boolean {
  return (name.type === "Identifier" && name.name === "eu") || (name.type === "Literal" && name.value === "eu");
}

/** Four texts in a row, of which one is no plain word of code: it has a space or a letter that English has not. */
function isFourOf(row: readonly (ESTree.Node | null)[]): boolean {
  const texts = row.flatMap((one) => {
    if (one?.type === "Literal" && typeof one.value === "string") return [one.value];
    if (one?.type === "TemplateLiteral" && one.expressions.length === 0)
      return [one.quasis[0]?.value.cooked ?? ""];
    return [];
  });
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
