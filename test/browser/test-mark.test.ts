import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openJournal, type Journal } from "../../firmware/journal/thread/client.ts";
import { keyPathOf } from "../../firmware/journal/keys/keys.ts";
import { OWN_PAGES } from "../../firmware/screens/server/own-pages.ts";
import { DisputedRounds } from "../../firmware/unit/evidence/disputed-rounds.ts";
import { viewSetup } from "../../firmware/unit/control/presenter.ts";
import { formatCode } from "../../src/record/certificate.ts";
import type { Mode } from "../../src/record/mode.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { viewOf } from "../../src/table/kernel/view/view-of.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { commandHere } from "../support/command.ts";
import { leftTables, type LeftTable } from "../support/killed-tables.ts";
import { configHere, logHere } from "../support/unit-here.ts";
import { runSeedNumber, SOAK } from "../support/volume.ts";
import { browserOfFile } from "./browser-of-file.ts";
import { onPage, TABLET, table, until, type Table } from "./harness.ts";

/**
 * Whatever a table of any family gives out says in its first words that it is a test, in every language that it has; what a table
 * that counts gives out says it nowhere.
 */

const MODES: readonly Mode[] = ["test", "live"];
const WORDS = textsOf("pages").words;
/** How the mark begins in any of the languages, and in what has no language. */
const MARKS = ["TEST", ...LANGUAGES.map((language) => WORDS.test[language])];
const PAGES = ["display", ...Object.keys(OWN_PAGES)];

const browser = browserOfFile();
const left = {
  test: await leftTables(["stopped"], { mode: "test" }),
  live: await leftTables(["stopped"], { mode: "live" }),
};
afterAll(() => MODES.forEach((mode) => left[mode].remove()));

let here: Table;
let pages: readonly Page[];
beforeAll(async () => {
  here = await table();
  pages = await Promise.all(
    PAGES.map(async (path) => {
      const page = await browser().newPage({ viewport: TABLET, locale: "es-ES" });
      await page.goto(here.at(path === "display" ? "/" : path));
      return page;
    }),
  );
});
afterAll(() => here.display.close());

/** Whether a text says so first, or nowhere; anything else is a fault. */
function expectMark(mode: Mode, text: string, what: string, marks: readonly string[] = MARKS): void {
  if (mode === "test") expect(marks.some((mark) => text.trimStart().startsWith(mark)) || text, what).toBe(true);
  else
    expect(
      marks.filter((mark) => text.includes(mark)),
      what,
    ).toEqual([]);
}

const cases = MODES.flatMap((mode) => left[mode].tables.map((one) => ({ mode, family: one.name, one }))).map(
  (one, at) => ({ ...one, languages: languagesOf(at) }),
);

/** Every language of one table in a soak; in a run each of them at some table, by the run's seed. */
function languagesOf(at: number): readonly Language[] {
  return SOAK ? LANGUAGES : [LANGUAGES[(at + runSeedNumber("test mark")) % LANGUAGES.length]!];
}

