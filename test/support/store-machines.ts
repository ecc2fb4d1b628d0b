import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:https";
import { dirname, join } from "node:path";
import { certificatesOf } from "../../firmware/office/floor/setup/certificates.ts";
import { readFloorAnswers, type FloorAnswers } from "../../firmware/office/floor/setup/answers.ts";
import { setupFiles } from "../../firmware/office/floor/setup/write-setup.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { casino, type Casino } from "./casino.ts";

/**
 * Three machines with a database and one with what asks them, each in a network of its own on one bridge, with the files that
 * `tirada floor init` writes: only folders are others than on a machine. Needs root, iproute2, patroni, etcd-server, haproxy.
 */

const NET = "10.97.0";
/** Where whoever asks the databases is: this process and HAProxy. */
const DESK = `${NET}.20`;
const NODES = ["store-1", "store-2", "store-3"];
/** What the floor of these machines is. */
export const STORE_ANSWERS = `casino: casino-1
name: Casino 1
zone: Europe/Madrid
machines:
${NODES.map((name, at) => `  - { name: ${name}, host: ${name}.test, address: ${NET}.${11 + at}, does: [database] }`).join("\n")}
  - { name: desk, host: desk.test, address: ${DESK}, does: [collector, page, monitor, backup] }
networks: { tables: [${NET}.0/24], people: [${NET}.0/24], staff: [${NET}.0/24] }
alarms: { webhook: "https://pager.casino.example/hook" }
backup: { folder: /srv/backup }
`;

export interface StoreMachines {
  readonly casino: Casino;
  readonly answers: FloorAnswers;
  /** A file of the desk, as init wrote it, over this test's folders. */
  readonly desk: (path: string) => string;
  /** As the database's owner, on the machine of a node. */
  readonly psql: (node: string, words: readonly string[]) => string;
  /** Whether Patroni says that a node follows the leader. */
  readonly follows: (node: string) => Promise<boolean>;
  /** Whether some node has on its disk what is answered, and both others follow the leader: one may be lost. */
  readonly isWhole: () => Promise<boolean>;
  /** The node that Patroni says leads; null: none does, or one that was frozen takes itself for the leader as well. */
  readonly leader: () => Promise<string | null>;
  readonly start: (node: string) => void;
  /** As `systemctl stop patroni`: the database of the node ends with it. */
  readonly stopPatroni: (node: string) => Promise<void>;
  readonly startPatroni: (node: string) => void;
  /** As `systemctl restart etcd`. */
  readonly restartEtcd: (node: string) => Promise<void>;
  /** Lays the files that init writes now. */
  readonly layFiles: () => void;
  readonly signal: (node: string, signal: "SIGKILL" | "SIGSTOP" | "SIGCONT") => void;
  readonly link: (node: string, state: "up" | "down") => void;
  readonly stop: () => void;
}

const HOSTS = [
  "127.0.0.1 localhost",
  ...NODES.map((name, at) => `${NET}.${11 + at} ${name}.test`),
  `${DESK} desk.test`,
  "",
].join("\n");
/** What `ip netns exec` lays over `/etc`. */
const hostsOf = (ns: string): string => join("/etc/netns", ns);

const clock = systemClock();

function killOne(pid: number, name: "SIGKILL" | "SIGTERM" | "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself meanwhile.
  }
}

/** The command of a process; empty: it is gone. */
function wordsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

const ip = (...words: string[]): string => execFileSync("ip", words, { encoding: "utf8", stdio: "pipe" });

