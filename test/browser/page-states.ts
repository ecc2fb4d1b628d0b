import type { Page } from "playwright-core";
import type { TechnicianData } from "../../firmware/screens/server/messages.ts";
import { listPacks, loadPack } from "../../firmware/table/rules/load.ts";
import { notesOf } from "../../firmware/table/rules/notes.ts";
import { recallWords } from "../../firmware/unit/evidence/recall-words.ts";
import { playersPage, safePage, type OutOfOrder } from "../../firmware/safe-page/page.ts";
import { bookletPage } from "../../src/booklet/page.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import type { Language } from "../../src/text/language.ts";
import { sameText } from "../../src/text/every-language.ts";
import { PlayedRounds } from "../../src/statistics/played-rounds.ts";
import { statisticsOf } from "../../src/statistics/statistics.ts";
import { statisticsSetup } from "../../src/statistics/statistics-setup.ts";
import { idealRules } from "../support/ideal-rules.ts";
import { SCENES as CARDS } from "./card-views.ts";
import { SCENES as DICE } from "./dice-views.ts";
import { clock, inNewLog, JEFE, onPage, type Table } from "./harness.ts";
import { showsLog } from "./screens.ts";
import { evening } from "./wheel-views.ts";
import * as views from "./views.ts";

/** Every page that somebody sees, and how to bring it into each of its states. */

/** A page of the browser, a table, and the language that is asked for. */
export interface Desk {
  readonly page: Page;
  readonly here: Table;
  readonly language: Language;
}

export type Reach = (desk: Desk) => Promise<unknown>;

/** The states of a page, by name; each begins anew. Null: it needs no such look, and why. */
export type PageRow = Readonly<Record<string, Reach>> | { readonly left: string };

const inLanguage = (view: TableView, { language }: Desk): TableView =>
  inNewLog({ ...view, languages: [language] });

/** Goes to a page of the table that shows this view. */
async function go(desk: Desk, path: string, view: TableView): Promise<TableView> {
  const shown = inLanguage(view, desk);
  desk.here.display.show(shown);
  await desk.page.goto(desk.here.at(path));
  return shown;
}

const onScreen =
  (part: string, view: () => TableView): Reach =>
  async (desk) => {
    const { log } = await go(desk, part === "display" ? "" : `screen/${part}`, view());
    await showsLog(desk.page, log);
  };
const onDisplay = (view: () => TableView): Reach => onScreen("display", view);

async function signIn({ page }: Desk): Promise<void> {
  await page.tap(`[data-name="${JEFE.name}"]`);
  for (const digit of JEFE.pin) await page.tap(`[data-pad="${digit}"]`);
  await page.tap("[data-pad]:not([data-pad='']):enabled >> nth=-1");
  await page.waitForSelector("#sign-out");
}

const onControl =
  (view: () => TableView, ...taps: readonly string[]): Reach =>
  async (desk) => {
    await go(desk, "control", view());
    await onPage(desk.page, "document.body.dataset.live === 'yes'");
    if (taps[0] === "out") return;
    await signIn(desk);
    for (const selector of taps) await desk.page.tap(selector);
    if (taps.length > 0) await onPage(desk.page, "document.getElementById('dialog').open");
  };

const RULES = idealRules("cl/ruleta-francesa");
const SPINS = Array.from({ length: 40 }, (_, at) => ({
  kind: "result",
  round: at + 1,
  result: { pocket: String((at * 17) % 37), suertes: [] },
  certainty: { level: "certified", because: [] },
  deviations: [],
}));
const FAULTS = [
  { kind: "fault", device: "wheel", code: "port-gone", round: null },
  { kind: "fault-cleared", device: "wheel", code: "port-gone", round: null },
];

/** Gives a table records of an evening: spins, and a fault that is over. */
export function giveRecords({ display }: Table): void {
  const now = clock.wall();
  const lines = [...FAULTS, ...SPINS].map((body, seq) =>
    JSON.stringify({ seq, at: new Date(now - (60 - seq) * 60_000).toISOString(), mono: seq, ...body }),
  );
  display.setRecall({
    words: recallWords({ pack: RULES.pack, rules: RULES }),
    records: (from, count) => Promise.resolve(lines.slice(from, from + count)),
  });
  display.setPack(loadPack("cl/ruleta-francesa").pack);
  display.setTechnician(UNIT);
}
/** The newest of them. */
const SEQ = FAULTS.length + SPINS.length - 1;

const disk = { folder: "/var/lib/tirada", free: 2_000_000_000, usedPm: 951, shortPm: 800, days: 12 } as const;
const JOINING = { code: "ACDEFHJK", print: "3f2a 90c1 4b7d 22e8 0a5c" };
export const UNIT: TechnicianData = {
  zone: "Europe/Madrid",
  coverage: RULES.coverage.rules.map(({ rule, text, level, cite }) => ({
    rule,
    text,
    level,
    cite,
    facts: [{ fact: rule, level: "bounded", note: sameText("laps are not counted") }],
  })),
  coverageDigest: "ab12",
  release: "0.8.0",
  digest: null,
  device: "cammegh-ss2",
  log: "mesa-4",
  mode: "live",
  vkey: "mesa-4+0a1b2c3d+AbCd",
  keyPlace: "credential",
  witness: null,
  floor: {
    collector: "https://floor.casino.example:8474/",
    has: 4_000,
    behind: 711,
    answered: "2026-11-28T01:40:00.000Z",
    trouble: "not-enrolled",
    why: "",
    since: "2026-11-28T01:41:00.000Z",
    joining: JOINING,
  },
  second: null,
  storage: { first: disk, second: null, records: 42, epochs: 1, oldest: null, clock: "rtc", reading: null },
  counters: { bytesIn: 4_711, portLosses: 9, clockSteps: 1 },
};

