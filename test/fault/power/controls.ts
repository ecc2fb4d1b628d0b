import type { Substitution } from "./job.ts";

/** What would lose records or files with the power, each a small change of the product: the bench must see every one. */
export const CONTROLS = {
  "synchronous=NORMAL": [
    {
      file: "firmware/evidence/log/database.ts",
      from: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
      to: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
    },
    {
      file: "firmware/evidence/log/database.ts",
      from: 'numberOf(db, "PRAGMA synchronous") !== 2',
      to: 'numberOf(db, "PRAGMA synchronous") !== 1',
    },
  ],
  "no folder fsync": [
    {
      file: "firmware/files/durable.ts",
      from: 'const fd = openSync(folder, "r");\n  try {\n    fsyncSync(fd);',
      to: 'const fd = openSync(folder, "r");\n  try {\n',
    },
  ],
  "record before its recording": [
    {
      file: "firmware/journal/thread/worker.ts",
      from:
        "      if (ask.recording === undefined) recorder?.sync();\n" +
        "      else recording().syncTo(ask.recording);\n" +
        "      return store.commit(ask);",
      to:
        "      const done = store.commit(ask);\n" +
        "      if (ask.recording === undefined) recorder?.sync();\n" +
        "      else recording().syncTo(ask.recording);\n" +
        "      return done;",
    },
  ],
} as const satisfies Readonly<Record<string, readonly Substitution[]>>;
