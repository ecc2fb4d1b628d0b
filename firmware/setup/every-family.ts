import { loadEveryFamily } from "./load-families.ts";

/**
 * For programs that set up tables of any family: they import this module. A unit does not; it reads the code of its own table
 * (`loadFamilyOf`).
 */
await loadEveryFamily();
