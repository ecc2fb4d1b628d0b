import { randomBytes } from "node:crypto";

/** Makes secrets: 64 hex characters each, never the same twice. */
export type Secrets = () => string;

/** From the operating system's own generator. A seeded stream of chance must never stand in for it at a table that counts. */
export const systemSecrets: Secrets = () => randomBytes(32).toString("hex");
