import type { LazyCommand } from "../../cli/laboratory.ts";

/** What those who sign and publish releases do; an installed unit has none of it. */
export const SIGNING_COMMANDS: readonly LazyCommand[] = [
  {
    name: "key",
    about: "Makes a key to sign with, under a passphrase.",
    load: async () => (await import("./commands.ts")).addReleaseKey,
  },
  {
    name: "root",
    about: "Drafts a root: which keys count, for what.",
    load: async () => (await import("./commands.ts")).addReleaseRoot,
  },
  {
    name: "targets",
    about: "Drafts the targets of the image repository: the files of a release.",
    load: async () => (await import("./commands.ts")).addReleaseTargets,
  },
  {
    name: "assign",
    about: "Drafts the targets of the director repository: which table runs which release.",
    load: async () => (await import("./commands.ts")).addReleaseAssign,
  },
  {
    name: "sign",
    about: "Adds one person's signature to a draft, on whatever machine that person has.",
    load: async () => (await import("./commands.ts")).addReleaseSign,
  },
  {
    name: "publish",
    about: "Puts drafts that enough people signed into a repository, with a new snapshot and timestamp.",
    load: async () => (await import("./commands.ts")).addReleasePublish,
  },
  {
    name: "stamp",
    about: "Signs the timestamp anew: at least once a week, and before a stick is copied.",
    load: async () => (await import("./commands.ts")).addReleaseStamp,
  },
  {
    name: "repository",
    about: "Says what a repository or a draft holds, until when, and who signed it.",
    load: async () => (await import("./commands.ts")).addReleaseRepository,
  },
];