/** What the doctor says, as both pages of the technician get it. */
const REPORT = {
  format: "tirada-doctor/1",
  at: "2026-11-28T02:12:00.000Z",
  verdict: "attention",
  findings: [
    {
      level: "attention",
      text: sameText("Nobody vouches for the time"),
      remedy: sameText("Look at chrony"),
      manual: "clock.md",
    },
    { level: "well", text: sameText("The disk has room"), remedy: sameText(""), manual: "disks.md" },
  ],
};
const ANALYSIS = {
  mode: "live",
  records: 42,
  from: "2026-11-27T20:00:00.000Z",
  to: "2026-11-28T02:00:00.000Z",
  rulebook: "cl/ruleta-francesa@2023-03",
  device: "cammegh-ss2",
  rounds: 40,
  leftOut: 0,
  sections: [
    { id: "voids", columns: ["cause", "count"], rows: [["ball-left-cylinder", 2]], chi: null, notes: [] },
  ],
};

/** What was wrong before, as the page of somebody far away gets it. */
const PAST = {
  since: "2026-11-27T14:12:00.000Z",
  faults: [
    {
      device: "wheel",
      code: "port-gone",
      since: "2026-11-28T02:04:00.000Z",
      until: "2026-11-28T02:08:00.000Z",
      healing: { by: "itself" },
      text: sameText("The port was gone"),
    },
  ],
};

/** Answers a path of the table with what a page is to be told. */
const answer = ({ page }: Desk, path: string, json: unknown): Promise<unknown> =>
  page.route(`**${path}`, (route) => route.fulfill({ json }));

const onTechnician =
  (view: () => TableView): Reach =>
  async (desk) => {
    for (const path of ["start", "data"])
      await answer(desk, `/technician/doctor/${path}`, { state: "done", at: REPORT.at, report: REPORT });
    await go(desk, "technician", { ...view(), seq: SEQ });
    await desk.page.waitForSelector("#past li");
    await desk.page.waitForSelector("#doctor .verdict");
    for (const one of await desk.page.locator("summary:visible").all()) await one.click();
  };

const CERTIFIED = { level: "certified", because: [] };
const dealt = (of: string): object => ({
  kind: "result",
  result: { results: [{ of, is: "wins" }], cards: [], values: [] },
  certainty: CERTIFIED,
});

/** The screen of statistics of another game, counted from these records. */
const onStatistics =
  (rulebook: string, view: () => TableView, records: readonly object[]): Reach =>
  async (desk) => {
    const rounds = new PlayedRounds();
    for (const [at, body] of records.entries())
      rounds.addRecord({ at: "2026-11-28T02:04:00.000Z", round: at + 1, ...body });
    const setup = statisticsSetup(loadPack(rulebook).pack);
    const statistics = statisticsOf(rounds.all(), setup.game, { span: "last", rounds: 100 });
    await answer(desk, "/statistics?*", {
      seq: records.length,
      since: rounds.since,
      statistics,
      zone: "Europe/Madrid",
      setup,
    });
    await go(desk, "screen/statistics", view());
    await onPage(desk.page, "document.body.dataset.live === 'yes'");
  };

const stopped = {
  end: { result: "exit-code", status: "4" },
  words: null,
  service: "tirada",
  config: "/etc/tirada/table.yaml",
};
const BOOKLET = listPacks().find(({ id }) => id === "es-cb/punto-y-banca")!;
const OFFLINE = new URL("../../firmware/evidence/inspector/tirada-inspector.html", import.meta.url).href;

