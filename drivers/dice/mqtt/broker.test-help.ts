import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A real mosquitto on free loopback ports, for tests; needs the Debian packages `mosquitto` and `openssl`. */
export interface TestBroker {
  /** Anybody may do anything. */
  readonly url: string;
  /** User `table`, password `secret`; may use no topic but `allowed/#`. */
  readonly lockedUrl: string;
  readonly tlsUrl: string;
  /** PEM of the authority that signed the broker's certificate. */
  readonly ca: string;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again on the same ports, with nothing kept. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const MOSQUITTO = ["/usr/sbin/mosquitto", "mosquitto"];

export async function startBroker(): Promise<TestBroker> {
  const dir = await mkdtemp(join(tmpdir(), "broker-"));
  const [open, locked, tls] = await freePorts(3);
  await makeCertificate(dir);
  await writeFile(join(dir, "users"), "table:secret\n", { mode: 0o600 });
  await run("mosquitto_passwd", ["-U", join(dir, "users")]);
  await writeFile(join(dir, "rights"), "user table\ntopic readwrite allowed/#\n", { mode: 0o600 });
  const settings = [
    "per_listener_settings true",
    // As root it would become another user, who may not read what this test wrote.
    `user ${userInfo().username}`,
    `listener ${open} 127.0.0.1`,
    "allow_anonymous true",
    `listener ${locked} 127.0.0.1`,
    `password_file ${join(dir, "users")}`,
    `acl_file ${join(dir, "rights")}`,
    `listener ${tls} 127.0.0.1`,
    "allow_anonymous true",
    `cafile ${join(dir, "cert.pem")}`,
    `certfile ${join(dir, "cert.pem")}`,
    `keyfile ${join(dir, "key.pem")}`,
  ];
  await writeFile(join(dir, "mosquitto.conf"), `${settings.join("\n")}\n`);
  let child = await launch(dir);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGKILL");
    await gone;
  };
  return {
    url: `mqtt://127.0.0.1:${open}`,
    lockedUrl: `mqtt://127.0.0.1:${locked}`,
    tlsUrl: `mqtts://localhost:${tls}`,
    ca: await readFile(join(dir, "cert.pem"), "utf8"),
    kill,
    restart: async () => {
      await kill();
      child = await launch(dir);
    },
    stop: async () => {
      await kill();
      await rm(dir, { recursive: true });
    },
  };
}

async function launch(dir: string): Promise<ChildProcess> {
  const problems: string[] = [];
  for (const program of MOSQUITTO) {
    // A broker whose test was killed is ended by the kernel.
    const words = ["--pdeathsig", "KILL", program, "-c", join(dir, "mosquitto.conf"), "-v"];
    const child = spawn("setpriv", words, { stdio: ["ignore", "pipe", "pipe"] });
    const problem = await new Promise<string | null>((resolve) => {
      let text = "";
      const hear = (chunk: Buffer): void => {
        text = (text + chunk.toString()).slice(-4_000);
        if (/mosquitto version \S+ running/.test(text)) resolve(null);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.once("error", (error) => resolve(error.message));
      child.once("exit", () => resolve(text));
    });
    if (problem === null) return child;
    problems.push(problem);
  }
  throw new Error(`mosquitto cannot be started; install the package mosquitto: ${problems.join("; ")}`);
}

async function makeCertificate(dir: string): Promise<void> {
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const files = ["-keyout", join(dir, "key.pem"), "-out", join(dir, "cert.pem")];
  await run("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...names, ...files]);
}

/** Free at this moment: asked for together, so that they differ. */
async function freePorts(count: 3): Promise<[number, number, number]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [ports[0] ?? 0, ports[1] ?? 0, ports[2] ?? 0];
}
