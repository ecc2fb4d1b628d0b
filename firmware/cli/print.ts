/** What commands print: lines on standard output, or the same as one JSON object where `--json` asks for it. */

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

export function printLines(lines: Iterable<string>): void {
  for (const line of lines) printLine(line);
}

/** What was found: as one JSON object with `--json`, else as lines for people. */
export function printFound(
  { json = false }: { readonly json?: boolean },
  found: unknown,
  lines: () => Iterable<string>,
): void {
  if (json) printLine(JSON.stringify(found));
  else printLines(lines());
}
