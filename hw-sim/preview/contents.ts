import type { Language } from "../../src/text/language.ts";

/** What a preview has to show, as its page is told. */
export interface PreviewContents {
  readonly table: string;
  readonly rulebook: string;
  /** Names of the states, in the order of a round. */
  readonly states: readonly string[];
  readonly languages: readonly Language[];
  /** The pages, by name. */
  readonly screens: readonly { readonly name: string; readonly path: string }[];
  /** By state, behind the address of the page for phones: the code of the certificate that the table shows there. */
  readonly codes: Readonly<Record<string, string>>;
}
