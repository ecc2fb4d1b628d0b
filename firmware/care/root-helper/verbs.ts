import { usageProblem } from "../../problem.ts";
import { addressesOf, matching, digitsOf, oneOf, printable, timeOf, zoneOf } from "./arguments.ts";
import { run, systemctl, tiradaAsRoot, tiradaAsTable, type Step } from "./steps.ts";

/** What this machine knows, and the terminal. */
export interface Facts {
  readonly isZone: (zone: string) => boolean;
  /** Standard input is a terminal: somebody can be asked. */
  readonly isAsked: boolean;
}

export interface Verb {
  readonly usage: string;
  readonly about: string;
  /** It changes something, and is recorded. */
  readonly isChange: boolean;
  /** What it comes to. Throws a Problem for any word that is not right. */
  readonly steps: (words: readonly string[], facts: Facts) => readonly Step[];
}

const CONFIG = ["--config", "/etc/tirada/table.yaml"] as const;

/** The services that a technician starts anew, by the word for each. */
const SERVICES = {
  table: "tirada.service",
  updater: "tirada-updater.service",
  screens: "tirada-screens.service",
  network: "systemd-networkd.service",
  names: "systemd-resolved.service",
  firewall: "nftables.service",
  clock: "chrony.service",
} as const;
type Service = keyof typeof SERVICES;
const SERVICE_NAMES = Object.keys(SERVICES) as readonly Service[];
/** Those that may be stopped. */
const STOPPED = ["table", "screens"] as const satisfies readonly Service[];

/** Whom the services of this machine may reach, and which of them do. */
const PEERS = {
  relay: ["tirada", "tirada-updater"],
  witness: ["tirada"],
  dns: ["tirada", "tirada-updater"],
} as const;
type Peer = keyof typeof PEERS;
const PEER_NAMES = Object.keys(PEERS) as readonly Peer[];

const dropIn = (service: string, peer: Peer): string =>
  `/etc/systemd/system/${service}.service.d/70-${peer}.conf`;
const RESOLVED = "/etc/systemd/resolved.conf.d/70-dns.conf";

function stepsOfAllow([word, ...words]: readonly string[]): readonly Step[] {
  const peer = oneOf("peer", PEER_NAMES, word);
  const addresses = addressesOf(words);
  const put = (path: string, text: string): Step =>
    addresses.length === 0 ? { do: "remove", path } : { do: "write", path, text: `${HEAD}${text}` };
  const allowed = addresses.map((address) => `IPAddressAllow=${address}\n`).join("");
  if (peer === "dns" && addresses.some((address) => address.includes("/")))
    throw usageProblem("a DNS server is one address, not a network");
  return [
    ...PEERS[peer].map((service) => put(dropIn(service, peer), `[Service]\n${allowed}`)),
    ...(peer === "dns" ? [put(RESOLVED, `[Resolve]\nDNS=${addresses.join(" ")}\n`)] : []),
    systemctl("daemon-reload"),
    ...(peer === "dns" ? [{ ...systemctl("restart", SERVICES.names), isOptional: true } as const] : []),
  ];
}
const HEAD = "# Written by tirada-root address.\n";

function noWords(words: readonly string[]): void {
  if (words.length > 0) throw usageProblem(`${printable(words.join(" "))}: this verb takes no more words`);
}

const only =
  (...steps: readonly Step[]) =>
  (words: readonly string[]): readonly Step[] => {
    noWords(words);
    return steps;
  };

const ofService =
  (make: (unit: string, service: Service) => readonly Step[], known: readonly Service[] = SERVICE_NAMES) =>
  ([word, ...rest]: readonly string[]): readonly Step[] => {
    const service = oneOf("service", known, word);
    noWords(rest);
    return make(SERVICES[service], service);
  };

/** The console has the monitor where the screens had it. */
const CONSOLE = systemctl("start", "getty@tty1.service");
const LANGUAGES = ["es", "eu", "gl", "en"] as const;
const languageOf = ([word, ...rest]: readonly string[]): readonly string[] => {
  noWords(rest);
  return word === undefined ? [] : ["--lang", oneOf("language", LANGUAGES, word)];
};

