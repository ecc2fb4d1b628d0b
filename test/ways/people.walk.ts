import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createDisplayServer, type ServerParts } from "../../firmware/screens/server/server.ts";
import { CONFIG_FORMAT } from "../../firmware/table/config/config.ts";
import { pageModules } from "../../firmware/screens/server/page-modules.ts";
import { keySchema } from "../../src/people/key-schema.ts";
import type { Key } from "../../src/people/keys.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { textOf, type TextId } from "../../src/text/text-of.ts";
import { PlayedTable } from "../../src/table/wheel/played.test-help.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import { commandHere } from "../support/command.ts";
import { ss2 } from "../support/replayed.ts";
import { configText, readConfig } from "./played.ts";

/** A text of a tree that has more of them than this one. */
const wordOf = (id: string, language = "es"): string | undefined =>
  (textOf(id as TextId) as Readonly<Record<string, string>>)[language];

describe("Adding a page", () => {
  test("step 1: its words are there in every language", () => {
    for (const language of LANGUAGES)
      for (const text of ["dummy-page.title", "pages.titles.dummy-page"])
        expect(wordOf(text, language)).toContain("dummy-page");
  });

  test("step 4: it is served, with its script and all that this imports", async () => {
    const parts = { hostNames: [], figures: null, added: null, log: () => undefined };
    const app = await createDisplayServer(parts as unknown as ServerParts);
    const page = await app.inject("/dummy-page");
    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringMatching(/data-page="dummy-page"[^]*\/web\/dummy-page.ts/),
    ]);
    const script = await app.inject("/web/dummy-page.ts");
    expect([script.statusCode, script.body.includes("dummy-page.title")]).toEqual([200, true]);
    await app.close();
  });
});

describe("Adding a command", () => {
  test("step 2: it is offered, with its job, and explains itself", async () => {
    const help = (await commandHere(["--help"])).stdout;
    expect(help.split("Its devices")[0]).toContain("dummy-command");
    expect((await commandHere(["dummy-command", "--help"])).stdout).toContain("Usage: tirada dummy-command");
  });

  test("step 1: it says what it was asked for, or refuses in one line", async () => {
    expect((await commandHere(["dummy-command", "Mesa"])).stdout).toBe("table Mesa\n");
    expect(await commandHere(["dummy-command", ""])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^tirada: dummy-command: .*\n$/) as string,
    });
  });
});

describe("Adding a key", () => {
  const key = { key: "change-ball" } as unknown as Key;

  test("step 2: it has its exact shape", () => {
    expect(keySchema.safeParse(key).success).toBe(true);
    expect(keySchema.safeParse({ ...key, round: 1 }).success).toBe(false);
  });

  test("step 3: it makes a record between two rounds, and is refused otherwise and to others", () => {
    const setup = ss2("cl/ruleta-francesa");
    const played = new PlayedTable(setup.rules).open().betting();
    expect(played.press(key, "croupier")).toBeNull();
    expect(played.records.at(-1)).toMatchObject({ kind: "key", key });
    expect(played.press(key, "inspector")).toBe("not-your-key");
    played.press({ key: "close-table" });
    expect(played.press(key, "croupier")).toBe("table-closed");
  });

  test("step 5: the control page has its button", () => {
    const [control] = pageModules().filter(({ path }) => path === "/web/control.ts");
    expect(control?.script()).toContain("change-ball");
  });
});

describe("Adding a section of the configuration", () => {
  const rest = configText(
    "cl/ruleta-francesa",
    "wheel:\n  device: cammegh-ss2\n  path: /dev/serial/by-id/one\n",
  );
  const section = "dummy-section:\n  text: Mesa 7\n";

  test("step 2: it is read, its default stands, and without it the table is as before", () => {
    expect(readConfig(`format: ${CONFIG_FORMAT}\n${rest}${section}`)).toMatchObject({
      "dummy-section": { text: "Mesa 7", lines: 1 },
    });
    expect(readConfig(rest)).not.toHaveProperty("dummy-section");
  });

  test("step 1: an unknown key of it, and a value beyond its range, are errors with their line", () => {
    expect(() => readConfig(`format: ${CONFIG_FORMAT}\n${rest}${section}  colour: red\n`)).toThrow(
      /table\.yaml:\d+:\d+: .*colour/,
    );
    expect(() => readConfig(`format: ${CONFIG_FORMAT}\n${rest}${section}  lines: 5\n`)).toThrow(
      /table\.yaml:\d+:\d+: .*lines/,
    );
  });

  test("step 2: a file that does not say the format that has it is refused", () => {
    expect(() => readConfig(rest + section)).toThrow(/format/);
  });

  test("step 3: an example explains it", () => {
    const example = new URL("../../examples/cl-ruleta-francesa.yaml", import.meta.url);
    expect(existsSync(example) && readFileSync(example, "utf8")).toContain("# dummy-section:");
  });
});

describe("Adding a language", () => {
  const MARK = "¤ ";

  test("step 2: it stands in every text, and configuration and commands offer it", async () => {
    expect(wordOf("roles.croupier", "xx")).toBe(`${MARK}croupier`);
    const config = configText(
      "cl/ruleta-francesa",
      "wheel:\n  device: cammegh-ss2\n  path: /dev/serial/by-id/one\n",
    );
    const read = readConfig(config.replace("  name: Mesa\n", "  name: Mesa\n  languages: [xx, es]\n"));
    expect(read.table.languages).toEqual(["xx", "es"]);
    expect((await commandHere(["rules", "print", "--help"])).stdout).toContain("en, xx");
  });

  test("step 2: it reaches the pages: its file is served, and their words are its own", () => {
    expect(pageModules().map(({ path }) => path)).toContain("/src/text/languages/xx.json");
    expect(wordOf("pages.words.spin", "xx")?.startsWith(MARK)).toBe(true);
  });

  test("step 3: the screens and the booklet of a table show it, with the law's words in its translation", async () => {
    const { rules, pack, rulebook } = ss2("cl/ruleta-francesa");
    const { durable } = new PlayedTable(rules).open().betting();
    const setup = {
      pack,
      houseRules: [],
      table: "Mesa",
      log: "a/b",
      rulebook,
      languages: LANGUAGES,
      test: false,
    };
    const view = viewOf(durable, 1, null, setup);
    expect((view.voidName as Readonly<Record<string, string>> | null)?.["xx"]).toBe(view.voidName?.en);
    expect(JSON.stringify(view)).toContain(`"xx":"${MARK}`);
    const { stdout } = await commandHere(["rules", "print", "cl/ruleta-francesa", "--language", "xx"]);
    expect(stdout).toContain(pack.title.en);
    expect(stdout).toContain(MARK);
  });
});
