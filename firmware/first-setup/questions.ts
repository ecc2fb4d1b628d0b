import { spawnSync } from "node:child_process";
import { zoneOfRulebook } from "../../src/rules/zones.ts";
import { isZone } from "../../src/time/day.ts";
import { ROLES } from "../../src/people/roles.ts";
import { houseRuleProblems, offeredHouseRules } from "../../src/rules/coverage.ts";
import type { Pack } from "../../src/rules/pack.ts";
import { readYaml } from "../../src/rules/yaml.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Language } from "../../src/text/language.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { EYE_DEVICES } from "../config/installed.ts";
import { SHOE_TYPES, WHEEL_TYPES } from "../config/devices.ts";
import { Problem } from "../problem.ts";
import { packIds } from "../rules/library.ts";
import { loadEditions, loadPack } from "../rules/load.ts";
import { checkAnswers, unseenRules, type Answers } from "./check.ts";
import { isSection, valueAt, withValue, type Draft, type Slot } from "./draft.ts";
import { onlyRight, type Candidate } from "./find-devices.ts";
import { pinFault } from "./pins.ts";
import type { StepName } from "./progress.ts";
import type { Asker } from "./run.ts";

const ASK = textsOf("first-setup").ask;
const YES = /^(?:s|si|sí|y|yes|b|bai)$/i;
const FOLDERS = "/var/lib/tirada";
const CERTIFICATES = "/etc/tirada";

/** A person at a terminal. */
export interface Terminal {
  say(line: string): void;
  /** One line that was typed, without blanks around it. Rejects with a Problem when the person leaves. */
  ask(prompt: string): Promise<string>;
}

interface Asked {
  readonly draft: Draft;
  readonly unseen: readonly string[];
}

/**
 * Asks for the answers of each step at a terminal, in one language. An answer that is not right is refused in one line, and asked for
 * again; a question is over when its step is right beside everything that was said before.
 */
export class Questions implements Asker {
  readonly #terminal: Terminal;
  readonly #language: Language;
  readonly #clock: Clock;
  /** PINs that were typed, by name: no two people have the same. */
  readonly #pins = new Map<string, string>();

  constructor(terminal: Terminal, language: Language, clock: Clock) {
    this.#terminal = terminal;
    this.#language = language;
    this.#clock = clock;
  }

  async ask(step: StepName, draft: Draft, unseen: readonly string[]): Promise<Asked> {
    for (;;) {
      try {
        const asked = await this.#askOnce(step, draft, unseen);
        await this.#check(asked);
        return asked;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.#terminal.say(`✗ ${error.message}`);
      }
    }
  }

  complete(draft: Draft): Draft {
    return withUnasked(draft);
  }

