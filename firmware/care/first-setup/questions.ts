import { unfitReason } from "../../../drivers/wheel/device.ts";
import { MAX_DECKS } from "../../../src/cards/decks.ts";
import { NAME_MAX, nameFault, nameKey } from "../../../src/people/names.ts";
import { offeredHouseRules } from "../../../src/rules/coverage.ts";
import type { Pack } from "../../../src/rules/pack.ts";
import { readYaml } from "../../../src/rules/yaml.ts";
import { zoneOfRulebook } from "../../../src/rules/zones.ts";
import { atNoPlace } from "../../../src/rules/yaml.ts";
import { firstHouseRuleProblem } from "../../../src/rules/house-rule-words.ts";
import type { Language } from "../../../src/text/language.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { SHOE_TYPES, WHEEL_TYPES } from "../../table/config/devices.ts";
import { EYE_DEVICES } from "../../table/config/installed.ts";
import { errorTextIn, EXIT, Problem } from "../../problem.ts";
import { packIds } from "../../table/rules/library.ts";
import { loadEditions, loadPack } from "../../table/rules/load.ts";
import { personSchema, type AnsweredPerson } from "./answer-keys.ts";
import { askDice } from "./ask-dice.ts";
import { askPin } from "./ask-pin.ts";
import { Asking, Back, type Terminal } from "./asking.ts";
import { checkAnswers, unseenRules, type Answers } from "./check.ts";
import { isSection, valueAt, withValue, type Draft, type Slot } from "./draft.ts";
import { onlyRight, type Candidate } from "./find-devices.ts";
import type { StepName } from "./progress.ts";
import type { Asker, SetupOptions } from "./run.ts";
import { freePort, isFree, PORT_RANGE } from "./screens.ts";
import { UNIT_FAMILIES } from "../../table/setup/families.ts";

const FOLDERS = "/var/lib/tirada";
const CERTIFICATES = "/etc/tirada";
/** Jurisdictions as people call them. */
const PLACES: Readonly<Record<string, string>> = {
  chile: "cl",
  asturias: "es-as",
  cantabria: "es-cb",
  galicia: "es-ga",
  "pais-vasco": "es-pv",
  euskadi: "es-pv",
  "basque-country": "es-pv",
};

export type { Terminal } from "./asking.ts";

interface Asked {
  readonly draft: Draft;
  readonly unseen: readonly string[];
}

/**
 * Asks for the answers of each step at a terminal, in one language. An answer that is not right is refused in one line, and asked for
 * again; a question is over when its step is right beside everything that was said before.
 */
export class Questions implements Asker {
  readonly #asking: Asking;
  readonly #clock: Clock;

