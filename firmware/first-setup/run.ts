import { sha256Hex, utf8 } from "../../src/record/bytes.ts";
import { fillWords } from "../../src/text/every-language.ts";
import { readYaml, problemText, writeYaml } from "../../src/rules/yaml.ts";
import { ROLE_NAMES } from "../../src/people/roles.ts";
import { systemSecrets } from "../../src/time/secret.ts";
import type { Clock } from "../../src/time/clock.ts";
import type { Language } from "../../src/text/language.ts";
import { textsOf } from "../../src/text/text-of.ts";
import { CONFIG_FORMAT, logOf } from "../config/config.ts";
import { WHEEL_TYPES } from "../config/devices.ts";
import { isThere } from "../disk/disk.ts";
import { hashPin } from "../display/client.ts";
import { EXIT, Problem, usageProblem } from "../problem.ts";
import { readTextFile, type FileError } from "../read-file.ts";
import { MAX_FILE_BYTES } from "../../src/rules/yaml.ts";
import { readCalibration } from "../wheel/calibration-file.ts";
import { readConfig } from "../unit/read-config.ts";
import { unfilledHere } from "../unit/unfilled-roles.ts";
import { makeRequest, requestPathOf } from "./certificate-request.ts";
import { checkAnswers, draftOf, type Answers, type Checked } from "./check.ts";
import { measureClock, sourcesHere } from "./clock-found.ts";
import { DeviceRules } from "./device-rules.ts";
import { findDevices, type DeviceSearch } from "./devices.ts";
import { isClearPin, isSection, type Draft } from "./draft.ts";
import { lookAtJournal } from "./evidence.ts";
import { onlyRight, type DeviceFolders } from "./find-devices.ts";
import { makeFolders, makeKey, missingFolders } from "./make-evidence.ts";
import {
  NO_PROGRESS,
  readProgress,
  STEPS,
  writeProblem,
  writeProgress,
  type Made,
  type Progress,
  type StepName,
} from "./progress.ts";
import { awayPorts, testTable } from "./self-test.ts";
import { asRoot } from "./table-user.ts";
import { requireUnplayed } from "./undo.ts";
import { replaceDurably } from "./write-file.ts";

const TEXTS = textsOf("first-setup");
/** The table's user reads it, and its group: the units of the service manager. */
const CONFIG_MODE = 0o640;
const ID_DIGITS = 16;

export interface SetupOptions {
  /** Where the configuration will be. */
  readonly configPath: string;
  readonly language: Language;
  readonly folders: DeviceFolders;
  /** Where the rules of its USB devices go; null: whoever runs it may write none. */
  readonly rulesPath: string | null;
  /** Where the updater of this machine asks the table; null: there is none. */
  readonly updateSocket: string | null;
  readonly clock: Clock;
  readonly say: (line: string) => void;
}

/** Asks what a step needs, for a setup at a terminal; the answers of a file are there from the start. */
export interface Asker {
  /** The draft with the answers of a step. `isRight` refuses an answer with a Problem, and the question comes again. */
  ask(
    step: StepName,
    draft: Draft,
    unseen: readonly string[],
  ): Promise<{ readonly draft: Draft; readonly unseen: readonly string[] }>;
  choose(...asked: Parameters<DeviceSearch["choose"]>): ReturnType<DeviceSearch["choose"]>;
  /** The draft with something right for every step that is still to be asked. */
  complete(draft: Draft): Draft;
}

type Values = Readonly<Record<string, string | number>>;

/** One setup of a table, from its first question to its first records. */
export class Setup {
  readonly #options: SetupOptions;
  readonly #asker: Asker | null;
  readonly #answers: Answers;
  #progress: Progress;

  private constructor(options: SetupOptions, asker: Asker | null, answers: Answers, progress: Progress) {
    this.#options = options;
    this.#asker = asker;
    this.#answers = answers;
    this.#progress = progress;
  }

