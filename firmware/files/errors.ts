/**
 * Why the journal refuses. All but `refused` and `overflow` end it: a disk that failed once is not asked again by
 * the same process (SQLite may then keep some of what it reported lost), the unit stops certifying and says so.
 *
 * - `disk-full`, `read-only`, `io`: the disk would not take it; - `cannot-open`: a path is missing or not ours;
 * - `corrupt`: what is stored is not what was signed; - `busy`: another process has the journal open;
 * - `missing`: the journal, or records of it, are not where its key and recordings are;
 * - `lost`: a file was deleted, moved, replaced or cut short while it was open;
 * - `key`: the key file is missing, readable by others, or not the journal's;
 * - `mode`: the key or the journal is a test's and the table live, or the other way round;
 * - `refused`: the caller asked for something that would break the log; nothing was stored;
 * - `overflow`: more is waiting than the limit; nothing was stored; - `closed`: it was closed or had failed before;
 * - `worker-died`: the thread that writes is gone.
 */
export type JournalErrorCode =
  | "disk-full"
  | "read-only"
  | "io"
  | "cannot-open"
  | "corrupt"
  | "missing"
  | "lost"
  | "busy"
  | "key"
  | "mode"
  | "refused"
  | "overflow"
  | "closed"
  | "worker-died";

/** One line: what, where, what to do. */
export class JournalError extends Error {
  override readonly name = "JournalError";
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** True when the journal that threw it takes nothing more. */
  get fatal(): boolean {
    return this.code !== "refused" && this.code !== "overflow";
  }
}

/** SQLite's primary result codes (sqlite.org/rescode.html) that the journal tells apart. */
const SQLITE: Readonly<Record<number, JournalErrorCode>> = {
  5: "busy",
  6: "busy",
  8: "read-only",
  10: "io",
  11: "corrupt",
  13: "disk-full",
  14: "cannot-open",
  19: "corrupt",
  23: "cannot-open",
  26: "corrupt",
};

/** SQLITE_ERROR, _MISMATCH, _MISUSE, _RANGE: wrong use of it, which no disk can cause. */
const DEFECTS: readonly number[] = [1, 20, 21, 25];

const ERRNO: Readonly<Record<string, JournalErrorCode>> = {
  ENOSPC: "disk-full",
  EDQUOT: "disk-full",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
  ENOENT: "cannot-open",
  ENOTDIR: "cannot-open",
  EISDIR: "cannot-open",
  EEXIST: "cannot-open",
  ELOOP: "cannot-open",
};

/** What is to be done where evidence is damaged and nothing else has it. */
export const BEGIN_ANEW = "copy the folder for the inspector; a new journal starts in an empty one";
/** What is to be done where evidence is damaged and a second copy has it. */
export const START_AGAIN = "start the table again: what is damaged comes back from the second copy";

const ADVICE: Readonly<Partial<Record<JournalErrorCode, string>>> = {
  "disk-full": "free space on the data partition, then restart the table",
  "read-only": "make the folder writable for the table's user, then restart the table",
  io: "the disk failed: replace it, keep it for the inspector",
  "cannot-open": "check the path and its folder",
  corrupt: `do not repair it: ${BEGIN_ANEW}`,
  busy: "in use by another process: stop that one first",
};

/** Any failure of SQLite or the file system as a JournalError. `where` is the path concerned. Throws on what is no such failure. */
export function journalError(error: unknown, doing: string, where: string): JournalError {
  const failure = diskFailure(error, doing, where);
  if (failure === null) throw error; // no failure of the disk: a defect of ours, to be seen whole
  return failure;
}

/** Any failure of SQLite or the file system as a JournalError; null: it is no such failure. */
export function diskFailure(error: unknown, doing: string, where: string): JournalError | null {
  if (error instanceof JournalError) return error;
  const { errcode, errstr, code, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const kind =
    typeof errcode === "number"
      ? DEFECTS.includes(errcode & 0xff)
        ? null
        : (SQLITE[errcode & 0xff] ?? "io")
      : typeof code === "string" && /^E[A-Z0-9]+$/.test(code)
        ? (ERRNO[code] ?? "io")
        : null;
  if (kind === null) return null;
  const text = typeof errstr === "string" ? errstr : String(message).split("\n", 1).join("");
  return new JournalError(kind, `${doing} ${where}: ${text}; ${ADVICE[kind] ?? "see the journal"}`, {
    cause: error,
  });
}

/** Runs `act`; whatever the disk does to it comes out as a JournalError. */
export function onDisk<T>(doing: string, where: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw journalError(error, doing, where);
  }
}

/** A failure with what is to be done where the second copy has what is damaged. */
export function withSecondCopy({ code, message }: JournalError): JournalError {
  const what = message.replace(new RegExp(`[:;] (?:do not repair it: )?${BEGIN_ANEW}$`), "");
  return new JournalError(code, `${what}; ${START_AGAIN}`);
}
