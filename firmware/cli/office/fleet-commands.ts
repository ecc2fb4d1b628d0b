import type { LazyCommand } from "../laboratory.ts";

/** Orders to tables far away, and releases to many of them. */

const ORDER: readonly LazyCommand[] = [
  {
    name: "make",
    about: "Signs an order to a table.",
    load: async () => (await import("./order.ts")).addOrderMake,
  },
  {
    name: "sign",
    about: "Adds the signature of a second person.",
    load: async () => (await import("./order.ts")).addOrderSign,
  },
  {
    name: "show",
    about: "Says what an order asks for, and who signed it.",
    load: async () => (await import("./order.ts")).addOrderShow,
  },
  {
    name: "send",
    about: "Brings an order to a table and prints what the table answers.",
    load: async () => (await import("./order-send.ts")).addOrderSend,
  },
  {
    name: "fetch",
    about:
      "Fetches the bundle that an order asked for, and checks it against the answer that the table signed.",
    load: async () => (await import("./order-send.ts")).addOrderFetch,
  },
];

export const ORDERS: LazyCommand = {
  name: "order",
  about: "Orders to tables far away: signed by people, judged by the table itself.",
  load: ORDER,
};

const FLEET: readonly LazyCommand[] = [
  {
    name: "plan",
    about: "Checks and signs a plan: which tables get a release, in which waves, and what stops it.",
    load: async () => (await import("./fleet.ts")).addFleetPlan,
  },
  {
    name: "status",
    about: "Asks every table of a plan how it stands: releases, rulebooks, faults, what is held or silent.",
    load: async () => (await import("./fleet.ts")).addFleetStatus,
  },
  {
    name: "start",
    about: "Orders the release of a plan, wave by wave, until it is over or something stops it.",
    load: async () => (await import("./fleet.ts")).addFleetStart,
  },
  {
    name: "stop",
    about: "Has nothing more ordered.",
    load: async () => (await import("./fleet.ts")).addFleetStop,
  },
  {
    name: "go-on",
    about: "Goes on after a stop, or after this laptop was ended.",
    load: async () => (await import("./fleet.ts")).addFleetGoOn,
  },
  {
    name: "rollback",
    about: "Has every table that got the release go back, with one order.",
    load: async () => (await import("./fleet.ts")).addFleetRollback,
  },
];

export const FLEETS: LazyCommand = {
  name: "fleet",
  about: "One release to many tables: in waves, watched, and back with one order.",
  load: FLEET,
};