describe.each(cases)("$mode: $family", ({ mode, one, languages }) => {
  const log = logHere(mode);
  let storage: string;
  let journal: Journal;
  beforeAll(async () => {
    storage = one.copy();
    const path = join(storage, "journal.db");
    const recordings = { dir: join(storage, "recordings"), keepBytes: 1_000_000_000 };
    journal = await openJournal({ path, keyPath: keyPathOf(storage, log), log, recordings });
    return () => journal.close();
  });
  const beside = (name: string): string => join(storage, "..", `${mode}-${basename(storage)}-${name}`);

  test.each(languages)("every page, in %s", async (language) => {
    const view = resultView(one, mode, language);
    here.display.show(view);
    for (const [at, page] of pages.entries()) {
      await until(`${PAGES[at]} shows ${view.table}`, async () =>
        (await page.locator("body").innerText()).includes(view.table),
      );
      await onPage(page, `document.documentElement.lang === "${language}"`);
      // The page's heading, which only a reader hears, stands before what is seen.
      const heading = (await page.locator("h1").allInnerTexts())[0] ?? "";
      const whole = await page.locator("body").innerText();
      const text = whole.startsWith(heading) ? whole.slice(heading.length) : whole;
      const title = await page.title();
      const own = [WORDS.test[language]];
      expectMark(mode, text, `${PAGES[at]}: ${text.slice(0, 80)}`, mode === "test" ? own : MARKS);
      expectMark(mode, title, `title of ${PAGES[at]}`, mode === "test" ? own : MARKS);
    }
  });

  test("the code of a result, and the names of its certificate", async () => {
    const seq = one.result?.certificate?.seq ?? -1;
    const [row] = await journal.records(seq, 1);
    const { json } = await journal.certificate(seq);
    const { sig } = JSON.parse(json) as { sig: string };
    const code = formatCode({ line: row?.line ?? "", sig });
    expectMark(mode, code, "the code");
    expectMark(mode, one.result?.certificate?.qr ?? "", "the code on the display");
    here.display.onCertificate((asked) => journal.certificate(asked));
    for (const path of [`certificate/${seq}`, `certificate/${seq}/proof`]) {
      const answer = await fetch(here.at(path));
      const [, name = ""] = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
      expect(name).toContain(`result-${seq}.`);
      expectMark(mode, name, path);
      writeFileSync(beside(name), Buffer.from(await answer.arrayBuffer()));
      if (!path.endsWith("proof")) await expectCommand("verify", beside(name));
    }
  });

  test("the case file of a disputed round", async () => {
    const fed: Entry[] = [];
    const shown = { durable: { disputes: [1] } };
    const unit = { shown, hasFailed: false, feed: (entry: Entry) => Promise.resolve(void fed.push(entry)) };
    const config = { ...configHere(storage, mode), ...familyOf(one) };
    const parts = {
      config,
      journal,
      unit,
      clock: systemClock(),
      onNotice: (line: string) => expect(line).toBe(""),
    };
    await new DisputedRounds(parts as never).look();
    const { file } = (fed[0] as { detail?: { file?: string } } | undefined)?.detail ?? {};
    expect(file).toContain("round-000001-");
    expectMark(mode, file ?? "", "its name");
    const path = join(storage, "cases", file ?? "");
    await expectCommand("verify", path);
    await expectCommand("rejudge", path);
  });

  test("every command that reads or writes its evidence", async () => {
    await journal.close();
    const [file, kept] = [beside("x.tirada-export"), beside("x.tirada-case.tar")];
    await expectCommand("export", file, "--storage", storage);
    await expectCommand("export", kept, "--case", "--storage", storage);
    // A tar file has the name of its first file at byte 0, and that file's first byte at 512.
    const start = readFileSync(kept).subarray(512, 640).toString("latin1");
    expectMark(mode, start, "the case file itself");
    for (const path of [storage, file, kept]) await expectCommand("verify", path);
    await expectCommand("rejudge", kept);
    for (const path of [storage, file]) {
      await expectCommand("find", path);
      await expectCommand("find", path, "--kind", "void", "--round", "9999");
      for (const language of languages)
        await expectCommand("analyse", path, "--without-recordings", "--lang", language);
    }
    const csv = await commandHere(["analyse", file, "--without-recordings", "--csv", beside("table.csv")]);
    const written = csv.stdout.split("\n").filter((line) => line.endsWith(".csv"));
    expect(written.length).toBeGreaterThan(0);
    for (const line of written) expectMark(mode, basename(line), "a table of the analysis");
    const [key, vkey] = [beside("inspector.pem"), journal.vkey];
    const named = ["--vkey", vkey, "--key", key, "--name", "a.example/inspector"];
    await expectCommand("receipt", file, ...named);
    await expectCommand("key", "show", "--storage", storage);
  });

  async function expectCommand(...words: readonly string[]): Promise<void> {
    const ended = await commandHere(words);
    expect({ words, ...ended }).toMatchObject({ status: 0, stderr: "" });
    for (const line of words[0] === "find" ? ended.stdout.trim().split("\n") : [ended.stdout])
      expectMark(mode, line, words.join(" "));
  }
});

let views = 0;
/** The result that the table showed, as its screens have it; each under a name of its own, by which a page is known to show it. */
function resultView({ played: { setup }, result }: LeftTable, mode: Mode, language: Language): TableView {
  if (result === null) throw new Error("the table showed no result");
  const all = [language, ...LANGUAGES.filter((other) => other !== language)];
  const name = `Mesa ${++views}.`;
  const config = configHere("/nowhere", mode);
  const named = { ...config, table: { ...config.table, name, languages: all } };
  // Pages take any view of a log whose number is not lower.
  const view = viewOf(result.durable, result.seq, result.certificate, viewSetup(named, setup));
  expect(view.verdict).not.toBeNull();
  return { ...view, log: `${view.log}#${views}` };
}

/** The part of a configuration that a case file asks for calibrations by. */
const familyOf = ({ played: { setup } }: LeftTable): object => ({
  table: { ...configHere("/nowhere").table, rulebook: setup.rulebook },
});

test("what knows of no table has no such mark", async () => {
  for (const language of LANGUAGES)
    expectMark("live", (await commandHere(["events", "--lang", language])).stdout, "events");
});
