import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../../../src/time/clock.ts";
import { US_PER_MS } from "../../../../src/time/instant.ts";
import { EXIT, Problem } from "../../../problem.ts";
import { connectStore, type Sql, type StoreAddress } from "./client.ts";

/** Where Debian keeps the programs of each version. */
const DEBIAN = "/usr/lib/postgresql";
/** The oldest version that the schema needs. */
const VERSION_MIN = 15;
/** A path of a Unix socket is not longer. */
const SOCKET_PATH_MAX = 100;
/** Until a database that starts must answer, and until one that ends must be gone. */
const START_US = 60_000 * US_PER_MS;
const STOP_US = 20_000 * US_PER_MS;
/** How often it is asked while it starts. */
const ASKED_US = 50 * US_PER_MS;

export interface OwnDatabaseOptions {
  /** Whether what was answered is on the disk. Off: for tests that lose nothing when the power goes. */
  readonly fsync: boolean;
  /** More settings, as postgresql.conf has them. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface OwnDatabase {
  readonly address: StoreAddress;
  readonly pid: number;
  /** As its superuser: a connection of the caller's to close. */
  readonly connect: () => Sql;
  /** Ends it as an operator does: nothing that was committed is lost. */
  stop(): Promise<void>;
}

/**
 * A PostgreSQL of its own in a folder: made at the first start, reached over a socket in that folder alone, which only its owner and root may
 * enter. For demonstrations and tests, and a floor on one machine. It runs as the user `postgres` where this process is root's.
 */
export async function startOwnDatabase(
  folder: string,
  clock: Clock,
  { fsync, settings = {} }: OwnDatabaseOptions,
): Promise<OwnDatabase> {
  const programs = programsFolder();
  const owner = ownerOf();
  if (`${folder}/.s.PGSQL.5432.lock`.length > SOCKET_PATH_MAX)
    throw storeProblem(`the path of ${folder} is too long for the socket of a database: take a shorter one`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  if (!existsSync(join(data, "PG_VERSION"))) makeCluster(programs, data, owner);
  await endOrphan(data, clock);
  const words = Object.entries({
    listen_addresses: "",
    unix_socket_directories: folder,
    fsync: fsync ? "on" : "off",
    full_page_writes: fsync ? "on" : "off",
    ...settings,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // It ends with the thread that started it, however that ends.
  const bound = ["--pdeathsig", "INT", "--", join(programs, "postgres"), "-D", data];
  const child = spawn("setpriv", [...bound, ...words], {
    ...owner,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const last = lastWords(child);
  const address = { host: folder, port: 5_432, database: "postgres", user: "postgres" };
  const connect = (): Sql => connectStore(address, { connections: 2, statementMs: 60_000 });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await readyOrGone(child, clock, connect, last);
  return {
    address,
    pid: child.pid ?? 0,
    connect,
    stop: async () => {
      // Fast: connections are ended, nothing is lost.
      child.kill("SIGINT");
      const late = clock.after(STOP_US, "end of the database", () => child.kill("SIGQUIT"));
      await gone;
      late.cancel();
    },
  };
}

/** Ends a database of this folder whose program was killed: nobody else would. */
async function endOrphan(data: string, clock: Clock): Promise<void> {
  const lock = join(data, "postmaster.pid");
  const pid = existsSync(lock) ? Number(readFileSync(lock, "utf8").split("\n", 1)[0]) : Number.NaN;
  const until = clock.now() + STOP_US;
  for (let isTold = false; isOrphanOf(pid, data) && clock.now() < until; isTold = true) {
    if (!isTold) process.kill(pid, "SIGINT");
    await clock.sleep(ASKED_US);
  }
}

/** Whether a process works in this folder and has no program any more that started it. */
function isOrphanOf(pid: number, data: string): boolean {
  try {
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return parent === "1" && realpathSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return false;
  }
}

const storeProblem = (text: string): Problem => new Problem(EXIT.storage, text);

/** The programs of the newest PostgreSQL that is installed. */
export function programsFolder(): string {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .map(Number)
        .filter((n) => n >= VERSION_MIN)
    : [];
  const newest = Math.max(...versions);
  if (versions.length === 0 || !existsSync(join(DEBIAN, String(newest), "bin/postgres")))
    throw storeProblem(`no PostgreSQL ${VERSION_MIN} in ${DEBIAN}: install the Debian package postgresql`);
  return join(DEBIAN, String(newest), "bin");
}

/** A database refuses to run as root. Null: it runs as whoever this is. */
function ownerOf(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith("postgres:"));
  const [uid, gid] = (line ?? "").split(":").slice(2, 4).map(Number);
  if (uid === undefined || gid === undefined)
    throw storeProblem("there is no user postgres: install the Debian package postgresql");
  return { uid, gid };
}

function makeCluster(programs: string, data: string, owner: ReturnType<typeof ownerOf>): void {
  const words = ["-D", data, "-U", "postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust"];
  const made = spawnSync(join(programs, "initdb"), [...words, "--data-checksums", "--no-instructions"], {
    ...owner,
    cwd: "/",
    encoding: "utf8",
  });
  if (made.status !== 0)
    throw storeProblem(`initdb ${data}: ${lineOf(made.stderr || String(made.error ?? "it was ended"))}`);
}

const lineOf = (text: string): string => text.trim().split("\n").at(-1) ?? "";

/** The newest line that it says of itself. */
function lastWords(child: ChildProcess): () => string {
  let last = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (last = lineOf(text) || last));
  return () => last;
}

async function readyOrGone(
  child: ChildProcess,
  clock: Clock,
  connect: () => Sql,
  last: () => string,
): Promise<void> {
  const until = clock.now() + START_US;
  for (;;) {
    const sql = connect();
    try {
      await sql`SELECT 1`;
      return;
    } catch {
      if (child.exitCode !== null || child.signalCode !== null || clock.now() > until) {
        child.kill("SIGQUIT");
        throw storeProblem(`the database does not start: ${last()}`);
      }
    } finally {
      await sql.end({ timeout: 1 });
    }
    await clock.sleep(ASKED_US);
  }
}
