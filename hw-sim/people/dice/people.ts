import type { DieFace } from "../../../src/dice/faces.ts";
import type { Key } from "../../../src/people/keys.ts";
import type { Person, Role } from "../../../src/people/roles.ts";
import type { DicePack, Rule } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { expectedOf, isCallOwed, voidsWhenDeclared, type Expected } from "./expected.ts";
import { pointAfter, type Point } from "./second-count.ts";
import { DiceSlips } from "./slips.ts";
import type { ThrowTruth } from "./truth.ts";
import type { DiceWorld } from "./world.ts";

/** What the people of a table did with a throw, beside what the machine said. */
export interface Played {
  readonly truth: ThrowTruth;
  readonly expected: Expected;
  /** Rules that somebody declared, and whether one of them annuls the throw. */
  readonly declared: readonly string[];
  readonly isAnnulled: boolean;
  /** Keys that the law allows and the table refused. */
  readonly refused: readonly string[];
  /** Where the series of craps stood before the throw. */
  readonly point: Point;
  /** The throw before it left something under way. */
  readonly isCarried: boolean;
}

export interface PeopleParts {
  readonly world: DiceWorld;
  readonly pack: DicePack;
  readonly random: RandomSource;
  /** Slips of these people, in a thousand chances; absent: they make none. */
  readonly slipsPerMille?: number;
}

const S = 1_000_000;
/** A throw comes to its verdict within this, or a person has long been called. */
const VERDICT_MAX_US = 75 * S;
/** The law's hour of terna and thrower, with some minutes in hand. */
const TURNS_US = 52 * 60 * S;
const NAMES: Readonly<Record<Role, string>> = {
  croupier: "Croupier simulado",
  stickman: "Stickman simulado",
  "jefe-de-mesa": "Jefe de mesa simulado",
  inspector: "Inspector simulado",
  tecnico: "Técnico simulado",
};

/** Croupier, stickman and jefe de mesa of a dice table: they throw, call, announce and press the keys that the law asks for. */
export class DicePeople {
  readonly #world: DiceWorld;
  readonly #pack: DicePack;
  readonly #random: RandomSource;
  /** As people know it, who saw every throw. */
  #point: Point = null;
  readonly #slips: DiceSlips;
  #refused: string[] = [];
  #turnedUs = 0;
  #isLeft = false;

