import { isCluster, machinesThat, type FloorAnswers, type FloorMachine } from "./answers.ts";
import { certificatesOf, issueLines } from "./certificates.ts";
import { PORTS, POSTGRES, STORE } from "./machine-file.ts";
import { needsLeader } from "./network-files.ts";

/** Debian's packages that a machine needs for what it does. */
function packagesOf(answers: FloorAnswers, machine: FloorMachine): readonly string[] {
  const { does } = machine;
  return [
    "nftables",
    "chrony",
    "openssl",
    ...(does.includes("database") ? [`postgresql-${POSTGRES.version}`] : []),
    ...(does.includes("database") || does.includes("backup") ? ["pgbackrest"] : []),
    ...(does.includes("database") && isCluster(answers)
      ? ["patroni", "python3-etcd", "python3-idna", "etcd-server", "etcd-client"]
      : []),
    ...(does.includes("balancer") || needsLeader({ answers, machine }) ? ["haproxy"] : []),
    ...(does.includes("monitor") ? ["prometheus", "prometheus-alertmanager"] : []),
  ];
}

const shell = (lines: readonly string[]): string => `\`\`\`sh\n${lines.join("\n")}\n\`\`\`\n`;

const each = (machines: readonly FloorMachine[]): string =>
  machines.map(({ name }) => `\`${name}\``).join(", ");

/** The steps of setting up a floor, in their order. */
export function floorReadme(answers: FloorAnswers): string {
  const { machines } = answers;
  const databases = machinesThat(answers, "database");
  const steps = [
    packagesStep(answers),
    certificatesStep(answers),
    filesStep(answers),
    isCluster(answers) ? clusterStep(answers) : databaseStep(databases),
    storeStep(databases, isCluster(answers)),
    backupStep(answers),
    servicesStep(answers),
    checkStep(machines),
  ];
  return `# The floor of ${answers.name}

What \`tirada floor init\` wrote: a folder for each machine, ${each(machines)}, in which every file lies where it belongs on that machine, and says so in its first lines. Nothing here is secret: keys are made on their own machine and never leave it. Carry each folder to its machine and do these steps in their order, each on all machines that it names.

${steps.map((step, at) => `## ${at + 1}. ${step}`).join("\n")}`;
}

function packagesStep(answers: FloorAnswers): string {
  const rows = answers.machines.map(
    (machine) => `| \`${machine.name}\` | ${packagesOf(answers, machine).join(" ")} |`,
  );
  return `Packages

On every machine those of its row, and tirada's:

| machine | packages of Debian |
|---|---|
${rows.join("\n")}

${shell([
  "# Before postgresql comes: no database by itself.",
  "sudo apt install postgresql-common && sudo sed -i 's/^#\\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf",
  "sudo apt install PACKAGES-OF-THE-ROW ./tirada_*.deb ./tirada-floor_*.deb",
])}${isCluster(answers) ? "" : makesCluster(machinesThat(answers, "database"))}`;
}

/** An empty database, before any file of ours lies where Debian would put its own. */
const makesCluster = (databases: readonly FloorMachine[]): string => `
Then on ${each(databases)} the database, empty and not started:

${shell([`sudo pg_createcluster ${POSTGRES.version} main --encoding=UTF8 --locale=C.UTF-8 -- --data-checksums`])}`;

function certificatesStep(answers: FloorAnswers): string {
  const lines = answers.machines.flatMap((machine) =>
    issueLines(machine.name, certificatesOf(answers, machine)),
  );
  return `Certificates

On every machine, in its folder: \`sudo sh make-requests.sh\` makes keys and requests. Bring the requests to the authority (docs/remote.md), each in a folder with its machine's name, and have there

${shell(lines)}
On an authority's machine of our package, \`sudo tirada-authority unit …\` in the place of \`tirada ca unit …\`. Bring each certificate back, and with them the authority's \`authority.pem\` and \`revoked.pem\`; \`sudo sh lay-certificates.sh\` in the machine's folder puts them where they belong. The same again each week with a new \`revoked.pem\`, and before the 90 days of a certificate are over: \`tirada floor check\` says when.
`;
}

function filesStep(answers: FloorAnswers): string {
  return `Files

On every machine, in its folder: \`sudo sh lay-files.sh\`. What is there already is kept beside as \`.before-tirada\`. Read \`etc/nftables.conf\` first: what it does not name is dropped, your own login too where \`networks.staff\` is wrong. Then

${shell([
  "sudo nft -c -f /etc/nftables.conf && sudo systemctl enable --now nftables && sudo systemctl reload nftables",
])}
${machinesThat(answers, "database").length > 0 ? `The databases read their key as members of a group (on ${each(answers.machines.filter(({ does }) => does.includes("database") || does.includes("backup")))}):\n\n${shell([`sudo adduser postgres tirada-store`, ...(isCluster(answers) ? ["sudo adduser etcd tirada-store"] : [])])}` : ""}`;
}

