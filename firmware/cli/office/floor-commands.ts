import type { LazyCommand } from "../laboratory.ts";

const FLOOR: readonly LazyCommand[] = [
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
    name: "serve",
    about: "Serves the floor's page: every table at a glance, over HTTPS with people's certificates.",
    load: async () => (await import("./floor-serve.ts")).addFloorServe,
  },
];

/** `tirada floor …`. */
export const FLOORS: LazyCommand = {
  name: "floor",
  about: "The casino's floor: every record of every table, verified and stored in one place.",
  load: FLOOR,
};
