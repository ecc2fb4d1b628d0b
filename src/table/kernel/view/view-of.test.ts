import { describe, expect, it } from "vitest";
import { bodies, fixture, replayed, ss2 } from "../../../../test/support/replayed.ts";
import { LANGUAGES } from "../../../text/language.ts";
import { faultText, ABORTED, abortText, BECAUSE, becauseText } from "./texts.ts";
import { type Task } from "../durable/durable.ts";
import { PHASES } from "../phase.ts";
import { PlayedTable } from "../../wheel/played.test-help.ts";
import { stoppedView, viewOf, type ViewSetup } from "./view-of.ts";
import type { CertificateView, TableView } from "./view.ts";
import { EMPTY_WHEEL_TABLE } from "../../wheel/durable-wheel.ts";

const RULEBOOKS = [
  "cl/ruleta-francesa",
  "cl/ruleta-americana-doble-cero",
  "es-cb/ruleta-francesa",
  "es-pv/ruleta-americana",
];
const CERTIFICATE: CertificateView = {
  seq: 7,
  hash: "ab".repeat(32),
  short: "abab abab",
  qr: "T1:…",
  at: "2026-01-01T00:00:00.000Z",
};

function setupOf(rulebook: string): ViewSetup {
  const { pack, rulebook: name } = ss2(rulebook);
  return {
    pack,
    houseRules: [],
    table: "Mesa 7",
    log: "tirada.example/casino-1/table-07",
    rulebook: name,
    languages: LANGUAGES,
    test: false,
  };
}

const view = (played: PlayedTable, rulebook = "cl/ruleta-francesa"): TableView =>
  viewOf(played.durable, 7, CERTIFICATE, setupOf(rulebook));

/** Every text in the four languages anywhere in a view: none is empty. */
function texts(value: unknown, path = "view"): [string, Record<string, string>][] {
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value) && LANGUAGES.every((language) => Object.hasOwn(value, language)))
    return [[path, value as Record<string, string>]];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

function noRawCodes(seen: TableView): void {
  const found = texts(seen);
  expect(found.length).toBeGreaterThan(3);
  for (const [path, text] of found) {
    for (const language of LANGUAGES)
      expect(text[language]?.trim().length, `${path} ${language}`).toBeGreaterThan(1);
    // A code is the same in every language and has a hyphen or no blank; no text of ours is.
    const codes =
      LANGUAGES.every((language) => text[language] === text["es"]) &&
      /^[a-z0-9]+(-[a-z0-9]+)+$/.test(text["es"] ?? "");
    expect(codes, `${path} shows the code ${text["es"]}`).toBe(false);
  }
}

/** One table for each verdict and phase, played under a rulebook. */
function played(rulebook: string): Record<string, PlayedTable> {
  const { rules } = ss2(rulebook);
  const open = (): PlayedTable => new PlayedTable(rules).open().betting();
  const closed = (): PlayedTable => open().launch().noMoreBets();
  const gap = { o: "gap", why: "device-silent", during: "no-more-bets" } as const;
  const zero = closed().result({ pocket: "0" });
  const callable =
    rules.pack.rules.find((rule) => rule.declaredBy === "jefe-de-mesa" && rule.verdict === "void")?.id ?? "";
  const called = closed();
  expect(called.press({ key: "void", round: 1, rule: callable })).toBeNull();
  const last = open();
  last.press({ key: "last-three-spins" });
  const again = open().spin();
  again.direction = "cw";
  return {
    closed: new PlayedTable(rules),
    waiting: new PlayedTable(rules).open(),
    betting: open(),
    "last-three-spins": last,
    "ball-in-play": open().launch(),
    "no-more-bets": closed(),
    result: closed().result(),
    zero,
    deviation: again.launch().noMoreBets().result(),
    reported: closed().see(gap).attach("no-more-bets").result(),
    "void by a person": called,
    void: closed().see({ o: "ball-left-cylinder" }),
    undecided: closed().see({ o: "ball-not-seen", forUs: 5_000_000 }),
    aborted: closed().see({ o: "aborted", from: "no-more-bets", cause: "wheel-component" }).stage("idle"),
    restarted: closed().restart(),
    "taken back": closed()
      .result()
      .see({ o: "contradiction", what: "number-changed", seen: ["17", "18"] }),
  };
}