  constructor({ world, pack, random, slipsPerMille = 0 }: PeopleParts) {
    this.#world = world;
    this.#pack = pack;
    this.#random = random;
    this.#slips = new DiceSlips(
      slipsPerMille,
      random.fork("slips"),
      (key, role) => this.#press(key, role),
      (what) => this.#refused.push(what),
    );
  }

  /** Another table begins: its series too. */
  newTable(): void {
    this.#point = null;
  }

  /** One throw from open bets to the last word on it. Null: the table would not open its bets. */
  async play(truth: ThrowTruth): Promise<Played | null> {
    this.#refused = [];
    if (!(await this.#ready())) return null;
    const isCarried = this.#isLeft;
    await this.#turns();
    this.#world.load(truth);
    await this.#world.wait(this.#between(4, 9));
    await this.#answer();
    const isOpen = this.#world.screen.phase === "betting";
    if (isCallOwed(this.#pack) && truth.isCalled && isOpen)
      await this.#must({ key: "no-more-bets" }, this.#caller);
    await this.#world.wait(this.#between(1, 3));
    const point = this.#point;
    const expected = expectedOf(this.#pack, truth);
    const round = this.#world.screen.round;
    const declared = await this.#throw(truth, expected, round);
    const annuls = (id: string): boolean =>
      this.#pack.rules.some((rule) => rule.id === id && voidsWhenDeclared(rule));
    const played = {
      truth,
      expected,
      declared,
      isAnnulled: declared.some(annuls),
      refused: this.#refused,
      point,
      isCarried,
    };
    this.#isLeft = this.#world.screen.phase === "throwing";
    return played;
  }

  async #throw(truth: ThrowTruth, expected: Expected, round: number): Promise<readonly string[]> {
    const motion = this.#world.throw(truth);
    await this.#verdict(round, truth);
    // Whatever the screens say, nobody reaches for dice that still roll.
    const stillUs = (motion?.toUs ?? 0) + 3 * S;
    if (this.#world.us < stillUs) {
      await this.#world.wait(stillUs - this.#world.us);
      await this.#verdict(this.#world.screen.round, truth);
    }
    const declared = await this.#resolve(truth, expected);
    if (this.#pack.dice.betsClose === "announcement") await this.#announce();
    if (motion === null || motion.toUs === null || this.#world.screen.faults.length > 0) this.#world.free();
    await this.#world.wait(this.#between(1, 3));
    this.#world.takeUp();
    await this.#world.wait(this.#between(2, 4));
    await this.#series(truth, expected, declared);
    if (declared.length === 0) await this.#slips.contestThrow(this.#world, this.#point);
    return declared;
  }

  /** Waits until the machine has spoken, and longer where dice are touched after it. */
  async #verdict(round: number, truth: ThrowTruth): Promise<void> {
    const until = this.#world.us + VERDICT_MAX_US;
    const isOver = (): boolean => {
      const { screen } = this.#world;
      return (screen.round > round || screen.verdict?.round === round) && screen.verdict !== null;
    };
    while (!isOver() && this.#world.us < until) await this.#world.wait(S);
    await this.#world.wait(truth.touched === null ? S : 3 * S);
  }

  /** What waits for a person is done: a void is called, what could not be read is named or decided. */
  async #resolve(truth: ThrowTruth, expected: Expected): Promise<readonly string[]> {
    const { verdict, round } = this.#world.screen;
    await this.#world.wait(this.#between(1, 2));
    if (verdict?.kind === "void") {
      const [reason] = verdict.reasons;
      if (reason !== undefined && verdict.calledBy === "machine") await this.#confirm(round, reason.rule);
      return [];
    }
    const word = this.#wordOf(truth, expected);
    if (word !== null && (verdict?.kind === "result" || verdict?.kind === "undecided")) {
      await this.#declare(word, round);
      if (voidsWhenDeclared(word)) return [word.id];
    }
    const texts = word === null ? [] : [word.id];
    if (verdict?.kind !== "undecided") return texts;
    await this.#decide(truth, expected, round);
    return texts;
  }

  /** What somebody declares of this throw: what was put in, or the void that people saw and the machine could not. */
  #wordOf(truth: ThrowTruth, expected: Expected): Rule | null {
    const find = (id: string | undefined): Rule | null =>
      this.#pack.rules.find((rule) => rule.id === id) ?? null;
    if (truth.declared !== null) return find(truth.declared);
    const [id] = [...expected.voids, ...expected.unseenVoids];
    const rule = find(id);
    if (rule?.declaredBy === undefined) return null;
    // What left no trace somebody may have overlooked as well.
    const isCertified = this.#world.screen.verdict?.kind === "result";
    return isCertified && this.#random.oneIn(4) ? null : rule;
  }

  async #declare(rule: Rule, round: number): Promise<void> {
    const by = rule.declaredBy ?? "jefe-de-mesa";
    await this.#must(
      {
        key: voidsWhenDeclared(rule) ? "void" : rule.verdict === "void" ? "void" : "declare",
        round,
        rule: rule.id,
      },
      by,
    );
  }

  /** An undecided throw that nobody annuls: two people name what lies there, or the jefe de mesa decides otherwise. */
  async #decide(truth: ThrowTruth, expected: Expected, round: number): Promise<void> {
    const faces = this.#world.look(truth);
    const isVoid = expected.voids.length + expected.unseenVoids.length > 0;
    const isWhole = truth.dice.every(({ place, isExtra }) => isExtra || place === "arena");
    const isCraps = this.#pack.dice.craps !== null;
    if (!isVoid && isWhole && faces.length === this.#pack.dice.dice && !this.#random.oneIn(6)) {
      await this.#name(round, faces);
      return;
    }
    if (isCraps)
      await this.#must({ key: "mark-point", point: this.#after(truth, isVoid || !isWhole) }, "jefe-de-mesa");
    else await this.#acknowledge();
  }

  async #name(round: number, faces: readonly DieFace[]): Promise<void> {
    const first = this.#pack.dice.craps === null ? "croupier" : this.#caller;
    if (this.#random.oneIn(8)) await this.#misname(round, faces, first);
    await this.#must({ key: "dice-are", round, faces }, first);
    await this.#world.wait(S);
    const turned = this.#random.oneIn(2) ? [...faces].reverse() : faces;
    await this.#must(
      { key: "dice-are", round, faces: turned },
      this.#random.oneIn(3) ? "inspector" : "jefe-de-mesa",
    );
  }

  /** Two people do not say the same: it must not count. */
  async #misname(round: number, faces: readonly DieFace[], first: Role): Promise<void> {
    const other = faces.map((face, at) => (at === 0 ? (faces.find((one) => one !== face) ?? face) : face));
    if (other.join(" ") === faces.join(" ")) return;
    await this.#press({ key: "dice-are", round, faces: other }, first);
    await this.#press({ key: "dice-are", round, faces }, "jefe-de-mesa");
  }

  async #announce(): Promise<void> {
    const { verdict, round, dice } = this.#world.screen;
    if (verdict?.kind === "result" && dice?.announced === false)
      await this.#must({ key: "announce", round }, this.#pack.dice.result.by);
  }

  /** Craps: people know where the series stands; where the machine does not, the jefe de mesa marks it. */
  async #series(truth: ThrowTruth, expected: Expected, declared: readonly string[]): Promise<void> {
    if (this.#pack.dice.craps === null) return;
    const { verdict, round, dice } = this.#world.screen;
    const last = verdict ?? null;
    const annulled =
      (last?.kind === "void" && last.round === round) ||
      declared.some((id) => this.#pack.rules.some((rule) => rule.id === id && voidsWhenDeclared(rule))) ||
      expected.voids.length > 0;
    const isWhole = truth.dice.every(({ place, isExtra }) => isExtra || place === "arena");
    this.#point = this.#after(truth, annulled || !isWhole);
    const shown = dice?.craps?.phase === "point" ? dice.craps.point : null;
    if (shown !== this.#point) await this.#slips.markWrongly(this.#point);
    if (shown !== this.#point) await this.#must({ key: "mark-point", point: this.#point }, "jefe-de-mesa");
    await this.#answer();
  }

  /** What the table asks of a series is said: where it stands after nobody saw the arena, and whether a die that fell was found. */
  async #answer(): Promise<void> {
    if (this.#world.screen.dice?.pointAsked !== undefined)
      await this.#must({ key: "mark-point", point: this.#point }, "jefe-de-mesa");
    const { dice, round } = this.#world.screen;
    if (dice?.dieSought !== true || dice.craps?.phase === "point") return;
    const lost = this.#pack.rules.find(({ id }) => id === "lost-die");
    if (lost === undefined || !("declared" in lost.when) || !this.#random.oneIn(3))
      await this.#must({ key: "die-found" }, this.#caller);
    else await this.#must({ key: "declare", round, rule: lost.id }, lost.when.declared);
  }

  #after(truth: ThrowTruth, isLost: boolean): Point {
    if (isLost) return this.#point;
    const total = this.#world.look(truth).reduce((sum, face) => sum + Number(face), 0);
    return pointAfter(total, this.#point);
  }

  /** Until bets are open. False: they stay closed whatever anybody does. */
  async #ready(): Promise<boolean> {
    for (let attempt = 0; attempt < 8; attempt++) {
      const { phase, tasks, dice } = this.#world.screen;
      if (tasks.length > 0) await this.#acknowledge();
      await this.#answer();
      if (dice?.changeOwed === true && !this.#random.oneIn(12))
        await this.#press({ key: "change-dice" }, "jefe-de-mesa");
      // Where the last throw was never seen the table still waits for it.
      if (phase === "betting" || phase === "no-more-bets") return true;
      if (this.#pack.dice.betsOpen === "call") await this.#press({ key: "open-bets" }, this.#caller);
      if (this.#world.screen.phase === "betting") return true;
      if (attempt > 0) this.#world.takeUp();
      if (attempt > 2) this.#world.free();
      await this.#world.wait((2 + attempt * 2) * S);
    }
    return false;
  }

  async #acknowledge(): Promise<void> {
    for (const task of this.#world.screen.tasks) {
      if (task.kind === "confirm-void") await this.#confirm(task.round, task.about);
      // Whether a result stands is the jefe de mesa's word, or the inspector's (País Vasco, art. 2, 09.VIII.5).
      else if (task.kind === "decide" && task.isBehind === true) await this.#uphold(task.round);
      // A throw that only the table speaks of, after a restart: the series stands where it stood.
      else if (task.kind === "decide" && this.#pack.dice.craps !== null)
        await this.#press({ key: "mark-point", point: this.#point }, "jefe-de-mesa");
      else await this.#press({ key: "acknowledge", what: task.id }, "jefe-de-mesa");
    }
  }

  async #uphold(round: number): Promise<void> {
    const key: Key = { key: "resolve", round, outcome: "stands" };
    if (!(await this.#press(key, "jefe-de-mesa"))) await this.#must(key, "inspector");
  }

  async #confirm(round: number, rule: string): Promise<void> {
    const by = this.#pack.rules.find((one) => one.id === rule)?.announce?.by;
    await this.#must({ key: "confirm-void", round, rule }, by ?? "jefe-de-mesa");
  }

  /** Dice and thrower take turns within the hour, where the law asks for it. */
  async #turns(): Promise<void> {
    if (this.#world.us - this.#turnedUs < TURNS_US) return;
    this.#turnedUs = this.#world.us;
    const { set, thrower } = this.#pack.dice;
    if (set.rotateMinutes !== undefined) await this.#press({ key: "change-dice" }, this.#caller);
    const seat = thrower.who === "shooter" ? 1 + this.#random.below(9) : null;
    await this.#press({ key: "change-thrower", seat }, this.#caller);
  }

  /** Who says no va más at this table. */
  get #caller(): Role {
    return this.#pack.announcements.find(({ phase }) => phase === "no-more-bets")?.by ?? "croupier";
  }

  async #must(key: Key, role: Role): Promise<void> {
    if (await this.#press(key, role)) await this.#slips.pressAgain(key, role);
    else this.#refused.push(`${key.key} by ${role} in ${this.#world.screen.phase}`);
  }

  #press(key: Key, role: Role): Promise<boolean> {
    const by: Person = { role, name: NAMES[role] };
    return this.#world.press(key, by);
  }

  #between(from: number, to: number): number {
    return from * S + this.#random.below((to - from) * S);
  }
}
