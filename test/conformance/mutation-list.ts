import { ATTACK_MUTANTS } from "./mutation-list-attacks.ts";
import { CARD_MUTANTS } from "./mutation-list-cards.ts";
import { CASE_MUTANTS } from "./mutation-list-cases.ts";
import { DICE_MUTANTS } from "./mutation-list-dice.ts";
import { EVIDENCE_MUTANTS } from "./mutation-list-evidence.ts";
import { EPOCH_MUTANTS } from "./mutation-list-epochs.ts";
import { JOURNAL_MUTANTS } from "./mutation-list-journal.ts";
import { KEY_MUTANTS } from "./mutation-list-keys.ts";
import { PRUNING_MUTANTS } from "./mutation-list-pruning.ts";
import { RECORD_MUTANTS } from "./mutation-list-record.ts";
import { SECOND_MUTANTS } from "./mutation-list-second.ts";
import { TRACKER_MUTANTS } from "./mutation-list-tracker.ts";
import { WITNESS_MUTANTS } from "./mutation-list-witness.ts";

/**
 * Mutation by hand: rules of the pure core, each changed in one place, and the fast tests of the core must notice.
 * A mutant is an exact piece of source text and what it becomes.
 */
export interface Mutant {
  /** Path from the root of the project. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly becomes: string;
}

const SS2 = "drivers/wheel/cammegh-ss2";
const WHEEL = "src/table/wheel";

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file, text, becomes }));

export const MUTANTS: readonly Mutant[] = [
  ...ATTACK_MUTANTS,
  ...TRACKER_MUTANTS,
  ...CARD_MUTANTS,
  ...CASE_MUTANTS,
  ...DICE_MUTANTS,
  ...EPOCH_MUTANTS,
  ...EVIDENCE_MUTANTS,
  ...JOURNAL_MUTANTS,
  ...KEY_MUTANTS,
  ...PRUNING_MUTANTS,
  ...RECORD_MUTANTS,
  ...SECOND_MUTANTS,
  ...WITNESS_MUTANTS,
  ...of(
    "drivers/line-framer.ts",
    ["from + limit + 1", "from + limit"],
    ["partial.length > limit", "partial.length >= limit"],
    ["whole: synced", "whole: true"],
    ["if (!skipping) partial +=", "partial +="],
  ),
  ...of(
    "drivers/wheel/cammegh.ts",
    ["pockets >= 38", "pockets >= 37"],
    ["number <= 36", "number <= 38"],
    ["( \\d|[1-9]\\d)", "([ \\d]\\d)"],
  ),
  ...of(
    `${SS2}/status.ts`,
    ["const GAME_MAX = 256", "const GAME_MAX = 999"],
    ["(bits & 2) !== 0", "(bits & 1) !== 0"],
    ["[0-9A-Fa-f]", "[0-9]"],
    ['direction === "0" ? "cw"', 'direction === "1" ? "cw"'],
    ['if (number !== "  " && lastNumber === null) return null;', ""],
  ),
  ...of(
    `${SS2}/session.ts`,
    [
      "if (state.link.attaching || state.spin === null) return false;",
      "if (state.spin === null) return false;",
    ],
    [
      "state.wheel?.state === 4 || state.wheel?.state === 7",
      "state.wheel?.state === 3 || state.wheel?.state === 7",
    ],
    [
      "if (whole && !isReply(text)) countDamagedLines(context, LINK_RULES);",
      "if (whole) countDamagedLines(context, LINK_RULES);",
    ],
  ),
  ...of(
    `${SS2}/spin.ts`,
    ["BARE_CONFIRM_US = 1_500_000", "BARE_CONFIRM_US = 15_000_000"],
    ["    rpm10,\n", "    rpm10: first.rpm10,\n"],
    ["if (lines.some((line) => line.lastNumber !== to.lastNumber)) return;", ""],
    ["if (sameRotor(spin, status, lastRpm10)) afterwards", "afterwards"],
    ["if (sameRotor(spin, status, lastRpm10)) after", "if (belongs(spin, status, lastRpm10)) after"],
    ["FIVES_WITHOUT_BARE = 3", "FIVES_WITHOUT_BARE = 2"],
    ["FIVES_UNWATCHED = 2", "FIVES_UNWATCHED = 3"],
    ["PLAUSIBLE_STEP_RPM10 = 50", "PLAUSIBLE_STEP_RPM10 = 51"],
    ["status.game === spin.game &&\n", ""],
    ["status.direction === spin.direction &&\n", ""],
    [
      "!(flags.noBall || flags.withRotor || flags.component || flags.launchFailed)",
      "!(flags.noBall || flags.withRotor || flags.component)",
    ],
    ["return spin.sawRim && spin.sawNoMoreBets;", "return spin.sawNoMoreBets;"],
    ["noisy || spin.numberBefore === pocket ? LINES_TO_BELIEVE : 1", "noisy ? LINES_TO_BELIEVE : 1"],
    ["now - unframed.at <= BARE_CONFIRM_US", "now - unframed.at < BARE_CONFIRM_US"],
    [
      "// A bare number that came too early to be a witness is still a word of the wheel.\n  else if (spin.bare !== null && spin.bare.pocket !== pocket)",
      'else if (spin.bare === null && pocket === "")',
    ],
    ["return noisy || spin.numberBefore", "return spin.numberBefore"],
    ["if (fives.some((other) => other !== pocket))", "if (fives.length > 99)"],
    ["if (differing.length < LINES_TO_BELIEVE) return;", ""],
    [
      "if (given === null || given.contradicted) return;\n  if (pocket",
      "if (given === null) return;\n  if (pocket",
    ],
    ["if (spin.bare !== null && spin.bare.pocket !== pocket) {", 'if (spin.bare === null && pocket === "") {'],
    [
      "if (spin === null || spin.decided || spin.contradicted || !followed",
      "if (spin === null || spin.decided || !followed",
    ],
    ["|| next.lastNumber !== pocket) return;", ") return;"],
    ["spin.fives.length > 0 ? spin.bare : confirmable", "spin.fives.length > 99 ? spin.bare : confirmable"],
    ["if (given?.game === spin.game) {", "if (given?.game === -1) {"],
    ["if (to.lastNumber === given.pocket) return;\n  emitObservation", "emitObservation"],
    [
      "direction: first.direction === second.direction ? first.direction : before.direction",
      "direction: first.direction",
    ],
    [
      "lastNumber: first.lastNumber === second.lastNumber ? first.lastNumber : before.lastNumber",
      "lastNumber: first.lastNumber",
    ],
  ),
  ...of(
    `${SS2}/stages.ts`,
    ["return a.state === b.state && a.game === b.game;", "return a.state === b.state;"],
    ["launch: launch === null ? null : { ...launch, withRotor: false },", ""],
    [
      "context.s.wheel?.lastNumber === null) updateState(context, { given: null });",
      "context.s.wheel === null) updateState(context, { given: null });",
    ],
    ["if (!running) leaveFive(context, first);", ""],
    [
      "    endLaunch(context);\n    updateState(context, { spin: null, launch: null });",
      "    updateState(context, { spin: null });",
    ],
    ["if (suspect !== null && same(suspect.status, line)) {", "if (suspect !== null) {"],
    ["line.lastNumber === unframed.pocket;", "line.lastNumber !== null;"],
    ["spin: { ...spin, sawRim: false }", "spin: { ...spin }"],

    ["if (running && !goesOn) {", "if (running) {"],
    ["if (jump !== null && spin === null) jumped(context, jump);", ""],
    ["from.game >= 256 ? [0, 1]", "from.game >= 255 ? [0, 1]"],
    ["return sameGame && from.state === 2;", "return from.state === 2;"],
    ["return sameGame && (from.state === 4 || from.state === 7);", "return sameGame;"],
    ["wheel.state === 3 && first.state === 4 ? flagRuns.withRotor : 0", "0"],
    ['if (launch?.withRotor === true) emitBallDirection(context, "with-rotor");', ""],
    ["if (!sameGame) updateState(context, { given: null });", ""],
    ["    takenBack(context, lines);\n", ""],
    [
      "first.state === 5 && first.lastNumber === second.lastNumber ? first.lastNumber : null",
      "first.lastNumber",
    ],
  ),
  ...of(
    `${SS2}/flags.ts`,
    ["const LINES_TO_BELIEVE = 2", "const LINES_TO_BELIEVE = 1"],
    ["const LINES_WITHOUT_BALL = 10", "const LINES_WITHOUT_BALL = 9"],
    ["const LINES_OF_GRACE = 6", "const LINES_OF_GRACE = 5"],
    ["status.flags.noBall && status.state === 4", "status.flags.noBall"],
    ["&& !inGrace", ""],
    ["if (launch !== null && launch.direction === status.direction) return;", ""],
    ["spin.sense === null && spin.sawRim", "spin.sense === null"],
    ["direction: status.direction, withRotor: false", "direction: status.direction, withRotor: true"],
    ["now.cleanLines >= LINES_TO_BELIEVE) clear", "now.cleanLines >= 1) clear"],
  ),
  ...of(
    `${SS2}/rotor.ts`,
    ["SPEED_MARGIN_RPM10 = 5", "SPEED_MARGIN_RPM10 = 6"],
    ["STANDING_RPM10 = 10", "STANDING_RPM10 = 11"],
    ["const LINES_TO_BELIEVE = 2", "const LINES_TO_BELIEVE = 1"],
    ["status.direction !== spin.direction", "status.direction === spin.direction"],
    ["!off && steady(context, status)", "status.state === 3"],
    ["up ? run.lines + 1 : 0", "up ? run.lines + 1 : run.lines"],
    ["&& !run.reported", ""],
  ),
  ...of(
    `${SS2}/link.ts`,
    ["SILENCE_US = 2_000_000", "SILENCE_US = 2_000_001"],
    [
      'if (!link.attaching)\n    emitObservation(context, { o: "gap"',
      'if (link.attaching)\n    emitObservation(context, { o: "gap"',
    ],
    ['framer.partial !== "" || ', ""],
  ),
  ...of(`${SS2}/session.ts`, ["updateState(context, { framer: FRAMER_LOST });", ""]),
  ...of(
    "drivers/link/link.ts",
    ["NOISE_LINES = 5", "NOISE_LINES = 4"],
    ["context.t - at <= NOISE_WINDOW_US", "context.t - at <= 9 * NOISE_WINDOW_US"],
    ['if (rules.isReopeningGap ?? true) rules.onGap(context, "port-gone");', ""],
    ["context.t - last <= NOISE_WINDOW_US", "context.t - last <= 0"],
    [" || rules.isLineUnderWay?.(context) === true", ""],
    [" && rules.isSilenceKept !== true", ""],
    ["rules.isNoiseGarbled === true && ", ""],
  ),
  ...of(
    `${WHEEL}/round.ts`,
    ["GAP_LIMIT_US = 60", "GAP_LIMIT_US = 61"],
    ["if (given !== null && shows !== null && shows !== given) takeBackNumber(context, [given, shows]);", ""],
    ["before.deviceGame === deviceGame) return;", "before.deviceGame !== null) return;"],
    ['whole ? fresh : withDoubt(fresh, "joined-late")', "fresh"],
    [
      "newSpin(context.durable.round, whole, context.live)",
      "newSpin(context.durable.round, true, context.live)",
    ],
    ['atFault ? withDoubt(running, "component-fault") : running', "running"],
    ["deviceGame === last || deviceGame === last + 1", "deviceGame === last"],
    ["if (spin?.judged === true && !again) return;", ""],
    ["spin !== null && spin.deviceGame !== deviceGame) endUnseen", "spin !== null) endUnseen"],
    ["if (hasVerdict(context, deviceGame)) return", "if (deviceGame === -1) return"],
    [
      "if (now?.judged === true && now.round === context.durable.verdict?.round) compareShown(context, shows);",
      "",
    ],
    ["if (spin?.running === true) endUnseen(context, spin);", ""],
    [
      "if (spin === null || spin.judged) return;\n  const { phase: shown, round }",
      "if (spin === null) return;\n  const { phase: shown, round }",
    ],
    ['&& shown !== "no-more-bets" &&', "&&"],
    ["&& !closesAtLaunch(context)", ""],
    ["seen.atMost === null ? undefined", "seen.atMost !== null ? undefined"],
    ["if (seen.now) leaveUndecided(context, context.live.spin?.doubts ?? []);", ""],
    ["setSpin(withDoubt(spin, seen.code));", ""],
    ['if (spin.running) return leaveUndecided(context, ["launch-failed"]);', ""],
    [
      "setSpin(withDoubt({ ...withoutHung(spin), watched: false }, seen.why));",
      "setSpin(withDoubt(withoutHung(spin), seen.why));",
    ],
    ['context.durable.phase !== "betting") return null;', 'context.durable.phase === "closed") return null;'],
    ["running: true, deviceGame }", "deviceGame }"],
    [
      "context.live = { ...context.live, spin: null, spinGame: null, unseen: true };",
      "context.live = { ...context.live, spin: null, spinGame: null };",
    ],
    ["deviceGame <= 1 && before.deviceGame < 256", "deviceGame <= 1"],
    ["before?.direction === direction", "before !== null"],
    ["Math.min(context.t - before.at, US_PER_S)", "(context.t - before.at)"],
    ["Math.min(before.rpm10, rpm10)", "Math.max(before.rpm10, rpm10)"],
    ["context.t - jumpAt < JUMP_QUIET_US", "context.t - jumpAt < 0"],
    ['seen.code === "wheel-component" && spin?.running === true', 'seen.code === "" && spin?.running === true'],
  ),
  ...of(
    `${WHEEL}/verdict.ts`,
    ['if (verdictsOf("void").length > 0) return;', ""],
    ['|| ability?.silence === "no"', ""],
    ["spin.watched && silenceIsNo", "silenceIsNo"],
    ["if (refusing !== undefined)", "if (refusing === null)"],
    ['if (durable.phase === "betting") return;', ""],
    ["if (spin.watched && rules.length > 0)", "if (!spin.watched && rules.length > 0)"],
    ["if (spin.watched && spin.doubts.length > 0)", "if (spin.watched && spin.doubts.length > 9)"],
    ["...(spin.watched ? [] : unwatched)", "...(spin.watched ? unwatched : [])"],
    ["spin.number.witnesses.length < WITNESSES_AT_LEAST", "spin.number.witnesses.length < 1"],
    ["if (voids.length > 0) annulSpin(context, voids);", ""],
    ["if (judgement.voids.length > 0) return annulSpin(context, judgement.voids);", ""],
    ["if (spin?.number == null || spin.judged) return;", "if (spin?.number == null) return;"],
    [
      "if (spin === null || spin.judged) return;\n  const seen = {",
      "if (spin === null) return;\n  const seen = {",
    ],
    ["spin.watched && lastValid?.rotor != null", "lastValid?.rotor != null"],
    ["&& !context.live.unseen", ""],
    ["const alternated = valid !== now;", "const alternated = valid === now;"],
    ["turnsMicro: isVoid ? 0 : null", "turnsMicro: null"],
    ["if (verdict === null || givenNumber(durable) === null) return;", "if (verdict === null) return;"],
    ['entry?.kind === "result" ? entry : entry?.contested', "entry?.contested"],
    ["Math.floor(turnsMicro / 1_000_000)", "Math.ceil(turnsMicro / 1_000_000)"],
    ["judged: true, over: true", "judged: true"],
  ),
  ...of(
    `${WHEEL}/durable-wheel.ts`,
    ["const lastValid = certified ?", "const lastValid = body.round > 0 ?"],
    ["return { ...before, lastValid: null, ...(isRefused", "return { ...before, ...(isRefused"],
    ["...(annulled ? { lastValid: null } : {})", ""],
    ["relaunch: null };\n  }", "relaunch: before.relaunch };\n  }"],
    ['body.phase === "betting" ? null :', 'body.phase === "closed" ? null :'],
    [
      "? reduceVerdict(before, body)\n        : reduceLateVerdict(before, body)",
      "? reduceVerdict(before, body) : before",
    ],
  ),
  ...of(
    "src/table/kernel/durable/durable.ts",
    ["if (isLate(before, body)) return afterLateVerdict(before, body, reducer);", ""],
    ["SERIES_MAX = 20", "SERIES_MAX = 21"],
    ['body.phase === "closed" ? withoutLastRounds(before) : before', "before"],
    [": { verdict: null, confirmed: false }", ": { confirmed: false }"],
    ['confirmed: body.kind === "void" && body.calledBy !== "machine"', 'confirmed: body.kind === "void"'],
    ["if (isMomentary(body.code)) return before;", ""],
  ),
  ...of(
    "src/table/kernel/durable/tasks.ts",
    ['tasks.findIndex((other) => other.kind === "acknowledge")', "0"],
    ["tasks.length <= TASKS_MAX", "tasks.length <= TASKS_MAX + 1"],
  ),
  ...of(
    "src/table/kernel/verdicts.ts",
    ['because.length === 0 ? "certified"', 'because.length < 9 ? "certified"'],
    ["rulesAt(coverage, level).filter((rule) => held.includes(rule))", "[...rulesAt(coverage, level)]"],
  ),
  ...of("src/table/kernel/context.ts", [
    'if (isFaultActive(context, device, code) === (kind === "fault")) return false;',
    "",
  ]),
  ...of(
    `${WHEEL}/wheel-keys.ts`,
    ['if (!mayPress(key, by)) return "not-your-key";', ""],
    ['if (spin !== null && spin.running && !spin.judged) return "spin-running";', ""],
    ['verdict.round === key.round && verdict.kind !== "void"', "verdict.round === key.round"],
    ["!spin.judged && spin.round === key.round", "!spin.judged"],
    ["if (spin?.round === key.round) endSpin(context);\n  else", ""],
  ),
  ...of(
    "src/table/kernel/people/keys.ts",
    ['=== (declared.outcome === "void")', '=== (declared.outcome !== "stands")'],
    ['if (waits.about !== key.rule) return "no-such-rule";', ""],
    ['task === undefined || task.kind === "confirm-void"', "task === undefined"],
    ['if (!mayDo(context, task, by)) return "not-your-key";', ""],
  ),
  ...of(
    "src/table/kernel/late/resolve.ts",
    ['if (entry?.resolved !== undefined) return "nothing-to-acknowledge";', ""],
    ['if (!isOpenRound(durable, key.round)) return "no-such-round";', ""],
    [
      'task?.rules ?? entry?.rules ?? []).includes(by.role)) return "not-your-key";',
      "task?.rules ?? entry?.rules ?? []).includes(by.role)) void 0;",
    ],
  ),
  ...of(
    `${WHEEL}/family.ts`,
    ["wheelPack(pack).wheel.pockets.includes(announced)", "announced.length > 0"],
    ["context.live = { ...NEW_WHEEL_LIVE, unseen: false };", ""],
    ['phase === "ball-in-play" || phase === "no-more-bets"', 'phase === "ball-in-play"'],
  ),
  ...of(
    "src/table/kernel/table.ts",
    ["  steps.checkTimeouts(context);\n", ""],
    ["if (context.durable.open) return;", ""],
  ),
];
