import type { Mutant } from "./mutation-list.ts";

/** The sensor board's driver and the tracker of a hand-spun roulette. */

const BOARD = "drivers/wheel/sensor-board";
const TRACKER = `${BOARD}/tracker/roulette`;

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file, text, becomes }));

export const TRACKER_MUTANTS: readonly Mutant[] = [
  ...of(
    `${TRACKER}/track.ts`,
    ["PASSINGS_TO_CONFIRM = 4", "PASSINGS_TO_CONFIRM = 5"],
    ["if (from.width > PULSE_LAP_SHARE_MOST * now || to.width > PULSE_LAP_SHARE_MOST * now) return false;", ""],
    ["if (lap > 0 && (now * SPEED_GAIN_MOST < lap || now * SPEED_LEFT_LEAST > lap)) return false;", ""],
    ["missed[pulse.sensor] = 0;", ""],
    ["if (to.width > PULSE_RATIO_MOST * from.width) return false;", ""],
  ),
  ...of(
    `${TRACKER}/ball.ts`,
    ["if (isFlash(ball, sensor, since)) return { ...now, flashAt: since };", ""],
    ["WEAK_PASSINGS = 3", "WEAK_PASSINGS = 2"],
    ["|| sensors.size !== best.length ||", "||"],
    ["track.skipped >= EMPTY_WINDOWS_OFF) return true;", "track.skipped >= 2) return true;"],
  ),
  ...of(
    `${TRACKER}/launch.ts`,
    ["if (isRunning(spin) && !isAnother && (!byHand || soon)) return resumeBall(context, track);", ""],
    [
      'if (spin.phase === "over" && !isAnother && !(byHand && hasHandCome(spin, spin.overAt, context.tick))) return;',
      'if (spin.phase === "over" && !isAnother && !byHand) return;',
    ],
    ["spin.lost ? LOST_TICKS : FOUND_AGAIN_TICKS", "spin.lost ? 60 * LOST_TICKS : FOUND_AGAIN_TICKS"],
    ['withRotor ? "with-rotor" : "against-rotor"', 'withRotor ? "against-rotor" : "with-rotor"'],
    ['if (!handSeen || hasFlickered(context)) markUncertain(context, "sensor-blind", true);', ""],
    ["lap < NEAR_DROP_LAP_SHARE * dropLap ? 0 : lap < AT_DROP_LAP_SHARE * dropLap ? 1 : 2", "0"],
    [
      "atMost: early ? null : Math.floor((track.angle + track.before + next) / LAP_MDEG)",
      "atMost: Math.floor(track.angle / LAP_MDEG)",
    ],
    ['phase: "track", holed: true, lost: false', 'phase: "track", lost: false'],
    ['  markUncertain(context, "two-balls", true);\n}', "}"],
  ),
  ...of(
    `${TRACKER}/weak.ts`,
    ["WEAK_LAP_SHARE = 1.1", "WEAK_LAP_SHARE = 1.8"],
    ["|| lying.n > 1 ||", "||"],
    ["if (lying.first < last + FALL_TICKS_LEAST || lying.first > latest) return false;", ""],
    ["if (!wasHandBetween(spin, track.firstAt - HAND_BEFORE_TICKS, last)) return false;", ""],
    ["if (context.rim.hand || hasHandCome(spin, track.firstAt, context.tick)) return false;", ""],
  ),
  ...of(
    `${TRACKER}/reader.ts`,
    ["if (origin === null || !areMarksRead(rotor, tick)) {", "if (origin === null) {"],
    ["now.turn === before.turn + 1 && patched", "now.turn === before.turn + 1"],
    ["if (width <= PATCH_ALONE_STEPS) return patched;", "return patched;"],
    ['    emit({ e: "lost" });\n', ""],
    ['if (patchless === PATCHLESS_REVOLUTIONS) emit({ e: "blind" });', ""],
  ),
  ...of(
    `${TRACKER}/fall.ts`,
    ["SIGHTINGS = 3", "SIGHTINGS = 2"],
    ["crossedAt > seenAt && crossedAt < seenAt + 0.5 * lap", "crossedAt > seenAt"],
  ),
  ...of(
    `${TRACKER}/settle.ts`,
    [
      'if (lying.first <= spin.seenAt) return lying.n < 2 ? undefined : markUncertain(context, "two-balls", true);',
      "",
    ],
    [
      'if (others.some((other) => other.kind === "ball" && other.n >= 2))\n    return markUncertain(context, "two-balls", true);',
      "",
    ],
    [
      'if (spin.pocket >= 0 && spin.pocket !== lying.pocket) return markUncertain(context, "ball-lifted", true);',
      "",
    ],
    [
      'if (spin.shownAt >= 0 && spin.shownAt > spin.crossedAt)\n    return markUncertain(context, "ball-stuck-or-gone", true);',
      "",
    ],
    ['if (!areRotorAndReaderSound(context)) return markUncertain(context, "ball-stuck-or-gone", true);', ""],
    ["if (spin.crossedAt >= 0) return emitBallLeft(context);", ""],
    ["      forgetCrossings(context);\n", ""],
  ),
  ...of(
    `${TRACKER}/rest.ts`,
    [
      "Math.max(absent, seenElsewhereAt(context, lying.pocket),",
      "Math.max(seenElsewhereAt(context, lying.pocket),",
    ],
    ["spin.shownAt < 0 ? first : Math.min(first, spin.shownAt)", "first"],
    ["&& sights[i] !== pocket", ""],
    ["if (wasHandBetween(spin, spin.seenAt + HAND_FOR_BALL_TICKS, first))", "if (false as boolean)"],
    ["&& reader.missedAt < spin.launchedAt", ""],
    ["lying.n >= 2 && lying.tick - lying.first >= ON_FRET_TICKS", "lying.n >= 2"],
  ),
  ...of(
    `${TRACKER}/events.ts`,
    ["if (spin.lost) return;", ""],
    ["if (event.to <= from) emitIncident(context, event);", "emitIncident(context, event);"],
    ["else if (event.from < to)", "else if (event.from < from)"],
    ["context.tick - to > CALM", "context.tick - to > 0"],
  ),
  ...of(
    `${TRACKER}/rotor-watch.ts`,
    ["sampleAtOrBefore(samples, before) < TWO_SAMPLES ? context.rotor.gauge.before : samples", "samples"],
    ["IRREGULAR_SHARE = 0.058", "IRREGULAR_SHARE = 0.2"],
    ["if (early && Math.abs(leastDeviation(now, then, apart)) <= IRREGULAR_SHARE) return;", ""],
    ["if (watch.sense !== 0 && isRunning(context.spin)) recordReversal(context);", ""],
    [
      'if (watch.otherAt > rotor.at + 20 * TICKS_PER_MS) return markUncertain(context, "rotor-not-read", true);',
      "",
    ],
  ),
  ...of(
    `${TRACKER}/tracker.ts`,
    ["hole?.away === true || missedFor > LOST_TICKS", "hole?.away === true"],
    ['(why === "reset" && port) || hole?.away === true', "hole?.away === true"],
    ["  if (step.hole !== null) resumeAfterGap(step);\n", ""],
  ),
  ...of(
    `${BOARD}/lines.ts`,
    ["|| hexAt(text, end + 1, 4) !== crc16(text, end)", ""],
    ["if (hole < 0 || hole >= HOLES_MAX) return null;", ""],
    ["edges.length === EDGES_MAX ||", ""],
    ["after += delta;", "after = delta;"],
  ),
  ...of(
    `${BOARD}/sequence.ts`,
    ['if (missing >= 0x8000) return "old";', ""],
    ['return missing === 0 ? "next" : "gap";', 'return "next";'],
    [
      "ticksAhead(sequence.tick, message.at) > STEP_MAX",
      "ticksAhead(sequence.tick, message.at) > 900 * STEP_MAX",
    ],
    ["return forward < 0 ? forward + WRAP : forward;", "return Math.abs(forward);"],
  ),
  ...of(
    `${BOARD}/session.ts`,
    [
      'else if (place === "old") return rejectUnexpected(context, message);',
      'else if (place === "old") markReceived(context);',
    ],
    ["if (!fresh && context.levelsKnown) reportContradiction(context);", ""],
    ["if (!context.fits) continue;", ""],
    ["      emitLineGap(context);\n      context.framer = FRAMER_LOST;", "      context.framer = FRAMER_LOST;"],
  ),
  ...of(
    `${BOARD}/health.ts`,
    ["if (context.levelsKnown && !same) reportContradiction(context);", ""],
    [
      "if (context.beat !== null && beat.lost > context.beat.lost)\n    reportLostEdges(context, beat.lost - context.beat.lost);",
      "",
    ],
  ),
  ...of(
    `${BOARD}/clock.ts`,
    ["low: 2 * sent - at, high: 2 * came - at", "low: 2 * came - at, high: 2 * came - at"],
    ["if (boundsAt(next, at) !== null) return next;", "return next;"],
  ),
];
