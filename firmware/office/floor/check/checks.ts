/** How grave what was found is: `stops`: records do not come in, or evidence is not safe. `unknown`: it could not be seen. The gravest first. */
export const CHECK_LEVELS = ["stops", "attention", "unknown", "well"] as const;
export type CheckLevel = (typeof CHECK_LEVELS)[number];

interface CheckRow {
  readonly level: CheckLevel;
  readonly text: string;
  /** What to do; empty: nothing. */
  readonly remedy: string;
}

const row = (level: CheckLevel, text: string, remedy = ""): CheckRow => ({ level, text, remedy });

/** Everything that a look at a floor can find: one row each, as the doctor's findings of a table are. */
export const CHECKS = {
  "database-reached": row("well", "database {database} at {host}: reached as {role}"),
  "database-away": row(
    "stops",
    "database {database} at {host} is not reached as {role}: {why}",
    "start it (systemctl status postgresql@15-main, or patroni and haproxy); does it let {role} in (pg_hba.conf, pg_ident.conf), and is the certificate one that holds?",
  ),
  "store-version": row("well", "store: version {version}, as this release needs it"),
  "store-other": row(
    "stops",
    "store: {why}",
    "tirada floor migrate --config /etc/tirada-office/store.yaml, on the database's machine",
  ),
  "store-unseen": row(
    "stops",
    "store: looked at as {role}, and then: {why}",
    "once more; what it says is of PostgreSQL: journalctl -u 'postgresql@*' or -u patroni",
  ),
  "months-made": row("well", "store: parts of months are made until {last}"),
  "months-short": row(
    "attention",
    "store: parts of months end with {last}, and three months ahead are due",
    "collectors make them each minute: journalctl -u 'tirada-collector@*' says why they cannot",
  ),
  "months-missing": row(
    "stops",
    "store: the part of this month is missing in {schema}: nothing can be stored",
    "start a collector: it makes it; journalctl -u 'tirada-collector@*' says why it cannot",
  ),
  "change-refused": row(
    "well",
    "store: {count} tries of {role} to change, delete or empty a table were refused",
  ),
  "change-open": row(
    "stops",
    "store: {role} may {verb} {table}",
    "REVOKE {verb} ON {table} FROM {role}; who gave it that? Then tirada floor verify: is all as it was signed?",
  ),
  "triggers-well": row("well", "store: every table refuses changes of its owner too"),
  "triggers-off": row(
    "stops",
    "store: {table} does not refuse changes of its owner: {trigger} is missing or off",
    "first tirada floor verify: is all as it was signed? Then make the trigger anew as in schema/002-evidence.sql (only_add_to)",
  ),
  "standbys-well": row("well", "databases: {count} in step; nothing is answered before one of them has it"),
  "lead-unsafe": row(
    "stops",
    "databases: {file} has Patroni take the lead over etcd's third protocol: a node that was frozen takes it from another one, and what was answered meanwhile is lost",
    "bring the new files of tirada floor init, as docs/floor.md says under Three nodes",
  ),
  "standbys-short": row(
    "stops",
    "databases: {count} in step, and {wanted} must be",
    "patronictl -c /etc/patroni/config.yml list says which is not; until then tables keep what they have",
  ),
  "standbys-off": row(
    "stops",
    "databases: what is answered need not be on a second one (synchronous_standby_names is empty)",
    "patronictl -c /etc/patroni/config.yml edit-config: synchronous_mode and synchronous_mode_strict must be true",
  ),
  "durable-off": row(
    "stops",
    "database: {setting} is {value}: what was answered may be lost",
    "set it to on (conf.d/tirada.conf, or patronictl edit-config) and find out who changed it",
  ),
  "archive-well": row("well", "database: its log goes to the backup, the last part {minutes} min ago"),
  "archive-failing": row(
    "attention",
    "database: its log does not reach the backup since {minutes} min ({count} tries failed)",
    "sudo -u postgres pgbackrest --stanza=tirada check says why; the database keeps what waits, until its disk is full",
  ),
  "archive-off": row(
    "attention",
    "database: its log goes to no backup",
    "archive_mode and archive_command are missing: lay conf.d/tirada.conf down and restart the database",
  ),
  "backup-well": row("well", "backup: the newest is {hours} h old"),
  "backup-old": row(
    "attention",
    "backup: the newest is {hours} h old",
    "systemctl list-timers 'tirada-backup-*'; journalctl -u 'tirada-backup@*' says why none was made",
  ),
  "backup-none": row("attention", "backup: there is none: {why}", "systemctl start tirada-backup@full"),
  "backup-unseen": row(
    "unknown",
    "backup: pgBackRest does not say: {why}",
    "give the command as root; sudo -u postgres pgbackrest --stanza=tirada check",
  ),
  "server-well": row("well", "{url} answers; its certificate holds {days} days more"),
  "server-silent": row(
    "stops",
    "{url} does not answer: {why}",
    "systemctl status tirada-collector@1 or tirada-floor on that machine; is its port open to this one (nftables)?",
  ),
  "server-ending": row(
    "attention",
    "{url} answers; its certificate holds {days} days more",
    'make its next certificate: README.md of the set-up, "Certificates"',
  ),
  "own-well": row("well", "{file} holds {days} days more, the revocation list {list}"),
  "own-ending": row(
    "attention",
    "{file} holds {days} days more, the revocation list {list}",
    'bring the authority\'s newest list, and the next certificate: README.md of the set-up, "Certificates"',
  ),
  "own-unusable": row(
    "stops",
    "the certificate of this machine cannot be used: {why}",
    'lay it down anew: README.md of the set-up, "Certificates"',
  ),
  "clock-well": row("well", "clock: set by the network, {ms} ms off the database's"),
  "clock-unset": row(
    "attention",
    "clock: nothing sets it",
    "install and start chrony: certificates and alarms go by it",
  ),
  "clock-unseen": row("unknown", "clock: timedatectl does not say whether it is set"),
  "clock-differs": row(
    "attention",
    "clock: {ms} ms off the database's",
    "chronyc tracking here and on the database's machine: both by the same servers",
  ),
  "disk-well": row("well", "disk of {folder}: {percent} % in use"),
  "disk-short": row(
    "attention",
    "disk of {folder}: {percent} % in use",
    "make room or a larger disk: records are kept for good; docs/floor.md says how much a year needs",
  ),
  "disk-full": row(
    "stops",
    "disk of {folder}: {percent} % in use",
    "make room now: a full disk stops the database",
  ),
  "disk-unseen": row("unknown", "disk of {folder}: {why}"),
  "alarms-well": row("well", "alarms: Prometheus has all {count} rules"),
  "alarms-missing": row(
    "attention",
    "alarms: Prometheus has not these rules: {names}",
    "rule_files in /etc/prometheus/prometheus.yml, then systemctl reload prometheus",
  ),
  "alarms-silent": row(
    "attention",
    "alarms: Prometheus does not answer: {why}",
    "systemctl status prometheus: nobody is told of anything meanwhile",
  ),
  "targets-well": row("well", "alarms: Prometheus reads all {count} of its targets"),
  "targets-down": row(
    "attention",
    "alarms: Prometheus cannot read {names}: {why}",
    "does that machine answer, does it let this one in (nftables), and does monitor.pem hold?",
  ),
  "tables-well": row("well", "tables: {count} have joined, each was heard within {seconds} s"),
  "tables-none": row("well", "tables: none has joined yet"),
  "tables-silent": row(
    "attention",
    "tables: {count} of {all} are silent: {names}",
    "does the table run, and does it name this floor's collectors? Its own tirada doctor says why (row Sala)",
  ),
  "tables-forked": row(
    "stops",
    "tables: two histories of {names}",
    "two units sign with one key: find the other one, then two people say on the floor's page which is the table",
  ),
} as const satisfies Readonly<Record<string, CheckRow>>;
export type CheckCode = keyof typeof CHECKS;

