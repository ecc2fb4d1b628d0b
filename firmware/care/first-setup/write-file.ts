import { removeDurably, replaceDurably } from "../../files/durable.ts";
import { asRoot } from "./table-user.ts";

/** Puts a file of root's in its place whole or not at all, over the one that is there; its rights are `mode` whatever the umask is. */
export const replaceAsRoot = (path: string, text: string, mode: number): void =>
  asRoot(() => replaceDurably(path, text, { mode, isExact: true }));

/** Removes a file of root's durably, if it is there. */
export const removeAsRoot = (path: string): void => asRoot(() => removeDurably(path));
