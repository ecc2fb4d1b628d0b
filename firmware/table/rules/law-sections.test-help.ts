/** The sections of a law by the first line of each: `I 52 · I.1 56`, in the order of the text. A section may begin again further on. */
export class Sections {
  readonly #beginnings: readonly { readonly section: string; readonly line: number }[];

  constructor(headings: string) {
    this.#beginnings = headings.split("·").flatMap((heading) => {
      const [, section, line] = /^(.+?)\s+(\d+)$/.exec(heading.trim()) ?? [];
      return section === undefined || line === undefined ? [] : [{ section, line: Number(line) }];
    });
  }

  /** The innermost section in which a line stands: `III.1.5.1`. Throws a RangeError for a line before the first. */
  of(line: number): string {
    const found = this.#beginnings.findLast((beginning) => beginning.line <= line);
    if (found === undefined) throw new RangeError(`line ${line} stands before the first section`);
    return found.section;
  }
}
