import { emitRecord, type TableContext } from "./context.ts";

export interface DeviceFault {
  readonly device: string;
  readonly code: string;
  readonly detail: Readonly<Record<string, string | number>>;
  readonly stands: boolean;
}

/**
 * A device beside those that are read (the panel): recorded when it begins to stand and when it is over. It changes nothing in
 * the round, for such a device measures nothing.
 */
export function deviceFault(context: TableContext, { device, code, detail, stands }: DeviceFault): void {
  const standing = context.durable.faults.some((other) => other.device === device && other.code === code);
  if (standing === stands) return;
  emitRecord(context, { kind: stands ? "fault" : "fault-cleared", device, code, round: null, detail });
}
