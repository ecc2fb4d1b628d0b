import type { LazyCommand } from "../../cli/laboratory.ts";

/** What the authority of a casino does; an installed unit has none of it. */
export const AUTHORITY_COMMANDS: readonly LazyCommand[] = [
  {
    name: "init",
    about: "Makes an authority: a key under a passphrase, its certificate, an empty revocation list.",
    load: async () => (await import("./commands.ts")).addCaInit,
  },
  {
    name: "unit",
    about: "Issues the certificate of a table's unit, or of a relay, for its request.",
    load: async () => (await import("./commands.ts")).addCaUnit,
  },
  {
    name: "person",
    about: "Issues the certificate of a technician, inspector or jefe de mesa, for some hours.",
    load: async () => (await import("./commands.ts")).addCaPerson,
  },
  {
    name: "renew",
    about: "Issues the next certificate of every unit of a folder of requests.",
    load: async () => (await import("./commands.ts")).addCaRenew,
  },
  {
    name: "revoke",
    about: "Revokes certificates and signs the revocation list anew; without a number the list alone.",
    load: async () => (await import("./commands.ts")).addCaRevoke,
  },
  {
    name: "list",
    about: "Lists the certificates that hold, with their numbers.",
    load: async () => (await import("./commands.ts")).addCaList,
  },
];