const databaseStep = (databases: readonly FloorMachine[]): string => `The database

On ${each(databases)}:

${shell([`sudo systemctl enable --now postgresql@${POSTGRES.version}-main`])}`;

function clusterStep(answers: FloorAnswers): string {
  const databases = machinesThat(answers, "database");
  const leading = answers.machines.filter((machine) => needsLeader({ answers, machine }));
  const ctl = `ETCDCTL_API=3 etcdctl --endpoints=${databases.map(({ host }) => `https://${host}:${PORTS.etcdClient}`).join(",")} --cacert=${STORE}/authority.pem --cert=${STORE}/store.pem --key=${STORE}/store.key.pem`;
  return `Three databases

On ${each(databases)}: etcd on all three within a minute (each waits for the others), then Patroni on one, and on the others when it says that it leads. Patroni starts PostgreSQL; Debian's own service for it stays off.

${shell([
  "sudo systemctl disable --now postgresql",
  "sudo systemctl enable --now etcd",
  `sudo ${ctl} endpoint health`,
  "sudo systemctl enable --now patroni",
  "sudo -u postgres patronictl -c /etc/patroni/config.yml list",
])}
One is \`Leader\`, one \`Sync Standby\`, one \`Replica\`. On ${each(leading)} HAProxy leads to the leader: \`sudo systemctl enable haproxy && sudo systemctl restart haproxy\`.
`;
}

const storeStep = (databases: readonly FloorMachine[], cluster: boolean): string => `The store

On ${cluster ? "the machine whose database leads" : each(databases)}:

${shell([
  "sudo -u postgres psql -f /usr/local/share/tirada-floor/roles.sql",
  "sudo -u postgres tirada floor migrate --config /etc/tirada-office/store.yaml",
])}
On ${each(databases)}, for archives of closed months (docs/floor.md, "Archives"):

${shell(["sudo systemctl enable --now tirada-archive.timer"])}`;

function backupStep(answers: FloorAnswers): string {
  const keepers = machinesThat(answers, "backup");
  const isElsewhere = machinesThat(answers, "database").some(({ does }) => !does.includes("backup"));
  return `Backups

On ${each(keepers)}; \`${answers.backup.folder}\` lies on another disk than the database.${isElsewhere ? " First `sudo systemctl enable --now pgbackrest` here and at the databases." : ""}

${shell([
  `sudo install -d -o postgres -g postgres -m 0750 ${answers.backup.folder}`,
  "sudo -u postgres pgbackrest --stanza=tirada stanza-create",
  "sudo -u postgres pgbackrest --stanza=tirada check",
  "sudo systemctl start tirada-backup@full",
  "sudo systemctl enable --now tirada-backup-full.timer tirada-backup-diff.timer",
])}
Try a restore before you need one (docs/floor.md, "Backup").
`;
}

function servicesStep(answers: FloorAnswers): string {
  const balancers = machinesThat(answers, "balancer");
  return `Services

${shell([
  `# on ${machinesThat(answers, "collector")
    .map(({ name }) => name)
    .join(", ")}`,
  "sudo systemctl enable --now tirada-collector@1",
  `# on ${machinesThat(answers, "page")
    .map(({ name }) => name)
    .join(", ")}`,
  "sudo systemctl enable --now tirada-floor",
  ...(balancers.length > 0
    ? [
        `# on ${balancers.map(({ name }) => name).join(", ")}`,
        "sudo systemctl enable haproxy && sudo systemctl restart haproxy",
      ]
    : []),
  `# on ${machinesThat(answers, "monitor")
    .map(({ name }) => name)
    .join(", ")}`,
  "sudo promtool check config /etc/prometheus/prometheus.yml && amtool check-config /etc/prometheus/alertmanager.yml",
  "sudo systemctl restart prometheus prometheus-alertmanager",
])}
Tables name ${tablesTo(answers)} as \`floor.collectors\` (docs/technician/floor.md).
`;
}

/** Where tables find the floor. */
const tablesTo = (answers: FloorAnswers): string => {
  const balancers = machinesThat(answers, "balancer");
  const all = balancers.length > 0 ? balancers : machinesThat(answers, "collector");
  return all
    .slice(0, 4)
    .map(({ host }) => `\`https://${host}:${PORTS.collector}/\``)
    .join(", ");
};

const checkStep = (machines: readonly FloorMachine[]): string => `Whether all of it is so

On ${each(machines)}: each line that is not so says what to do.

${shell(["sudo tirada floor check --config /etc/tirada-office/check.yaml"])}`;
