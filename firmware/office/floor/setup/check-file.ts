import { isCluster, machinesThat } from "./answers.ts";
import { isBackupElsewhere } from "./backup-files.ts";
import {
  OFFICE,
  PORTS,
  POSTGRES,
  publicFile,
  STORE,
  type MachineFile,
  type MachineOf,
} from "./machine-file.ts";
import { needsLeader } from "./network-files.ts";
import { databaseSection } from "./office-files.ts";
import { ALARM_RULES } from "./watch-files.ts";

/** What of a floor can be looked at from this machine: the configuration of `tirada floor check`. */
export function checkFile(of: MachineOf): MachineFile {
  const { answers, machine } = of;
  const { does } = machine;
  const pair = pairOf(of);
  const isLocal = !isCluster(answers) && does.includes("database");
  const [roles, from] = isLocal
    ? [["tirada_collector", "tirada_page", "tirada_check"], "collector"]
    : [
        [
          ...(does.includes("collector") ? ["tirada_collector"] : []),
          ...(does.includes("page") ? ["tirada_page"] : []),
          ...(needsLeader(of) || does.includes("collector") || does.includes("page") ? ["tirada_check"] : []),
        ],
        does.includes("collector") ? "collector" : "floor-page",
      ];
  const databases = roles.map((role) => {
    const pairOfRole = role === "tirada_page" ? "floor-page" : from;
    const text = databaseSection(of, role, pairOfRole).trim();
    return text.startsWith("{") ? `  - ${text}\n` : `  - ${text.replaceAll("\n  ", "\n    ")}\n`;
  });
  const servers = [
    ...machinesThat(answers, "collector").map(({ host }) => `https://${host}:${PORTS.collector}/`),
    ...machinesThat(answers, "page").map(({ host }) => `https://${host}:${PORTS.page}/`),
  ];
  const folders = [
    ...(does.includes("database") ? [POSTGRES.data] : []),
    ...(does.includes("backup") ? [answers.backup.folder] : []),
    "/",
  ];
  const text = [
    `machine: ${machine.name}\n`,
    databases.length === 0 ? "" : `databases:\n${databases.join("")}`,
    isCluster(answers) && databases.length > 0 ? "standbys: 1\n" : "",
    pair === null
      ? ""
      : `certificate: ${pair}.pem\nkey: ${pair}.key.pem\nauthority: ${folderOf(pair)}/authority.pem\nrevoked: ${folderOf(pair)}/revoked.pem\n`,
    pair === null ? "" : `servers:\n${servers.map((url) => `  - ${url}\n`).join("")}`,
    does.includes("backup") || (does.includes("database") && isBackupElsewhere(of))
      ? "backup: { stanza: tirada }\n"
      : "",
    does.includes("monitor") ? `prometheus: { url: "http://127.0.0.1:9090/", rules: ${ALARM_RULES} }\n` : "",
    `folders: [${folders.join(", ")}]\n`,
  ].join("");
  return publicFile(`${OFFICE}/check.yaml`, "What tirada floor check looks at from this machine.", text);
}

const folderOf = (pair: string): string => pair.slice(0, pair.lastIndexOf("/"));

/** With whose certificate this machine asks the others; null: it has none that they take. */
function pairOf({ machine: { does } }: MachineOf): string | null {
  if (does.includes("collector")) return `${OFFICE}/collector`;
  if (does.includes("page")) return `${OFFICE}/floor-page`;
  if (does.includes("monitor")) return "/etc/prometheus/casino/monitor";
  return does.includes("database") || does.includes("backup") ? `${STORE}/store` : null;
}
