import type { Command } from "commander";
import type { Laboratory, LazyCommand } from "./laboratory.ts";
import { FLEETS, ORDERS } from "./office/fleet-commands.ts";
import { FLOORS } from "./office/floor-commands.ts";

const RULES: readonly LazyCommand[] = [
  {
    name: "list",
    about: "Lists every game of every jurisdiction with its device family and edition.",
    load: async () => (await import("./rules/rules.ts")).addRulesList,
  },
  {
    name: "check",
    about: "Reads rulebooks and works out all of their cases: says where one is wrong or comes out otherwise.",
    load: async () => (await import("./rules/rules.ts")).addRulesCheck,
  },
  {
    name: "coverage",
    about: "Prints for every rule whether the device can judge it, only bound it, or a person must attest it.",
    load: async () => (await import("./rules/rules-coverage.ts")).addRulesCoverage,
  },
  {
    name: "diff",
    about: "Says in words what one edition says otherwise than another.",
    load: async () => (await import("./rules/rules.ts")).addRulesDiff,
  },
  {
    name: "impact",
    about: "Says which past rounds of a table would have ended otherwise under another edition.",
    load: async () => (await import("./rules/rules-impact.ts")).addRulesImpact,
  },
  {
    name: "print",
    about: "Prints a rulebook for lawyers as one page of HTML for A4, or as a PDF with --pdf.",
    load: async () => (await import("./rules/rules-print.ts")).addRulesPrint,
  },
];

const KEY: readonly LazyCommand[] = [
  {
    name: "show",
    about: "Shows the key that a table signs with, its fingerprint, and where it lies.",
    load: async () => (await import("./evidence/key.ts")).addKeyShow,
  },
  {
    name: "list",
    about: "Lists the keys of a log by the numbers of its records.",
    load: async () => (await import("./evidence/key.ts")).addKeyList,
  },
  {
    name: "rotate",
    about: "Gives a table another key, by a record that both sign. While its unit is stopped.",
    load: async () => (await import("./evidence/key.ts")).addKeyRotate,
  },
  {
    name: "enrol",
    about: "Adds a table's key to the inspector's file of keys, for `tirada verify --keys`.",
    load: async () => (await import("./evidence/key.ts")).addKeyEnrol,
  },
  {
    name: "revoke",
    about: "Says in the inspector's file from which record on a key counts for nothing.",
    load: async () => (await import("./evidence/key.ts")).addKeyRevoke,
  },
];

const RELEASE: readonly LazyCommand[] = [
  {
    name: "show",
    about: "Shows a release: version, digest, what it reads and writes. Without a folder: the one that runs.",
    load: async () => (await import("./delivery/release.ts")).addReleaseShow,
  },
  {
    name: "check",
    about: "Holds every file of a release against its manifest, and unpacks nothing.",
    load: async () => (await import("./delivery/release.ts")).addReleaseCheck,
  },
  {
    name: "approve",
    about:
      "Signs a list of approved releases, which verify --approved and the launcher of a unit hold programs against.",
    load: async () => (await import("./delivery/approve.ts")).addReleaseApprove,
  },
];

/** The authority of a casino: what people carry to it and back, and beside a laboratory what it does. */
const authorityWith = (laboratory: Laboratory | null): LazyCommand => ({
  name: "ca",
  about:
    "Certificates of a casino's units, its relay and its people; a machine of the office issues them by tirada-authority.",
  load: [
    ...(laboratory?.authorityCommands ?? []),
    {
      name: "fetch",
      about: "Fetches the units' requests for their next certificates from the relay, into a folder.",
      load: async () => (await import("./office/renewals.ts")).addCaFetch,
    },
    {
      name: "deliver",
      about: "Brings renewed certificates to the relay, where their units fetch them.",
      load: async () => (await import("./office/renewals.ts")).addCaDeliver,
    },
  ],
});

const UPDATE: readonly LazyCommand[] = [
  {
    name: "status",
    about: "Says which releases are here, what is under way, and why the table is not switched yet.",
    load: async () => (await import("./delivery/update.ts")).addUpdateStatus,
  },
  {
    name: "check",
    about: "Asks the repositories which release this table is to run. Nothing is fetched.",
    load: async () => (await import("./delivery/update.ts")).addUpdateCheck,
  },
  {
    name: "install",
    about:
      "Brings the release that the repositories name, announces it, and has the table switched when it says yes.",
    load: async () => (await import("./delivery/update.ts")).addUpdateInstall,
  },
  {
    name: "base",
    about:
      "Brings the base system that the repositories name, and has the machine start with it when the table says yes.",
    load: async () => (await import("./delivery/update.ts")).addUpdateBase,
  },
  {
    name: "rollback",
    about: "Withdraws what waits, goes back from what is on trial, or puts the former release on trial.",
    load: async () => (await import("./delivery/update.ts")).addUpdateRollback,
  },
  {
    name: "hold",
    about: "Keeps this table from being switched, until --off.",
    load: async () => (await import("./delivery/update.ts")).addUpdateHold,
  },
];

