import { onTestFinished } from "vitest";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { createHub } from "./hub.ts";
import type { CertificateAnswer } from "./main-link.ts";
import { createDisplayServer, type ServerParts } from "./server.ts";
import { createSignInDesk } from "./sign-in.ts";
import type { WebServer } from "./web-server.ts";

/** The web server of the screens with a table behind it that has said nothing yet, asked as browsers ask it. */

export const NOW = Date.UTC(2026, 2, 4, 3);
export const host = "127.0.0.1:8470";
export const own = { host, origin: `http://${host}` };
export const UPGRADE = { connection: "upgrade", upgrade: "websocket" };

type Open = { -readonly [Key in keyof ServerParts]: ServerParts[Key] };

export class AskedServer {
  readonly hub = createHub();
  readonly logged: string[] = [];
  readonly certificates = new Map<number, CertificateAnswer>();
  /** What the table says; a test changes it before it asks. */
  readonly parts: Open;

  constructor() {
    const clock = fakeClock(0, NOW);
    const report = { state: { state: "none", at: null, report: null }, start: () => ({ state: "running" }) };
    const fake = {
      hub: this.hub,
      clock,
      hostNames: ["mesa-7.casino.example"],
      figures: null,
      compositions: {},
      added: null,
      desk: createSignInDesk([], { clock, locks: [], tell: () => undefined }),
      main: {
        certificate: (seq: number) => Promise.resolve(this.certificates.get(seq) ?? { found: "none" }),
        press: () => Promise.resolve({ ok: true }),
      },
      technician: () => null,
      recall: { names: (hash: string) => hash === "ab", recall: () => Promise.resolve(null) },
      statistics: () => null,
      house: { style: "body{}", shown: () => Promise.resolve(null), file: () => Promise.resolve(null) },
      pack: () => null,
      zone: () => "Europe/Madrid",
      mainAlive: () => true,
      tell: () => undefined,
      faults: { tell: () => Promise.resolve(null) },
      analysis: report,
      doctor: report,
      picture: (hash: string) => Promise.resolve(hash === "ab" ? Buffer.from("picture") : null),
      log: (line: string) => this.logged.push(line),
    };
    this.parts = fake as unknown as Open;
  }

  async served(): Promise<WebServer> {
    const app = await createDisplayServer(this.parts);
    onTestFinished(() => app.close());
    return app;
  }

  /** Asks a server of its own once. */
  async get(url: string, headers: Readonly<Record<string, string>> = {}) {
    return (await this.served()).inject({ url, headers: { host, ...headers } });
  }
}
