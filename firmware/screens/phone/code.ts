import type { CertificateView } from "../../../src/table/kernel/view/view.ts";

/** What the code on the display says where phones can open a page: its address, and which certificate. */
export const codeForPhones = (address: string, { seq, hash }: CertificateView): string =>
  `${address}phone#${seq}.${hash.slice(0, 8)}`;