  /** By a file of answers, which is checked whole before anything happens. Rejects with a Problem. */
  static async fromFile(file: string, options: SetupOptions): Promise<void> {
    const before = requireMayBegin(options.configPath);
    const text = textOfFile(file);
    const yaml = readYaml(text, file);
    if (!yaml.ok) throw usageProblem(yaml.problems.map(problemText).join("; "));
    await checkAnswers(yaml, { wall: options.clock.wall() });
    const from = sha256Hex(utf8(text));
    const { unseen } = yaml.value as { readonly unseen?: readonly string[] };
    // Other answers begin anew; what was made stays known.
    const isSame = before?.from === from;
    const progress: Progress = isSame
      ? { ...before, draft: { ...draftOf(yaml), ...before.draft } }
      : { ...(before ?? NO_PROGRESS), from, draft: draftOf(yaml), unseen: unseen ?? [], done: [] };
    await new Setup(options, null, yaml, progress).#run(isSame);
  }

  /** By questions. Rejects with a Problem, also when it is given up; what was right is kept. */
  static async atTerminal(asker: Asker, options: SetupOptions): Promise<void> {
    const before = requireMayBegin(options.configPath);
    const { done = [] } = before ?? {};
    // Once it was done a second setup asks again.
    const isGoingOn = before?.from === null && done.length < STEPS.length;
    const progress: Progress = isGoingOn
      ? before
      : { ...(before ?? NO_PROGRESS), from: null, draft: {}, done: [] };
    await new Setup(options, asker, ASKED, progress).#run(isGoingOn);
  }

  async #run(isGoingOn: boolean): Promise<void> {
    const { configPath } = this.#options;
    if (isGoingOn && this.#progress.done.length > 0) this.#say("goes-on", { path: `${configPath}.setup` });
    for (const [at, step] of STEPS.entries()) {
      const title = TEXTS.steps[step][this.#options.language];
      if (this.#isDone(step)) {
        this.#say("remembered", { step: title });
        continue;
      }
      this.#options.say(`[${at + 1}/${STEPS.length}] ${title}`);
      if (this.#asker !== null) {
        const { draft, unseen } = await this.#asker.ask(step, this.#progress.draft, this.#progress.unseen);
        this.#progress = { ...this.#progress, draft, unseen };
      }
      await this.#do(step);
      this.#save({ done: [...this.#progress.done.filter((one) => one !== step), step] });
    }
    await this.#sayNext();
  }

  /** The journal, the configuration and the devices are looked at again however far it was. */
  #isDone(step: StepName): boolean {
    return this.#progress.done.includes(step) && !["key", "configuration", "self-test"].includes(step);
  }