  async choose(slot: Slot, tried: readonly Candidate[]): Promise<Candidate | null> {
    const right = tried.filter(({ is }) => is === "right");
    if (right.length === 1) return onlyRight({ slot }, tried);
    if (right.length > 1) {
      for (const [at, { address, says }] of right.entries())
        this.#terminal.say(`  ${at + 1}  ${address}  ${says}`);
      return right[Number(await this.#put("which")) - 1] ?? null;
    }
    try {
      return onlyRight({ slot }, tried);
    } catch (error) {
      this.#terminal.say(`✗ ${(error as Problem).message}`);
      await this.#put("again");
      return null;
    }
  }

  async #askOnce(step: StepName, draft: Draft, unseen: readonly string[]): Promise<Asked> {
    switch (step) {
      case "rulebook":
        return { draft: await this.#rulebook(draft), unseen };
      case "table":
        return { draft: await this.#table(draft), unseen };
      case "devices":
        return this.#devices(draft, unseen);
      case "people":
        return { draft: await this.#people(draft), unseen };
      case "storage":
        return { draft: await this.#storage(draft), unseen };
      case "remote":
        return { draft: await this.#remote(draft), unseen };
      default:
        return { draft, unseen };
    }
  }

  async #rulebook(draft: Draft): Promise<Draft> {
    const ids = packIds();
    const places = [...new Set(ids.map((id) => id.split("/")[0] ?? ""))];
    const place = await this.#oneOf("jurisdiction", places);
    const games = ids.filter((id) => id.startsWith(`${place}/`)).map((id) => id.slice(place.length + 1));
    const id = `${place}/${await this.#oneOf("game", games)}`;
    const editions = loadEditions(id).map(({ pack }) => pack.edition);
    const edition = await this.#until("edition", editions, (said) =>
      said === "" || editions.includes(said) ? null : `${said}: ${editions.join(", ")}`,
    );
    const rulebook = edition === "" ? id : `${id}@${edition}`;
    const { pack } = loadPack(rulebook);
    const offered = offeredHouseRules(pack);
    const adopted =
      offered.length === 0
        ? ""
        : await this.#until("house-rules", offered, (said) => houseRuleProblems(pack, words(said))[0] ?? null);
    const houseRules = words(adopted);
    return withValue(withValue(draft, ["table", "rulebook"], rulebook), ["table", "houseRules"], houseRules);
  }

  async #table(draft: Draft): Promise<Draft> {
    const name = await this.#put("name");
    const log = await this.#put("log");
    const test = YES.test(await this.#put("test"));
    const table = valueAt(draft, ["table"]);
    const usual = zoneOfRulebook(String(valueAt(draft, ["table", "rulebook"])));
    const said = await this.#until("zone", [usual], (one) =>
      one === "" || isZone(one) ? null : `${one}: ${usual}`,
    );
    const others = { name, log, languages: [...new Set([this.#language, "es"])] };
    const whole = { ...(isSection(table) ? table : {}), ...others };
    return { ...draft, table: whole, test, zone: said === "" ? usual : said };
  }

  async #devices(draft: Draft, unseen: readonly string[]): Promise<Asked> {
    const pack = packOf(draft);
    const { family } = pack;
    const device = await this.#oneOf("device", typesFor(pack));
    const decks = pack.cards !== undefined ? await this.#decks(pack) : {};
    const more = await this.#put("keys");
    const keys = more === "" ? {} : sectionOf(more);
    const section = isOfDice(pack) ? { eye: { device, ...keys } } : { device, ...decks, ...keys };
    const isThrower = isOfDice(pack) && isSection(keys) && isSection(keys["eye"]);
    const whole = { ...draft, [family]: isThrower ? keys : section };
    const withPanel = YES.test(await this.#put("panel")) ? { ...whole, panel: {} } : whole;
    return { draft: withPanel, unseen: await this.#blind(withPanel, unseen) };
  }

  async #decks({ cards }: Pack): Promise<{ readonly decks: readonly object[] }> {
    const count = Number(await this.#put("decks", (cards?.decks.counts ?? []).map(String)));
    if (!Number.isInteger(count) || count < 1 || count > 16)
      throw new Refused(`decks: ${String(cards?.decks.counts)}`);
    return { decks: Array.from({ length: count }, (_, at) => ({ id: String(at + 1).padStart(8, "0") })) };
  }

  /** Rules that nothing at this table sees: the house says that it knows, or the devices are asked for again. */
  async #blind(draft: Draft, known: readonly string[]): Promise<readonly string[]> {
    const { setup } = await this.#check({ draft, unseen: ANY });
    const blind = unseenRules(setup);
    if (blind.length === 0) return known;
    for (const { rule, why } of blind) this.#terminal.say(`  ${rule}: ${why}`);
    if (!YES.test(await this.#put("unseen"))) throw new Refused(blind.map(({ rule }) => rule).join(", "));
    return blind.map(({ rule }) => rule);
  }

  async #people(draft: Draft): Promise<Draft> {
    const people: { name: string; role: string; pin: string }[] = [];
    for (;;) {
      const name = await this.#put("person");
      if (name === "") break;
      const role = await this.#oneOf("role", ROLES);
      people.push({ name, role, pin: await this.#pin(name) });
    }
    return { ...draft, people };
  }

  async #pin(name: string): Promise<string> {
    for (;;) {
      const pin = await hidden(() => this.#put("pin"));
      const others = [...this.#pins].filter(([of]) => of !== name).map(([, one]) => one);
      const fault = pinFault(pin, others);
      if (fault === null) {
        this.#pins.set(name, pin);
        return pin;
      }
      this.#terminal.say(`✗ a PIN ${fault}`);
    }
  }

  async #storage(draft: Draft): Promise<Draft> {
    const said = valueAt(draft, ["table", "log"]);
    const log = typeof said === "string" ? said : "table";
    const usual = `${FOLDERS}/${log.split("/").at(-1) ?? "table"}`;
    const folder = (await this.#put("storage", [usual])) || usual;
    const second = await this.#put("second");
    return { ...draft, storage: { folder, ...(second === "" ? {} : { second: { folder: second } }) } };
  }

  async #remote(draft: Draft): Promise<Draft> {
    const url = await this.#put("witness");
    let asked: Draft = draft;
    if (url !== "") {
      const key = await this.#put("witness-key");
      const ca = await this.#put("witness-ca");
      asked = { ...asked, witness: { url, key, ...(ca === "" ? {} : { ca }) } };
    }
    if (!YES.test(await this.#put("remote"))) return asked;
    const folder = (await this.#put("remote-folder", [CERTIFICATES])) || CERTIFICATES;
    const file = (name: string): string => `${folder}/${name}.pem`;
    const remote = {
      certificate: file("unit"),
      key: file("unit.key"),
      authority: file("authority"),
      revoked: file("revoked"),
    };
    return { ...asked, remote: { ...remote, server: { host: "0.0.0.0" } } };
  }

  async #check({ draft, unseen }: Asked): ReturnType<typeof checkAnswers> {
    const whole = withUnasked(draft);
    // Before the devices are named it is not known what they see.
    const isNamed = draft[packOf(draft).family] !== undefined;
    const rules = unseen === ANY || !isNamed ? unseenOfAll(whole) : unseen;
    const answers: Answers = { ok: true, value: { ...whole, unseen: rules }, problemAt: atNoPlace };
    try {
      return await checkAnswers(answers, { wall: this.#clock.wall() });
    } catch (error) {
      if (error instanceof Problem) throw new Refused(error.message.replaceAll(/:0:0: /g, ""));
      throw error;
    }
  }

  async #oneOf<const Word extends string>(name: keyof typeof ASK, known: readonly Word[]): Promise<Word> {
    for (;;) {
      const said = await this.#put(name, known);
      const found = known.find((word) => word === said);
      if (found !== undefined) return found;
      this.#terminal.say(`✗ ${said}: ${known.join(", ")}`);
    }
  }

  /** Asks until nothing is wrong with the answer. */
  async #until(
    name: keyof typeof ASK,
    known: readonly string[],
    wrong: (said: string) => string | null,
  ): Promise<string> {
    for (;;) {
      const said = await this.#put(name, known);
      const why = wrong(said);
      if (why === null) return said;
      this.#terminal.say(`✗ ${why}`);
    }
  }

  #put(name: keyof typeof ASK, known: readonly string[] = []): Promise<string> {
    const list = known.length === 0 ? "" : ` ${known.join(", ")}`;
    return this.#terminal.ask(`${ASK[name][this.#language]}${list}`);
  }
}

/** An answer that cannot be used; it is asked for again. */
class Refused extends Error {}

/** Stands for every rule that is not seen, until a person was asked. */
const ANY: readonly string[] = [];

const atNoPlace = (
  _: unknown,
  message: string,
): { file: string; line: number; column: number; message: string } => ({
  ...{ file: "", line: 0, column: 0 },
  message,
});

const words = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== "");

function packOf(draft: Draft): Pack {
  return loadPack(String(valueAt(draft, ["table", "rulebook"]))).pack;
}

function unseenOfAll(draft: Draft): readonly string[] {
  return packOf(draft).rules.map(({ id }) => id);
}

/** An eye reads what decides it, not a wheel and not cards. */
const isOfDice = ({ wheel, cards }: Pack): boolean => wheel === undefined && cards === undefined;

/** The devices that a game can be played with, the usual one first. */
function typesFor({ cards, wheel }: Pack): readonly string[] {
  if (wheel !== undefined)
    return WHEEL_TYPES.filter(({ kinds }) => kinds.includes(wheel.kind)).map(({ name }) => name);
  return cards !== undefined ? SHOE_TYPES.map(({ name }) => name) : [EYE_DEVICES[0].name];
}

/** `lines: 2, at: inside`, as a section of a configuration has it. */
function sectionOf(line: string): Record<string, unknown> {
  const read = readYaml(`{ ${line} }`, "");
  if (read.ok && isSection(read.value)) return read.value;
  throw new Refused(`${line}: write key: value, key: value`);
}

/** A draft with something right for every step that was not asked yet. */
function withUnasked(draft: Draft): Draft {
  const pack = packOf(draft);
  const count = pack.cards?.decks.counts[0] ?? 1;
  const decks = Array.from({ length: count }, (_, at) => ({ id: String(at + 1) }));
  const [device = ""] = typesFor(pack);
  const section = isOfDice(pack)
    ? { eye: { device } }
    : pack.cards !== undefined
      ? { device, decks }
      : { device };
  const table = valueAt(draft, ["table"]);
  return {
    [pack.family]: section,
    storage: { folder: `${FOLDERS}/table` },
    people: [{ name: "?", role: "jefe-de-mesa", pin: UNASKED_PIN }],
    ...draft,
    table: { name: "?", log: "tirada.example/table", ...(isSection(table) ? table : {}) },
  };
}
const UNASKED_PIN = "83051946";

/** What is typed meanwhile is not shown. */
async function hidden<T>(act: () => Promise<T>): Promise<T> {
  const { stdin } = process;
  const set = (word: string): unknown =>
    stdin.isTTY && spawnSync("stty", [word], { stdio: ["inherit", "ignore", "ignore"] });
  const show = (): unknown => set("echo");
  process.once("exit", show);
  set("-echo");
  try {
    return await act();
  } finally {
    show();
    process.removeListener("exit", show);
  }
}
