import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { EXIT } from "../../firmware/problem.ts";
import { packIds } from "../../firmware/table/rules/library.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { FAULT_TEXTS } from "../../src/table/kernel/view/texts.ts";
import { DICE_LINK_TEXTS, EYE_FAULT_TEXTS, THROWER_FAULT_TEXTS } from "../../src/table/dice/texts.ts";
import { CARD_LINK_TEXTS, CARD_FAULTS } from "../../src/table/shoe/texts.ts";
import { commandHere } from "../support/command.ts";

/** The documents speak of this very product: what they link to, type and name must be there. */

const ROOT = new URL("../../", import.meta.url).pathname;
const DOCS = globSync(["*.md", "docs/**/*.md", "{src,drivers,firmware}/**/*.md"], { cwd: ROOT }).sort();
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Lines of code blocks (continued lines joined) and code spans, without their marks. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)].map(([, body = ""]) => body);
  const prose = text.replace(/^ *```\w*\n[\s\S]*?^ *```/gm, "");
  const lines = blocks.flatMap((body) => body.replace(/\\\n\s*/g, " ").split("\n"));
  return [...lines, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span)];
}

/** The name that a heading gets as a link's target. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

describe("documents", () => {
  it("are there", () => {
    for (const file of ["README.md", "docs/architecture.md", "docs/technician.md", "docs/inspector.md"])
      expect(DOCS).toContain(file);
  });

  it("say each thing where it is looked for: a page a room, of at most 8 KB, and 20 KB for the whole house", () => {
    const rooms = globSync("{firmware,hw-sim}/*/", { cwd: ROOT }).filter((room) => room !== "firmware/boards");
    expect(rooms.length).toBeGreaterThan(10);
    expect(rooms.filter((room) => !existsSync(join(ROOT, room, "README.md")))).toEqual([]);
    const pages = DOCS.filter((file) => /\/README\.md$/.test(file));
    expect(pages.filter((file) => Buffer.byteLength(read(file)) > 8_192)).toEqual([]);
    expect(Buffer.byteLength(read("docs/architecture.md"))).toBeLessThanOrEqual(20_480);
  });

  it.each(DOCS)("%s: every relative link leads somewhere", (file) => {
    const broken: string[] = [];
    for (const [, target = ""] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = "", anchor] = target.split("#", 2);
      const to = path === "" ? file : normalize(join(dirname(file), path));
      if (!existsSync(join(ROOT, to))) broken.push(target);
      else if (anchor !== undefined && to.endsWith(".md")) {
        const headings = [...read(to).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
        if (!headings.includes(anchor)) broken.push(target);
      }
    }
    expect(broken).toEqual([]);
  });

  it.each(DOCS)("%s: every path of the project that it names exists", (file) => {
    const rooms =
      /(?:^|[\s"'(=])((?:src|drivers|firmware|hw-sim|release|test|docs|examples|bin|scripts)\/[\w./-]*\w)/g;
    const missing = codeOf(read(file))
      .filter((code) => !/[*<…]/.test(code))
      .flatMap((code) => [...code.matchAll(rooms)].map(([, path = ""]) => path))
      .filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });
});

interface Invocation {
  readonly words: readonly string[];
  readonly options: readonly string[];
  readonly file: string;
}

/** Every `tirada …` and `npm start -- …` that the documents tell somebody to type. */
function invocations(): Invocation[] {
  return DOCS.flatMap((file) =>
    codeOf(read(file)).flatMap((code): Invocation[] => {
      const typed = code.replace(/^(?:\$ |sudo )/, "");
      const start = /^npm start -- (.*)$/.exec(typed);
      const tirada =
        /^(?:npx |npm run tirada -- |node_modules\/\.bin\/node bin\/)?tirada(?:\.mjs)? ([a-z-]+ ?.*)$/.exec(
          typed,
        );
      const args = start === null ? tirada?.[1] : `start ${start[1] ?? ""}`;
      if (args === undefined || /^nula\b/.test(args)) return [];
      const tokens = args.split(/[|>;]/, 1)[0]?.trim().split(/\s+/) ?? [];
      const [first = ""] = tokens;
      // The floor and what is cut have options of their own.
      const isGroup =
        /^(?:rules|wheel|board|dice|key|release|ca|order|fleet|floor)$/.test(first) ||
        /^sim (?:floor|cut|line)\b/.test(tokens.join(" "));
      const words = tokens.slice(0, first.startsWith("--") ? 0 : isGroup ? 2 : 1);
      return [{ words, options: tokens.filter((token) => /^--[a-z]/.test(token)), file }];
    }),
  );
}

