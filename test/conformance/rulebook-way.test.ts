import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { reportOfFile } from "../../firmware/table/rules/report.ts";

/** Does what `docs/rulebooks.md` says under "From the law to the file", with the files as they stand there. */

const DOC =
  readFileSync(new URL("../../docs/rulebooks.md", import.meta.url), "utf8").split(
    "### From the law to the file",
  )[1] ?? "";
const folder = mkdtempSync(join(tmpdir(), "tirada-way-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The blocks of the document by the file that their first line names. */
const BLOCKS = new Map(
  [...DOC.matchAll(/^```yaml\n# ([^\n]+)\n([\s\S]*?)^```/gm)].map(([, name = "", text = ""]) => [name, text]),
);
const block = (name: string): string => {
  const text = BLOCKS.get(name);
  if (text === undefined) throw new Error(`the document has no ${name}`);
  return text;
};
// The first line, which names the file, is a part of it: line numbers are those of an editor.
const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), `# ${name}\n${text}`);
};
const wrong = (name: string): readonly string[] =>
  reportOfFile(join(folder, name)).wrong.map((line) => line.replaceAll(`${folder}/`, ""));
const placeRule = (name: string, text: string): void =>
  put(name, block(name).replace(/^(results|remarks):/m, `${text}$1:`));
const inLanguages = (change: (text: string) => string): void => {
  for (const language of ["eu", "gl", "en"])
    put(
      `xx/translations/${language}.yaml`,
      change(block("xx/translations/en.yaml").replace("language: en", `language: ${language}`)),
    );
};

it("leads from the law to a game, its sister and one rule more", () => {
  for (const [name, text] of BLOCKS) if (!name.includes(",")) put(name, text);
  inLanguages((text) => text.replace(/^ {4}title: .*\n/m, ""));
  expect(wrong("xx/ruleta/2020-01.yaml")[0]).toMatch(
    /^xx\/ruleta\/2020-01\.yaml:8:8: "Ruleta" has no translation \(eu\): write it in xx\/translations\/eu\.yaml under rulebooks, ruleta@2020-01, title$/,
  );
  inLanguages((text) => text);
  expect(wrong("xx/ruleta/2020-01.yaml")).toEqual([]);

  expect(wrong("xx/ruleta-rapida/2020-01.yaml").map((line) => line.split(" has no ")[0])).toContain(
    'xx/ruleta-rapida/2020-01.yaml:8:11: "jugada nula"',
  );
  const sister = "  ruleta-rapida@2020-01: { voidName: null play }\n";
  inLanguages((text) => text + sister);
  expect(wrong("xx/ruleta-rapida/2020-01.yaml")).toEqual([]);
  const data = pathToFileURL(`${folder}/`);
  const [base, quick] = ["xx/ruleta", "xx/ruleta-rapida"].map((id) => loadPack(id, data).pack);
  expect(quick).toEqual({ ...base, game: "ruleta-rapida", voidName: quick?.voidName });

  placeRule("xx/ruleta/2020-01.cases.yaml", block("xx/ruleta/2020-01.cases.yaml, under rules"));
  expect(wrong("xx/ruleta/2020-01.yaml").join()).toContain('unknown rule "pocas-vueltas"');
  const rule = block("xx/ruleta/2020-01.yaml, under rules");
  placeRule("xx/ruleta/2020-01.yaml", rule);
  inLanguages((text) => text.replace("rules: { ", "rules: { pocas-vueltas: Fewer than 3 turns., ") + sister);
  expect(wrong("xx/ruleta/2020-01.yaml")).toEqual([]);
  expect(wrong("xx/ruleta-rapida/2020-01.yaml")).toEqual([]);

  placeRule("xx/ruleta/2020-01.yaml", rule.replace("fewerThan: 3", "fewerThan: 4"));
  const [, reported = ""] = /see a case fail: `([^`]+)`/.exec(DOC) ?? [];
  expect(wrong("xx/ruleta/2020-01.yaml")).toContain(reported);
});