describe.each(RULEBOOKS)("every phase and verdict under %s", (rulebook) => {
  const tables = played(rulebook);
  it.each(Object.keys(tables))("%s: no text is empty, no code is shown raw", (name) => {
    const table = tables[name]!;
    noRawCodes(view(table, rulebook));
    expect(view(table, rulebook).phase).toBe(table.durable.phase);
  });

  it("reaches every phase", () => {
    const phases = new Set(Object.values(tables).map((table) => table.durable.phase));
    const ofWheels = PHASES.filter((phase) => !["preparing", "dealing", "throwing"].includes(phase));
    expect([...phases].sort()).toEqual(ofWheels.sort());
  });

  it("says nothing of a verdict without its certificate", () => {
    for (const table of Object.values(tables))
      expect(viewOf(table.durable, 7, null, setupOf(rulebook)).verdict).toBeNull();
  });
});

describe("what the screens get", () => {
  const chile = played("cl/ruleta-francesa");
  const of = (name: string): TableView => view(chile[name]!);

  it("a certified number with its colour and suertes", () => {
    expect(of("result").verdict).toMatchObject({
      kind: "result",
      pocket: "17",
      colour: "black",
      certified: true,
      specialRule: null,
      because: [],
    });
    expect(of("zero").verdict).toMatchObject({
      pocket: "0",
      colour: "zero",
      suertes: [],
      specialRule: { es: expect.stringContaining("cero") as string },
    });
    expect(of("result").series).toEqual([
      {
        round: 1,
        kind: "result",
        pocket: "17",
        outcome: null,
        called: null,
        dice: null,
        label: null,
        colour: "black",
        bank: null,
        annulled: null,
        certified: true,
      },
    ]);
  });

  it("a reported number never as certified, and why", () => {
    expect(of("reported").verdict).toMatchObject({ certified: false, because: [BECAUSE["device-silent"]] });
    expect(of("reported").series[0]?.certified).toBe(false);
    expect(of("reported").tasks[0]).toMatchObject({
      kind: "acknowledge",
      id: "acknowledge/1/device-silent",
      text: BECAUSE["device-silent"],
    });
  });

  it("no verdict at all while bets are open or the ball runs", () => {
    for (const name of ["closed", "waiting", "betting", "ball-in-play", "no-more-bets"])
      expect(of(name).verdict, name).toBeNull();
    expect(view(played("cl/ruleta-francesa")["result"]!.next()).verdict).toBeNull();
  });

  it("a void with the words of the law, its reasons and its steps; confirmed once it is called", () => {
    expect(of("void")).toMatchObject({ announcement: { say: { es: "tirada nula" }, by: "jefe-de-mesa" } });
    expect(of("void").verdict).toMatchObject({
      kind: "void",
      say: { es: "tirada nula" },
      by: "jefe-de-mesa",
      reasons: [{ rule: "ball-left-cylinder", cite: "II.1.6" }],
      confirmed: false,
    });
    expect(of("void").verdict).toHaveProperty("then.length", 5);
    expect(of("void").tasks[0]).toMatchObject({
      kind: "confirm-void",
      id: "ball-left-cylinder",
      for: "jefe-de-mesa",
    });
    expect(of("void by a person").verdict).toMatchObject({ confirmed: true });
  });

  it("what an undecided spin may be called, and only that", () => {
    expect(of("undecided").verdict).toMatchObject({ kind: "undecided", because: [BECAUSE["ball-not-seen"]] });
    expect(of("undecided").tasks[0]?.mayBeCalled).toEqual(of("undecided").voidReasons.map((one) => one.rule));
    expect(of("aborted").verdict).toMatchObject({ kind: "aborted", cause: ABORTED["wheel-component"] });
    expect(of("restarted").verdict).toMatchObject({ kind: "aborted", cause: ABORTED["restart"] });
  });

  it("the calls of the phases", () => {
    expect(of("betting").announcement).toMatchObject({ say: { es: "hagan juego" }, by: "croupier" });
    expect(of("no-more-bets").announcement).toMatchObject({ say: { es: "no más apuestas" } });
    expect(of("last-three-spins").announcement).toMatchObject({ say: { es: "tres últimas lanzadas" } });
    expect(of("result").announcement).toBeNull();
  });

  it("an openAtStart table waits for its wheel, a closed one is closed", () => {
    expect(of("waiting")).toMatchObject({
      open: true,
      phase: "waiting",
      round: 0,
      device: { health: "waiting" },
    });
    expect(of("closed")).toMatchObject({ open: false, phase: "closed" });
  });

  it.each([
    ["port-gone", "port-gone"],
    ["device-silent", "silent"],
    ["device-garbled", "garbled"],
    ["wheel-component", "fault"],
    ["rotor-irregular", "fault"],
    ["wheel-pockets", "fault"],
    ["line-noise", "ok"],
    ["launch-failed", "ok"],
  ] as const)("%s makes the device %s", (code, health) => {
    const table = new PlayedTable(ss2("cl/ruleta-francesa").rules)
      .open()
      .betting()
      .see({ o: "fault", code, detail: {} });
    expect(view(table).device).toMatchObject({
      health,
      faults: [{ code, since: expect.any(String) as string }],
    });
    noRawCodes(view(table));
  });

  it("a unit that can certify nothing more shows no number and no bets", () => {
    const stopped = stoppedView(of("result"), "2026-01-01T00:00:00.000Z");
    expect(stopped).toMatchObject({
      verdict: null,
      announcement: null,
      phase: "waiting",
      device: { health: "fault" },
    });
    noRawCodes(stopped);
  });
});

