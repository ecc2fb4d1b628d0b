import { describe, expect, it } from "vitest";
import { joinModules } from "./page-modules.ts";

/** Runs the joined script of `/a.js`; what its modules `say` comes back in order. */
function said(modules: Readonly<Record<string, string>>): readonly unknown[] {
  const words: unknown[] = [];
  const joined = joinModules("/web/a.js", (path) => modules[path] ?? "");
  // eslint-disable-next-line typescript/no-implied-eval -- a browser runs it too
  (new Function("say", `"use strict";\n${joined}`) as (say: (word: unknown) => void) => void)((word) =>
    words.push(word),
  );
  return words;
}

describe("modules joined to one script", () => {
  it("run each once, what is imported first, with names of their own", () => {
    const words = said({
      "/web/a.js": `import { b, c as other } from "./b.js";\nimport data from "../src/d.json";\nconst own = 1;\nsay([b(), other, data.x, own]);`,
      "/web/b.js": `import {\n  own,\n} from "../src/c.js";\nsay("b");\nexport function b() { return own; }\nconst d = 3;\nexport { d as c };`,
      "/src/c.js": `say("c");\nexport const own = 2;\n`,
      "/src/d.json": `export default {"x":4};\n`,
    });
    expect(words).toEqual(["c", "b", [2, 3, 4, 1]]);
  });

  it("takes a packed library, whose only line ends with what it exports", () => {
    const library = `/*\nexport function gone() {}\n*/\nvar n=7,f=()=>n;export{n as seven,f as get};`;
    const words = said({
      "/web/a.js": `import { seven, get } from "/lib/x.js";\nsay([seven, get()]);`,
      "/lib/x.js": library,
    });
    expect(words).toEqual([[7, 7]]);
  });

  it.each([
    [`import * as all from "./b.js";`, /"import \* as all from "\.\/b\.js";" cannot be joined/],
    [`export * from "./b.js";`, /cannot be joined/],
    [`export let changed = 1;`, /cannot be joined/],
    [`import { a } from "./a.js";`, /\/web\/a\.js imports itself/],
  ])("refuse %s", (form, why) => {
    expect(() => said({ "/web/a.js": form })).toThrow(why);
  });
});