/** What is done with signed records. */
const EVIDENCE: readonly LazyCommand[] = [
  {
    name: "verify",
    about:
      "Checks a record, an export or a whole journal offline, with its recordings and pictures, the report of an acceptance, or a dossier; works beside a running unit.",
    load: async () => (await import("./evidence/evidence.ts")).addVerify,
  },
  {
    name: "export",
    about: "Writes records with everything that an inspector needs to prove them. Works beside a running unit.",
    load: async () => (await import("./evidence/evidence.ts")).addExport,
  },
  {
    name: "receipt",
    about: "Signs that an inspector verified an export and keeps it.",
    load: async () => (await import("./evidence/receipt.ts")).addReceipt,
  },
  {
    name: "confirm",
    about:
      "Takes an inspector's receipt to the table, which may then prune old records. Works beside a running unit.",
    load: async () => (await import("./evidence/receipt.ts")).addConfirm,
  },
  {
    name: "rejudge",
    about: "Judges every record of a case file again, from the file alone, and names the first difference.",
    load: async () => (await import("./evidence/rejudge.ts")).addRejudge,
  },
  {
    name: "find",
    about: "Finds records by time, round, kind, reason, person and number. Works beside a running unit.",
    load: async () => (await import("./evidence/find.ts")).addFind,
  },
  {
    name: "analyse",
    about:
      "Counts what a table did: frequencies with tests, voids, misreads, speeds, faults. Works beside a running unit.",
    load: async () => (await import("./evidence/analyse.ts")).addAnalyse,
  },
  {
    name: "events",
    about: "Lists every event that records and screens can name, with code, text and what to do.",
    load: async () => (await import("./events.ts")).addEvents,
  },
  {
    name: "record",
    about: "Takes one record out as raw files for openssl: see the inspector's manual.",
    load: async () => (await import("./evidence/evidence.ts")).addRecord,
  },
  {
    name: "witness",
    about:
      "Runs a witness: signs the checkpoints of tables, by its own clock, and refuses a log with two histories.",
    load: async () => (await import("./office/witness.ts")).addWitness,
  },
  {
    name: "relay",
    about: "Runs the casino's relay: a mirror of the repositories, and boxes for orders. It signs nothing.",
    load: async () => (await import("./office/relay.ts")).addRelay,
  },
  {
    name: "collector",
    about: "Runs a collector of the casino's floor: verifies what tables sign, and stores it in PostgreSQL.",
    load: async () => (await import("./office/collector.ts")).addCollector,
  },
];

const SETUP: LazyCommand = {
  name: "setup",
  about:
    "Sets up a table on this machine: asks, finds its devices, makes key and configuration, tests them. --undo takes it back.",
  load: async () => (await import("./setup.ts")).addSetup,
};

const BOARD: LazyCommand = {
  name: "board",
  about:
    "Firmware of the wheel board and the panel over their cable: which it is, whether it is whole, another one.",
  load: async () => (await import("./devices/board.ts")).addBoard,
};

const ACCEPT: LazyCommand = {
  name: "accept",
  about:
    "Leads a person of the workshop through the acceptance of a device or of the whole unit, and signs the report.",
  load: async () => (await import("./accept.ts")).addAccept,
};

const JOIN: LazyCommand = {
  name: "join",
  about:
    "Has a table join its casino: authority, relay, witness, updater, firewall and services, each looked at before it is written.",
  load: async () => (await import("./join.ts")).addJoin,
};

const SELFTEST: LazyCommand = {
  name: "selftest",
  about:
    "Plays the release's own cases against the program of this machine, without devices, and signs what came of it.",
  load: async () => (await import("./evidence/selftest.ts")).addSelftest,
};

/** Releases in files, and on this machine. */
const releasesWith = (laboratory: Laboratory | null): readonly LazyCommand[] => [
  {
    name: "release",
    about: "Releases of tirada: what runs, and whether every file of it is what its manifest says.",
    load: [...RELEASE, ...(laboratory?.releaseCommands ?? [])],
  },
  {
    name: "update",
    about:
      "Releases for this table, from its updater: what is here or on a stick, another one, the one before.",
    load: UPDATE,
  },
];

