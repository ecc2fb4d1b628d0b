/** Bytes that a reader sends at an instant, one character a byte. */
export interface Timed {
  readonly us: number;
  readonly bytes: string;
}
