import { dirname } from "node:path";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { readYaml, problemsText, writeYaml } from "../../../src/rules/yaml.ts";
import { ROLE_NAMES } from "../../../src/people/roles.ts";
import { systemSecrets } from "../../../src/time/secret.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { Language } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { CONFIG_FORMAT, logOf } from "../../table/config/config.ts";
import { WHEEL_TYPES } from "../../table/config/devices.ts";
import { isThere } from "../../files/disk.ts";
import { hashPin } from "../../screens/server/client.ts";
import { errorTextIn, EXIT, Problem, usageProblem } from "../../problem.ts";
import { readCalibration } from "../../table/wheel/calibration-file.ts";
import { readConfig } from "../../unit/configuration/read-config.ts";
import { unfilledHere } from "../../unit/configuration/unfilled-roles.ts";
import { type Asking, Back } from "./asking.ts";
import { ASKED, lacksEyeCalibration, requireMayBegin, textOfFile, withoutPins } from "./begin.ts";
import { makeRequest, requestPathOf, requestValues } from "./certificate-request.ts";
import { casinoIn, checkAnswers, draftOf, type Answers, type CasinoAnswer, type Checked } from "./check.ts";
import { measureClock, findClockSources } from "./clock-found.ts";
import { DeviceRules } from "./device-rules.ts";
import { confirmDevices, findDevices, type DeviceSearch } from "./devices.ts";
import { isClearPin, isSection, withValue, type Draft } from "./draft.ts";
import { editsOf, writeConfig } from "./edits.ts";
import { lookAtJournal, makeFolders, makeKey, missingFolders, requireSecondDisk } from "./evidence.ts";
import { fill, type Values } from "../../../src/text/every-language.ts";
import { onlyRight, type DeviceFolders } from "./find-devices.ts";
import { logIn, requireFirstJournal } from "./known-log.ts";
import { NO_PROGRESS, STEPS, writeProgress, type Made, type Progress, type StepName } from "./progress.ts";
import { freePort, isFree, screensPathOf, screensText } from "./screens.ts";
import { awayPorts, inWords, testTable } from "./self-test.ts";
import { summaryOf } from "./summary.ts";
import { replaceAsRoot } from "./table-user.ts";

const TEXTS = textsOf("first-setup");
const ID_DIGITS = 16;
const SCREENS_MODE = 0o644;

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
  /** How the table joins the casino that a file of answers names. It is read at once, so that nothing is begun with one that is none. */
  readonly casino: (answer: CasinoAnswer, folder: string) => () => Promise<void>;
  /** Asks somebody at a terminal what the casino gives, and has the table join it. */
  readonly askCasino: (asking: Asking) => Promise<void>;
}

/** Asks what a step needs, for a setup at a terminal; the answers of a file are there from the start. */
export interface Asker {
  /** The draft with the answers of a step. `isRight` refuses an answer with a Problem, and the question comes again. */
  ask(
    step: StepName,
    draft: Draft,
    unseen: readonly string[],
  ): Promise<{ readonly draft: Draft; readonly unseen: readonly string[] }>;
  /** Says why an answer cannot be used. */
  refuse(why: string): void;
  /** Shows what the table will be; rejects with {@link Back} where that is not right. */
  confirm(lines: readonly string[]): Promise<void>;
  /** A free port for the screens. */
  port(): Promise<number>;
  /** Has the table join its casino, where it is to do so now. @returns whether it did */
  casino(join: SetupOptions["askCasino"]): Promise<boolean>;
  choose(...asked: Parameters<DeviceSearch["choose"]>): ReturnType<DeviceSearch["choose"]>;
  /** The draft with something right for every step that is still to be asked. */
  complete(draft: Draft): Draft;
}

