import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What each loop of the tests runs (CONTRIBUTING.md, "Loops"): a loop leaves whole files out, which are named here once, and takes a
 * smaller volume of others (volume.ts). Nothing fails for its time.
 */

/** A file that takes longer belongs into {@link SLOW}: milliseconds of processor time. */
export const BUDGET_MS = 3_000;

/** Files that `npm run test:quick` leaves out, unless the working tree changes them. */
export const SLOW: readonly string[] = [
  // Slowest first: a run begins with them, so that no core waits for one at its end.
  "test/browser/{bench,control,wheels,dice,display,cards-control,dice-legible,link}.test.ts",
  "test/browser/*.test.ts",
  "test/kernel/*.test.ts",
  "test/scenario/release.test.ts",
  "test/package/package.test.ts",
  "test/scenario/{first-setup,first-setup-typed,set-up-joins,device-pairs,base-update}.test.ts",
  "test/scenario/{sim-floor,card-demo,card-demo-disturbed,dice-demo,sim-shoe,sensors-demo,electronic-demo,configured-from-afar}.test.ts",
  "test/conformance/{dice-photos,dice-composites,docs,examples,closure,office-package}.test.ts",
  "test/fault/{storage,user-input,tampering}.test.ts",
  "test/scenario/{dice-calibrate,dispute,sim,unit,unit-refusals,read-dice,wheel-board,emulated-spins,people}.test.ts",
  "hw-sim/boards/wheel/{agreement,load}.test.ts",
  "test/fault/*.test.ts",
  "test/image/choose-base.test.ts",
  "test/case/*.test.ts",
  "test/fault/power/*.test.ts",
  "firmware/table/rules/{cases,contract,judged-rules,judged-wheel-rules,law-tables,load}.test.ts",
  "firmware/journal/{store/store,store/open-storage,epochs/pruning,keys/rotation}.test.ts",
  "firmware/journal/second/link.test.ts",
  "hw-sim/sim/{shoe/shoe,dice/dice}.test.ts",
  "hw-sim/scenarios/{scenarios,fault-catalogue}.test.ts",
  "hw-sim/demo/croupier.test.ts",
  "src/dice/scene/{scene,printed-lines}.test.ts",
  "src/dice/reading/{geometry/fit,geometry/glyphs,read-dice}.test.ts",
  "src/cards/poker/evaluator.test.ts",
  "test/property/{tracked-disc,corruption,device-bytes}.test.ts",
  "hw-sim/models/dice/physics/physics.test.ts",
  "hw-sim/models/wheels/hand/faults.test.ts",
  "test/scenario/{collector,collector-forks,floor-check,floor-page,floor-verify,card-table,first-minute,join,join-record,panel,rules-command,sensed-faults,sim-dice,tracked-roulette,witness,floor,receipt,authority,remote,remote-manual,orders,ordered-bundle,relay,renewal,fleet,restart-question,updater,updates-in-play}.test.ts",
  "firmware/{journal/thread/client,journal/store/crash,journal/store/sealed-crash,evidence/verify/verify-file}.test.ts",
  "firmware/delivery/updater/updater.test.ts",
  "firmware/table/clock/clock-meter.test.ts",
  "firmware/table/dice/eye-port.test.ts",
  "firmware/unit/round-limit.test.ts",
  "src/record/certificate.test.ts",
  "drivers/dice/mqtt/port.test.ts",
  "drivers/panel/panel.test.ts",
  "drivers/wheel/sensor-board/tracker/roulette/doubtful.test.ts",
  "drivers/dice/camera/camera.test.ts",
  "src/dice/calibration/calibration.test.ts",
  "firmware/unit/actions/verify-release.test.ts",
  "firmware/delivery/releases/releases.test.ts",
  "firmware/{journal/thread/background,files/disk,journal/export/case-file}.test.ts",
  "firmware/table/dice/{reader-port,shifted,eye-loop}.test.ts",
  "firmware/{screens/server/client,unit/evidence/own-files,replay/impact}.test.ts",
  "hw-sim/sim/dice/rendered-eye.test.ts",
  "test/conformance/{words,ways}.test.ts",
  "test/conformance/evidence/format-1.test.ts",
  "test/scenario/{doctor,unit-records}.test.ts",
  // Every page of a dossier.
  "firmware/office/dossier/dossier.test.ts",
];

