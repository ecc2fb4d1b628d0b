import { isCluster, machinesThat } from "./answers.ts";
import { OFFICE, PORTS, POSTGRES, publicFile, type MachineFile, type MachineOf } from "./machine-file.ts";

/** How a program on this machine reaches the database. Null: over the socket, as the user it runs as. */
function wayOf({ answers, machine }: MachineOf): { readonly host: string; readonly port: number } | null {
  if (isCluster(answers)) return { host: "localhost", port: PORTS.leader };
  if (machine.does.includes("database")) return null;
  const [database] = machinesThat(answers, "database");
  return { host: database?.host ?? "", port: PORTS.postgres };
}

/** The section `database` of a program that has the certificate files `pair`. */
export function databaseSection(of: MachineOf, user: string, pair: string): string {
  const way = wayOf(of);
  if (way === null) return `{ host: ${POSTGRES.socket}, database: tirada, user: ${user} }`;
  return `
  host: ${way.host}
  port: ${way.port}
  database: tirada
  user: ${user}
  tls: { authority: ${OFFICE}/authority.pem, certificate: ${OFFICE}/${pair}.pem, key: ${OFFICE}/${pair}.key.pem }`;
}

const section = (text: string): string => (text.startsWith("\n") ? text : ` ${text}`);

const credentials = (pair: string): string => `certificate: ${OFFICE}/${pair}.pem
key: ${OFFICE}/${pair}.key.pem
authority: ${OFFICE}/authority.pem
revoked: ${OFFICE}/revoked.pem
`;

/** The configuration of the collector of a machine. */
export function collectorFile(of: MachineOf): MachineFile {
  const text = `listen: { host: "${of.machine.address}", port: ${PORTS.collector} }
${credentials("collector")}database:${section(databaseSection(of, "tirada_collector", "collector"))}
`;
  return publicFile(`${OFFICE}/collector-1.yaml`, "The collector: tirada-collector@1 reads it.", text);
}

/** The configuration of the floor's page. */
export function pageFile(of: MachineOf): MachineFile {
  const { name, zone } = of.answers;
  // Alertmanager asks nobody who he is: it is spoken to on its own machine alone.
  const alarms = of.machine.does.includes("monitor") ? "alarms: { alertmanager: http://127.0.0.1:9093 }\n" : "";
  const text = `listen: { host: "${of.machine.address}", port: ${PORTS.page} }
${credentials("floor-page")}database:${section(databaseSection(of, "tirada_page", "floor-page"))}
name: "${name}"
zone: ${zone}
${alarms}`;
  return publicFile(`${OFFICE}/floor-page.yaml`, "The floor's page: tirada-floor reads it.", text);
}

/** The database as its owner reaches it: for tirada floor migrate. */
export function storeFile(): MachineFile {
  const text = `database: { host: ${POSTGRES.socket}, database: tirada, user: postgres }
`;
  return publicFile(
    `${OFFICE}/store.yaml`,
    "The database as its own machine reaches it: for tirada floor migrate and verify, given as the user postgres.",
    text,
  );
}