  #do(step: StepName): Promise<void> {
    switch (step) {
      case "rulebook":
        return this.#rulebook();
      case "table":
        this.#say("log-twice", {});
        return Promise.resolve();
      case "devices":
        return this.#devices();
      case "people":
        return this.#people();
      case "storage":
        return this.#storage();
      case "clock":
        return this.#clock();
      case "remote":
        return this.#remote();
      case "key":
        return this.#key();
      case "configuration":
        return this.#configuration();
      case "self-test":
        return this.#selfTest();
    }
  }

  async #rulebook(): Promise<void> {
    // At a terminal the devices are not named yet, and the coverage is said with them.
    if (this.#asker === null) await this.#sayCoverage();
  }

  async #sayCoverage(): Promise<void> {
    const { setup } = await this.#check();
    const { judged, bounded, attested } = setup.coverage.counts;
    const of = { rulebook: setup.rulebook, day: setup.pack.inForce, device: setup.devices.device };
    this.#say("rulebook", { ...of, judged, bounded, attested });
  }

  async #devices(): Promise<void> {
    const { folders, clock } = this.#options;
    if (this.#asker !== null) await this.#sayCoverage();
    const rules = this.#deviceRules();
    const draft = await findDevices(this.#progress.draft, {
      ...{ folders, clock },
      check: (one, kinds) => this.#check(one, kinds),
      onLooking: ({ name, device }) => {
        this.#say("looking", { name, device });
        if (["card-rfid", "card-barcode"].includes(device)) this.#say("pass-card", { name });
      },
      grant: (...asked) => rules.grant(...asked),
      onFound: (slot, one) => {
        this.#say("found", { name: slot.name, says: one.says, address: one.address });
        rules.keep(slot, one);
      },
      choose: async (slot, tried) =>
        this.#asker === null ? onlyRight({ slot }, tried) : this.#asker.choose(slot, tried),
    });
    this.#progress = { ...this.#progress, draft };
  }

  #deviceRules(): DeviceRules {
    const { rulesPath } = this.#options;
    return new DeviceRules({
      path: rulesPath,
      isOurs: () => this.#progress.made.some(({ path }) => path === rulesPath),
      willMake: (path) => this.#willMake([fileOf(path)]),
      onKept: (path) => this.#say("rules-kept", { path }),
    });
  }

  /** From here on no PIN is known any more. */
  async #people(): Promise<void> {
    const { people } = this.#progress.draft;
    const given: readonly unknown[] = Array.isArray(people) ? people : [];
    const hashed = await Promise.all(
      given.map(async (one) =>
        isSection(one) && isClearPin(one["pin"]) ? { ...one, pin: await hashPin(String(one["pin"])) } : one,
      ),
    );
    this.#progress = { ...this.#progress, draft: { ...this.#progress.draft, people: hashed } };
    this.#say("people", { count: hashed.length });
    await this.#sayUnfilled();
  }

  /** Said while it costs a line: the first case that the law leaves to somebody is too late. */
  async #sayUnfilled(): Promise<void> {
    const { config, setup } = await this.#check();
    const unfilled = unfilledHere(setup, config);
    const { language } = this.#options;
    const roles = unfilled.map((role) => ROLE_NAMES[role][language]).join(", ");
    if (unfilled.length > 0) this.#say("unfilled", { roles });
  }

  async #storage(): Promise<void> {
    const { config } = await this.#check();
    const { folder, second } = config.storage;
    for (const path of [folder, ...(second === undefined ? [] : [second.folder])]) {
      this.#willMake(missingFolders(path));
      makeFolders(path);
      this.#options.say(path);
    }
  }

  async #clock(): Promise<void> {
    const { draft } = this.#progress;
    const { clock } = this.#options;
    const given = (await this.#check()).config.clock;
    const { sources, quality } = await measureClock(given ?? sourcesHere(), clock);
    this.#say(`clock-${quality}`, {});
    if (!sources.rtc && !sourcesHere().rtc) this.#say("no-battery", {});
    if (given === undefined) this.#progress = { ...this.#progress, draft: { ...draft, clock: sources } };
  }

  async #remote(): Promise<void> {
    const { config } = await this.#check();
    const { remote } = config;
    if (remote === undefined) return;
    const { key, certificate } = remote;
    this.#willMake([key, requestPathOf(certificate)].filter((path) => !isThere(path)).map(fileOf));
    makeRequest(key, certificate);
    const missing = [certificate, remote.authority, remote.revoked].filter((path) => !isThere(path));
    if (missing.length > 0) this.#say("request", { path: requestPathOf(certificate), log: logOf(config) });
  }

  async #key(): Promise<void> {
    const { config, setup } = await this.#check();
    const { folder, second } = config.storage;
    const folders = [folder, ...(second === undefined ? [] : [second.folder])];
    this.#willMake(
      folders.filter((one) => lookAtJournal(one) === null).map((path) => ({ kind: "journal", path })),
    );
    const { vkey, fingerprint, path } = await makeKey(config, setup);
    this.#say("enrol", {});
    this.#options.say(`vkey         ${vkey}`);
    this.#options.say(`fingerprint  SHA-256 ${fingerprint}`);
    this.#options.say(path);
  }

  async #configuration(): Promise<void> {
    const { configPath: path, updateSocket } = this.#options;
    await this.#check();
    const { draft } = this.#progress;
    const { format: _, ...rest } = draft;
    const update = updateSocket === null ? {} : { update: { socket: updateSocket } };
    this.#willMake([fileOf(path)]);
    try {
      replaceDurably(path, writeYaml({ format: CONFIG_FORMAT, ...update, ...rest }), CONFIG_MODE);
    } catch (error) {
      throw writeProblem(path, error);
    }
    // As the unit will read it.
    await readConfig(path);
    this.#say("written", { path });
  }

  async #selfTest(): Promise<void> {
    const { clock, configPath } = this.#options;
    const config = await readConfig(configPath);
    const id = systemSecrets().slice(0, ID_DIGITS);
    // The servers of those far away wait for their certificates, the updater for the service.
    const { remote: _remote, update: _update, ...tested } = config;
    const result = await testTable(tested, id, clock);
    for (const [name, says] of Object.entries(result.ports)) this.#say("tested", { name, says });
    this.#say("test-record", { seq: result.seq });
    this.#save({ last: lookAtJournal(config.storage.folder)?.last ?? null });
    const away = awayPorts(result);
    if (away.length > 0)
      throw new Problem(
        EXIT.device,
        `${away.join("; ")}; look at its power and its cable, then give tirada setup again: it goes on with this test`,
      );
  }

  async #sayNext(): Promise<void> {
    const { configPath: path, language, say } = this.#options;
    const next = (name: keyof typeof TEXTS.next): void => say(fill(TEXTS.next[name][language], { path }));
    const { config, setup } = await this.#check();
    const learning = WHEEL_TYPES.find(({ name }) => name === config.wheel?.device)?.learning ?? null;
    if (learning !== null && readCalibration(config.storage.folder) === null) next("calibrate-wheel");
    if (lacksEyeCalibration(config)) next("calibrate-eye");
    next("start");
    if (!config.table.openAtStart) next("open");
    next(setup.family);
    next("undo");
  }

  #check(draft = this.#progress.draft, kinds = {}): Promise<Checked> {
    const { unseen } = this.#progress;
    const value = { ...(this.#asker?.complete(draft) ?? draft), unseen };
    return checkAnswers({ ...this.#answers, value }, { wall: this.#options.clock.wall(), kinds });
  }

  /** What is going to be made is known before it is made: whenever the power goes, an undo finds it. */
  #willMake(made: readonly Made[]): void {
    const known = new Set(this.#progress.made.map(({ kind, path }) => `${kind} ${path}`));
    const fresh = made.filter(({ kind, path }) => !known.has(`${kind} ${path}`));
    if (fresh.length > 0) this.#save({ made: [...this.#progress.made, ...fresh] });
  }

  #save(change: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...change };
    writeProgress(this.#options.configPath, withoutPins(this.#progress));
  }

  #say(name: keyof typeof TEXTS.says, values: Values): void {
    this.#options.say(fill(TEXTS.says[name][this.#options.language], values));
  }
}

/** Typed answers stand in no file. */
const ASKED: Answers = {
  ok: true,
  value: {},
  problemAt: (_, message) => ({ file: "", line: 0, column: 0, message }),
};

/** Puts values in for the names in braces. */
export const fill = (text: string, values: Values): string =>
  fillWords(text, (name) => (Object.hasOwn(values, name) ? String(values[name]) : undefined));

const fileOf = (path: string): Made => ({ kind: "file", path });

/** No PIN goes to the disk: until their step is done the people of a file are read from it again. */
function withoutPins(progress: Progress): Progress {
  const { people, ...draft } = progress.draft;
  if (!Array.isArray(people) || !people.some((one: unknown) => isSection(one) && isClearPin(one["pin"])))
    return progress;
  return { ...progress, draft };
}

/** An eye of this computer that was not taught its installation. */
function lacksEyeCalibration({ dice, shoe }: Checked["config"]): boolean {
  const { eye, second } = dice ?? { eye: shoe?.dice?.eye, second: undefined };
  return [eye, second].some((one) => one?.calibration !== undefined && !isThere(one.calibration));
}

/** Throws a Problem when the configuration belongs to a table that plays, or to one that was set up otherwise. */
function requireMayBegin(configPath: string): Progress | null {
  const progress = readProgress(configPath);
  for (const { path } of (progress?.made ?? []).filter(({ kind }) => kind === "journal")) requireUnplayed(path);
  const isOurs = progress?.made.some(({ path }) => path === configPath) === true;
  if (!isOurs && isThere(configPath))
    throw usageProblem(
      `${configPath} is there already, and tirada setup did not write it: change it by hand, or name another file (--config)`,
    );
  return progress;
}

function textOfFile(file: string): string {
  try {
    return asRoot(() => readTextFile(file, MAX_FILE_BYTES));
  } catch (error) {
    throw usageProblem(`the answers: ${(error as FileError).message}`, error);
  }
}
