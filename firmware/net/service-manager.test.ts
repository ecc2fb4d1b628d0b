import { expect, it } from "vitest";
import { until } from "../../test/support/screen-line.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { notifySocket } from "../../test/support/notify-socket.ts";
import { connectServiceManager, STATUS_MAX, takeManagerSetup } from "./service-manager.ts";

const taken = (environment: Record<string, string>, pid = 7): unknown => takeManagerSetup(environment, pid);

it("without a socket there is no service manager, and what it gave is gone from the environment", () => {
  expect(taken({})).toBeNull();
  const environment = {
    NOTIFY_SOCKET: "/run/systemd/notify",
    WATCHDOG_USEC: "7000000",
    WATCHDOG_PID: "7",
    HOME: "/",
  };
  expect(taken(environment)).toEqual({ socket: "/run/systemd/notify", watchdogUs: 7_000_000 });
  expect(environment).toEqual({ HOME: "/" });
});

it("a watchdog of another process, or one that is no number, is not fed", () => {
  const socket = "@/org/systemd/notify";
  expect(taken({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: "7000000", WATCHDOG_PID: "8" })).toEqual({
    socket,
    watchdogUs: null,
  });
  for (const wrong of ["", "0", "-1", "1e9", "seven"])
    expect(taken({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: wrong })).toEqual({ socket, watchdogUs: null });
});

it("a name that socat would take for more than a name is not spoken to", () => {
  for (const socket of ["relative", "/run/a,fork", "/run/a:b", "/run/a!!b", "vsock:2:1", ""])
    expect(taken({ NOTIFY_SOCKET: socket })).toBeNull();
});

it("words arrive in their order as datagrams, a status once, and in one line", async () => {
  const socket = await notifySocket(temporaryFolder());
  const manager = connectServiceManager({ socket: socket.path, watchdogUs: null }, () => undefined);
  manager.status("starting:\nthe ports");
  manager.ready();
  manager.status("Mesa 7: betting");
  manager.status("Mesa 7: betting");
  manager.feedWatchdog();
  manager.status("x".repeat(1_000));
  manager.stopping();
  await manager.close();
  await until("the last word", () => socket.words.includes("STOPPING=1"));
  expect(socket.words).toEqual([
    "STATUS=starting: the ports",
    "READY=1",
    "STATUS=Mesa 7: betting",
    "WATCHDOG=1",
    `STATUS=${"x".repeat(STATUS_MAX)}`,
    "STOPPING=1",
  ]);
});

it("where nobody listens the table goes on, and the next word starts another socat", async () => {
  const folder = temporaryFolder();
  const troubles: string[] = [];
  const manager = connectServiceManager({ socket: `${folder}/notify`, watchdogUs: null }, (line) =>
    troubles.push(line),
  );
  manager.ready();
  await manager.close();
  const socket = await notifySocket(folder);
  manager.feedWatchdog();
  await manager.close();
  await until("the word", () => socket.count("WATCHDOG=1") === 1);
  expect(troubles).toEqual([]);
});
