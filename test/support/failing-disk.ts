import { existsSync, mkdirSync, renameSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import {
  realDisk,
  type AsyncFile,
  type Disk,
  type OpenDatabase,
  type Statement,
} from "../../firmware/files/disk.ts";
import { randomFrom, type RandomSource } from "../../src/time/random-source.ts";
import {
  FAULT_CALLS,
  type CallKind,
  type DiskPlan,
  type Errno,
  type FileCall,
  CALL_KINDS,
  type LieOf,
  LIES,
  LYING_PATHS,
  SLOW_US,
  SQLITE_ERRORS,
  LASTING_FAULTS,
  WRITING_SQL,
} from "./disk-faults.ts";
import { DurableFiles, filesBelow, SqliteCopy } from "./durable-files.ts";

/** One call, as it is decided upon. */
interface Call {
  readonly name: string;
  readonly kind: CallKind;
  readonly path: string;
  readonly isSql: boolean;
}

/** A disk that fails by a plan. What it does otherwise is done to the real files below `root`. */
export class FailingDisk {
  readonly disk: Disk;
  /** Calls until now. */
  calls = 0;
  /** The first call that was hit, its number, and the errors that were thrown; null and none before. */
  hit: string | null = null;
  hitAt: number | null = null;
  errors = 0;
  /** While true, errors are those of another thread and do not count. */
  isAside = false;
  /** Calls that were writing, syncing or freeing, each with its path. */
  readonly writes: string[] = [];
  /** Paths of the files that vanished, from where to where. */
  readonly away: { readonly from: string; readonly to: string }[] = [];
  readonly #plan: DiskPlan;
  readonly #root: string;
  readonly #random: RandomSource;
  readonly #waste: (us: number) => void;
  readonly #paths = new Map<number, string>();
  readonly #durable: DurableFiles;
  readonly #earlier = new Map<string, unknown>();
  #lying: { readonly of: LieOf; readonly sqlite: SqliteCopy | null } | null = null;
  #isOver = false;

  /** `waste`: time goes by. */
  constructor(root: string, plan: DiskPlan, waste: (us: number) => void) {
    this.#root = root;
    this.#plan = plan;
    this.#random = randomFrom(plan.seed);
    this.#waste = waste;
    this.#durable = new DurableFiles(root);
    const files = Object.fromEntries(
      (Object.keys(CALL_KINDS) as FileCall[]).map((name) => [
        name,
        (...given: readonly unknown[]) => this.#file(name, given),
      ]),
    );
    this.disk = {
      ...realDisk,
      ...files,
      openAsync: (path, flags, mode) => this.#openAsync(path, flags, mode),
      renameAsync: (from, to) => later(() => void this.#file("renameSync", [from, to])),
      rmAsync: (path, options) => later(() => void this.#file("rmSync", [path, options])),
      openDatabase: (location, options) => this.#openDatabase(location, options),
    };
  }

  /** From here on nothing can be done: the process is as good as dead. */
  end(): void {
    this.#isOver = true;
  }

  /** The power goes: what is not durable is lost, or not, by the plan's seed. */
  losePower(): void {
    this.#lying?.sqlite?.putBack();
    this.#durable.losePower(() => this.#random.oneIn(2));
  }

  /** Puts back what vanished, where nothing else lies. */
  putBack(): void {
    for (const { from, to } of this.away) if (!existsSync(from)) renameSync(to, from);
  }

  #file(name: FileCall, given: readonly unknown[]): unknown {
    const [first] = given;
    // A link's first argument is where it leads.
    const of = name === "symlinkSync" ? given[1] : first;
    const path = typeof of === "number" ? (this.#paths.get(of) ?? "") : String(of);
    const kind = name === "openSync" && isWriting(given[1]) ? "write" : CALL_KINDS[name];
    const call = { name, kind, path, isSql: false };
    return this.#do(call, () => this.#act(name, given, path), given);
  }

  /** The real call, and what it means for what is durable. */
  #act(name: FileCall, given: readonly unknown[], path: string): unknown {
    const target = name === "linkSync" || name === "renameSync" ? String(given[1]) : path;
    const isSync = CALL_KINDS[name] === "sync";
    if (name === "unlinkSync" || name === "rmSync" || name === "renameSync") this.#durable.unlink(path);
    if (name === "renameSync") this.#durable.unlink(target);
    const changes = ["write", "free"].includes(CALL_KINDS[name]) || name === "openSync";
    if (changes) this.#durable.watch(path);
    const made = (realDisk[name] as (...given: readonly unknown[]) => unknown)(...given);
    if (name === "renameSync") this.#durable.moveFolder(path, target);
    if (name === "openSync") {
      this.#paths.set(made as number, path);
      this.#durable.watch(path);
    }
    if (isSync && !this.#liesOf(path)) this.#durable.sync(path);
    return made;
  }

  async #openAsync(path: string, flags: string, mode?: number): Promise<AsyncFile> {
    const kind = isWriting(flags) ? "write" : "read";
    const file = await this.#do({ name: "openAsync", kind, path, isSql: false }, () =>
      realDisk.openAsync(path, flags, mode),
    );
    const later = <T>(name: string, of: CallKind, act: () => Promise<T>): Promise<T> =>
      this.#do({ name, kind: of, path, isSql: false }, act);
    const passed = (name: "read" | "write") =>
      ((...given: never[]) =>
        later(name, name, () =>
          (file[name] as (...given: never[]) => Promise<never>).call(file, ...given),
        )) as never;
    return {
      read: passed("read"),
      write: passed("write"),
      writeFile: (text) => later("writeFile", "write", () => file.writeFile(text)),
      sync: () =>
        later("sync", "sync", async () => {
          await file.sync();
          if (!this.#liesOf(path)) this.#durable.sync(path);
        }),
      close: () => later("close", "close", () => file.close()),
    };
  }

  #openDatabase(...[location, options]: Parameters<Disk["openDatabase"]>): OpenDatabase {
    const path = location instanceof URL ? fileURLToPath(location) : location;
    if (path === ":memory:") return realDisk.openDatabase(location, options);
    const run = <T>(name: string, sql: string, act: () => T): T => {
      const kind = WRITING_SQL.test(sql) ? "write" : "read";
      const done = this.#do({ name: `${name} ${sql.slice(0, 24)}`, kind, path, isSql: true }, act, [sql]);
      // SQLite itself syncs the folder as it makes its write-ahead log.
      if (sql === "COMMIT" && !this.liesOfAll) this.#durable.sync(dirname(path));
      return done;
    };
    const db = run("open", "", () => realDisk.openDatabase(location, options));
    return {
      exec: (sql) => run("exec", sql, () => db.exec(sql)),
      close: () => db.close(),
      prepare: (sql) => {
        const statement = db.prepare(sql);
        const call =
          (name: keyof Statement) =>
          (...given: never[]): never => {
            const act = statement[name] as (...given: never[]) => never;
            return run(name, sql, () => act.apply(statement, given));
          };
        return { all: call("all"), get: call("get"), iterate: call("iterate"), run: call("run") };
      },
    };
  }

  /** Does one call, or lets it fail. */
  #do<T>(call: Call, act: () => T, given: readonly unknown[] = []): T {
    const number = this.calls++;
    if (this.#isOver) return this.#throw(call, "EIO", call.kind === "close" ? act : null);
    if (["write", "sync", "free"].includes(call.kind))
      this.writes.push(`${call.name} ${relative(this.#root, call.path)}`);
    const { fault, after, waits } = this.#plan;
    const isDue =
      number >= after &&
      waits?.() !== true &&
      (this.hit === null || LASTING_FAULTS.includes(fault)) &&
      FAULT_CALLS[fault].includes(call.kind);
    if (!isDue || !this.#fits(call)) return this.#remember(call, given, act());
    this.hitAt ??= number;
    this.hit ??= `call ${number}, ${call.name} of ${relative(this.#root, call.path)}`;
    return this.#fail(call, act, given);
  }

  /** A fault that needs more than a kind of call. */
  #fits({ name, isSql }: Call): boolean {
    const { fault } = this.#plan;
    if (fault === "short-write") return name === "writeSync";
    if (fault === "stale-read") return name !== "openSync" && name !== "openAsync" && name !== "iterate";
    return fault !== "lying-sync" || !isSql;
  }

  #fail<T>(call: Call, act: () => T, given: readonly unknown[]): T {
    switch (this.#plan.fault) {
      case "io-once":
      case "io-for-ever":
        return this.#throw(call, "EIO", this.#mayHappen(call) ? act : null);
      case "full":
        return this.#throw(call, "ENOSPC", null);
      case "read-only":
        return this.#throw(call, "EROFS", null);
      case "power-cut":
        this.end();
        return this.#throw(call, "EIO", this.#mayHappen(call) ? act : null);
      case "short-write":
        return this.#writeSome(given) as T;
      case "lying-sync":
        this.#lying ??= this.#startLying();
        return act();
      case "stale-read":
        return this.#readEarlier(call, given, act);
      case "slow":
        this.#waste(SLOW_US);
        return act();
      case "vanished":
        this.#loseFile();
        return act();
    }
  }

  /** An error may come though the call took effect; a descriptor is closed whatever `close` says. */
  #mayHappen({ kind }: Call): boolean {
    return kind === "close" || (kind !== "look" && kind !== "read" && this.#random.oneIn(2));
  }

  #throw<T>({ name, path, isSql }: Call, errno: Errno, before: (() => T) | null): T {
    before?.();
    if (!this.isAside) this.errors++;
    const { codes, text } = SQLITE_ERRORS[errno];
    const errcode = codes[this.#random.below(codes.length)] ?? 10;
    throw isSql
      ? Object.assign(new Error(text), { code: "ERR_SQLITE_ERROR", errcode, errstr: text })
      : Object.assign(new Error(`${errno}: the disk fails, ${name} '${path}'`), { code: errno, path });
  }

  /** `writeSync` may take less than it was given; it never takes nothing. */
  #writeSome([fd, bytes, offset = 0, length, position = null]: readonly unknown[]): number {
    const all = (length as number | undefined) ?? (bytes as Uint8Array).length - (offset as number);
    const some = 1 + this.#random.below(Math.max(1, all - 1));
    return realDisk.writeSync(
      fd as number,
      bytes as Uint8Array,
      offset as number,
      some,
      position as number | null,
    );
  }

  #startLying(): { readonly of: LieOf; readonly sqlite: SqliteCopy | null } {
    const of = this.#random.pick(LIES);
    return { of, sqlite: of === "all" || of === "sqlite" ? new SqliteCopy(this.#root) : null };
  }

  #liesOf(path: string): boolean {
    const of = this.#lying?.of;
    return of === "all" || (of !== undefined && relative(this.#root, path).startsWith(LYING_PATHS[of]));
  }

  /** Nothing is synced any more: what was acknowledged since is gone for good, and nothing on this disk can know. */
  get liesOfAll(): boolean {
    return this.#lying?.of === "all";
  }

  /** Something is not synced any more. */
  get isLying(): boolean {
    return this.#lying !== null;
  }

  #remember<T>(call: Call, given: readonly unknown[], made: T): T {
    if (this.#plan.fault === "stale-read" && call.name !== "readSync") {
      const key = keyOf(call, given);
      if (!this.#earlier.has(key)) this.#earlier.set(key, made);
    }
    return made;
  }

  /** What the same call gave at first; where it was never made, and for bytes of a file: what it gives, zeroed. */
  #readEarlier<T>(call: Call, given: readonly unknown[], act: () => T): T {
    if (this.#earlier.has(keyOf(call, given))) return this.#earlier.get(keyOf(call, given)) as T;
    const made = act();
    if (call.name === "readSync") (given[1] as Buffer).fill(0, 0, made as number);
    return made;
  }

  /** One of the files below the root is no more where it was. */
  #loseFile(): void {
    const files = filesBelow(this.#root).filter((path) => !path.endsWith("-shm"));
    if (files.length === 0) return;
    const from = this.#random.pick(files);
    const to = join(`${this.#root}-away`, `${this.away.length}-${basename(from)}`);
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    this.away.push({ from, to });
  }
}

const keyOf = ({ name, path }: Call, given: readonly unknown[]): string =>
  `${name} ${path} ${given.filter((one) => typeof one !== "object").join()}`;

/** Flags of `open` that let a file be written. */
function isWriting(flags: unknown): boolean {
  return typeof flags === "number" ? (flags & 3) !== 0 : /[wa+]/.test(String(flags));
}

/** What is thrown is a rejection. */
const later = (act: () => void): Promise<void> =>
  new Promise((resolve) => {
    act();
    resolve();
  });
