import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDurably } from "../../../files/durable.ts";
import { orUsageProblem, usageProblem } from "../../../problem.ts";
import { isCluster, type FloorAnswers, type FloorMachine } from "./answers.ts";
import { archiveFile } from "./archive-files.ts";
import { backupTimers, isBackupElsewhere, pgbackrestFile } from "./backup-files.ts";
import { certificatesOf, requestScript, type WantedCertificate } from "./certificates.ts";
import { checkFile } from "./check-file.ts";
import { etcdFile, kernelFile, patroniFile, patroniService } from "./cluster-files.ts";
import { STORE, type MachineFile, type MachineOf } from "./machine-file.ts";
import { haproxyFile, needsLeader, nftablesFile } from "./network-files.ts";
import { collectorFile, pageFile, storeFile } from "./office-files.ts";
import { postgresFiles, rolesFile } from "./postgres-files.ts";
import { floorReadme } from "./readme.ts";
import { alertmanagerFile, prometheusFile } from "./watch-files.ts";

/** A file of the folder: its path in it, and what stands in it. */
export interface SetupFile {
  readonly path: string;
  readonly text: string;
}

/** Every file of one machine. */
function machineFiles(of: MachineOf): readonly MachineFile[] {
  const { answers, machine } = of;
  const { does } = machine;
  const keeps = does.includes("backup");
  return [
    ...(does.includes("collector") ? [collectorFile(of)] : []),
    ...(does.includes("page") ? [pageFile(of)] : []),
    ...(does.includes("database")
      ? [
          rolesFile(),
          storeFile(),
          archiveFile(),
          ...(isCluster(answers)
            ? [patroniFile(of), patroniService(), etcdFile(of), kernelFile()]
            : postgresFiles(of)),
        ]
      : []),
    ...(does.includes("database") || keeps ? [pgbackrestFile(of)] : []),
    ...(keeps ? backupTimers() : []),
    ...(does.includes("balancer") || needsLeader(of) ? [haproxyFile(of)] : []),
    ...(does.includes("monitor") ? [prometheusFile(of), alertmanagerFile(of)] : []),
    nftablesFile(of),
    checkFile(of),
  ];
}

/** Every file of a floor's set-up, by its path in the folder. */
export function setupFiles(answers: FloorAnswers): readonly SetupFile[] {
  return [
    { path: "README.md", text: floorReadme(answers) },
    ...answers.machines.flatMap((machine) => filesOfMachine(answers, machine)),
  ];
}

function filesOfMachine(answers: FloorAnswers, machine: FloorMachine): readonly SetupFile[] {
  const files = machineFiles({ answers, machine });
  const wanted = certificatesOf(answers, machine);
  const scripts: readonly (readonly [name: string, about: string, text: string])[] = [
    ["make-requests.sh", "Makes the keys of this machine and a request for each.", requestScript(wanted)],
    [
      "lay-certificates.sh",
      "Puts what the authority gave where it belongs.",
      layCertificates(answers, machine, wanted),
    ],
    ["lay-files.sh", "Puts the files of this folder where they belong.", layFiles(files)],
  ];
  return [
    ...files.map(({ path, about, text }) => ({
      path: join(machine.name, path),
      text: `${headOf(path, machine, about)}${text}`,
    })),
    ...scripts.map(([name, about, text]) => ({
      path: join(machine.name, name),
      text: `#!/bin/sh\n# ${about}\n# It is run on ${machine.name} (${machine.host}), in its folder, as root.\n${text}`,
    })),
  ];
}

/** What a file says first: what it is and where it belongs. */
function headOf(path: string, { name, host }: FloorMachine, about: string): string {
  const mark = path.endsWith(".sql") ? "--" : "#";
  return `${mark} ${about}\n${mark} It belongs to ${name} (${host}): ${path}\n\n`;
}

/** Lays each file down with its owner and mode; what is there and says otherwise is kept beside it. */
const layFiles = (files: readonly MachineFile[]): string => `set -eu
lay() {
  if [ -e "$1" ] && ! cmp -s ".$1" "$1" && [ ! -e "$1.before-tirada" ]; then cp -p "$1" "$1.before-tirada"; fi
  mkdir -p -m 0755 "$(dirname "$1")"
  install -o "\${2%:*}" -g "\${2#*:}" -m "$3" ".$1" "$1"
  echo "$1"
}
${files.map(({ path, owner, mode }) => `lay ${path} ${owner} ${mode}`).join("\n")}
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
${files.some(({ path }) => path === kernelFile().path) ? `sysctl -q -p ${kernelFile().path}\n` : ""}`;

/** Lays certificates, authority and list; those that are brought alone, each week the list. */
function layCertificates(
  answers: FloorAnswers,
  machine: FloorMachine,
  wanted: readonly WantedCertificate[],
): string {
  const folders = new Set(wanted.map(({ folder }) => folder));
  // HAProxy, too, believes the authority.
  if (machine.does.includes("balancer") || needsLeader({ answers, machine })) folders.add(STORE);
  const lines = [...folders].flatMap((folder) => [
    `lay authority.pem ${folder}`,
    `lay revoked.pem ${folder}`,
    ...wanted.filter((one) => one.folder === folder).map(({ pair }) => `lay ${pair}.pem ${folder}`),
  ]);
  const isStore = machine.does.includes("database");
  const reloads = [
    ...(isStore ? [`su -s /bin/sh postgres -c "psql -qAtc 'SELECT pg_reload_conf()'" >/dev/null`] : []),
    ...(isStore && isCluster(answers)
      ? ["systemctl --quiet is-active patroni && systemctl reload patroni"]
      : []),
    ...(wanted.some(({ pair }) => pair === "store") && isBackupElsewhere({ answers, machine })
      ? ["systemctl --quiet is-active pgbackrest && systemctl reload-or-restart pgbackrest"]
      : []),
  ];
  return `set -eu
lay() {
  if [ ! -e "$1" ]; then echo "$1: not brought, what is there stays"; return; fi
  mkdir -p -m 0755 "$2"
  install -o root -g root -m 0644 "$1" "$2/$1"
  echo "$2/$1"
}
${lines.join("\n")}
# Collectors and page read theirs within a minute by themselves.
if [ -d /run/systemd/system ]; then
  ${[...reloads.map((line) => `${line} || true`), "true"].join("\n  ")}
fi
`;
}

/** Writes a floor's set-up. Nothing that is there is overwritten: where one file is, none is written. @returns the paths. Throws a Problem. */
export function writeSetup(folder: string, answers: FloorAnswers): readonly string[] {
  const files = setupFiles(answers);
  const there = files.find(({ path }) => existsSync(join(folder, path)));
  if (there !== undefined)
    throw usageProblem(
      `${join(folder, there.path)} is there already, and nothing is overwritten: name a new folder`,
    );
  orUsageProblem(() => {
    for (const { path, text } of files) {
      const at = join(folder, path);
      mkdirSync(dirname(at), { recursive: true });
      createDurably(at, Buffer.from(text), path.endsWith(".sh") ? 0o755 : 0o644);
    }
  });
  return files.map(({ path }) => path);
}