/** One thing that was looked at. */
export interface Checked {
  readonly code: CheckCode;
  readonly level: CheckLevel;
  readonly text: string;
  readonly remedy: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** A row of the catalogue with its values. */
export function checked(code: CheckCode, values: Readonly<Record<string, string | number>> = {}): Checked {
  const { level, text, remedy } = CHECKS[code];
  const fill = (words: string): string =>
    words.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return { code, level, text: fill(text), remedy: fill(remedy), values };
}

/** The exit status: as the doctor's. */
export const CHECK_STATUS = { well: 0, attention: 1, stops: 2 } as const;
export type CheckVerdict = keyof typeof CHECK_STATUS;

export interface CheckReport {
  readonly machine: string;
  /** RFC 3339. */
  readonly at: string;
  readonly release: string;
  readonly verdict: CheckVerdict;
  /** The gravest first. */
  readonly found: readonly Checked[];
}

/** What could not be seen makes no verdict worse. */
export function checkReport(
  found: readonly Checked[],
  of: Pick<CheckReport, "machine" | "at" | "release">,
): CheckReport {
  const rank = ({ level }: Checked): number => CHECK_LEVELS.indexOf(level);
  const has = (level: CheckLevel): boolean => found.some((one) => one.level === level);
  const verdict = has("stops") ? "stops" : has("attention") ? "attention" : "well";
  return { ...of, verdict, found: found.toSorted((one, other) => rank(one) - rank(other)) };
}

const MARKS: Readonly<Record<CheckLevel, string>> = { stops: "✗", attention: "!", unknown: "?", well: "✓" };
const VERDICTS: Readonly<Record<CheckVerdict, string>> = {
  well: "All that was looked at is well.",
  attention: "It works; something wants attention.",
  stops: "Records do not come in, or evidence is not safe.",
};

/** The report as one screen: the gravest first, under each what to do. */
export function checkLines({ machine, at, release, verdict, found }: CheckReport): readonly string[] {
  return [
    `${machine} · tirada ${release} · ${at}`,
    VERDICTS[verdict],
    "",
    ...found.flatMap(({ level, text, remedy }) => [
      `${MARKS[level]} ${text}`,
      ...(remedy === "" ? [] : [`    → ${remedy}`]),
    ]),
  ];
}