/** The steps that ask somebody at a terminal. */
const ASKED_STEPS: readonly StepName[] = ["rulebook", "table", "devices", "people", "storage", "remote"];

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
    if (!yaml.ok) throw usageProblem(problemsText(yaml.problems));
    await checkAnswers(yaml, { wall: options.clock.wall() });
    const casino = casinoIn(yaml);
    const join = casino === null ? null : options.casino(casino, file === "-" ? "." : dirname(file));
    const from = sha256Hex(text);
    const { unseen } = yaml.value as { readonly unseen?: readonly string[] };
    // Other answers begin anew; what was made stays known.
    const isSame = before?.from === from;
    const progress: Progress = isSame
      ? { ...before, draft: { ...draftOf(yaml), ...before.draft } }
      : { ...(before ?? NO_PROGRESS), from, draft: draftOf(yaml), unseen: unseen ?? [], done: [] };
    await new Setup(options, null, yaml, progress).#run(isSame, join);
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

  async #run(isGoingOn: boolean, join: (() => Promise<void>) | null = null): Promise<void> {
    const { configPath } = this.#options;
    if (isGoingOn && this.#progress.done.length > 0) this.#say("goes-on", { path: `${configPath}.setup` });
    if (this.#asker !== null) this.#say("back", {});
    for (let at = 0; at < STEPS.length;) {
      const step = STEPS[at];
      if (step === undefined) break;
      try {
        await this.#pass(step, at);
        at++;
      } catch (error) {
        if (!(error instanceof Back)) throw error;
        at = this.#reopen(error.step ?? ASKED_STEPS.findLast((one) => STEPS.indexOf(one) < at) ?? "rulebook");
      }
    }
    if (join !== null) await join();
    const hasJoined = join !== null || (await this.#asker?.casino(this.#options.askCasino)) === true;
    await this.#sayNext(!hasJoined);
  }

  /** Goes through a step, unless it was done already. Rejects with {@link Back}. */
  async #pass(step: StepName, at: number): Promise<void> {
    const title = TEXTS.steps[step][this.#options.language];
    if (this.#isDone(step)) {
      this.#say("remembered", { step: title });
      return;
    }
    const { done } = this.#progress;
    if (step === "key" && this.#asker !== null && !done.includes("key"))
      await this.#asker.confirm(summaryOf(this.#progress.draft, this.#options.language));
    this.#options.say(`[${at + 1}/${STEPS.length}] ${title}`);
    await this.#askAndDo(step);
    this.#save({ done: [...this.#progress.done.filter((one) => one !== step), step] });
  }

  /** What somebody typed and cannot be is asked for again. */
  async #askAndDo(step: StepName): Promise<void> {
    const asker = ASKED_STEPS.includes(step) ? this.#asker : null;
    if (asker === null) return this.#do(step);
    for (;;) {
      const before = this.#progress;
      const { draft, unseen } = await asker.ask(step, before.draft, before.unseen);
      this.#progress = { ...before, draft, unseen };
      try {
        await this.#do(step);
        return;
      } catch (error) {
        if (!(error instanceof Problem) || error.status === EXIT.internal) throw error;
        asker.refuse(errorTextIn(error, this.#options.language));
      }
    }
  }

  /** The place of a step that is asked again; the devices depend on the game. */
  #reopen(step: StepName): number {
    const again: readonly StepName[] = step === "rulebook" ? [step, "devices"] : [step];
    this.#save({ done: this.#progress.done.filter((one) => !again.includes(one)) });
    return STEPS.indexOf(step);
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
    if (this.#asker !== null) await this.#sayCoverage();
    const draft = await findDevices(this.#progress.draft, {
      ...this.#search(),
      choose: async (slot, tried) =>
        this.#asker === null
          ? onlyRight({ slot, language: this.#options.language }, tried)
          : this.#asker.choose(slot, tried),
    });
    this.#progress = { ...this.#progress, draft };
  }

  #search(): Omit<DeviceSearch, "choose"> {
    const { folders, clock, language } = this.#options;
    const rules = this.#deviceRules();
    return {
      folders,
      clock,
      language,
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
    };
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
    const { configPath, language } = this.#options;
    const log = logIn(folder);
    if (log !== null && log !== logOf(config))
      throw new Problem(EXIT.storage, fill(TEXTS.refuse["other-log"], language, { folder, log }));
    requireFirstJournal({ log: logOf(config), folder, configPath });
    for (const path of [folder, ...(second === undefined ? [] : [second.folder])]) {
      this.#willMake(missingFolders(path));
      makeFolders(path);
      this.#options.say(path);
    }
    if (second !== undefined) requireSecondDisk(folder, second.folder);
  }

  async #clock(): Promise<void> {
    const { draft } = this.#progress;
    const { clock } = this.#options;
    const given = (await this.#check()).config.clock;
    const { sources, quality } = await measureClock(given ?? findClockSources(), clock);
    this.#say(`clock-${quality}`, {});
    if (!sources.rtc && !findClockSources().rtc) this.#say("no-battery", {});
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
    if (missing.length > 0) this.#say("request", requestValues(certificate, logOf(config)));
  }

  async #key(): Promise<void> {
    const { config, setup } = await this.#check();
    const { folder, second } = config.storage;
    requireFirstJournal({ log: logOf(config), folder, configPath: this.#options.configPath });
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
    await this.#choosePort();
    await this.#check();
    const { draft, written } = this.#progress;
    const { format: _, ...rest } = draft;
    const update = updateSocket === null ? {} : { update: { socket: updateSocket } };
    const text = writeYaml({ format: CONFIG_FORMAT, ...update, ...rest });
    this.#willMake([fileOf(path)]);
    const difference = editsOf(path, written);
    const { language } = this.#options;
    if (difference !== null && text !== written)
      throw usageProblem(fill(TEXTS.refuse.edited, language, { path, difference }));
    if (difference !== null) this.#say("kept-edits", { path, difference });
    // Known before it is there: whenever the power goes, a later change by hand is told from this.
    else writeConfig(path, text, (one) => this.#save({ written: one }));
    // As the unit will read it.
    const { display } = await readConfig(path);
    this.#say("written", { path });
    if (updateSocket !== null && display.port !== 0) this.#writeScreens(display.port);
  }

  /** A machine that has the package may show the table's pages itself. */
  #writeScreens(port: number): void {
    const path = screensPathOf(this.#options.configPath);
    const text = screensText(path, port);
    if (text === null) return;
    if (!isThere(path)) this.#willMake([fileOf(path)]);
    replaceAsRoot(path, text, SCREENS_MODE);
    this.#say("written", { path });
  }

  /** A port that another program took since it was named is asked for once more. */
  async #choosePort(): Promise<void> {
    const { port, host } = (await this.#check()).config.display;
    if (port === 0 || (await isFree(port, host))) return;
    const { language } = this.#options;
    const taken = fill(TEXTS.refuse["port-taken"], language, { port, free: await freePort(port) });
    if (this.#asker === null) throw new Problem(EXIT.display, taken);
    this.#asker.refuse(taken);
    const draft = withValue(this.#progress.draft, ["display", "port"], await this.#asker.port());
    this.#progress = { ...this.#progress, draft };
  }

  async #selfTest(): Promise<void> {
    const { clock, configPath, language } = this.#options;
    const config = await readConfig(configPath);
    await this.#confirmDevices();
    const id = systemSecrets().slice(0, ID_DIGITS);
    // The servers of those far away wait for their certificates, the updater for the service.
    const { remote: _remote, update: _update, ...tested } = config;
    this.#save({ testing: true });
    const result = await testTable(tested, id, clock);
    for (const [name, says] of Object.entries(result.ports))
      this.#say("tested", { name, says: inWords(says, language) });
    this.#say("test-record", { seq: result.seq });
    this.#save({ testing: false, last: lookAtJournal(config.storage.folder)?.last ?? null });
    const away = awayPorts(result);
    if (away.length > 0)
      throw new Problem(
        EXIT.device,
        `${away.map((one) => inWords(one, language)).join("; ")}; ${TEXTS.devices.look[language]}; ${TEXTS.devices.again[language]}`,
      );
  }

  /** What was plugged since they were found says once more what it is: a table that runs hears a wrong one too late. */
  async #confirmDevices(): Promise<void> {
    try {
      await confirmDevices(this.#progress.draft, this.#search());
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== EXIT.device) throw error;
      throw new Problem(
        EXIT.device,
        `${errorTextIn(error, this.#options.language)}; ${TEXTS.devices.again[this.#options.language]}`,
        {
          cause: error,
        },
      );
    }
  }

  async #sayNext(mayJoin: boolean): Promise<void> {
    const { configPath: path, language, say } = this.#options;
    const next = (name: keyof typeof TEXTS.next): void => say(fill(TEXTS.next[name], language, { path }));
    const { config, setup } = await this.#check();
    const learning = WHEEL_TYPES.find(({ name }) => name === config.wheel?.device)?.learning ?? null;
    if (learning !== null && readCalibration(config.storage.folder) === null) next("calibrate-wheel");
    if (lacksEyeCalibration(config)) next("calibrate-eye");
    next("start");
    if (mayJoin) next("join");
    if (!config.table.openAtStart) next("open");
    if (Object.hasOwn(TEXTS.next, setup.family)) next(setup.family as keyof typeof TEXTS.next);
    next("undo");
  }

  #check(draft = this.#progress.draft, kinds = {}): Promise<Checked> {
    const { unseen } = this.#progress;
    const value = { ...(this.#asker?.complete(draft) ?? draft), unseen };
    const { clock } = this.#options;
    return checkAnswers({ ...this.#answers, value }, { wall: clock.wall(), kinds });
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
    this.#options.say(fill(TEXTS.says[name], this.#options.language, values));
  }
}

const fileOf = (path: string): Made => ({ kind: "file", path });
