/** The page as text, the same for the same sources. */
export function buildInspector(): Promise<string>;
