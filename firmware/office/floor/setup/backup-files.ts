import { machinesThat, type FloorMachine } from "./answers.ts";
import { PORTS, POSTGRES, publicFile, STORE, type MachineFile, type MachineOf } from "./machine-file.ts";

/** Days for which a whole backup and all that came behind it is kept. */
const KEPT_DAYS = 60;

const common = (folder: string): string =>
  `[global]
log-level-console=warn
log-level-file=info
compress-type=zst
process-max=2
start-fast=y
`.concat(
    folder === ""
      ? ""
      : `repo1-path=${folder}
repo1-retention-full-type=time
repo1-retention-full=${KEPT_DAYS}
`,
  );

/** The own end of pgBackRest's TLS, and who may ask it. */
const server = ({ address }: FloorMachine, others: readonly FloorMachine[]): string =>
  [
    `tls-server-address=${address}`,
    `tls-server-port=${PORTS.pgbackrest}`,
    `tls-server-ca-file=${STORE}/authority.pem`,
    `tls-server-cert-file=${STORE}/store.pem`,
    `tls-server-key-file=${STORE}/store.key.pem`,
    ...others.map(({ name }) => `tls-server-auth=${name}-store=tirada`),
    "",
  ].join("\n");

/** Another machine as pgBackRest reaches it. `key`: `repo1-host`, `pg2-host`. */
const reached = (key: string, { host }: FloorMachine): string =>
  [
    `${key}=${host}`,
    `${key}-type=tls`,
    `${key}-port=${PORTS.pgbackrest}`,
    `${key}-ca-file=${STORE}/authority.pem`,
    `${key}-cert-file=${STORE}/store.pem`,
    `${key}-key-file=${STORE}/store.key.pem`,
    "",
  ].join("\n");

/** Whether databases and backups are on machines of their own. */
export function isBackupElsewhere({ answers }: MachineOf): boolean {
  const nodes = machinesThat(answers, "database");
  return nodes.length > 1 || nodes.some(({ does }) => !does.includes("backup"));
}

/** pgBackRest: backups of the database, and each file of its write-ahead log. */
export function pgbackrestFile(of: MachineOf): MachineFile {
  const { answers, machine } = of;
  const nodes = machinesThat(answers, "database");
  const [keeper] = machinesThat(answers, "backup");
  const keeps = machine.does.includes("backup");
  const own = `pg1-path=${POSTGRES.data}
pg1-socket-path=${POSTGRES.socket}
`;
  const others = answers.machines.filter(
    ({ name, does }) => name !== machine.name && (keeps ? does.includes("database") : does.includes("backup")),
  );
  const asked = (
    machine.does.includes("database") ? [machine, ...nodes.filter((one) => one !== machine)] : nodes
  )
    .map((node, at) =>
      node === machine
        ? own
        : `${reached(`pg${at + 1}-host`, node)}pg${at + 1}-path=${POSTGRES.data}
pg${at + 1}-socket-path=${POSTGRES.socket}
`,
    )
    .join("");
  const text = [
    common(keeps ? answers.backup.folder : ""),
    keeps || keeper === undefined ? "" : reached("repo1-host", keeper),
    isBackupElsewhere(of) ? server(machine, others) : "",
    "[tirada]\n",
    keeps ? asked : own,
  ].join("");
  return publicFile("/etc/pgbackrest.conf", "pgBackRest: in the place of Debian's own.", text);
}

const SYSTEMD = "/etc/systemd/system";

/** When backups are made: a whole one on Sundays, what changed since on every other day. */
export function backupTimers(): readonly MachineFile[] {
  const timer = (type: string, when: string): MachineFile =>
    publicFile(
      `${SYSTEMD}/tirada-backup-${type}.timer`,
      `When a backup is made (${type}).`,
      `[Unit]
Description=tirada, backup of the floor's database (${type})

[Timer]
OnCalendar=${when}
RandomizedDelaySec=10min
Persistent=true
Unit=tirada-backup@${type}.service

[Install]
WantedBy=timers.target
`,
    );
  return [
    publicFile(
      `${SYSTEMD}/tirada-backup@.service`,
      "A backup of the database: tirada-backup@full, tirada-backup@diff.",
      `[Unit]
Description=tirada, backup of the floor's database (%i)
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=postgres
ExecStart=/usr/bin/pgbackrest --stanza=tirada --type=%i backup
Nice=10
IOSchedulingClass=idle
`,
    ),
    timer("full", "Sun 05:30"),
    timer("diff", "Mon..Sat 05:30"),
  ];
}