/**
 * Files that only `npm run test:all` and a soak run, and CI after `npm test`: guests with a kernel of their own, images, packages,
 * whole releases, a second engine of browsers, second devices and boards of a kind, long games.
 */
export const ONLY_ALL: readonly string[] = [
  // Guests with a kernel of their own, images, packages, whole releases.
  "test/{kernel,image,package,kiosk,joining}/*.test.ts",
  "test/fault/{power,systemd}/*.test.ts",
  "test/scenario/{release,release-platforms,selftest}.test.ts",
  // A dossier with its PDFs, twice, of a release that is built for it.
  "test/scenario/dossier.test.ts",
  // A second engine of browsers; every scene of a page in more than one size or language; the page of the laboratory.
  "test/browser/{inspector-firefox,bench,fits,cards-legible,dice-legible,test-mark}.test.ts",
  // Every command that reads what a table signed, on a night of bingo.
  "test/scenario/bingo-evidence.test.ts",
  // Games of bingo by touch with their actas, in each language.
  // A table that counts, a round in test mode, and the table again.
  "test/scenario/test-mode-round.test.ts",
  // Whole shifts at the control page, by touch.
  "test/browser/shift.test.ts",
  // Devices taught at the technician's page, by hand: the mechanism is tried beside its code.
  "test/browser/technician-{acts,errs,eye,shoe,panel,table}.test.ts",
  // Their lessons broken off, and taught wrongly, one way after the other; how an act ends is tried beside its code.
  "test/scenario/{eye-lesson-ends,shoe-lesson-ends,undone-calibration,undone-eye}.test.ts",
  // Pages that lose their table, get garbage or are read by players: what they are made of is tried beside their code.
  "test/browser/{link,dice-garbage,display-players,dice-control,technician-far,technician-weeks,technician-lines,technician-inside,technician-broken}.test.ts",
  "test/scenario/rules-print-pdf.test.ts",
  // A whole unit of a built release in a container, accepted with each of its faults.
  "test/scenario/accept-unit.test.ts",
  // A bundle asked for at the table, by its own program; what it holds is tried by order.
  "test/scenario/bundle-at-table.test.ts",
  // A whole table that is listened to; what it gives and withholds is tried beside its code.
  "test/scenario/listen-table.test.ts",
  "test/fault/seized-disk.test.ts",
  // Forty tables that wear out, or do not; how a trend is judged is tried beside its code.
  "test/scenario/drift.test.ts",
  // Eleven whole units, each broken from outside; what the doctor makes of each is tried beside its code.
  "test/scenario/broken-tables.test.ts",
  // A camera's program and what it shows, which a demonstrated table starts too.
  "hw-sim/demo/camera/{program,shown-throw}.test.ts",
  // The boards' images made anew; emulated boards beyond the one of a demonstrated table.
  "test/conformance/boards.test.ts",
  // The boot section in a second emulator, and which of its instructions ran.
  "test/boards/{reset-cause,boot-coverage,simavr,board-command,flash-at-table}.test.ts",
  "test/scenario/emulated-spins.test.ts",
  // A whole table before a real collector and store; each is tried alone beside its code.
  "test/scenario/floor-store.test.ts",
  // Closed months as archives, end to end; what a piece is, is tried beside its code.
  "test/scenario/floor-archive.test.ts",
  // The rules of the floor's alarms, by Prometheus' own program; what they raise, over Debian's Prometheus and Alertmanager.
  "test/scenario/floor-alarms.test.ts",
  "test/browser/{floor-alarms,floor-alarm-chain}.test.ts",
  // 500 tables on the wall; how a page draws a table is tried with twelve.
  "test/browser/floor-wall.test.ts",
  // An order from the floor's page over a relay; orders and signatures are tried alone beside their code.
  "test/browser/floor-orders.test.ts",
  // Told on to Debian's rsyslog and snmptrapd.
  "test/scenario/floor-alarm-ways.test.ts",
  // The drill of its backup, its leader killed, the files of its set-up by Debian's own programs.
  "test/scenario/{floor-backup,floor-failover,floor-set-up}.test.ts",
  // Recipes of the manuals with plain tools, which the tests of evidence and of remote access try one by one.
  "test/case/manual.test.ts",
  "test/scenario/remote-manual.test.ts",
  // Killed or damaged at many places, long games, statistical pictures: the same code is killed, damaged, played and read once elsewhere.
  "test/fault/{updater-kills,updater-steps,update-transfer,base-kills}.test.ts",
  "test/fault/{second-copy-kills,second-copy-pruning,second-copy-attacks,storage-attacks,year,memory,hidden-cards-unit}.test.ts",
  "firmware/journal/store/sealed-crash.test.ts",
  "test/case/{case-memory,case-pai-gow,case-aborted}.test.ts",
  "test/conformance/dice-composites.test.ts",
  "src/dice/scene/printed-lines.test.ts",
  "hw-sim/models/wheels/hand/spread.test.ts",
  "test/property/tracked-disc.test.ts",
  // A second table, demonstration, joining, order or restart of a kind.
  "test/scenario/{sensors-demo,set-up-joins,join-record,card-demo-disturbed,ordered-bundle,renewal,updates-in-play,configured-from-afar,base-fleet,base-update}.test.ts",
  // A second model of a wheel's device, and plain tools beside the inspector's page.
  "test/scenario/{ss2-model,mercury-model}.test.ts",
  "test/conformance/evidence/tools.test.ts",
  // Attacks line by line, on every second device or file: what a device's bytes and a journal's files may be is tried beside their code.
  "test/fault/{board-attacks,dice-line-attacks,shoe-attacks,wheel-attacks,case-attacks,update-attacks,update-trusted}.test.ts",
  "test/fault/{second-copy,epochs,failing-disk,storage}.test.ts",
  "test/case/{case-pictures,case-rotated}.test.ts",
  // Statistics of pictures and of dice that roll.
  "test/conformance/dice-photos.test.ts",
  "hw-sim/models/dice/{scenes,physics/physics,render/photo-style}.test.ts",
  "src/dice/scene/{flat-die,lying}.test.ts",
  "firmware/replay/impact-families.test.ts",
];