describe("commands in the documents", () => {
  const all = invocations();
  /** What the product itself says of a command; nothing when it ends with an error. */
  const helpOf = async (name: string): Promise<string> => {
    const { status, stdout } = await commandHere([...name.split(" ").filter((word) => word !== ""), "--help"]);
    return status === EXIT.done ? stdout : "";
  };

  it("are found at all", () => {
    expect(all.length).toBeGreaterThan(20);
  });

  it("exist, with the options that are named", async () => {
    const names = [...new Set(all.map(({ words }) => words.join(" ")))];
    const helps = new Map<string, string>();
    for (const name of names) helps.set(name, await helpOf(name));
    const wrong = all.flatMap(({ words, options, file }) => {
      const name = words.join(" ");
      const help = helps.get(name) ?? "";
      if (!help.startsWith(`Usage: tirada ${name}`.trimEnd())) return [`${file}: tirada ${name}`];
      return options
        .filter((option) => !new RegExp(`^ +${option}\\b`, "m").test(help))
        .map((option) => `${file}: tirada ${name} ${option}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe("the technician's manual", () => {
  const pages = DOCS.filter((file) => file.startsWith("docs/technician/"));
  const manual = pages.map(read).join("\n");

  it("has a page a job, of at most 24 KB, and an index that leads to each in one step", () => {
    expect(pages.length).toBeGreaterThan(25);
    const [english, spanish] = ["docs/technician.md", "docs/technician.es.md"].map(read) as [string, string];
    const indexOf = (page: string): string => (page.endsWith(".es.md") ? spanish : english);
    const unled = pages.filter((page) => !indexOf(page).includes(`](${page.slice("docs/".length)}`));
    expect(unled).toEqual([]);
    expect(pages.filter((page) => Buffer.byteLength(read(page)) > 24_576)).toEqual([]);
    for (const index of [english, spanish]) expect(Buffer.byteLength(index)).toBeLessThanOrEqual(6_144);
  });

  it.each(Object.keys(FAULT_TEXTS))("explains the fault %s, with the words of the screens", (code) => {
    expect(manual).toContain(`\`${code}\``);
    expect(manual).toContain(FAULT_TEXTS[code]?.text.es ?? "?");
  });

  it.each(Object.entries({ ...CARD_FAULTS, ...CARD_LINK_TEXTS }))(
    "explains the fault %s of a card table, with the words of its screens",
    (code, { text }) => {
      expect(manual).toContain(`\`${code}\``);
      expect(manual).toContain(text.es);
    },
  );

  it.each(Object.entries({ ...DICE_LINK_TEXTS, ...EYE_FAULT_TEXTS, ...THROWER_FAULT_TEXTS }))(
    "explains the fault %s of a dice table, with the words of its screens",
    (code, { text }) => {
      expect(manual).toContain(`\`${code}\``);
      expect(manual).toContain(text.es);
    },
  );

  it("explains every exit status", () => {
    for (const status of Object.values(EXIT)) expect(manual).toMatch(new RegExp(`^\\| ${status} \\|`, "m"));
  });
});

describe("the changelog", () => {
  const [, ...sections] = read("CHANGELOG.md").split(/^## (?=\[)/m);

  it("has a section for this version, and of each since 0.8.0 at most 60 lines", () => {
    const { version } = JSON.parse(read("package.json")) as { readonly version: string };
    expect(sections[0]).toMatch(new RegExp(`^\\[${version.replaceAll(".", "\\.")}\\] - `));
    const written = sections.slice(
      0,
      sections.findIndex((section) => section.startsWith("[0.7.0]")),
    );
    const long = written.filter((section) => section.trimEnd().split("\n").length > 60);
    expect(
      long.map((section) => `${section.split("\n", 1).join("")}: shorten it to what a user must know`),
    ).toEqual([]);
  });
});

describe("the table of rulebooks", () => {
  it.each(packIds())("has %s, with its edition and its title", (id) => {
    const { pack } = loadPack(id);
    const row = read("docs/rulebooks.md")
      .split("\n")
      .find((line) => line.startsWith(`| \`${id}@${pack.edition}\` | `));
    expect(row?.toLowerCase()).toContain(pack.family === "shoe" ? pack.title.es.toLowerCase() : " | ");
  });
});

describe("a manual in two languages", () => {
  /** A page of which the words come from the catalogue of codes is no translation (`printed-tables.test.ts`). */
  const PRINTED = "docs/technician/fault-codes.es.md";
  const spanishOf = (file: string): string => file.replace(/\.md$/, ".es.md");
  const pages = DOCS.filter((file) => DOCS.includes(spanishOf(file)) && spanishOf(file) !== PRINTED);
  const parts = (file: string, pattern: RegExp): readonly (readonly string[])[] =>
    [file, spanishOf(file)].map((one) => [...read(one).matchAll(pattern)].map(([found]) => found));

  it("is there for whoever stands at a table", () => {
    expect(pages.length).toBeGreaterThanOrEqual(12);
    expect(pages).toEqual(expect.arrayContaining(["docs/inspector.md", "docs/technician.md"]));
    expect(
      DOCS.filter((file) => /\.es\.md$/.test(file) && !DOCS.includes(file.replace(".es.md", ".md"))),
    ).toEqual([]);
  });

  it.each(pages)("%s has the same commands, codes and keys, to the letter", (file) => {
    // Comments of an example are words of people, and the same in both.
    const [english, spanish] = parts(file, /^```.*?^```/gms);
    expect(spanish).toEqual(english);
    const [codes = [], others = []] = [file, spanishOf(file)].map((one) => [...new Set(codeSpans(read(one)))]);
    expect([
      codes.filter((one) => !others.includes(one)),
      others.filter((one) => !codes.includes(one)),
    ]).toEqual([[], []]);
  });

  it.each(pages)("%s has as many sections, rows, steps and points, which lead to the same pages", (file) => {
    for (const pattern of [/^#+ /gm, /^\|/gm, /^- \*\*/gm, /^\d+\. /gm]) {
      const [english, spanish] = parts(file, pattern);
      expect([String(pattern), spanish]).toEqual([String(pattern), english]);
    }
    const [english = [], spanish = []] = parts(file, /\]\([^)#\s]+(?:#[^)\s]+)?\)/g).map((links) =>
      links.map((link) => link.slice(2, -1).split("#", 1).join("")),
    );
    const here = (link: string): string => normalize(join(dirname(file), link));
    const due = english.map((link) => (DOCS.includes(spanishOf(here(link))) ? spanishOf(link) : link));
    const isHome = (link: string): boolean => [file, spanishOf(file)].includes(here(link));
    const missing = due.filter((link) => !isHome(link) && !spanish.includes(link));
    // A page that is in Spanish too is not left for the other one, but for what only that one has.
    const left = spanish.filter(
      (link) => DOCS.includes(spanishOf(here(link))) && spanishOf(here(link)) !== PRINTED,
    );
    expect([missing, left.filter((link) => !isHome(link))]).toEqual([[], []]);
  });

  /** Code in a line of prose, without that of blocks. */
  function codeSpans(text: string): readonly string[] {
    const prose = text.replace(/^```\w*\n[\s\S]*?^```/gm, "");
    return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  }
});
