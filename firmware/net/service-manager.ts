import { spawn } from "node:child_process";

/** The longest status, characters. */
export const STATUS_MAX = 200;
/** Sockets that socat can be told of without quoting: a path, or after `@` a name in the abstract namespace. */
const SOCKET = /^(?<kind>[/@])[\w./@-]{1,106}$/;

/** What the service manager is told, as sd_notify(3) has it: one assignment each. */
export interface ServiceManager {
  /** The table can play. */
  ready(): void;
  /** In plain words what the table does; told when it is another one. */
  status(words: string): void;
  /** The whole table took part in a pass: see `Passes`. */
  feedWatchdog(): void;
  /** The table ends, as it was asked to or because it must. */
  stopping(): void;
  /** Lets go of the socket; what was told before has gone out. */
  close(): Promise<void>;
}

/** What the service manager gave this process. */
export interface ManagerSetup {
  /** Its socket. */
  readonly socket: string;
  /** It ends a service that does not feed its watchdog for so long, µs; null: it does not watch. */
  readonly watchdogUs: number | null;
}

type SocatProcess = ReturnType<typeof startSocat>;
type Environment = Record<string, string | undefined>;

/**
 * What the service manager gave, taken out of the environment so that no child speaks for this process; null: no service manager
 * waits for a word.
 */
export function takeManagerSetup(environment: Environment, pid: number): ManagerSetup | null {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = environment;
  for (const name of ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"])
    Reflect.deleteProperty(environment, name);
  if (NOTIFY_SOCKET === undefined || !SOCKET.test(NOTIFY_SOCKET)) return null;
  const isOurs = WATCHDOG_PID === undefined || WATCHDOG_PID === String(pid);
  const watchdogUs = isOurs && /^[1-9]\d{0,14}$/.test(WATCHDOG_USEC ?? "") ? Number(WATCHDOG_USEC) : null;
  return { socket: NOTIFY_SOCKET, watchdogUs };
}

/**
 * Speaks to the service manager through one `socat` for the whole life of the table: Node has no datagram sockets in the file system.
 * The service needs `NotifyAccess=all`. A socat that ends is started again with the next word. `onTrouble`: called once when
 * there is no socat.
 */
export function connectServiceManager(
  { socket }: ManagerSetup,
  onTrouble: (line: string) => void,
): ServiceManager {
  let child: SocatProcess | null = null;
  let reported = false;
  let told = "";
  const start = (): SocatProcess => {
    const started = startSocat(socket);
    const forget = (): void => {
      if (child === started) child = null;
    };
    started.once("exit", forget);
    started.once("error", () => {
      forget();
      if (!reported)
        onTrouble("the service manager hears nothing of this table: socat cannot be started; install it");
      reported = true;
    });
    started.stdin.on("error", () => undefined);
    return started;
  };
  const tell = (...words: readonly string[]): void => {
    child ??= start();
    child.stdin.write(`${words.join("\n")}\n`);
  };
  return {
    ready: () => tell("READY=1"),
    status: (words) => {
      const line = words.replaceAll(/\s+/g, " ").slice(0, STATUS_MAX);
      if (line !== told) tell(`STATUS=${line}`);
      told = line;
    },
    feedWatchdog: () => tell("WATCHDOG=1"),
    stopping: () => tell("STOPPING=1"),
    close: async () => {
      const last = child;
      if (last === null) return;
      const gone = new Promise<void>((resolve) => {
        last.once("exit", () => resolve());
        last.once("error", () => resolve());
      });
      last.stdin.end();
      await gone;
    },
  };
}

/** Sends each write that it gets as a datagram; several in one are several lines of one. */
function startSocat(socket: string) {
  const to = socket.startsWith("@") ? `ABSTRACT-SENDTO:${socket.slice(1)}` : `UNIX-SENDTO:${socket}`;
  return spawn("socat", ["-u", "STDIN", to], { stdio: ["pipe", "ignore", "ignore"] });
}
