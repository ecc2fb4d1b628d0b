import { spawnSync } from "node:child_process";
import type { z } from "zod";
import { nearest } from "../../../src/rules/nearest.ts";
import type { Language } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import { KEYED } from "./answer-keys.ts";
import { fill, type Values } from "../../../src/text/every-language.ts";
import { type StepName, STEPS } from "./progress.ts";

const TEXTS = textsOf("first-setup");
const YES = /^(?:s|si|sí|y|yes|b|bai)$/i;
const NO = /^(?:n|no|non|e|ez)$/i;
/** Leads back to a step. */
const BACK = "<";

export type Question = keyof typeof TEXTS.ask;
export type Refusal = keyof typeof TEXTS.refuse;

/** A person at a terminal. */
export interface Terminal {
  say(line: string): void;
  /** One line that was typed, without blanks around it. Rejects with a Problem when the person leaves. */
  ask(prompt: string): Promise<string>;
}

/** Asks single questions in one language, each until its answer can be used. Rejects with {@link Back} where somebody goes back. */
export class Asking {
  readonly language: Language;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal, language: Language) {
    this.#terminal = terminal;
    this.language = language;
  }

  say(line: string): void {
    this.#terminal.say(line);
  }

  tell(name: keyof typeof TEXTS.says, values: Values = {}): void {
    this.say(fill(TEXTS.says[name], this.language, values));
  }

  refuse(name: Refusal, values: Values = {}): void {
    this.say(`✗ ${this.refusal(name, values)}`);
  }

  refusal(name: Refusal, values: Values = {}): string {
    return fill(TEXTS.refuse[name], this.language, values);
  }

  /** What was typed. `known`: what is listed behind the question. */
  async put(name: Question, known: readonly string[] = []): Promise<string> {
    const list = known.length === 0 ? "" : ` ${known.join(", ")}`;
    for (;;) {
      const said = await this.#terminal.ask(`${TEXTS.ask[name][this.language]}${list}`);
      if (!said.startsWith(BACK)) return said;
      const word = said.slice(BACK.length).trim();
      if (word === "") throw new Back(null);
      const step = this.stepOf(word);
      if (step !== null) throw new Back(step);
    }
  }

  /** The step of a number or a name; null: it was refused. */
  stepOf(word: string): StepName | null {
    const near = nearest(fold(word), STEPS);
    const step = STEPS[Number(word) - 1] ?? STEPS.find((one) => one === near) ?? null;
    if (step === null || step === "key" || step === "configuration" || step === "self-test") {
      this.refuse("step", { said: word, last: STEPS.indexOf("key") });
      return null;
    }
    return step;
  }

  /** What a key of the answers is to be, as its schema reads it. `usual`: what Enter stands for. */
  async keyed<Name extends keyof typeof KEYED>(
    name: Name,
    usual = "",
  ): Promise<z.output<(typeof KEYED)[Name]["schema"]>> {
    const { schema, refusal }: { readonly schema: z.ZodType; readonly refusal: Refusal } = KEYED[name];
    for (;;) {
      const said = await this.put(name, usual === "" ? [] : [usual]);
      const read = schema.safeParse(said || usual);
      if (read.success) return read.data as z.output<(typeof KEYED)[Name]["schema"]>;
      this.refuse(refusal, { said, usual });
    }
  }

  /** Asks until nothing is wrong with the answer. */
  async until(
    name: Question,
    known: readonly string[],
    wrong: (said: string) => string | null | Promise<string | null>,
  ): Promise<string> {
    for (;;) {
      const said = await this.put(name, known);
      const why = await wrong(said);
      if (why === null) return said;
      this.say(`✗ ${why}`);
    }
  }

  /** Whatever is neither yes nor no is asked again. `otherwise`: what Enter means; null: it means nothing. */
  async yesNo(name: Question, otherwise: boolean | null = false): Promise<boolean> {
    for (;;) {
      const said = await this.put(name);
      if (YES.test(said)) return true;
      if (NO.test(said)) return false;
      if (said === "" && otherwise !== null) return otherwise;
      this.refuse("yes-no", { said });
    }
  }

  /** One of the known words, however it is written. `names`: what people call them; `none`: Enter is an answer. */
  async oneOf<const Word extends string>(
    name: Question,
    known: readonly Word[],
    names: Readonly<Record<string, string>> = {},
  ): Promise<Word> {
    for (;;) {
      const found = this.#among(await this.put(name, known), known, names);
      if (found !== null) return found;
    }
  }

  /** The same; Enter is null. */
  async oneOrNone<const Word extends string>(name: Question, known: readonly Word[]): Promise<Word | null> {
    for (;;) {
      const said = await this.put(name, known);
      if (said === "") return null;
      const found = this.#among(said, known, {});
      if (found !== null) return found;
    }
  }

  #among<Word extends string>(
    said: string,
    known: readonly Word[],
    names: Readonly<Record<string, string>>,
  ): Word | null {
    const word = fold(said);
    const found = known.find((one) => fold(one) === word) ?? known.find((one) => one === names[word]);
    if (found !== undefined) return found;
    const near = nearest(word, known) ?? names[nearest(word, Object.keys(names)) ?? ""] ?? null;
    this.refuse(near === null ? "known" : "near", { said, known: known.join(", "), near: near ?? "" });
    return null;
  }

  /** A line that is not shown while it is typed. */
  async hidden(name: Question): Promise<string> {
    const { stdin } = process;
    const set = (word: string): unknown =>
      stdin.isTTY && spawnSync("stty", [word], { stdio: ["inherit", "ignore", "ignore"] });
    const show = (): unknown => set("echo");
    process.once("exit", show);
    set("-echo");
    try {
      return await this.put(name);
    } finally {
      show();
      process.removeListener("exit", show);
    }
  }
}

/** As people write a word, and as its id is written: without accents, blanks and capitals. */
const fold = (word: string): string =>
  word
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .trim()
    .replaceAll(/[\s_]+/g, "-");

/** Somebody goes back, while they are asked. `step`: to this one; null: to the one before. */
export class Back extends Error {
  readonly step: StepName | null;

  constructor(step: StepName | null) {
    super("back");
    this.step = step;
  }
}