describe("texts of codes", () => {
  it("an unknown code is shown as it is rather than not at all", () => {
    expect(becauseText("new-code").eu).toBe("new-code");
    expect(abortText("new-code").gl).toBe("new-code");
    expect(faultText("new-code").text.en).toBe("new-code");
  });

  it("captured traffic never shows a raw code", () => {
    const setup = setupOf("cl/ruleta-francesa");
    for (const name of ["live", "bench"] as const) {
      const records = replayed(fixture(name), ss2("cl/ruleta-francesa"));
      expect(bodies(records, "phase").length).toBeGreaterThan(20);
      const results = records.filter(({ body }) => body.kind === "result").slice(0, 5);
      const others = records.filter(({ body }) => body.kind !== "phase" && body.kind !== "result");
      for (const record of [...results, ...others])
        noRawCodes(viewOf(record.durable, record.seq, CERTIFICATE, setup));
    }
  });
});

describe("an announced release", () => {
  const announced = { version: "0.8.1", digest: "ab".repeat(32), until: "2026-01-01T02:00:00.000Z" };
  const task = {
    id: "t",
    kind: "decide",
    round: 1,
    code: "state-jump",
    for: "jefe-de-mesa",
  } as unknown as Task;
  const shown = (held: boolean, tasks: readonly Task[]) => {
    const durable = { ...EMPTY_WHEEL_TABLE, tasks, update: held ? { announced, held } : { announced } };
    return viewOf(durable, 7, null, setupOf("cl/ruleta-francesa")).update;
  };

  it("says what people have to do before it, and nothing where they have to do nothing", () => {
    const { version, until } = announced;
    expect(shown(false, [])).toEqual({ version, until });
    expect(shown(true, [task])?.waits?.map(({ en }) => en)).toEqual([
      "somebody has still to decide or to confirm something",
      "updates are held at this table",
    ]);
  });
});
