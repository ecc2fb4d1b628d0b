/**
 * What a verb comes to: programs by their whole path, with words that were checked, and files whose place is fixed here. Nothing that
 * somebody typed is ever a path or goes through a shell.
 */
export type Step =
  | Run
  /** Refuses what comes after it, where a program says this. */
  | { readonly do: "unless"; readonly run: Run; readonly says: string; readonly why: string }
  | { readonly do: "write"; readonly path: string; readonly text: string }
  | { readonly do: "remove"; readonly path: string }
  /** A command of tirada that makes a file, as the table's user in a folder of its own; the file goes to standard output. */
  | { readonly do: "give"; readonly words: readonly [string, ...string[]]; readonly name: string }
  /** Standard input as a file of root's, for a program that looks at its signature. */
  | { readonly do: "take"; readonly run: Run; readonly path: string; readonly most: number };

export interface Run {
  readonly do: "run";
  readonly program: string;
  readonly words: readonly string[];
  /** It may fail: the machine need not have what it is about. */
  readonly isOptional?: true;
}

export const run = (program: string, ...words: readonly string[]): Run => ({ do: "run", program, words });

export const systemctl = (...words: readonly string[]): Run =>
  run("/usr/bin/systemctl", "--no-pager", ...words);

/** `tirada` as root: of the one command that needs it. */
export const tiradaAsRoot = (...words: readonly string[]): Run => run("/usr/bin/tirada", ...words);

/** `tirada` as the table's user, who can't become root again. */
export const tiradaAsTable = (...words: readonly string[]): Run =>
  run(
    "/usr/bin/setpriv",
    "--reuid=tirada",
    "--regid=tirada",
    "--init-groups",
    "--no-new-privs",
    "--inh-caps=-all",
    "/usr/bin/tirada",
    ...words,
  );
