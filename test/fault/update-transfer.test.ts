import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { realDisk, setDisk, type Disk } from "../../firmware/files/disk.ts";
import { folderTree } from "../../firmware/delivery/update/folder-tree.ts";
import { httpTree } from "../../firmware/delivery/update/http-tree.ts";
import type { TransferLimits } from "../../firmware/delivery/update/limits.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { ReleaseTree } from "../support/release-tree.ts";
import { mirror, TREE_CA, treeServer } from "../support/tree-server.ts";
import { refusalOf, testClient } from "../support/update-client.ts";
import { numbersOfRun } from "../support/volume.ts";

/** Servers that do not do what one of HTTP does, and sticks that are pulled: each by its name. */

/** Short where a limit is what is tried, so that the real clock need not run for long; long where it is not. */
const LONG: TransferLimits = { idleUs: 30_000_000, totalUs: 60_000_000, bytesPerSecond: 1_000_000_000 };
const LIMITS: Readonly<Record<string, TransferLimits>> = {
  silent: { ...LONG, idleUs: 300_000 },
  slow: { ...LONG, totalUs: 900_000 },
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What a server does with the timestamp, or with a target; all else it serves as it should. */
interface BadServer {
  readonly name: string;
  readonly answer: Answer;
  readonly refused: string;
}

const every = (ms: number, act: () => void): void => {
  const timer = systemClock().every(ms * 1_000, "a slow server", act);
  onTestFinished(() => timer.cancel());
};

const SERVERS: readonly BadServer[] = [
  {
    name: "sends elsewhere",
    answer: (_, response) => response.writeHead(302, { location: "https://127.0.0.1:1/" }).end(),
    refused: "redirect",
  },
  { name: "never answers", answer: () => undefined, refused: "silent" },
  {
    name: "begins and stops",
    answer: (_, response) => void response.writeHead(200).write("{"),
    refused: "silent",
  },
  {
    name: "sends a byte now and then",
    answer: (_, response) => {
      response.writeHead(200);
      every(200, () => response.write(" "));
    },
    refused: "slow",
  },
  {
    name: "sends without end",
    answer: (_, response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(16_384, 32);
      every(1, () => response.write(piece));
    },
    refused: "TOO-LONG",
  },
  {
    name: "announces more than makes sense",
    answer: (_, response) => void response.writeHead(200, { "content-length": 1e12 }).write(" "),
    refused: "TOO-LONG",
  },
  {
    name: "closes in the middle",
    answer: (_, response) => {
      response.writeHead(200, { "content-length": 10 });
      response.write("12", () => response.socket?.destroy());
    },
    refused: "half-closed",
  },
  {
    name: "ends its half of the connection in the middle",
    answer: (_, response) => {
      response.writeHead(200, { "content-length": 10 });
      response.write("12", () => response.socket?.end());
    },
    refused: "half-closed",
  },
  {
    name: "ends chunks without the last one",
    answer: (_, response) => {
      response.writeHead(200, { "transfer-encoding": "chunked" });
      response.write("12", () => response.socket?.end());
    },
    refused: "half-closed",
  },
  {
    name: "closes before it answers",
    answer: (request) => request.socket.destroy(),
    refused: "half-closed",
  },
  {
    name: "sends headers without end",
    answer: (_, response) => void response.writeHead(200, { filler: "x".repeat(64_000) }).end(),
    refused: "bad-answer",
  },
  {
    name: "packs what it sends",
    answer: (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
    refused: "bad-answer",
  },
  { name: "is ill", answer: (_, response) => void response.writeHead(500).end(), refused: "status" },
  { name: "has lost it", answer: (_, response) => void response.writeHead(404).end(), refused: "missing" },
];

describe.each(["timestamp.json", "app-1.tar"])("a server that, asked for %s,", (asked) => {
  it.each(SERVERS)("$name: $refused", async ({ answer, refused }) => {
    const made = new ReleaseTree();
    const serve = mirror(made.folder);
    const url = await treeServer((request, response) =>
      request.url?.endsWith(asked) === true ? answer(request, response) : serve(request, response),
    );
    const tls = { ca: TREE_CA, cert: null, key: null };
    const tree = httpTree({ url, tls, clock: systemClock(), limits: LIMITS[refused] ?? LONG });
    const tooLong = asked === "timestamp.json" ? "endless" : "longer-than-signed";
    expect(await refusalOf(() => testClient(made).update(tree))).toBe(
      refused === "TOO-LONG" ? tooLong : refused,
    );
  });
});

it("nobody is trusted whom the unit's authority did not sign, and nothing goes without TLS", async () => {
  const made = new ReleaseTree();
  const url = await treeServer(mirror(made.folder));
  const none = { ca: null, cert: null, key: null };
  const clock = systemClock();
  for (const tree of [
    httpTree({ url, tls: none, clock }),
    httpTree({ url: url.replace("https:", "http:"), tls: none, clock }),
    httpTree({ url: "https://127.0.0.1:1", tls: none, clock }),
  ])
    expect(await refusalOf(() => testClient(made).check(tree))).toBe("unreachable");
});

it("what is no HTTP is said to be none", async () => {
  const made = new ReleaseTree();
  const server = createServer((socket) => void socket.on("error", () => undefined).end("220 mail\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const tls = { ca: null, cert: null, key: null };
  const tree = httpTree({ url: `http://127.0.0.1:${port}`, tls, clock: systemClock(), allowPlain: true });
  expect(await refusalOf(() => testClient(made).check(tree))).toBe("bad-answer");
});

/** A stick below `root` that is pulled after so many bytes were read from it: nothing of it is there any more. */
function pulledStick(root: string, bytes: number): { readonly disk: Disk; read(): number } {
  let read = 0;
  const paths = new Map<number, string>();
  const isOn = (path: unknown): boolean => String(path).startsWith(root);
  const gone = (code: string): never => {
    throw Object.assign(new Error(code), { code });
  };
  const disk: Disk = {
    ...realDisk,
    openSync: (path, flags, mode) => {
      if (isOn(path) && read >= bytes) gone("ENOENT");
      const fd = realDisk.openSync(path, flags, mode);
      paths.set(fd, String(path));
      return fd;
    },
    statSync: ((path: string, options: never) => {
      if (isOn(path) && read >= bytes) gone("ENOENT");
      return realDisk.statSync(path, options);
    }) as Disk["statSync"],
    readSync: ((fd: number, buffer: Buffer) => {
      if (!isOn(paths.get(fd) ?? "")) return realDisk.readSync(fd, buffer);
      if (read >= bytes) return gone("EIO");
      const count = realDisk.readSync(fd, buffer, 0, Math.min(buffer.length, bytes - read), null);
      read += count;
      return count;
    }) as Disk["readSync"],
  };
  return { disk, read: () => read };
}

describe("a stick", () => {
  it("pulled at any byte is said to be pulled, and the next one updates", async () => {
    const made = new ReleaseTree();
    const whole = pulledStick(made.folder, Infinity);
    setDisk(whole.disk);
    onTestFinished(() => setDisk());
    await testClient(made).update(folderTree(made.folder, true));
    expect(whole.read()).toBeGreaterThan(4_000);
    const unit = testClient(made);
    for (const bytes of numbersOfRun(whole.read(), 331, "a stick is pulled")) {
      setDisk(pulledStick(made.folder, bytes).disk);
      const code = await refusalOf(async () => unit.update(folderTree(made.folder, true)));
      // Where the folder is gone before anything was read there is none to begin with.
      expect([bytes, code]).toEqual([bytes, "pulled"]);
      setDisk();
    }
    const { offer } = await unit.update(folderTree(made.folder, true));
    expect(offer?.release).toBe(1);
  });

  it("that the updater's user may not read is said to be that, at its folder and at each file of it", async () => {
    const made = new ReleaseTree();
    onTestFinished(() => setDisk());
    const denied = (what: string): never => {
      throw Object.assign(new Error(what), { code: "EACCES" });
    };
    const isOn = (path: unknown): boolean => String(path).startsWith(made.folder);
    setDisk({
      ...realDisk,
      openSync: (path, flags, mode) => (isOn(path) ? denied("open") : realDisk.openSync(path, flags, mode)),
    });
    const check = (): Promise<string> =>
      refusalOf(async () => testClient(made).check(folderTree(made.folder, true)));
    expect(await check()).toBe("not-readable");
    const statSync = ((path: string, options: never) =>
      isOn(path) ? denied("stat") : realDisk.statSync(path, options)) as Disk["statSync"];
    setDisk({ ...realDisk, statSync });
    expect(() => folderTree(made.folder, true)).toThrow(
      expect.objectContaining({ name: "TreeError", code: "not-readable" }) as Error,
    );
  });

  it("that was stamped more than a week ago, or tomorrow, is refused", async () => {
    const made = new ReleaseTree();
    const unit = testClient(made);
    // A timestamp that lasts longer than a week: what matters is when it was stamped.
    made.longStamp("image", 30);
    made.longStamp("director", 30);
    const days = async (count: number): Promise<string> =>
      refusalOf(() => unit.check(folderTree(made.folder, true), made.later(count)));
    expect(await days(6.9)).toBe("none");
    expect(await days(7.1)).toBe("stick-too-old");
    expect(await days(-0.5)).toBe("clock-back");
    expect(await refusalOf(() => unit.check(folderTree(made.folder, false), made.later(7.1)))).toBe("none");
  });

  it("that leads out of itself, or holds what is no file, is refused", async () => {
    expect(() => folderTree("/nowhere/at/all", true)).toThrow("there is no folder /nowhere/at/all");
    const made = new ReleaseTree();
    const path = made.path("image", "timestamp.json");
    rmSync(path);
    symlinkSync("/dev/zero", path);
    expect(await refusalOf(() => testClient(made).check(folderTree(made.folder, true)))).toBe("unsafe-name");
    rmSync(path);
    execFileSync("mkfifo", [path]);
    expect(await refusalOf(() => testClient(made).check(folderTree(made.folder, true)))).toBe("unsafe-name");
  });
});
