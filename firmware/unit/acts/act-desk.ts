import type {
  ActEnd,
  ActName,
  ActQuestion,
  ActRequest,
  ActState,
  ActValues,
} from "../../../src/people/acts.ts";
import {
  judgeAction,
  needsSecond,
  recordedAction,
  ruleOf,
  weightOf,
  type ActionRefusal,
  type ActionWeight,
} from "../../../src/people/actions.ts";
import { nameKey } from "../../../src/people/names.ts";
import type { Person } from "../../../src/people/roles.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { fillText, sameText } from "../../../src/text/every-language.ts";
import type { Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Clock, Timer } from "../../../src/time/clock.ts";
import { after, US_PER_S, type MonoUs } from "../../../src/time/instant.ts";
import type { PressAnswer } from "../../screens/server/messages.ts";
import { errorText, Problem } from "../../problem.ts";
import { ActRefusal, DeviceLost, type ActDetail, type RunAct } from "../../table/acts/act.ts";
import { ON_PAGE, progressText, type AskedTechnician } from "../../table/acts/technician.ts";
import { WHY } from "./refusal-words.ts";

/** Whoever began an act is no more at the page after this long without a word of it: a telephone that sleeps says none. */
export const ACT_LEASE_US = 120 * US_PER_S;
/** How often it is looked whether an act may go on. */
export const LOOK_US = US_PER_S / 2;
/** What an act said, of which the page has the newest. */
const SAID_MAX = 40;
/** Letters of a prompt, a reason and of values that a record keeps. */
const WORDS_MAX = 200;
/** The same refusal is a record once in so long, and so many different ones are: a page that asks on and on fills no journal. */
export const REFUSAL_US = 10 * US_PER_S;
export const REFUSALS_RECORDED = 8;

const TEXTS = textsOf("acts");
const { refusals: REFUSALS, names: NAMES, ends: ENDS } = TEXTS;

export interface ActParts {
  readonly clock: Clock;
  readonly unit: {
    readonly shown: { readonly durable: { readonly open: boolean } };
    readonly hasFailed: boolean;
    feed(entry: Entry): Promise<void>;
  };
  /** Finds what is to be done. Throws ActRefusal where this table has nothing for it. */
  readonly find: (act: ActName, values: ActValues, text: string | undefined) => RunAct;
  /** Shows how it stands. */
  readonly show: (state: ActState) => void;
}

interface Going {
  readonly number: number;
  readonly act: ActName;
  readonly by: Person;
  /** Who wants it too; null: nobody yet. */
  second: Person | null;
  readonly weight: ActionWeight;
  readonly abort: AbortController;
  heardAt: MonoUs;
  said: readonly Text[];
  /** How far the step is; null: it says nothing of it. */
  progress: Text | null;
  asked: (ActQuestion & { readonly answered: PromiseWithResolvers<string> }) | null;
  isDecided: boolean;
  ended: ActState["ended"];
}

/**
 * What technicians do at the table: one act at a time, begun by a person, led by questions, ended in one way. Each of these is a record
 * before it counts. An act ends with what was before when its person is gone, its device is lost or the table opens.
 */
export class ActDesk {
  readonly #parts: ActParts;
  #going: Going | null = null;
  #count = 0;
  #looking: Timer | null = null;
  #isEnding = false;
  readonly #refused = new Map<string, MonoUs>();

  constructor(parts: ActParts) {
    this.#parts = parts;
  }

  /** What somebody who is signed in asks for; `second`: who answers beside them. */
  async take(request: ActRequest, by: Person, second?: Person): Promise<PressAnswer> {
    if (request.do === "begin") return this.#begin(request, by);
    const going = this.#going;
    if (going === null || going.number !== request.number || going.ended !== null || going.isDecided)
      return { ok: false, why: REFUSALS.over };
    if (nameKey(going.by.name) !== nameKey(by.name)) return { ok: false, why: REFUSALS["not-yours"] };
    going.heardAt = this.#parts.clock.now();
    if (request.do === "give-up") await this.#end(going, "given-up", null);
    return request.do === "answer" ? this.#answer(going, request, second ?? null) : { ok: true };
  }

