/** The page as text, the same for the same sources. */
export function buildInspector(): Promise<string>;
/** What a unit's own pages verify a certificate with, as a script. */
export declare function buildVerifier(): Promise<string>;