  constructor(terminal: Terminal, language: Language, clock: Clock) {
    this.#asking = new Asking(terminal, language);
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
        this.#asking.refuse("other", { why: error.message });
      }
    }
  }

  refuse(why: string): void {
    this.#asking.refuse("other", { why });
  }

  async confirm(lines: readonly string[]): Promise<void> {
    this.#asking.tell("summary");
    for (const line of lines) this.#asking.say(line);
    if (await this.#asking.yesNo("confirm", null)) return;
    for (;;) {
      const step = this.#asking.stepOf(await this.#asking.put("step"));
      if (step !== null) throw new Back(step);
    }
  }

  async port(): Promise<number> {
    const usual = await freePort();
    const said = await this.#asking.until("port", [String(usual)], async (one) => {
      const port = Number(one || usual);
      if (!Number.isInteger(port) || port < PORT_RANGE.least || port > PORT_RANGE.most)
        return this.#asking.refusal("port", { said: one });
      return (await isFree(port))
        ? null
        : this.#asking.refusal("port-taken", { port, free: await freePort(port) });
    });
    return Number(said || usual);
  }

  /** The table is set up by now: whatever is wrong with what the casino gave is said, and whoever leaves joins later. */
  async casino(join: SetupOptions["askCasino"]): Promise<boolean> {
    while (await this.#joinsNow())
      try {
        await join(this.#asking);
        return true;
      } catch (error) {
        if (error instanceof Back) continue;
        if (!(error instanceof Problem) || error.status === EXIT.internal) throw error;
        this.refuse(errorTextIn(error, this.#asking.language));
      }
    return false;
  }

  /** Going back from here leads nowhere: the key and the log are made. */
  async #joinsNow(): Promise<boolean> {
    for (;;)
      try {
        return await this.#asking.yesNo("casino");
      } catch (error) {
        if (error instanceof Problem) return false;
        if (!(error instanceof Back)) throw error;
      }
  }

  complete(draft: Draft): Draft {
    return withUnasked(draft);
  }

  async choose(slot: Slot, tried: readonly Candidate[]): Promise<Candidate | null> {
    const right = tried.filter(({ is }) => is === "right");
    if (right.length === 1) return onlyRight({ slot, language: this.#asking.language }, tried);
    if (right.length > 1) {
      for (const [at, { address, says }] of right.entries())
        this.#asking.say(`  ${at + 1}  ${address}  ${says}`);
      return right[Number(await this.#asking.put("which")) - 1] ?? null;
    }
    try {
      return onlyRight({ slot, language: this.#asking.language }, tried);
    } catch (error) {
      this.#asking.say(`✗ ${(error as Problem).message}`);
      await this.#asking.put("again").catch((left: unknown) => {
        throw left instanceof Back && left.step === null ? new Back("devices") : left;
      });
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
        return { draft: { ...draft, people: await this.#people() }, unseen };
      case "storage":
        return { draft: await this.#storage(draft), unseen };
      case "remote":
        return { draft: await this.#remote(draft), unseen };
      default:
        return { draft, unseen };
    }
  }

  async #rulebook(draft: Draft): Promise<Draft> {
    const asking = this.#asking;
    const ids = packIds();
    const places = [...new Set(ids.map((id) => id.split("/")[0] ?? ""))];
    const place = await asking.oneOf("jurisdiction", places, PLACES);
    const games = ids.filter((id) => id.startsWith(`${place}/`)).map((id) => id.slice(place.length + 1));
    const id = `${place}/${await asking.oneOf("game", games)}`;
    const editions = loadEditions(id).map(({ pack }) => pack.edition);
    const edition = await asking.oneOrNone("edition", editions);
    const rulebook = edition === null ? id : `${id}@${edition}`;
    const { pack } = loadPack(rulebook);
    const offered = offeredHouseRules(pack);
    const adopted =
      offered.length === 0
        ? ""
        : await asking.until("house-rules", offered, (said) => {
            return firstHouseRuleProblem(pack, words(said))?.words[asking.language] ?? null;
          });
    const houseRules = words(adopted);
    // What another game had is no part of this one.
    const { names } = UNIT_FAMILIES;
    const rest = Object.fromEntries(Object.entries(draft).filter(([section]) => !names.includes(section)));
    const own = draft[pack.family];
    const kept = own === undefined ? rest : { ...rest, [pack.family]: own };
    return withValue(withValue(kept, ["table", "rulebook"], rulebook), ["table", "houseRules"], houseRules);
  }

  async #table(draft: Draft): Promise<Draft> {
    const asking = this.#asking;
    const name = await this.#name("name");
    const log = await asking.keyed("log");
    const test = await asking.yesNo("test", null);
    const table = valueAt(draft, ["table"]);
    const zone = await asking.keyed("zone", zoneOfRulebook(String(valueAt(draft, ["table", "rulebook"]))));
    const others = { name, log, languages: [...new Set([asking.language, "es"])] };
    const whole = { ...(isSection(table) ? table : {}), ...others };
    const port = await this.port();
    return withValue({ ...draft, table: whole, test, zone }, ["display", "port"], port);
  }

  /** A name that can be read, of a table or of a person. */
  #name(question: "name" | "person", mayEnd = false, others: readonly string[] = []): Promise<string> {
    const asking = this.#asking;
    return asking.until(question, [], (said) => {
      if (said === "" && mayEnd) return null;
      if (said === "" || said.length > NAME_MAX)
        return asking.refusal("long", { said: said.slice(0, 20), count: said.length });
      const fault = nameFault(said);
      if (fault !== null) return asking.refusal(fault, { said });
      return others.some((one) => nameKey(one) === nameKey(said))
        ? asking.refusal("name-twice", { said })
        : null;
    });
  }

  async #devices(draft: Draft, unseen: readonly string[]): Promise<Asked> {
    const asking = this.#asking;
    const pack = packOf(draft);
    const { family } = pack;
    const section = isOfDice(pack)
      ? await askDice(asking, `${FOLDERS}/${lastOf(draft)}/arena.json`)
      : {
          device: await asking.oneOf("device", typesFor(pack)),
          ...(pack.cards !== undefined ? await this.#decks(pack) : {}),
        };
    const more = await asking.put("keys");
    const whole = { ...draft, [family]: withKeys(section, more === "" ? {} : sectionOf(more)) };
    const { panel: _, ...bare } = whole as Draft;
    const withPanel = (await asking.yesNo("panel")) ? { ...bare, panel: {} } : bare;
    return { draft: withPanel, unseen: await this.#blind(withPanel, unseen) };
  }

  async #decks({ cards }: Pack): Promise<{ readonly decks: readonly object[] }> {
    const known = (cards?.decks.counts ?? []).map(String);
    const said = await this.#asking.until("decks", known, (one) => {
      const count = Number(one);
      return Number.isInteger(count) && count >= 1 && count <= MAX_DECKS
        ? null
        : this.#asking.refusal("decks", { said: one, known: known.join(", "), most: MAX_DECKS });
    });
    return {
      decks: Array.from({ length: Number(said) }, (_, at) => ({ id: String(at + 1).padStart(8, "0") })),
    };
  }

  /** Rules that nothing at this table sees: the house says that it knows, or the devices are asked for again. */
  async #blind(draft: Draft, known: readonly string[]): Promise<readonly string[]> {
    const { setup } = await this.#check({ draft, unseen: ANY });
    const blind = unseenRules(setup);
    if (blind.length === 0) return known;
    for (const { rule, why } of blind) this.#asking.say(`  ${rule}: ${why}`);
    if (!(await this.#asking.yesNo("unseen"))) throw new Refused(blind.map(({ rule }) => rule).join(", "));
    return blind.map(({ rule }) => rule);
  }

  /** What is refused is asked for again by itself: nothing that was typed before it is lost. */
  async #people(): Promise<readonly AnsweredPerson[]> {
    const asking = this.#asking;
    const people: AnsweredPerson[] = [];
    for (;;) {
      const name = await this.#name(
        "person",
        true,
        people.map((one) => one.name),
      );
      if (name !== "") {
        const role = await asking.oneOf("role", personSchema.shape.role.options);
        const pin = await askPin(
          asking,
          people.map((one) => one.pin),
        );
        people.push({ name, role, pin });
      } else if (people.some(({ role }) => role === "jefe-de-mesa")) return people;
      else asking.refuse("nobody-opens");
    }
  }

  async #storage(draft: Draft): Promise<Draft> {
    const folder = await this.#asking.keyed("storage", `${FOLDERS}/${lastOf(draft)}`);
    const second = await this.#asking.keyed("second");
    return { ...draft, storage: { folder, ...(second === "" ? {} : { second: { folder: second } }) } };
  }

  async #remote(draft: Draft): Promise<Draft> {
    const asking = this.#asking;
    const { witness: _witness, remote: _remote, ...rest } = draft;
    let asked: Draft = rest;
    const url = await asking.put("witness");
    if (url !== "") {
      const key = await asking.put("witness-key");
      const ca = await asking.keyed("witness-ca");
      asked = { ...asked, witness: { url, key, ...(ca === "" ? {} : { ca }) } };
    }
    if (!(await asking.yesNo("remote"))) return asked;
    const folder = await asking.keyed("remote-folder", CERTIFICATES);
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
      if (error instanceof Problem)
        throw new Refused(errorTextIn(error, this.#asking.language).replaceAll(/:0:0: /g, ""));
      throw error;
    }
  }
}

/** An answer that cannot be used; it is asked for again. */
class Refused extends Error {}

/** Stands for every rule that is not seen, until a person was asked. */
const ANY: readonly string[] = [];

const words = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== "");

/** The last part of the log's name. */
function lastOf(draft: Draft): string {
  const said = valueAt(draft, ["table", "log"]);
  return (typeof said === "string" ? said : "table").split("/").at(-1) ?? "table";
}

/** A section with further keys; those of a section within it come beside what is there. */
function withKeys(section: Record<string, unknown>, keys: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries(keys).map(([key, value]): readonly [string, unknown] => {
    const there = section[key];
    return [key, isSection(there) && isSection(value) ? withKeys(there, value) : value];
  });
  return { ...section, ...Object.fromEntries(merged) };
}

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
    return WHEEL_TYPES.filter((type) => unfitReason(type, wheel) === null).map(({ name }) => name);
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
