/** Bytes that left a device, one character a byte: whole lines or reports. `us` is true time when the last of them was on the wire. */
export interface Sent {
  readonly us: number;
  readonly bytes: string;
}