/** By the file of a page below the pages' folder, or by what makes it. */
export const PAGE_STATES: Readonly<Record<string, PageRow>> = {
  "display.html": {
    result: onDisplay(() => views.result("32")),
    betting: onDisplay(() => views.BETTING),
    "ball in play": onDisplay(() => views.BALL_IN_PLAY),
    "no more bets": onDisplay(() => views.NO_MORE_BETS),
    closed: onDisplay(() => views.CLOSED),
    "not certified": onDisplay(() => views.NOT_CERTIFIED),
    void: onDisplay(() => views.VOID),
    undecided: onDisplay(() => views.UNDECIDED),
    aborted: onDisplay(() => views.ABORTED),
    "port gone": onDisplay(() => views.PORT_GONE),
    test: onDisplay(() => views.TEST_MODE),
    "joins a floor": onDisplay(() => ({ ...views.BETTING, joining: JOINING })),
    "punto y banca": onDisplay(() => CARDS["punto-y-banca-banca"]().view()),
    "black-jack": onDisplay(() => CARDS["black-jack-result"]().view()),
    "the board": onScreen("board", () => views.result("32")),
    "the result": onScreen("result", () => views.VOID),
    "sic bo": onDisplay(() => DICE["sic-bo"]().view()),
    craps: onDisplay(() => DICE["craps-natural"]().view()),
  },
  "control.html": {
    "signed out": onControl(() => views.BETTING, "out"),
    "a void waits": onControl(() => views.VOID),
    undecided: onControl(() => views.UNDECIDED),
    "port gone": onControl(() => views.PORT_GONE),
    "joins a floor": onControl(() => ({ ...views.BETTING, joining: JOINING })),
    "a void is called": onControl(() => views.BALL_IN_PLAY, '.key[data-key="void"]'),
    "an undecided round is resolved": onControl(
      () => evening("cl/ruleta-francesa").running("no-more-bets").undecide("no-number").view(),
      '#tasks [data-key="resolve"]',
    ),
    "past rounds": onControl(() => ({ ...views.BETTING, seq: SEQ }), "#recall"),
    "a card table": onControl(() => CARDS["punto-y-banca-banca"]().view()),
    "a dice table": onControl(() => DICE["sic-bo"]().view()),
  },
  "technician.html": {
    "a fault stands": onTechnician(() => views.PORT_GONE),
    "all is well": onTechnician(() => views.BETTING),
  },
  "technician-far.html": {
    "with a report": async (desk) => {
      const view = inLanguage(views.PORT_GONE, desk);
      await answer(desk, "/view", { view, role: "tecnico", zone: "Europe/Madrid" });
      await answer(desk, "/data", { data: UNIT, screens: { requests: 12 }, now: "2026-11-28T02:13:00.000Z" });
      await answer(desk, "/doctor", REPORT);
      await answer(desk, "/faults", PAST);
      await answer(desk, "/events", { records: ['{"kind":"boot","seq":0}'] });
      await desk.page.goto(desk.here.at("web/technician-far.html#inside"));
      await desk.page.waitForSelector("#events .code");
      await desk.page.goto(desk.here.at("web/technician-far.html"));
      await desk.page.waitForSelector("#doctor .verdict");
    },
  },
  "analysis.html": {
    "nothing yet": async (desk) => {
      await go(desk, "analysis", views.BETTING);
      await onPage(desk.page, `document.documentElement.lang === "${desk.language}"`);
    },
    "a report": async (desk) => {
      await answer(desk, "/analysis/data", { state: "done", at: ANALYSIS.to, report: ANALYSIS });
      await go(desk, "analysis", views.BETTING);
      await desk.page.waitForSelector("section table, section details");
    },
  },
  "inspector.html": {
    "signed out": async (desk) => {
      await go(desk, "inspector", views.BETTING);
      await desk.page.waitForSelector("[data-name]");
    },
    "past rounds": async (desk) => {
      await go(desk, "inspector", { ...views.BETTING, seq: SEQ });
      await signIn(desk);
      await desk.page.waitForSelector(".recalled");
    },
  },
  "statistics.html": {
    "a wheel": async (desk) => {
      await go(desk, "screen/statistics", { ...views.result("32"), seq: SEQ });
      await onPage(desk.page, "document.body.dataset.live === 'yes'");
    },
    cards: onStatistics("cl/punto-y-banca", () => CARDS["punto-y-banca-banca"]().view(), [
      dealt("banca"),
      dealt("punto"),
      { kind: "void" },
      dealt("banca"),
    ]),
    dice: onStatistics("es-cb/sic-bo", () => DICE["sic-bo"]().view(), [
      {
        kind: "result",
        result: { faces: ["1", "2", "6"], total: 9, equal: "none", category: null },
        certainty: CERTIFIED,
      },
    ]),
  },
  "limits.html": {
    "of no house": async (desk) => {
      await go(desk, "screen/limits", views.BETTING);
      await onPage(desk.page, `document.documentElement.lang === "${desk.language}"`);
    },
  },
  "phone.html": { left: "of a server of its own: phone.test.ts holds it to the same" },
  "floor.html": {
    left: "of a server of its own, to which people come with certificates: floor.test.ts holds it to the same",
  },
  "composition.html": { left: "areas with the other pages, each of which has a row" },
  "the offline page": {
    empty: async ({ page }) => {
      await page.goto(OFFLINE);
      await page.waitForSelector("#keys");
    },
  },
  "the safe page": {
    "for the house": async ({ page }) => {
      await page.goto("about:blank");
      await page.setContent(safePage(stopped as OutOfOrder));
    },
    "for players": async ({ page }) => {
      await page.goto("about:blank");
      await page.setContent(playersPage(null));
    },
  },
  "the booklet": {
    "a card game": async ({ page, language }) => {
      const { pack, digest } = BOOKLET;
      await page.goto("about:blank");
      await page.setContent(
        bookletPage({ pack, digest, language, notes: notesOf(pack.jurisdiction), coverage: null }),
      );
    },
  },
  "bench.html": { left: "the laboratory's own page, in test mode alone" },
};
