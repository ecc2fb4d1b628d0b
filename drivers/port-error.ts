/** Why a port cannot be opened: each has its own remedy. */
export type PortErrorCode = "missing" | "busy" | "denied" | "ambiguous" | "unusable";

/** An open that failed, in one line: what, where, what to do. */
export class PortError extends Error {
  override readonly name = "PortError";
  readonly code: PortErrorCode;
  constructor(code: PortErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