/** Options of a calibration, none of which names a file. */
const CALIBRATION: Readonly<Record<string, RegExp>> = {
  arena: /^[a-z]{4,8}:[0-9.,;x-]{1,200}$/,
  die: /^[0-9.]{1,8}$/,
  height: /^[0-9.]{1,8}$/,
  pitch: /^[0-9.]{1,8}$/,
  rim: /^[a-z]{4,8}:[0-9.,;x-]{1,200}$/,
  basket: /^[a-z]{4,8}:[0-9.,;x-]{1,200}$/,
  wall: /^[a-z]{4,8}:[0-9.,;x-]{1,200}$/,
  half: /^[0-9.,;-]{1,60}$/,
  dome: /^[0-9,]{1,30}$/,
};
const SWITCHES = ["second", "replace"] as const;

/** `arena=circle:200 die=16 replace` as the options of the command. */
function calibrationOptions(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    if (SWITCHES.some((one) => one === word)) return [`--${word}`];
    const [name = "", value] = word.split("=", 2);
    const pattern = Object.hasOwn(CALIBRATION, name) ? CALIBRATION[name] : undefined;
    if (pattern === undefined)
      throw usageProblem(
        `${printable(word)}: known are ${Object.keys(CALIBRATION).join("=, ")}=, ${SWITCHES.join(", ")}`,
      );
    return [`--${name}`, matching(`${name}=…, as tirada dice calibrate --help says`, pattern, value)];
  });
}

function recordsFrom([from, to, ...rest]: readonly string[]): readonly string[] {
  noWords(rest);
  return [
    ...(from === undefined ? [] : ["--from", digitsOf("the first record", from)]),
    ...(to === undefined ? [] : ["--to", digitsOf("the last record", to)]),
  ];
}

function stepsOfBase([word, ...rest]: readonly string[]): readonly Step[] {
  const what = oneOf("word", ["status", "install", "other"], word);
  noWords(rest);
  if (what === "status") return [run("/usr/bin/rauc", "status")];
  if (what === "other") return [run("/usr/bin/rauc", "status", "mark-active", "other")];
  const path = "/var/lib/tirada-root/by-hand.raucb";
  return [{ do: "take", path, most: BUNDLE_MAX, run: run("/usr/bin/rauc", "install", path) }];
}
const BUNDLE_MAX = 4 * 1_024 ** 3;

