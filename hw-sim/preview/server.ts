import { fileURLToPath } from "node:url";
import { listenError } from "../../firmware/net/error.ts";
import { usageProblem } from "../../firmware/problem.ts";
import { zoneOfTable } from "../../src/rules/zones.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { HouseDesk } from "../../firmware/screens/house/desk.ts";
import { FaultDesk } from "../../firmware/screens/server/fault-desk.ts";
import { ReportDesk } from "../../firmware/screens/server/report-desk.ts";
import { createHub, type Hub } from "../../firmware/screens/server/hub.ts";
import { RecallDesk } from "../../firmware/screens/server/recall-desk.ts";
import { createDisplayServer, type ServerParts } from "../../firmware/screens/server/server.ts";
import type { PagesDesk } from "../../firmware/screens/server/added-pages.ts";
import { REFUSALS, type SignInDesk } from "../../firmware/screens/server/sign-in.ts";
import { StatisticsDesk } from "../../firmware/screens/server/statistics-desk.ts";
import { logOf, type Config } from "../../firmware/table/config/config.ts";
import { loadPack } from "../../firmware/table/rules/load.ts";
import { LANGUAGES, type Language } from "../../src/text/language.ts";
import type { Clock } from "../../src/time/clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { addPhonePage } from "../../firmware/screens/phone/server.ts";
import type { TableSetup } from "../../firmware/table/setup/table-setup.ts";
import { playedRecords } from "./played-records.ts";
import {
  analysisState,
  configuredSetup,
  phoneDesk,
  technicianData,
  weeksState,
  wordsOf,
} from "./staff-pages.ts";
import { statesOf, type ShownState } from "./states.ts";
import type { PreviewContents } from "./contents.ts";

export interface PreviewOptions {
  readonly config: Config;
  /** The folder of the configuration, below which the house's pictures lie. */
  readonly folder: string;
  readonly clock: Clock;
  readonly host: string;
  readonly port: number;
  /** Takes one line for each file of the house that is not shown. */
  readonly say: (line: string) => void;
}

/** A preview that is served. */
export interface Preview {
  readonly url: string;
  readonly contents: PreviewContents;
  close(): Promise<void>;
}

/** Digits of a hash that a code has. */
const SHORT = 8;
const FOLDER = fileURLToPath(new URL("./web/", import.meta.url));

/**
 * Serves the pages of the table that a configuration describes, each in any state of the rounds that are played for it. Nothing of the
 * table's storage is opened and no device is asked. Rejects with a Problem for what cannot be previewed.
 */
export async function startPreview({
  config,
  folder,
  clock,
  host,
  port,
  say,
}: PreviewOptions): Promise<Preview> {
  const { pack, name: rulebook } = loadPack(config.table.rulebook);
  const records = await playedRecords(pack, rulebook);
  const { name: table, houseRules, languages } = config.table;
  const log = logOf({ ...config, test: true });
  const states = statesOf(records, { pack, houseRules, table, log, rulebook, languages, test: true });
  const idle = idleState(config, states);
  const shown = [...states, ...idle];
  const contents: PreviewContents = {
    table,
    rulebook,
    states: shown.map(({ name }) => name),
    languages: LANGUAGES,
    screens: screensOf(config, pack.family === "shoe"),
    codes: Object.fromEntries(shown.map(({ name, view }) => [name, codeOf(view)])),
  };
  const hubs = new PreviewHubs(shown, languages[0] ?? "es");
  const houses = {
    house: houseOf(config, folder, clock, say),
    idle: idle.length === 0 ? null : houseOf(atOnceIdle(config), folder, clock, () => undefined),
  };
  const served = { config, clock, hubs, contents, pack, records, houses, setup: configuredSetup(config) };
  const app = await createDisplayServer(serverParts(served));
  const [first] = states;
  const view = first === undefined ? null : { ...first.view, seq: records.length - 1 };
  addPhonePage(app, phoneDesk(config, clock, { records, view, words: wordsOf(served.setup) }));
  const pulse = clock.every(US_PER_S, "pulse of a preview", () => hubs.pulse());
  try {
    const url = await app.listen({ host, port });
    return {
      url: `${url}/preview`,
      contents,
      close: async () => {
        pulse.cancel();
        await app.close();
      },
    };
  } catch (error) {
    pulse.cancel();
    throw usageProblem(listenError(error, host, port).message.replace(/^display: /, ""), error);
  }
}

interface Served {
  readonly config: Config;
  readonly clock: Clock;
  readonly hubs: PreviewHubs;
  readonly contents: PreviewContents;
  readonly pack: Pack;
  readonly records: readonly BuiltRecord[];
  /** `idle`: the house of a table that is idle without anybody's waiting; null: it shows nothing then. */
  readonly houses: { readonly house: HouseDesk; readonly idle: HouseDesk | null };
  readonly setup: TableSetup | null;
}

/** The state that only time makes. */
const IDLE = "idle";

/** A table that is idle: open bets, where the house shows something after minutes of them. */
function idleState({ display }: Config, states: readonly ShownState[]): readonly ShownState[] {
  const betting = states.find(({ name }) => name === "betting");
  if (display.house?.idle === undefined || betting === undefined) return [];
  // Nothing waits for anybody: else the table would not be idle.
  return [{ ...betting, name: IDLE, view: { ...betting.view, tasks: [], lastRounds: null } }];
}

/** The same house, whose tables are idle at once. */
function atOnceIdle(config: Config): Config {
  const { house } = config.display;
  if (house?.idle === undefined) return config;
  return {
    ...config,
    display: { ...config.display, house: { ...house, idle: { ...house.idle, minutes: 0 } } },
  };
}

