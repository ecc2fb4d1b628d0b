import { freePort } from "../../firmware/care/first-setup/screens.ts";

/**
 * A free port of this machine, below those that the system gives out. Each process begins elsewhere, so that a run of the tests beside
 * this one does not find the same one free in the moment before a table takes it.
 */
export const freePortHere = (): Promise<number> => freePort(20_000 + (process.pid % 2_000) * 5);
