import { OFFICE, POSTGRES, publicFile, STORE, type MachineFile } from "./machine-file.ts";

/** Archives of closed months: on the database's machine, each night; of three nodes the one that leads. */
export function archiveFiles(): readonly MachineFile[] {
  const config = `database: { host: ${POSTGRES.socket}, database: tirada, user: tirada_archiver }
certificate: ${STORE}/store.pem
key: ${STORE}/store.key.pem
`;
  const service = `[Unit]
Description=tirada, archives of the floor's closed months

[Service]
Type=oneshot
User=postgres
# The others of three nodes get it from the one that leads.
ExecCondition=/bin/sh -c '[ "$(psql -XtAc "SELECT pg_is_in_recovery()" tirada)" = f ]'
ExecStart=/usr/bin/tirada floor archive --config ${OFFICE}/archive.yaml
Nice=10
IOSchedulingClass=idle
`;
  const timer = `[Unit]
Description=tirada, archives of the floor's closed months

[Timer]
OnCalendar=04:10
RandomizedDelaySec=10min
Persistent=true

[Install]
WantedBy=timers.target
`;
  return [
    publicFile(`${OFFICE}/archive.yaml`, "Who makes archives: tirada floor archive reads it.", config),
    publicFile("/etc/systemd/system/tirada-archive.service", "Archives of closed months.", service),
    publicFile("/etc/systemd/system/tirada-archive.timer", "When archives are made.", timer),
  ];
}