/** What stands behind the address of the page for phones: the code of the certificate that is shown; empty: none is. */
function codeOf({ verdict }: TableView): string {
  const certificate = verdict?.certificate;
  return certificate == null ? "" : `#${certificate.seq}.${certificate.hash.slice(0, SHORT)}`;
}

/** The house that is configured; its files lie beside the configuration. */
function houseOf(config: Config, folder: string, clock: Clock, say: PreviewOptions["say"]): HouseDesk {
  const { house } = config.display;
  return new HouseDesk(house === undefined ? null : { house, folder, zone: zoneOfTable(config) }, clock, say);
}

/** What the unit's own server is given where no unit stands behind it: no key is taken, and nothing is certified. */
function serverParts({ config, clock, hubs, contents, pack, records, houses, setup }: Served): ServerParts {
  const newest = (): number => records.length - 1;
  const read = (from: number, count: number): Promise<readonly string[]> =>
    Promise.resolve(records.slice(from, from + count).map(({ line }) => line));
  const faults = new FaultDesk(read, newest);
  faults.useWords(wordsOf(setup));
  const recall = new RecallDesk(read, newest);
  recall.useWords(wordsOf(setup));
  const analysis = analysisState(pack, records);
  const statistics = Promise.resolve(new StatisticsDesk({ pack, zone: zoneOfTable(config) }, read, newest));
  return {
    hub: hubs.of({}),
    hubFor: (query) => hubs.of(query),
    desk: deskOf(config),
    main: {
      press: () => Promise.resolve({ ok: false, why: REFUSALS["busy"] }),
      act: () => Promise.resolve({ ok: false, why: REFUSALS["busy"] }),
      certificate: () => Promise.resolve({ found: "none" }),
      records: read,
      lines: () => Promise.resolve(null),
      acta: () => Promise.resolve(null),
      read: () => Promise.resolve(null),
      handleAnswer: () => undefined,
    },
    clock,
    hostNames: [],
    technician: () => technicianData(setup, config, records.length),
    figures: null,
    recall,
    statistics: () => statistics,
    compositions: config.display.compositions ?? {},
    house: houses.house,
    houseFor: ({ state }) => (state === IDLE ? houses.idle : null) ?? houses.house,
    pack: () => pack,
    zone: () => zoneOfTable(config),
    faults,
    analysis: { state: analysis, start: () => analysis },
    doctor: new ReportDesk(null, clock),
    weeks: { renewed: () => weeksState(records) },
    inside: new ReportDesk(null, clock),
    trends: { shown: { minutes: 0, counters: {} } },
    picture: () => Promise.resolve(null),
    mainAlive: () => true,
    tell: () => undefined,
    log: () => undefined,
    added: {
      name: "preview",
      files: FOLDER,
      module: "",
      channel: "",
      hasFrames: true,
      desk: pagesOf(contents),
    },
  };
}

/** Nothing can be pressed: whoever looks need not know a PIN. */
const deskOf = ({ people }: Config): SignInDesk => ({
  people: people.map(({ name, role }) => ({ name, role })),
  signIn: (_address, name) => {
    const person = people.find((one) => one.name === name);
    return Promise.resolve(
      person === undefined
        ? { ok: false, why: REFUSALS["wrong-pin"] }
        : { ok: true, person: { name, role: person.role } },
    );
  },
});

/** Tells each page of the preview once what there is to show. */
const pagesOf = (contents: PreviewContents): PagesDesk => ({
  hasRoom: () => true,
  add: (socket) => {
    socket.send(JSON.stringify(contents), () => undefined);
    return { receive: () => undefined, gone: () => undefined };
  },
  close: () => undefined,
});

/** What is shown: the screens of everybody, those of the house, and the table's own compositions. */
function screensOf({ display }: Config, hasSeats: boolean): PreviewContents["screens"] {
  return [
    { name: "display", path: "/" },
    ...["result", "board", "statistics", "limits"].map((name) => ({ name, path: `/screen/${name}` })),
    ...(hasSeats ? [{ name: "seat", path: "/screen/seat?seat=1" }] : []),
    ...Object.keys(display.compositions ?? {}).map((name) => ({ name, path: `/screen/${name}` })),
    ...["control", "inspector", "technician", "analysis", "phone"].map((name) => ({ name, path: `/${name}` })),
  ];
}

/** A hub for each view that a screen asked for; made when the first one does. */
class PreviewHubs {
  readonly #states: readonly ShownState[];
  readonly #usual: Language;
  readonly #hubs = new Map<string, { readonly hub: Hub; readonly isHeard: boolean }>();

  constructor(states: readonly ShownState[], usual: Language) {
    this.#states = states;
    this.#usual = usual;
  }

  /** `query`: `state`, `lang` and `mark` of an address; what it does not say is as usual. */
  of({ state: name, lang, mark }: Readonly<Record<string, unknown>>): Hub {
    const state = this.#states.find((one) => one.name === name) ?? this.#states[0];
    const language = LANGUAGES.find((one) => one === lang) ?? this.#usual;
    const isMarked = mark !== "no";
    const key = JSON.stringify([state?.name, language, isMarked]);
    const before = this.#hubs.get(key);
    if (before !== undefined) return before.hub;
    const hub = createHub();
    if (state !== undefined) {
      const others = state.view.languages.filter((one) => one !== language);
      hub.show({ ...state.view, languages: [language, ...others], test: isMarked });
    }
    const isHeard = state?.isHeard === true;
    // A screen that comes when the table has fallen silent gets its last view, and no pulse.
    if (!isHeard) hub.pulse(false);
    this.#hubs.set(key, { hub, isHeard });
    return hub;
  }

  pulse(): void {
    for (const { hub, isHeard } of this.#hubs.values()) hub.pulse(isHeard);
  }
}
