import { errorText } from "../problem.ts";
/** What kept the screens from starting. */
export type DisplayErrorCode =
  | "port-in-use"
  | "port-not-permitted"
  | "address-not-available"
  | "people"
  | "failed";

/** The screens cannot start. `message` is one line for the technician: what, where and what to do. */
export class DisplayError extends Error {
  readonly code: DisplayErrorCode;

  constructor(code: DisplayErrorCode, message: string) {
    super(message);
    this.name = "DisplayError";
    this.code = code;
  }
}

/** Turns what `listen` threw into one clear line. */
export function listenError(error: unknown, host: string, port: number): DisplayError {
  const system = error instanceof Error && "code" in error ? error.code : undefined;
  switch (system) {
    case "EADDRINUSE":
      return new DisplayError(
        "port-in-use",
        `display: port ${port} on ${host} is already in use by another program; stop it or choose another port (display.port in the configuration, or --display-port)`,
      );
    case "EACCES":
    case "EPERM":
      return new DisplayError(
        "port-not-permitted",
        `display: port ${port} on ${host} is not permitted to this user (ports below 1024 need privileges); choose one from 1024 up with --display-port`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new DisplayError(
        "address-not-available",
        `display: this unit has no address ${host}; choose 127.0.0.1 or an address of this unit in display.host`,
      );
    default: {
      const what = errorText(error);
      return new DisplayError("failed", `display: cannot serve on ${host} port ${port}: ${what}`);
    }
  }
}
