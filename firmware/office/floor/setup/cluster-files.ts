import { machinesThat } from "./answers.ts";
import {
  ownFile,
  PORTS,
  POSTGRES,
  publicFile,
  STORE,
  type MachineFile,
  type MachineOf,
} from "./machine-file.ts";
import { loginMap, loginRules, settingsOf } from "./postgres-files.ts";

/** A name that the certificates of the databases have and no other machine's: by it etcd knows them. */
export const STORE_NAME = "store";

const bracketed = (address: string): string => (address.includes(":") ? `[${address}]` : address);

/** A setting that is each machine's: it names files of it. */
const isOwn = ([name]: readonly [string, unknown]): boolean => name.startsWith("ssl");
/** Settings as rows of YAML. */
const rows = (some: readonly (readonly [string, unknown])[], indent: string): string =>
  some.map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)}\n`).join("");

/** Where Patroni reads and writes who leads. */
const agreedIn = ({
  host,
}: MachineOf["machine"]): string => `# Its own machine's etcd alone. Of one on another machine that is frozen or cut off it would hear nothing, and follow for minutes a leader that
# is none any more; its own has the same fate as the database here. By its second protocol: over the third one Patroni 3.0 of Debian 12 writes
# the name of who leads whatever stands there. A leader that was frozen and goes on took the lead back so, without what had come meanwhile.
etcd:
  hosts: [${JSON.stringify(`${host}:${PORTS.etcdClient}`)}]
  use_proxies: true
  protocol: https
  cacert: ${STORE}/authority.pem
  cert: ${STORE}/store.pem
  key: ${STORE}/store.key.pem
`;

/** Patroni: which of three databases is the leader, and what the others must have before anything is answered. */
export function patroniFile(of: MachineOf): MachineFile {
  const { answers, machine } = of;
  const nodes = machinesThat(answers, "database");
  const host = bracketed(machine.address);
  const list = (rows: readonly string[]): string =>
    rows.map((row) => `    - ${JSON.stringify(row)}\n`).join("");
  const { listen_addresses: listens, archive_command: archive, ...settings } = settingsOf(of);
  const all = Object.entries({ ...settings, archive_command: archive, wal_log_hints: "on" });
  const parameters = rows(
    all.filter((one) => !isOwn(one)),
    "        ",
  );
  const tls = `sslmode: verify-full, sslcert: ${STORE}/store.pem, sslkey: ${STORE}/store.key.pem, sslrootcert: ${STORE}/authority.pem, sslcrl: ${STORE}/revoked.pem`;
  const text = `scope: tirada
namespace: /tirada/
name: ${machine.name}
restapi:
  listen: "${host}:${PORTS.patroni}"
  connect_address: "${machine.host}:${PORTS.patroni}"
  certfile: ${STORE}/store.pem
  keyfile: ${STORE}/store.key.pem
  cafile: ${STORE}/authority.pem
  # Whoever changes anything needs a certificate, and comes from one of these machines; how it is, whoever reaches it may ask.
  verify_client: optional
  allowlist: [${nodes.map(({ address }) => JSON.stringify(address)).join(", ")}]
ctl: { cacert: ${STORE}/authority.pem, certfile: ${STORE}/store.pem, keyfile: ${STORE}/store.key.pem }
${agreedIn(machine)}bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    # Nothing is answered before another node has it on its disk. Strict: without another node nothing is taken; tables keep what they
    # have and bring it later.
    synchronous_mode: true
    synchronous_mode_strict: true
    synchronous_node_count: 1
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
${parameters}  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: "${listens}:${PORTS.postgres}"
  connect_address: "${machine.host}:${PORTS.postgres}"
  data_dir: ${POSTGRES.data}
  bin_dir: ${POSTGRES.programs}
  use_unix_socket: true
  # Each machine's own files.
  parameters:
    unix_socket_directories: ${POSTGRES.socket}
${rows(all.filter(isOwn), "    ")}  authentication:
    superuser: { username: postgres }
    replication: { username: tirada_replica, ${tls} }
    rewind: { username: tirada_rewind, ${tls} }
  pg_hba:
${list(loginRules(of))}  pg_ident:
${list(loginMap(of))}# Where the machine has a watchdog, a leader that hangs is switched off before another one leads.
watchdog: { mode: automatic, device: /dev/watchdog, safety_margin: 5 }
`;
  return ownFile("/etc/patroni/config.yml", "postgres", "Patroni: it starts and leads PostgreSQL here.", text);
}

/** What Debian's service of Patroni lacks: it gives up where etcd is not there yet, as when all machines start at once. */
export function patroniService(): MachineFile {
  const text = `[Unit]
Wants=etcd.service
After=etcd.service
StartLimitIntervalSec=0
[Service]
Restart=always
RestartSec=2
`;
  return publicFile(
    "/etc/systemd/system/patroni.service.d/tirada.conf",
    "Patroni is started again, however often it ends.",
    text,
  );
}

/** Where a machine is cut off, whoever waits for something of it waits no longer than this: a node that is being made again from it, too. */
export const kernelFile = (): MachineFile =>
  publicFile(
    "/etc/sysctl.d/60-tirada-store.conf",
    "How soon a connection to a machine that is cut off is given up: within a minute, and not two hours.",
    `net.ipv4.tcp_keepalive_time = 20
net.ipv4.tcp_keepalive_intvl = 5
net.ipv4.tcp_keepalive_probes = 4
net.ipv4.tcp_retries2 = 7
`,
  );

/** etcd: where three machines agree on who leads. */
export function etcdFile({ answers, machine }: MachineOf): MachineFile {
  const nodes = machinesThat(answers, "database");
  const at = (port: number): string => `https://${bracketed(machine.address)}:${port}`;
  const said = (port: number): string => `https://${machine.host}:${port}`;
  const cluster = nodes.map((node) => `${node.name}=https://${node.host}:${PORTS.etcdPeer}`).join(",");
  const pair = (way: string): string => `ETCD_${way}CERT_FILE=${STORE}/store.pem
ETCD_${way}KEY_FILE=${STORE}/store.key.pem
ETCD_${way}TRUSTED_CA_FILE=${STORE}/authority.pem
ETCD_${way}CLIENT_CERT_AUTH=true
`;
  const text = `ETCD_NAME=${machine.name}
ETCD_DATA_DIR=/var/lib/etcd/tirada
ETCD_LISTEN_CLIENT_URLS=${at(PORTS.etcdClient)}
ETCD_ADVERTISE_CLIENT_URLS=${said(PORTS.etcdClient)}
ETCD_LISTEN_PEER_URLS=${at(PORTS.etcdPeer)}
ETCD_INITIAL_ADVERTISE_PEER_URLS=${said(PORTS.etcdPeer)}
ETCD_INITIAL_CLUSTER=${cluster}
ETCD_INITIAL_CLUSTER_TOKEN=tirada-${answers.casino}
ETCD_INITIAL_CLUSTER_STATE=new
# The protocol by which Patroni takes the lead only where nobody has it.
ETCD_ENABLE_V2=true
${pair("")}${pair("PEER_")}# Only machines with this name in their certificates: among themselves, and who asks. Its gateway, which nobody uses then, would be refused.
ETCD_ENABLE_GRPC_GATEWAY=false
ETCD_PEER_CERT_ALLOWED_HOSTNAME=${STORE_NAME}
ETCD_CLIENT_CERT_ALLOWED_HOSTNAME=${STORE_NAME}
`;
  return publicFile("/etc/default/etcd", "etcd: Debian's service reads it.", text);
}
