import { isCluster, machinesThat } from "./answers.ts";
import {
  hostRange,
  ownFile,
  PORTS,
  POSTGRES,
  publicFile,
  STORE,
  type MachineFile,
  type MachineOf,
} from "./machine-file.ts";

/** Database, roles and who may log in as which: the passwords of a floor are its certificates, there are no others. */
export function rolesFile(): MachineFile {
  const text = `\\set ON_ERROR_STOP on
SELECT 'CREATE DATABASE tirada TEMPLATE template0 ENCODING ''UTF8'' LC_COLLATE ''C.UTF-8'' LC_CTYPE ''C.UTF-8'''
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'tirada') \\gexec
\\connect tirada
DO $$
DECLARE
  one text;
BEGIN
  -- Who collects, who shows, who looks whether all is well, and who archives closed months. None has a password, none may make anything.
  FOREACH one IN ARRAY ARRAY['tirada_collector', 'tirada_page', 'tirada_check', 'tirada_archiver'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = one) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', one);
    END IF;
    EXECUTE format('ALTER ROLE %I NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD NULL', one);
  END LOOP;
END
$$;
REVOKE ALL ON DATABASE tirada FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT CONNECT ON DATABASE tirada TO tirada_collector, tirada_page, tirada_check, tirada_archiver;
GRANT pg_monitor TO tirada_check;
`;
  return publicFile(
    "/usr/local/share/tirada-floor/roles.sql",
    "The database and its roles; tirada floor migrate makes schemas, tables and rights in it.",
    text,
  );
}

/** Who may log in over what: rows of pg_hba.conf. */
export function loginRules({ answers, machine }: MachineOf): readonly string[] {
  const clients = answers.machines.filter(
    ({ name, does }) =>
      (isCluster(answers) || name !== machine.name) &&
      does.some((duty) => ["database", "collector", "page", "backup"].includes(duty)),
  );
  const rows = clients.map(
    ({ address }) =>
      `hostssl tirada tirada_collector,tirada_page,tirada_check ${hostRange(address)} cert clientname=DN map=casino`,
  );
  const nodes = isCluster(answers) ? machinesThat(answers, "database") : [];
  // Patroni looks at its own database as a copy would, over localhost.
  const copying = nodes.length === 0 ? [] : ["127.0.0.1", "::1", ...nodes.map(({ address }) => address)];
  const copies = copying.flatMap((address) => [
    `hostssl replication tirada_replica ${hostRange(address)} cert clientname=DN map=casino`,
    `hostssl postgres tirada_rewind ${hostRange(address)} cert clientname=DN map=casino`,
  ]);
  return [
    "local all postgres peer",
    "local tirada tirada_collector,tirada_page,tirada_check,tirada_archiver peer map=tirada",
    ...rows,
    ...copies,
    // Whoever has no rule above has none.
  ];
}

/** Whose login is whose role: rows of pg_ident.conf. A certificate says what it is of in OU: collector, relay, unit. */
export function loginMap({ answers }: MachineOf): readonly string[] {
  const stores = machinesThat(answers, "database").map(({ name }) => `${name}-store`);
  const ofStores = `"/^OU=relay,CN=(${stores.join("|")})$"`;
  return [
    "tirada tirada-collector tirada_collector",
    "tirada tirada-floor tirada_page",
    // Nobody else, and over no network: who has this role drops rows that lie in archives.
    "tirada postgres tirada_archiver",
    ...["tirada_collector", "tirada_page", "tirada_check"].map((role) => `tirada root ${role}`),
    `casino "/^OU=collector,CN=[^,]+$" tirada_collector`,
    `casino "/^OU=relay,CN=floor-page$" tirada_page`,
    `casino "/^OU=(collector|relay),CN=(collector-[^,]+|floor-page)$" tirada_check`,
    ...(isCluster(answers) ? [`casino ${ofStores} tirada_replica`, `casino ${ofStores} tirada_rewind`] : []),
  ];
}

/** Settings of the database; TLS where anybody reaches it over the network. */
export function settingsOf(of: MachineOf): Readonly<Record<string, string>> {
  const isReached = loginRules(of).some((row) => row.startsWith("hostssl"));
  const { address } = of.machine;
  return {
    listen_addresses: isReached ? `localhost,${address}` : "",
    ...(isReached
      ? {
          ssl: "on",
          ssl_cert_file: `${STORE}/store.pem`,
          ssl_key_file: `${STORE}/store.key.pem`,
          ssl_ca_file: `${STORE}/authority.pem`,
          ssl_crl_file: `${STORE}/revoked.pem`,
          ssl_min_protocol_version: "TLSv1.3",
        }
      : {}),
    // What was answered is on the disk.
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    wal_level: "replica",
    archive_mode: "on",
    archive_command: "pgbackrest --stanza=tirada archive-push %p",
    archive_timeout: "60s",
    max_connections: "200",
    // A table that vanished with a question open holds no lock for long.
    tcp_keepalives_idle: "30",
    tcp_keepalives_interval: "10",
    tcp_keepalives_count: "3",
    client_connection_check_interval: "10s",
    log_connections: "on",
    timezone: "UTC",
  };
}

/** The files of a PostgreSQL that stands alone. */
export function postgresFiles(of: MachineOf): readonly MachineFile[] {
  const settings = Object.entries(settingsOf(of)).map(([name, value]) => `${name} = '${value}'`);
  const rows = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
  return [
    publicFile(
      `${POSTGRES.config}/conf.d/tirada.conf`,
      "Settings of PostgreSQL: the directory conf.d of Debian reads it behind postgresql.conf.",
      rows(settings),
    ),
    ownFile(
      `${POSTGRES.config}/pg_hba.conf`,
      "postgres",
      "Who may log in: in the place of Debian's own. Nobody has a password.",
      rows(loginRules(of)),
    ),
    ownFile(
      `${POSTGRES.config}/pg_ident.conf`,
      "postgres",
      "Whose user of this machine and whose certificate is which role: in the place of Debian's own.",
      rows(loginMap(of)),
    ),
  ];
}

/** Where the database of a machine is reached by others. */
export const storePort = PORTS.postgres;
