import { formatCode } from "../../../record/certificate.ts";
import type { CertificateView } from "./view.ts";

/** A signed record that a screen shows. `hash`: hex SHA-256 of the line; `at`: its own label, RFC 3339. */
export interface ShownRecord {
  readonly line: string;
  readonly hash: string;
  readonly sig: string;
  readonly seq: number;
  readonly at: string;
}

/** What screens show of a signed record. */
export function certificateView({ line, hash, sig, seq, at }: ShownRecord): CertificateView {
  const short = `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
  return { seq, hash, short, qr: formatCode({ line, sig }), at };
}
