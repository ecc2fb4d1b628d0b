import type { LazyCommand } from "../laboratory.ts";

const FLOOR: readonly LazyCommand[] = [
  {
    name: "init",
    about:
      "Writes the set-up of a floor, each machine's files where they belong, and the steps in their order.",
    load: async () => (await import("./floor-init.ts")).addFloorInit,
  },
  {
    name: "check",
    about: "Says on one screen what of a floor is not as it must be, as this machine sees it, and what to do.",
    load: async () => (await import("./floor-check.ts")).addFloorCheck,
  },
  {
    name: "migrate",
    about: "Makes the store in a database of PostgreSQL, or brings one to this release's version.",
    load: async () => (await import("./floor.ts")).addFloorMigrate,
  },
  {
    name: "verify",
    about: "Verifies all that the store has: names log and number of what was changed, deleted or put in.",
    load: async () => (await import("./floor.ts")).addFloorVerify,
  },
  {
    name: "archive",
    about: "Puts lines of closed months into signed archives of the store, in the place of their rows.",
    load: async () => (await import("./floor-archive.ts")).addFloorArchive,
  },
  {
    name: "serve",
    about: "Serves the floor's page: every table at a glance, over HTTPS with people's certificates.",
    load: async () => (await import("./floor-serve.ts")).addFloorServe,
  },
  {
    name: "alarms",
    about: "Tells the floor's alarms on, by syslog over TLS and SNMP: what Alertmanager does not do itself.",
    load: async () => (await import("./floor-alarms.ts")).addFloorAlarms,
  },
];

/** `tirada floor …`. */
export const FLOORS: LazyCommand = {
  name: "floor",
  about: "The casino's floor: every record of every table, verified and stored in one place.",
  load: FLOOR,
};
