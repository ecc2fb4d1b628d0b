/**
 * Where the sections of Chile's Catálogo begin: the first line of each in the text as it was read, in the order of the text, without
 * the chapters on bingo, machines and tournaments. Read off its headings, not out of the packs.
 */
const HEADINGS = `
I 52 · I.1 56 · I.2 83 · I.3 87 · I.3.1 89 · I.3.2 95 · I.4 109 · I.4.1 111 · I.4.2 117 · I.5 129 · I.5.1
131 · I.5.2 137 · I.5.3 146 · I.5.4 150 · I.5.5 154 · I.6 160 · II 166 · II.1 168 · II.1.1 170 · II.1.2 174
· II.1.3 178 · II.1.3.1 180 · II.1.3.2 198 · II.1.4 227 · II.1.5 286 · II.1.5.1 288 · II.1.5.2 296 · II.1.5.3
300 · II.1.6 305 · II.2 361 · II.2.1 363 · II.2.2 367 · II.2.3 375 · II.2.3.1 377 · II.2.3.2 381 · II.2.4 385
· II.2.4.1 387 · II.2.4.2 410 · II.2.5 439 · II.2.6 543 · II.2.6.1 545 · II.2.6.2 552 · II.2.6.3 556 · II.2.7
563 · II.3 644 · II.3.1 646 · II.3.2 650 · II.3.3 654 · II.3.3.1 656 · II.3.4 701 · II.3.5 729 · II.3.5.1 731
· II.3.5.2 739 · II.3.6 745 · III 771 · III.1 773 · III.1.1 775 · III.1.2 779 · III.1.3 785 · III.1.3.1 787
· III.1.3.2 793 · III.1.3.3 797 · III.1.4 801 · III.1.4.1 803 · III.1.4.2 833 · III.1.5 853 · III.1.5.1 855 ·
III.1.5.2 1055 · III.1.5.3 1256 · III.1.6 1498 · III.1.6.1 1500 · III.1.6.2 1509 · III.1.6.3 1513 · III.1.7
1527 · III.2 1546 · III.2.1 1548 · III.2.2 1552 · III.2.3 1558 · III.2.3.1 1560 · III.2.3.2 1564 · III.2.3.3
1570 · III.2.3.4 1580 · III.2.4 1588 · III.2.4.1 1590 · III.2.4.2 1619 · III.2.5 1658 · III.2.6 1847 ·
III.2.6.1 1849 · III.2.6.2 1865 · III.2.6.3 1870 · III.2.7 1878 · III.3 1904 · III.3.1 1906 · III.3.2 1910 ·
III.3.3 1914 · III.3.3.1 1916 · III.3.3.2 1922 · III.3.3.3 1928 · III.3.3.4 1932 · III.3.3.5 1938 · III.3.3.6
1944 · III.3.3.7 1950 · III.3.3.8 1966 · III.3.4 1972 · III.3.4.1 1974 · III.3.4.2 1995 · III.3.5 2027 ·
III.3.5.1 2029 · III.3.5.2 2152 · III.3.5.3 2310 · III.3.5.4 2419 · III.3.5.5 2527 · III.3.5.6 2666 · III.3.5.7
2816 · III.3.5.7.1 2818 · III.3.5.7.2 3026 · III.3.5.7.3 3144 · III.3.5.8 3295 · III.3.6 3345 · III.3.6.1 3347
· III.3.6.2 3379 · III.3.6.3 3392 · III.3.6.4 3420 · III.4 3454 · III.4.1 3456 · III.4.2 3460 · III.4.3 3464
· III.4.3.1 3466 · III.4.3.2 3492 · III.4.4 3510 · III.4.5 3589 · III.4.5.1 3591 · III.4.5.2 3599 · III.4.6
3609 · III.5 3633 · III.5.1 3635 · III.5.2 3639 · III.5.3 3643 · III.5.3.1 3645 · III.5.3.2 3674 · III.5.4
3692 · III.5.5 3773 · III.5.5.1 3775 · III.5.5.2 3782 · III.5.6 3789 · III.6 3821 · III.6.1 3823 · III.6.2
3827 · III.6.3 3835 · III.6.4 3846 · III.6.4.1 3848 · III.6.5 3878 · III.6.6 3929 · IV 3971 · IV.1 3973 ·
IV.1.1 3975 · IV.1.2 3979 · IV.1.3 3985 · IV.1.3.1 3987 · IV.1.3.2 3989 · IV.1.4 3991 · IV.1.4.1 3993 ·
IV.1.4.2 4018 · IV.1.5 4051 · IV.1.6 4142 · IV.1.6.1 4144 · IV.1.6.2 4160 · IV.1.7 4170 · IV.2 4218 · IV.2.1
4220 · IV.2.2 4224 · IV.2.3 4230 · IV.2.3.1 4232 · IV.2.3.2 4251 · IV.2.4 4266 · IV.2.5 4292 · IV.2.5.1 4294
· IV.2.5.2 4302 · IV.2.6 4308 · IV.3 4330 · IV.3.1 4332 · IV.3.2 4336 · IV.3.3 4340 · IV.3.3.1 4342 ·
IV.3.3.2 4361 · IV.3.4 4376 · IV.3.5 4402 · IV.3.5.1 4404 · IV.3.5.2 4416 · IV.3.6 4422 · V 4441 · V.1 4443
`;

interface Heading {
  readonly section: string;
  readonly line: number;
}

const BEGINNINGS: readonly Heading[] = HEADINGS.split("·").flatMap((heading) => {
  const [section, line] = heading.trim().split(/\s+/);
  return section === undefined || line === undefined ? [] : [{ section, line: Number(line) }];
});

/** The innermost section in which a line stands: `III.1.5.1`. Throws a RangeError for a line before the first. */
export function sectionOfLine(line: number): string {
  const found = BEGINNINGS.findLast((heading) => heading.line <= line);
  if (found === undefined) throw new RangeError(`line ${line} stands before the first section`);
  return found.section;
}