/** Every verb. */
export const VERBS: Readonly<Record<string, Verb>> = {
  setup: {
    usage: "setup [LANGUAGE]",
    about: "sets up the table: asks, or takes the answers on standard input",
    isChange: true,
    steps: (words, { isAsked }) => [
      tiradaAsRoot("setup", ...languageOf(words), ...(isAsked ? [] : ["--from", "-"])),
    ],
  },
  "undo-setup": {
    usage: "undo-setup [LANGUAGE]",
    about: "takes the set-up back",
    isChange: true,
    steps: (words) => [tiradaAsRoot("setup", "--undo", ...languageOf(words))],
  },
  "join-request": {
    usage: "join-request",
    about: "makes the unit's key and its request for a certificate, which is then on standard output",
    isChange: true,
    steps: only(tiradaAsRoot("join", "--request"), run("/usr/bin/cat", "/etc/tirada/unit.csr")),
  },
  join: {
    usage: "join [LANGUAGE]",
    about: "has the table join its casino: asks, and reads the files that are named as who asked",
    isChange: true,
    steps: (words) => [tiradaAsRoot("join", ...languageOf(words))],
  },
  "undo-join": {
    usage: "undo-join [LANGUAGE]",
    about: "puts back what the table had before it joined; what somebody wrote since stays",
    isChange: true,
    steps: (words) => [tiradaAsRoot("join", "--undo", ...languageOf(words))],
  },
  doctor: {
    usage: "doctor [LANGUAGE]",
    about: "what is wrong with the table",
    isChange: false,
    steps: (words) => [tiradaAsTable("doctor", ...CONFIG, ...languageOf(words))],
  },
  bundle: {
    usage: "bundle age1… > FILE",
    about: "a bundle for somebody far away, on standard output",
    isChange: true,
    steps: ([to, ...rest]) => {
      noWords(rest);
      const who = matching("a public key of age, as age1…", /^age1[a-z0-9]{58}$/, to);
      return [{ do: "give", name: "table.bundle", words: ["doctor", ...CONFIG, "--to", who, "--bundle"] }];
    },
  },
  export: {
    usage: "export [FROM [TO]] > FILE",
    about: "the records, on standard output",
    isChange: true,
    steps: (words) => [
      {
        do: "give",
        name: "table.tirada-export",
        words: ["export", ...CONFIG, ...recordsFrom(words)],
      },
    ],
  },
  case: {
    usage: "case ROUND > FILE",
    about: "the case file of a round, on standard output",
    isChange: true,
    steps: ([round, ...rest]) => {
      noWords(rest);
      const number = digitsOf("the round", matching("name the round", /^\d+$/, round));
      const words = ["export", "--case", "--round", number, ...CONFIG] as const;
      return [{ do: "give", name: "table.tirada-case.tar", words }];
    },
  },
  "calibrate-dice": {
    usage: "calibrate-dice arena=… die=… height=… [pitch=…] [second] [replace] …",
    about: "teaches the eye its installation, while the table is stopped",
    isChange: true,
    steps: (words) => [tiradaAsTable("dice", "calibrate", ...CONFIG, ...calibrationOptions(words))],
  },
  "calibrate-wheel": {
    usage: "calibrate-wheel [replace]",
    about: "learns the wheel under the sensor board, while the table is stopped",
    isChange: true,
    steps: ([word, ...rest]) => {
      noWords(rest);
      const replace = word === undefined ? [] : [`--${oneOf("word", ["replace"], word)}`];
      return [tiradaAsTable("wheel", "calibrate", ...CONFIG, ...replace)];
    },
  },
  address: {
    usage: "address relay|witness|dns ADDRESS… (or none)",
    about: "whom the table and its updater may reach; holds from their next start on",
    isChange: true,
    steps: stepsOfAllow,
  },
  restart: {
    usage: `restart ${SERVICE_NAMES.join("|")}`,
    about: "starts a service anew",
    isChange: true,
    steps: ofService((unit) => [systemctl("restart", unit)]),
  },
  start: {
    usage: `start ${SERVICE_NAMES.join("|")}`,
    about: "starts a service; the table also with every start of the machine from then on",
    isChange: true,
    steps: ofService((unit, service) => [
      service === "table" ? systemctl("enable", "--now", unit) : systemctl("start", unit),
    ]),
  },
  stop: {
    usage: `stop ${STOPPED.join("|")}`,
    about: "stops the table, or its screens: the console then has the monitor",
    isChange: true,
    steps: ofService(
      (unit, service) => [systemctl("stop", unit), ...(service === "screens" ? [CONSOLE] : [])],
      STOPPED,
    ),
  },
  status: {
    usage: `status ${SERVICE_NAMES.join("|")}`,
    about: "how a service is",
    isChange: false,
    steps: ofService((unit) => [systemctl("status", unit)]),
  },
  zone: {
    usage: "zone ZONE",
    about: "the machine's time zone, as Europe/Madrid",
    isChange: true,
    steps: ([word, ...rest], { isZone }) => {
      noWords(rest);
      return [run("/usr/bin/timedatectl", "set-timezone", zoneOf(word, isZone))];
    },
  },
  time: {
    usage: "time TIME",
    about: "sets the clock, as 2026-11-28T19:05:00+01:00; not where the network sets it",
    isChange: true,
    steps: ([word, ...rest]) => {
      noWords(rest);
      const time = timeOf(word);
      const asked = run("/usr/bin/timedatectl", "show", "--property=NTPSynchronized", "--value");
      return [
        { do: "unless", run: asked, says: "yes", why: "the network sets this clock: leave it so" },
        run("/usr/bin/date", "--utc", `--set=${time}`),
        { ...run("/usr/sbin/hwclock", "--systohc", "--utc"), isOptional: true },
      ];
    },
  },
  "reset-safe-page": {
    usage: "reset-safe-page",
    about: "starts a table again that could not be kept running",
    isChange: true,
    steps: only(systemctl("reset-failed", SERVICES.table), systemctl("start", SERVICES.table)),
  },
  base: {
    usage: "base status|install|other (install < BUNDLE)",
    about: "the two places of an image's base system; a signed bundle by hand",
    isChange: true,
    steps: stepsOfBase,
  },
  reboot: {
    usage: "reboot",
    about: "starts the machine anew",
    isChange: true,
    steps: only(systemctl("--no-block", "reboot")),
  },
  "power-off": {
    usage: "power-off",
    about: "switches the machine off",
    isChange: true,
    steps: only(systemctl("--no-block", "poweroff")),
  },
};