/** What a start can do before its own modules are read is begun with its first word. */
async function loadStart(
  words: readonly string[],
  laboratory: Laboratory | null,
  isAhead: boolean,
): Promise<(command: Command) => void> {
  const isRun = !words.some((word) => word === "--help" || word === "-h");
  const ahead = isRun && isAhead ? (await import("./ahead-of-start.ts")).beginAhead() : undefined;
  return (await import("./start.ts")).startCommand(laboratory, ahead);
}

/** The commands of tirada, in the order of `tirada --help`. `isAhead`: a start begins what it can before its own modules are read. */
export function commandsWith(laboratory: Laboratory | null, isAhead = true): readonly LazyCommand[] {
  const all = everyCommand(laboratory, isAhead);
  const grouped = Object.entries(JOBS).flatMap(([group, names]) =>
    names.flatMap((name) => all.filter((one) => one.name === name).map((one) => ({ ...one, group }))),
  );
  const named = new Set(grouped.map(({ name }) => name));
  return [
    ...grouped,
    ...all.filter(({ name }) => !named.has(name)).map((one) => ({ ...one, group: LABORATORY })),
  ];
}

/** The commands by the job for which somebody looks for them. */
const JOBS: Readonly<Record<string, readonly string[]>> = {
  "A table": [
    "setup",
    "join",
    "start",
    "doctor",
    "listen",
    "pin",
    // The next command of a table: a row above.
  ],
  "Its devices, while the unit is stopped: calibrate, identify, look": [
    "accept",
    "wheel",
    "dice",
    "read-dice",
    "read-balls",
    "board",
  ],
  "Its releases: which run, another one, the one before": ["update", "release", "selftest"],
  "What happened: find, count, play again": ["find", "analyse", "replay", "events"],
  "Evidence for the inspector": ["export", "verify", "rejudge", "receipt", "confirm", "record", "key"],
  Rulebooks: ["rules"],
  "Tables far away, and who watches them": ["order", "fleet", "ca", "witness", "relay", "floor", "collector"],
};
const LABORATORY = "The laboratory";

/** Commands that read pictures. */
const PICTURE_COMMANDS: readonly LazyCommand[] = [
  {
    name: "read-dice",
    about: "Reads the dice of pictures: both readers must agree on every die, or the picture is undecided.",
    load: async () => (await import("./devices/read-dice.ts")).addReadDice,
  },
  {
    name: "read-balls",
    about: "Reads the number of a bingo ball in pictures, or says why it is not read.",
    load: async () => (await import("./devices/read-balls.ts")).addReadBalls,
  },
];

function everyCommand(laboratory: Laboratory | null, isAhead: boolean): readonly LazyCommand[] {
  const demonstrates = laboratory === null ? "" : " Without --config or --device: a demonstration.";
  return [
    {
      name: "start",
      about: `Runs a table: opens the wheel or shoe, judges, signs, shows.${demonstrates}`,
      load: (words) => loadStart(words, laboratory, isAhead),
    },
    SETUP,
    JOIN,
    ACCEPT,
    SELFTEST,
    {
      name: "replay",
      about: "Reads a capture or recording: feeds it through the very pipeline of the unit, in simulated time.",
      load: async () => (await import("./evidence/replay.ts")).addReplay,
    },
    {
      name: "rules",
      about: "The rulebooks: list, print, compare, check, and what a device can see of them.",
      load: RULES,
    },
    ...EVIDENCE,
    ORDERS,
    FLEETS,
    FLOORS,
    authorityWith(laboratory),
    {
      name: "doctor",
      about:
        "Looks at a table and its unit: what is wrong and what to do, on one screen. Works beside a running unit.",
      load: async () => (await import("./doctor.ts")).addDoctor,
    },
    {
      name: "key",
      about: "The keys of tables: which signs, another one, and those that an inspector holds.",
      load: KEY,
    },
    ...releasesWith(laboratory),
    {
      name: "wheel",
      about:
        "Talks to a Cammegh SS2 or a sensor board while its unit is stopped: identify, settings, self-test, calibration.",
      load: async () => (await import("./devices/wheel.ts")).addWheel,
    },
    {
      name: "listen",
      about:
        "Listens to a line: which device speaks, at which speed, how sure; what it says. Beside a running unit too.",
      load: async () => (await import("./devices/listen.ts")).addListen,
    },
    BOARD,
    {
      name: "dice",
      about: "Sets up the eye of a dice table while its unit is stopped: plate, calibration, a look.",
      load: async () => (await import("./devices/dice.ts")).addDice,
    },
    ...(laboratory?.commands ?? []),
    {
      name: "pin",
      about: "Makes the value of a person's PIN, typed twice and unseen; --person says where it goes.",
      load: async () => (await import("./pin.ts")).addPin,
    },
    ...PICTURE_COMMANDS,
  ];
}
