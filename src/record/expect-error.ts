/** The error, when it is of this kind; any other one is a defect of ours and is thrown on. */
export function expectError<E extends Error>(error: unknown, kind: abstract new (...args: never[]) => E): E {
  if (error instanceof kind) return error;
  throw error;
}