/** The loops, each with more than the one before it; `rest` is what `all` has more than `run`. */
export type Loop = "quick" | "run" | "rest" | "all" | "soak";

/** The loop that the environment asks for. */
export function loopOfRun(environment: Readonly<Record<string, string | undefined>> = process.env): Loop {
  if (environment["TIRADA_SOAK"] === "1") return "soak";
  if (environment["TIRADA_QUICK"] === "1") return "quick";
  const all = environment["TIRADA_ALL"] ?? "";
  if (all === "rest") return "rest";
  return all === "" ? "run" : "all";
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TEST_FILES = "{src,drivers,firmware,hw-sim,test}/**/*.test.ts";

/** The files that these globs name, as paths from the root of the project. */
const filesOf = (globs: readonly string[]): string[] => globSync([...globs], { cwd: ROOT }).sort();

/** The files that are named slow. */
export const slowFiles = (): string[] => filesOf(SLOW);

/** The files that only `test:all` runs whole. */
export const onlyInAll = (): string[] => filesOf(ONLY_ALL);

/** The files whose tests try more in `test:all`: they ask `more` (volume.ts) themselves, or a helper that does. */
export const withMoreInAll = (): string[] =>
  filesOf([TEST_FILES]).filter((file) => ASKS_MORE.test(readFileSync(`${ROOT}${file}`, "utf8")));
const ASKS_MORE =
  /import \{[^}]*\b(?:more|sampleInAll|ALL|scenesOfRun)\b[^}]*\} from "[^"]*\/(?:support\/volume|screens)\.ts"/;

/** The files that a loop leaves out. `changed`: what the working tree changes, which the quick loop runs all the same. */
export function filesLeftOut(loop: Loop, changed: readonly string[]): readonly string[] {
  if (loop === "soak" || loop === "all") return [];
  if (loop === "run") return onlyInAll();
  if (loop === "quick") return [...onlyInAll(), ...slowFiles()].filter((file) => !changed.includes(file));
  const taken = new Set([...onlyInAll(), ...withMoreInAll()]);
  return filesOf([TEST_FILES]).filter((file) => !taken.has(file));
}

/** Where a file stands in the order of {@link SLOW}; those that are not slow stand behind all others. */
export function slowRank(file: string): number {
  const at = SLOW.findIndex((glob) => matchesGlob(file, glob));
  return at < 0 ? SLOW.length : at;
}
