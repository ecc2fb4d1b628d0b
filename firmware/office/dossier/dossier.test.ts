import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { signerOf } from "../../../src/record/keys.ts";
import { LANGUAGE_TEXTS } from "../../../src/text/languages/index.ts";
import { laboratory } from "../../../hw-sim/laboratory.ts";
import { folderOfFile } from "../../../test/support/folder.ts";
import { commandsWith } from "../../cli/commands.ts";
import type { LazyCommand } from "../../cli/laboratory.ts";
import { readManifest, type KnownManifest } from "../../delivery/releases/manifest.ts";
import { SMALL_FILES, smallManifest } from "../../delivery/releases/small-release.fixture.ts";
import { LIST_FILE, SIGNATURE_FILE, verifyDossier } from "../../evidence/verify/verify-dossier.ts";
import { RELEASE } from "../../release.ts";
import { dossierFiles, figuresIn, type DossierFiles } from "./build-dossier.ts";
import { everyParameter } from "./chapters/parameters.ts";
import { bookletWithCases } from "./chapters/rulebooks.ts";
import type { LoadedPack } from "../../table/rules/load.ts";
import { renderMarkdown } from "./markdown.ts";
import { commandOf, figureLines, sayIn, type Figure } from "./page.ts";
import { readSources, type Sources } from "./sources.ts";
import { writeDossier } from "./write-dossier.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const RULEBOOK = "cl/ruleta-francesa";
const SBOM =
  '{"components":[{"type":"library","name":"zod","version":"4.6.7","licenses":[{"license":{"id":"MIT"}}]}]}';

let sources: Sources;
let files: DossierFiles;
let figures: ReadonlyMap<string, Figure>;
const folder = folderOfFile();

beforeAll(async () => {
  sources = readSources({
    checkout: { root: ROOT, commit: "c".repeat(40), at: "2026-11-29T23:53:00Z" },
    since: null,
    releases: [{ ...release(), sbom: SBOM }],
    rulebooks: [RULEBOOK],
    tests: null,
  });
  files = await dossierFiles(sources, false);
  figures = await figuresIn(sources, "es");
});

const release = (): KnownManifest =>
  readManifest(
    smallManifest(join(folder, "release"), SMALL_FILES, {}, (manifest) => ({ ...manifest, version: RELEASE })),
    "the manifest",
  );

/** The lines of a figure of other sources. */
const linesOf = async (id: string, change: Partial<Sources>): Promise<readonly string[]> =>
  figureLines((await figuresIn({ ...sources, ...change }, "es", id.split(".")[0])).get(id)!);

/** Sources in which a file is otherwise. */
const withFile = (file: string, change: (text: string) => string): Partial<Sources> => ({
  read: (name) => (name === file ? change(sources.read(name)) : sources.read(name)),
});

const pages = (): readonly (readonly [string, string])[] =>
  [...files].flatMap(([path, page]) =>
    typeof page === "string" && path.endsWith(".html") ? [[path, page]] : [],
  );

/** What a page leads to that is not there. */
function deadLinks(path: string, page: string): readonly string[] {
  const links = [...page.matchAll(/<(?:a href|img src)="([^"]*)"/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    const [to = "", anchor] = link.split("#", 2);
    const file = to === "" ? path : posix.normalize(posix.join(posix.dirname(path), to));
    const found = files.get(file);
    return found === undefined || (anchor !== undefined && !String(found).includes(`id="${anchor}"`));
  });
}