function ownerOf(user: string): { readonly uid: number; readonly gid: number } {
  const [uid, gid] = execFileSync("getent", ["passwd", user], { encoding: "utf8" })
    .split(":")
    .slice(2, 4)
    .map(Number);
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

/** Makes them and starts the databases and HAProxy. `textOf`: what init's files say on these machines, as those of a release of before. */
export async function storeMachines(
  folder: string,
  textOf: (path: string, text: string) => string = (_, text) => text,
): Promise<StoreMachines> {
  const mark = `t${process.pid}`;
  const ns = (node: string): string => `${mark}-${node}`;
  const postgres = ownerOf("postgres");
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "answers.yaml"), STORE_ANSWERS);
  const answers = readFloorAnswers(join(folder, "answers.yaml"));
  const here = await casino("casino-1", join(folder, "casino"));
  layFiles(folder, answers, textOf);
  await layMachines(folder, answers, here, postgres);
  makeNetwork(folder, mark, ns);
  const pids = (node: string): number[] =>
    ip("netns", "pids", ns(node)).trim().split("\n").filter(Boolean).map(Number);
  const log = openSync(join(folder, "machines.log"), "a");
  const inside = (node: string, words: readonly string[]): void => {
    const as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", ...words];
    spawn("ip", ["netns", "exec", ns(node), ...as], {
      stdio: ["ignore", log, log],
      detached: true,
      cwd: "/",
    }).unref();
  };
  const startEtcd = (node: string): void => {
    const settings = readFileSync(join(folder, node, "etc/default/etcd"), "utf8").matchAll(
      /^(ETCD_\w+)=(.*)$/gm,
    );
    inside(node, ["env", ...[...settings].map(([, name = "", value = ""]) => `${name}=${value}`), "etcd"]);
  };
  const startPatroni = (node: string): void => {
    // As its service does: started again, however often it ends. Releases of before had no file that says so.
    const service = join(folder, node, "etc/systemd/system/patroni.service.d/tirada.conf");
    const wait = existsSync(service)
      ? /^RestartSec=(\d+)$/m.exec(readFileSync(service, "utf8"))?.[1]
      : undefined;
    inside(node, [
      "env",
      "PATH=/usr/bin:/bin",
      `HOME=${join(folder, node, "run")}`,
      "sh",
      "-c",
      `while :; do patroni "$0"; sleep ${wait ?? "infinity"}; done`,
      join(folder, node, "etc/patroni/config.yml"),
    ]);
  };
  const start = (node: string): void => {
    startEtcd(node);
    startPatroni(node);
  };
  /** Ends what has this word in its command, and waits until it is gone. */
  const end = async (node: string, word: string, signals: Readonly<Record<string, "SIGTERM" | "SIGKILL">>) => {
    const those = (): number[] => pids(node).filter((pid) => wordsOf(pid).includes(word));
    for (const pid of those()) killOne(pid, signals[wordsOf(pid).split(" ", 1)[0] ?? ""] ?? "SIGTERM");
    while (those().length > 0) await clock.sleep(100_000);
  };
  for (const node of NODES) start(node);
  const says = (node: string, what: string): Promise<boolean> =>
    isSaid(`https://${NET}.${11 + NODES.indexOf(node)}:8008/${what}`, here.ca);
  const thatSay = async (what: string): Promise<readonly string[]> => {
    const said = await Promise.all(NODES.map((node) => says(node, what)));
    return NODES.filter((_, at) => said[at]);
  };
  const haproxy = spawn("haproxy", ["-db", "-f", join(folder, "desk/etc/haproxy/haproxy.cfg")], {
    stdio: ["ignore", log, log],
  });
  const signal = (node: string, name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void => {
    for (const pid of pids(node)) killOne(pid, name);
  };
  const psql = (node: string, words: readonly string[]): string =>
    execFileSync("psql", ["-h", join(folder, node, "run"), "-U", "postgres", ...words], {
      ...postgres,
      encoding: "utf8",
      stdio: "pipe",
      cwd: "/",
    });
  return {
    casino: here,
    answers,
    desk: (path) => join(folder, "desk", path),
    psql,
    leader: async () => {
      const [leader, ...others] = await thatSay("primary");
      return others.length === 0 ? (leader ?? null) : null;
    },
    follows: (node) => says(node, "replica"),
    isWhole: async () => {
      const [[leader], followed] = await Promise.all([thatSay("primary"), thatSay("synchronous")]);
      if (leader === undefined || followed.length === 0) return false;
      const following = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
      try {
        return psql(leader, ["-XtAc", following]).trim() === "2";
      } catch {
        // It leads no more by now.
        return false;
      }
    },
    start,
    // Its service alone, and no loop, starts it again.
    stopPatroni: (node) => end(node, "patroni", { sh: "SIGKILL" }),
    startPatroni,
    restartEtcd: async (node) => {
      await end(node, "etcd", {});
      startEtcd(node);
    },
    layFiles: () => layFiles(folder, answers, (_, text) => text),
    signal,
    link: (node, state) => void ip("link", "set", `${mark}${NODES.indexOf(node)}`, state),
    stop: () => {
      haproxy.kill("SIGKILL");
      for (const node of NODES) {
        signal(node, "SIGCONT");
        while (pids(node).length > 0) signal(node, "SIGKILL");
        // Both ends go at once; with the network alone, when the kernel comes to it.
        ip("link", "del", `${mark}${NODES.indexOf(node)}`);
        ip("netns", "del", ns(node));
        rmSync(hostsOf(ns(node)), { recursive: true, force: true });
      }
      ip("link", "del", `${mark}br`);
    },
  };
}

