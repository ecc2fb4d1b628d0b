/** Why a release is refused, by name. */
export type ReleaseFault =
  /** The folder, the manifest or a target is not there or cannot be read. */
  | "missing"
  /** The manifest is none, or says what cannot be. */
  | "manifest"
  | "other-platform"
  | "too-large"
  /** A target's bytes are not those that the manifest names. */
  | "target-differs"
  | "link"
  | "not-a-file"
  | "name"
  | "duplicate"
  | "file-more"
  | "file-less"
  | "file-differs";

/** A release that may not be used, in one line that says which, what and what to do. */
export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
  readonly fault: ReleaseFault;
  constructor(fault: ReleaseFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