describe("a dossier's pages", () => {
  it("lead nowhere but into the folder, and each link to something that is there", () => {
    expect(pages().length).toBeGreaterThan(100);
    expect(pages().flatMap(([path, page]) => deadLinks(path, page).map((link) => `${path}: ${link}`))).toEqual(
      [],
    );
    expect(pages().filter(([, page]) => /<(?:script|link|iframe)|src="https?:|url\(/.test(page))).toEqual([]);
    expect(deadLinks("es/index.html", '<a href="nowhere.html">')).toEqual(["nowhere.html"]);
    expect(deadLinks("es/index.html", '<a href="failures.html#nothing">')).toEqual(["failures.html#nothing"]);
  });

  it("are the same in both languages but for their words, and each sentence is there in both", async () => {
    const english = await figuresIn(sources, "en");
    expect([...english.keys()]).toEqual([...figures.keys()]);
    for (const [id, { rows }] of figures) expect([id, english.get(id)?.rows.length]).toEqual([id, rows.length]);
    const chapters = pages().filter(([path]) => /^(?:es|en)\/[a-z]+\.html$/.test(path));
    for (const [path, page] of chapters)
      expect([path, /\{(?:version|commit|at)\}/.test(page)]).toEqual([path, false]);
    expect(String(files.get("es/failures.html"))).toContain("Análisis de fallos");
    expect(String(files.get("en/failures.html"))).toContain("Failure analysis");
  });

  it("name what an engineer changes and plays: the file of each rule and case, and scenarios", () => {
    const list = figureLines(figures.get("rulebooks.list")!).join("\n");
    for (const file of ["cl/ruleta-francesa/2023-03.yaml", "cl/parts/law/2023-03.yaml"])
      expect(list).toContain(`src/rules/data/${file}`);
    const cases = figureLines(figures.get("rulebooks.cl-ruleta-francesa-2023-03.cases")!);
    expect(cases.filter((line) => !/\.cases\.yaml:\d+/.test(line)).length).toBeLessThanOrEqual(1);
    const scenarios = figureLines(figures.get("failures.scenarios")!).filter((line) =>
      line.includes("hw-sim/scenarios/"),
    );
    expect(scenarios.length).toBeGreaterThanOrEqual(5);
    for (const line of scenarios)
      expect(existsSync(join(ROOT, /hw-sim\/scenarios\/[\w-]+\.yaml/.exec(line)?.[0] ?? "none"))).toBe(true);
  });

  it("say of each figure by which command it is produced, and it is one that there is", () => {
    expect(figures.size).toBeGreaterThan(60);
    const known = commandsWith(laboratory).flatMap(namesOf);
    for (const figure of figures.values()) {
      const command = commandOf(figure);
      const [program, ...words] = command.split(" ");
      if (program === "tirada")
        expect([figure.id, known.some((name) => `${words.join(" ")} `.startsWith(`${name} `))]).toEqual([
          figure.id,
          true,
        ]);
      else expect(["git", "jq", "npx", "sha256sum"]).toContain(program);
      expect([
        figure.id,
        pages().filter(([, page]) => page.includes(`<figure id="${figure.id}"`)).length,
      ]).toEqual([figure.id, 2]);
    }
  });

  it("tell every key, fault, event, device and rule that the product has", () => {
    const keys = figureLines(figures.get("parameters.keys")!);
    expect(keys.length).toBe(everyParameter().length + 1);
    for (const key of ["table.betsSeconds", "storage.second.whenLost", "shoe.decks", "people"])
      expect(keys.some((line) => line.startsWith(`${key}\t`))).toBe(true);
    expect(keys.find((line) => line.startsWith("table.betsSeconds\t"))).toMatch(
      /The house counts down.*integer 5–600.*sí$/,
    );
    expect(keys.find((line) => line.startsWith("people\t"))).toMatch(/no$/);
    const faults = figureLines(figures.get("failures.faults")!);
    expect(faults.find((line) => line.startsWith("line-noise "))).toMatch(/nada.*5 lines; within 10 s/);
    expect(faults.find((line) => line.startsWith("tamper "))).toContain("no se certifica nada");
    expect(figureLines(figures.get("protocols.cammegh-ss2.messages")!).length).toBeGreaterThan(5);
    expect(figureLines(figures.get(`rulebooks.cl-ruleta-francesa-2023-03.cases`)!).join("\n")).toContain(
      "La bola dio 2 vueltas",
    );
  });
});

const namesOf = ({ name, load }: LazyCommand): readonly string[] =>
  typeof load === "function" ? [name] : load.flatMap((one) => namesOf(one).map((inner) => `${name} ${inner}`));

describe("a dossier is otherwise where its sources are", () => {
  it("a limit, an exit status, a comment of a key, a manual", async () => {
    const limit = withFile("docs/limits.md", (text) =>
      text.replace("5 lines; within 10 s", "6 lines; within 10 s"),
    );
    expect((await linesOf("failures.faults", limit)).join("\n")).toContain("6 lines; within 10 s");
    const key = withFile("examples/cl-ruleta-francesa.yaml", (text) =>
      text.replace("The house counts down", "It counts up"),
    );
    expect((await linesOf("parameters.keys", key)).join("\n")).toContain("It counts up");
    const file = withFile("package-lock.json", (text) => `${text} `);
    expect(await linesOf("build.inputs", file)).not.toEqual(figureLines(figures.get("build.inputs")!));
    const threads = withFile("docs/architecture.md", (text) => text.replace("| main (", "| first ("));
    expect((await linesOf("diagrams.threads", threads)).join("\n")).toContain(">first<");
  });

  it("a rule of a rulebook", () => {
    const [one] = sources.rulebooks;
    const [first, ...rest] = one!.pack.rules;
    const pack = { ...one!.pack, rules: [{ ...first!, text: { ...first!.text, es: "Otra regla" } }, ...rest] };
    const page = (loaded: LoadedPack): string => bookletWithCases(loaded, "es", sayIn("es"));
    expect(page({ ...one!, pack })).toContain("Otra regla");
    expect(page(one!)).not.toContain("Otra regla");
  });

  it("the text of an event", async () => {
    const texts = LANGUAGE_TEXTS.es.faults.wheel["line-noise"];
    const before = texts.text;
    try {
      texts.text = "Otra cosa";
      expect((await linesOf("events.all", {})).join("\n")).toContain("line-noise Otra cosa".replace(" ", "\t"));
    } finally {
      texts.text = before;
    }
  });

  it("a file of the release", async () => {
    const other = smallManifest(
      join(folder, "other"),
      SMALL_FILES.map((file) => ({ ...file, text: `${file.text} ` })),
      {},
      (manifest) => ({ ...manifest, version: RELEASE }),
    );
    const releases = [{ ...readManifest(other, "the manifest"), sbom: SBOM }];
    expect(await linesOf("digests.targets", { releases })).not.toEqual(
      figureLines(figures.get("digests.targets")!),
    );
  });
});

it("a rulebook that is not installed is refused with what to do", () => {
  const given = { ...sources, rulebooks: ["cl/ruleta-marciana"] };
  expect(() => readSources(given)).toThrow(
    /--rulebook cl\/ruleta-marciana: unknown rulebook "cl\/ruleta-marciana".*; tirada rules list says/,
  );
});

describe("a written dossier", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const signer = signerOf("maker.example/ana", privateKey);
  const out = join(folder, "dossier");
  beforeAll(async () => {
    await writeDossier(sources, { out, signer, pdf: false });
  });

  /** What is wrong with it while its file is otherwise; null: the file is gone. */
  const whileIs = (file: string, change: (text: string) => string | null): string => {
    const path = join(out, file);
    const before = existsSync(path) ? readFileSync(path, "utf8") : null;
    const text = change(before ?? "");
    try {
      if (text === null) rmSync(path);
      else writeFileSync(path, text);
      return verifyDossier(out, { vkey: signer.verifier.vkey }).problems.join("\n");
    } finally {
      if (before === null) rmSync(path);
      else writeFileSync(path, before);
    }
  };

  it("is signed, whole, and never written over", async () => {
    expect(verifyDossier(out, { vkey: signer.verifier.vkey })).toMatchObject({
      problems: [],
      notes: [],
      signer: "maker.example/ana",
    });
    expect(verifyDossier(out, {}).notes.join()).toContain("who signed is not proven");
    await expect(writeDossier(sources, { out, signer, pdf: false })).rejects.toThrow(
      /is there already: name a new folder/,
    );
  });

  it("is found out where a file differs, is missing or too many, and where somebody else signed", () => {
    expect(whileIs("es/failures.html", () => "x")).toBe("es/failures.html is not as the list has it");
    expect(whileIs("en/build.html", () => null)).toBe("en/build.html is missing");
    expect(whileIs("es/more.html", () => "")).toBe("es/more.html is not in the list");
    expect(whileIs(SIGNATURE_FILE, () => null)).toContain("nobody signed this folder");
    expect(whileIs(LIST_FILE, (text) => text.replace(/^.*es\/index\.html\n/m, ""))).toContain(
      "the file is not what was signed",
    );
    expect(() => whileIs(LIST_FILE, (text) => `${text}${"0".repeat(64)}  ../../etc/passwd\n`)).toThrow(
      /names no file of this folder/,
    );
    const other = signerOf("maker.example/eva", generateKeyPairSync("ed25519").privateKey);
    expect(verifyDossier(out, { vkey: other.verifier.vkey }).problems.join()).toContain(
      "is none of the people",
    );
  });
});

it("manuals are rendered with their tables, lists, code and links, and nothing of them is HTML by itself", () => {
  const text =
    "# A *b*\n\n1. one `a|b`\n\n   ```sh\n   x <y>\n   ```\n2. [two](b.md#c)\n   - in\n\n| a | b |\n|---|---|\n| `x` | <b> \\| |\n\n## A b\n## A b\n";
  const { title, html } = renderMarkdown(text, (href) => (href.startsWith("b.md") ? href : null));
  expect(title).toBe("A b");
  expect(html.text.replaceAll(/\s+/g, " ").replaceAll(/ (?=<\/?(?:li|ol|ul)>)/g, "")).toBe(
    '<h1 id="a-b">A <em>b</em></h1><ol start="1"><li><p>one <code>a|b</code></p><pre>x &#60;y&#62;</pre></li><li><p><a href="b.md#c">two</a></p><ul><li><p>in</p></li></ul></li></ol><table> <thead> <tr> <th>a</th><th>b</th> </tr> </thead> <tbody> <tr> <td><code>x</code></td><td>&#60;b&#62; |</td> </tr> </tbody> </table><h2 id="a-b-1">A b</h2><h2 id="a-b-2">A b</h2>',
  );
});