/** What Patroni answers when it is asked whether its node is so. Nobody waits long for one that hangs. */
function isSaid(url: string, ca: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(url, { ca, agent: false, signal: AbortSignal.timeout(2_000) }, (answer) => {
      answer.resume().on("error", () => undefined);
      resolve(answer.statusCode === 200);
    });
    asked.on("error", () => resolve(false)).end();
  });
}

function makeNetwork(folder: string, mark: string, ns: (node: string) => string): void {
  ip("link", "add", `${mark}br`, "type", "bridge");
  ip("addr", "add", `${DESK}/24`, "dev", `${mark}br`);
  ip("link", "set", `${mark}br`, "up");
  for (const [at, node] of NODES.entries()) {
    const [outer, inner] = [`${mark}${at}`, `${mark}i${at}`];
    ip("netns", "add", ns(node));
    // In its network each has names of its own.
    mkdirSync(hostsOf(ns(node)), { recursive: true });
    writeFileSync(join(hostsOf(ns(node)), "hosts"), HOSTS);
    ip("link", "add", outer, "type", "veth", "peer", "name", inner);
    ip("link", "set", outer, "master", `${mark}br`, "up");
    ip("link", "set", inner, "netns", ns(node));
    ip("-n", ns(node), "addr", "add", `${NET}.${11 + at}/24`, "dev", inner);
    ip("-n", ns(node), "link", "set", inner, "up");
    ip("-n", ns(node), "link", "set", "lo", "up");
    const own = join(folder, node);
    ip("netns", "exec", ns(node), "sysctl", "-q", "-p", join(own, "etc/sysctl.d/60-tirada-store.conf"));
  }
}

/** Every file of init, each machine's below a folder of its own. */
function layFiles(folder: string, answers: FloorAnswers, textOf: (path: string, text: string) => string): void {
  for (const { path, text } of setupFiles(answers)) {
    const [machine = ""] = path.split("/");
    const own = join(folder, machine);
    const at = join(folder, path);
    mkdirSync(dirname(at), { recursive: true, mode: 0o755 });
    const moved = textOf(path, text)
      .replaceAll("/etc/tirada-store", join(own, "etc/tirada-store"))
      .replaceAll("/etc/tirada-office", join(own, "etc/tirada-office"))
      .replaceAll("/var/lib/postgresql/15", join(own, "db"))
      .replaceAll("/var/run/postgresql", join(own, "run"))
      .replaceAll("/var/lib/etcd", join(own, "etcd"))
      .replaceAll("/run/haproxy", own)
      // The backup has a drill of its own.
      .replaceAll(/pgbackrest --stanza=tirada archive-push %p/g, "/bin/true");
    writeFileSync(at, moved);
  }
}

/** Folders and certificates of every machine. */
async function layMachines(
  folder: string,
  answers: FloorAnswers,
  here: Casino,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Promise<void> {
  for (const machine of answers.machines) {
    const own = join(folder, machine.name);
    for (const name of ["db", "run", "etcd"]) {
      mkdirSync(join(own, name), { mode: 0o700 });
      chownSync(join(own, name), uid, gid);
    }
    for (const { pair, folder: to, as, name, hosts } of certificatesOf(answers, machine)) {
      const held = await here.issue(name, { as, hosts });
      const at = join(own, to);
      mkdirSync(at, { recursive: true });
      copyFileSync(held.certificatePath, join(at, `${pair}.pem`));
      copyFileSync(held.keyPath, join(at, `${pair}.key.pem`));
      chmodSync(join(at, `${pair}.key.pem`), 0o640);
      chownSync(join(at, `${pair}.key.pem`), 0, gid);
      copyFileSync(here.authority.certificatePath, join(at, "authority.pem"));
      copyFileSync(here.authority.listPath, join(at, "revoked.pem"));
    }
    const store = join(own, "etc/tirada-store");
    mkdirSync(store, { recursive: true });
    copyFileSync(here.authority.certificatePath, join(store, "authority.pem"));
  }
}