  /** Ends what goes on, and takes nothing more: the unit ends. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    if (this.#going !== null) await this.#end(this.#going, "interrupted", null);
  }

  async #begin({ act, values, text }: ActRequest & { do: "begin" }, by: Person): Promise<PressAnswer> {
    const { unit, clock, find } = this.#parts;
    const refuse = (why: Text): PressAnswer => this.#refuse(act, by, why);
    if (this.#isEnding || unit.hasFailed) return refuse(REFUSALS.ending);
    const weight = weightOf(act, values);
    const judged = this.#judge(act, [by], weight);
    // Who else wants it is asked once it is plain what it comes to.
    if (judged !== null && judged !== "second-missing") return refuse(WHY[judged]);
    const before = this.#going;
    if (before !== null && before.ended === null)
      return refuse(fillText(REFUSALS.busy, { name: before.by.name, act: NAMES[before.act] }));
    let run: RunAct;
    try {
      run = find(act, values, text);
    } catch (error) {
      if (error instanceof ActRefusal) return refuse(error.text);
      throw error;
    }
    const going: Going = {
      number: ++this.#count,
      act,
      by,
      second: null,
      weight,
      abort: new AbortController(),
      heardAt: clock.now(),
      said: [],
      progress: null,
      asked: null,
      isDecided: false,
      ended: null,
    };
    this.#going = going;
    const { asked } = recordedAction([by], text === undefined ? values : { ...values, configuration: text });
    await this.#record(going, "began", { role: by.role, values: asked });
    // It may have been given up, or the table opened, while the record was made: nothing of it is done then.
    this.#look();
    if (going.ended !== null) return { ok: false, why: going.ended.why ?? ENDS[going.ended.is] };
    this.#show(going);
    this.#looking ??= clock.every(LOOK_US, "act of a technician", () => this.#look());
    void this.#run(going, run, values);
    return { ok: true };
  }

  async #run(going: Going, run: RunAct, values: ActValues): Promise<void> {
    try {
      const { signal } = going.abort;
      const commit = (learned: ActDetail): Promise<void> => this.#commit(going, learned);
      const note = (seen: ActDetail): Promise<void> => this.#record(going, "seen", seen);
      const second = (prompt: Text): Promise<Person> => this.#askSecond(going, prompt);
      const context = { values, person: this.#personOf(going), by: going.by, second, signal, commit, note };
      const { detail = {} } = await run(context);
      await this.#end(going, "done", null, detail);
    } catch (error) {
      const words = error instanceof Problem || error instanceof DeviceLost ? error.words : null;
      const why = error instanceof ActRefusal ? error.text : (words ?? sameText(errorText(error)));
      await this.#end(going, error instanceof DeviceLost ? "device-lost" : "failed", why);
    }
  }

  async #commit(going: Going, detail: ActDetail): Promise<void> {
    this.#look();
    going.abort.signal.throwIfAborted();
    const { act, by, second, weight } = going;
    const why = this.#judge(act, second === null ? [by] : [by, second], weight);
    if (why !== null) throw new ActRefusal(WHY[why]);
    going.isDecided = true;
    await this.#record(going, "keeping", { ...(second === null ? {} : { second: second.name }), ...detail });
    if (this.#parts.unit.hasFailed) throw new Error("the record was not kept: nothing was changed");
  }

  /** Why these people may not have it done now; null: they may. */
  #judge(act: ActName, people: readonly Person[], weight: ActionWeight): ActionRefusal | null {
    const { open: isOpen } = this.#parts.unit.shown.durable;
    return judgeAction({ action: act, way: "table", people, weight, isOpen });
  }

  #ask(going: Going, text: Text, answers: ActQuestion["answers"], isForSecond = false): Promise<string> {
    going.abort.signal.throwIfAborted();
    const answered = Promise.withResolvers<string>();
    going.asked = { step: ++this.#steps, text, answers, isForSecond, answered };
    this.#show(going);
    return answered.promise;
  }

  async #askSecond(going: Going, prompt: Text): Promise<Person> {
    if (!needsSecond(going.act, going.weight)) return going.by;
    await this.#ask(going, prompt, [{ answer: "", text: TEXTS.page.agree }], true);
    if (going.second === null) throw new ActRefusal(REFUSALS["second-missing"]);
    return going.second;
  }

  #personOf(going: Going): AskedTechnician {
    const ask = async (text: Text, answers: ActQuestion["answers"]): Promise<string> =>
      this.#ask(going, text, answers);
    const { page } = TEXTS;
    const goOn = { answer: "", text: page["go-on"] };
    const no = { answer: "no", text: page.no };
    const kinds = {
      confirm: [{ answer: "", text: page.yes }, no],
      next: [goOn, { answer: "no", text: page.without }],
    };
    return {
      words: ON_PAGE,
      say: (line) => {
        if (going.ended !== null) return;
        going.said = [...going.said, line].slice(-SAID_MAX);
        going.progress = null;
        this.#show(going);
      },
      progress: (done, of) => {
        if (going.ended !== null) return;
        going.progress = progressText(done, of);
        this.#show(going);
      },
      ready: async (prompt) => {
        await ask(prompt, [goOn]);
      },
      ask: async (prompt, kind) => ((await ask(prompt, kinds[kind])) === "" ? "" : "no"),
    };
  }

  /** Questions of this start: none has the number of another. */
  #steps = 0;

  async #answer(
    going: Going,
    { step, answer }: ActRequest & { do: "answer" },
    second: Person | null,
  ): Promise<PressAnswer> {
    const { asked } = going;
    if (asked?.step !== step || !asked.answers.some((one) => one.answer === answer))
      return { ok: false, why: REFUSALS.over };
    if (asked.isForSecond) {
      const people = second === null ? [going.by] : [going.by, second];
      const why = this.#judge(going.act, people, going.weight);
      if (why !== null) return this.#refuse(going.act, second ?? going.by, WHY[why]);
      going.second = second;
    }
    going.asked = null;
    const { text } = asked;
    const who = going.second !== null && asked.isForSecond ? { second: going.second.name } : {};
    await this.#record(going, "answered", { asked: text.en.slice(0, WORDS_MAX), answer, ...who });
    // The table may have been opened while the record was made.
    this.#look();
    if (going.ended !== null) return { ok: false, why: going.ended.why ?? ENDS[going.ended.is] };
    this.#show(going);
    asked.answered.resolve(answer);
    return { ok: true };
  }

  /** Whether the act may still go on. */
  #look(): void {
    const going = this.#going;
    if (going === null || going.ended !== null || going.isDecided) return;
    const { unit, clock } = this.#parts;
    if (unit.shown.durable.open && ruleOf(going.act).closed) void this.#end(going, "opened", null);
    else if (clock.now() > after(going.heardAt, ACT_LEASE_US))
      void this.#end(going, "asleep", fillText(ENDS.asleep, { minutes: ACT_LEASE_US / (60 * US_PER_S) }));
  }

  async #end(going: Going, is: ActEnd, why: Text | null, detail: ActDetail = {}): Promise<void> {
    if (going.ended !== null) return;
    going.ended = { is, why };
    this.#looking?.cancel();
    this.#looking = null;
    const gone = new Error(ENDS[is].en);
    going.abort.abort(gone);
    going.asked?.answered.reject(gone);
    going.asked = null;
    await this.#record(going, "ended", { is, why: why?.en.slice(0, WORDS_MAX) ?? null, ...detail });
    this.#show(going);
  }

  #refuse(act: ActName, by: Person, why: Text): PressAnswer {
    const now = this.#parts.clock.now();
    const key = `${act} ${by.name} ${why.en}`;
    for (const [other, last] of this.#refused) if (now > after(last, REFUSAL_US)) this.#refused.delete(other);
    if (!this.#refused.has(key) && this.#refused.size < REFUSALS_RECORDED) {
      this.#refused.set(key, now);
      const detail = { what: "refused", act, person: by.name, why: why.en.slice(0, WORDS_MAX) };
      void this.#feed(detail);
    }
    return { ok: false, why };
  }

  #record({ act, by }: Going, what: string, detail: ActDetail): Promise<void> {
    return this.#feed({ what, act, person: by.name, ...detail });
  }

  #feed(detail: ActDetail): Promise<void> {
    const { unit, clock } = this.#parts;
    return unit.feed({ k: "event", t: clock.now(), event: "act", detail });
  }

  #show({ number, act, by, said, progress, asked, ended }: Going): void {
    const question =
      asked === null
        ? null
        : { step: asked.step, text: asked.text, isForSecond: asked.isForSecond, answers: asked.answers };
    const lines = progress === null ? said : [...said, progress];
    this.#parts.show({ number, act, by: by.name, said: lines, asked: question, ended });
  }
}

/** An act that the records of the run before leave open: its device is as it was. @returns what its last record says; null: none is */
export function openActOf(details: readonly ActDetail[]): ActDetail | null {
  const last = details.findLast(({ what }) => what !== "refused");
  if (last === undefined || last["what"] === "ended") return null;
  const { act = null, person = null } = last;
  // What was learned was being kept: the boot record says which calibration counts.
  const why = last["what"] === "keeping" ? null : ENDS.interrupted.en;
  return { what: "ended", act, person, is: "interrupted", why };
}
