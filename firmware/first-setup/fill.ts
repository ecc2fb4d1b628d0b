/** Values for the names in braces of a text. */
export type Values = Readonly<Record<string, string | number>>;

/** Puts values in for the names in braces. */
export const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => String(values[name] ?? whole));
