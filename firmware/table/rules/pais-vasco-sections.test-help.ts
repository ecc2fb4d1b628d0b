/**
 * Where the sections of País Vasco's Catálogo begin in the text as it was read: epígrafe, apartado and número of artículo 2, and the numbers of artículo 3 (A3.1), with
 * the line of their heading, in the order of each column. Read off the headings, not out of the packs. A misprinted number stands as
 * it is printed (03.V.7 follows 03.V.2). The Spanish column breaks off in 12.V.4 and goes on in 14.IV without its headings.
 */
const SPANISH = `
01 348 · 01.I 352 · 01.II 360 · 01.III 384 · 01.III.1 388 · 01.III.2 404 · 01.IV 420 · 01.IV.1 424 · 01.IV.2 500 · 01.IV.3 552 · 02 580 ·
02.I 588 · 02.II 608 · 02.III 624 · 02.IV 636 · 02.V 644 · 03 664 · 03.I 668 · 03.II 678 · 03.II.1 682 · 03.II.2 690 · 03.III 718 · 03.IV
738 · 03.V 758 · 03.V.1 762 · 03.V.2 850 · 03.V.7 870 · 04 898 · 04.I 902 · 04.II 910 · 04.III 934 · 04.IV 950 · 04.V 958 · 05 1010 · 05.I
1014 · 05.II 1022 · 05.II.1 1026 · 05.II.2 1034 · 05.III 1046 · 05.IV 1062 · 05.V 1070 · 05.V.1 1074 · 05.V.2 1106 · 05.V.3 1118 · 06 1138
· 06.I 1142 · 06.II 1150 · 06.II.1 1154 · 06.III 1174 · 06.IV 1194 · 06.IV.1 1198 · 06.IV.2 1394 · 06.IV.3 1426 · 07 1466 · 07.I 1470 ·
07.II 1478 · 07.II.1 1482 · 07.II.2 1490 · 07.II.3 1498 · 07.III 1510 · 07.III.1 1518 · 07.III.2 1530 · 07.IV 1546 · 07.V 1562 · 07.VI
1574 · 07.VI.1 1578 · 07.VI.2 1586 · 07.VII 1618 · 08 1646 · 08.I 1650 · 08.II 1658 · 08.II.1 1662 · 08.II.2 1674 · 08.II.3 1682 · 08.III
1694 · 08.III.1 1702 · 08.III.2 1710 · 08.III.3 1722 · 08.IV 1734 · 08.V 1770 · 08.VI 1874 · 08.VII 1914 · 08.VIII 1990 · 08.VIII.1 1994 ·
08.VIII.2 2010 · 08.VIII.3 2022 · 08.IX 2058 · 09 2094 · 09.I 2098 · 09.II 2114 · 09.II.1 2118 · 09.II.2 2126 · 09.II.3 2134 · 09.III 2154
· 09.IV 2162 · 09.V 2190 · 09.V.1 2194 · 09.V.2 2222 · 09.V.3 2230 · 09.VI 2234 · 09.VII 2266 · 09.VIII 2294 · 09.VIII.1 2298 · 09.VIII.2
2318 · 09.VIII.3 2342 · 09.VIII.4 2354 · 09.VIII.5 2378 · 10 2402 · 10.I 2406 · 10.II 2414 · 10.III 2434 · 10.IV 2462 · 10.V 2470 · 10.V.1
2474 · 10.V.2 2482 · 10.V.3 2486 · 11 2502 · 11.I 2506 · 11.II 2514 · 11.II.1 2518 · 11.II.2 2526 · 11.III 2534 · 11.IV 2546 · 11.IV.1
2550 · 11.IV.2 2558 · 11.V 2566 · 11.V.1 2570 · 11.V.2 2642 · 11.V.3 2654 · 11.V.4 2702 · 12 2718 · 12.I 2722 · 12.II 2730 · 12.II.1 2734
· 12.II.2 2742 · 12.III 2754 · 12.III.1 2762 · 12.III.2 2770 · 12.IV 2782 · 12.V 2846 · 12.V.1 2850 · 12.V.2 2898 · 12.V.3 2922 · 12.V.4
2930 · 14.IV 2978 · 14.V 3002 · 14.V.1 3006 · 14.V.2 3054 · 14.V.3 3078 · 14.V.4 3086 · 14.VI 3222 · 14.VI.1 3230 · 14.VI.2 3234 · 14.VI.3
3238 · 14.VI.4 3242 · 14.VI.5 3246 · 14.VI.6 3250 · 14.VI.7 3254 · 14.VI.8 3258 · 14.VI.9 3262 · 14.VI.10 3266 · 14.VI.11 3270 · 14.VI.12
3274 · 14.VII 3278 · A3 3286 · A3.1 3290 · A3.2 3306 · A3.3 3310 · A3.4 3314 · A3.5 3318 · A3.6 3322 · A4 3362
`;

const BASQUE = `
01 354 · 01.I 358 · 01.II 366 · 01.III 390 · 01.III.1 394 · 01.III.2 406 · 01.IV 422 · 01.IV.1 426 · 01.IV.2 502 · 01.IV.3 554 · 02 582 ·
02.I 590 · 02.II 614 · 02.III 630 · 02.IV 642 · 02.V 650 · 03 670 · 03.I 672 · 03.II 680 · 03.II.1 684 · 03.II.2 692 · 03.III 716 · 03.IV
736 · 03.V 756 · 03.V.1 760 · 03.V.2 852 · 03.V.7 872 · 04 900 · 04.I 904 · 04.II 912 · 04.III 936 · 04.IV 948 · 04.V 956 · 05 1008 · 05.I
1012 · 05.II 1020 · 05.II.1 1024 · 05.II.2 1032 · 05.III 1044 · 05.IV 1060 · 05.V 1068 · 05.V.1 1072 · 05.V.2 1104 · 05.V.3 1116 · 06 1136
· 06.I 1140 · 06.II 1148 · 06.II.1 1152 · 06.III 1172 · 06.IV 1192 · 06.IV.1 1196 · 06.IV.2 1380 · 06.IV.3 1412 · 07 1452 · 07.I 1456 ·
07.II 1460 · 07.II.1 1464 · 07.II.2 1472 · 07.II.3 1480 · 07.III 1492 · 07.III.1 1496 · 07.III.2 1508 · 07.IV 1524 · 07.V 1540 · 07.VI
1552 · 07.VI.1 1556 · 07.VI.2 1564 · 07.VII 1596 · 08 1624 · 08.I 1628 · 08.II 1636 · 08.II.1 1640 · 08.II.2 1652 · 08.II.3 1660 · 08.III
1668 · 08.III.1 1676 · 08.III.2 1684 · 08.III.3 1696 · 08.IV 1704 · 08.V 1740 · 08.VI 1844 · 08.VII 1880 · 08.VIII 1960 · 08.VIII.1 1964 ·
08.VIII.2 1980 · 08.VIII.3 1996 · 08.IX 2028 · 09 2064 · 09.I 2068 · 09.II 2080 · 09.II.1 2084 · 09.II.2 2092 · 09.II.3 2100 · 09.III 2116
· 09.IV 2124 · 09.V 2152 · 09.V.1 2156 · 09.V.2 2188 · 09.V.3 2196 · 09.VI 2200 · 09.VII 2232 · 09.VIII 2260 · 09.VIII.1 2264 · 09.VIII.2
2284 · 09.VIII.3 2304 · 09.VIII.4 2320 · 09.VIII.5 2344 · 10 2368 · 10.I 2372 · 10.II 2380 · 10.III 2400 · 10.IV 2428 · 10.V 2436 · 10.V.1
2440 · 10.V.2 2448 · 10.V.3 2456 · 11 2472 · 11.I 2476 · 11.II 2484 · 11.II.1 2488 · 11.II.2 2496 · 11.III 2504 · 11.IV 2516 · 11.IV.1
2520 · 11.IV.2 2528 · 11.V 2536 · 11.V.1 2540 · 11.V.2 2620 · 11.V.3 2632 · 11.V.4 2680 · 12 2696 · 12.I 2700 · 12.II 2712 · 12.II.1 2716
· 12.II.2 2724 · 12.III 2732 · 12.III.1 2740 · 12.III.2 2748 · 12.IV 2760 · 12.V 2824 · 12.V.1 2828 · 12.V.2 2876 · 12.V.3 2908 · 12.V.4
2916 · 12.VI 3040 · 12.VI.1 3044 · 12.VI.2 3064 · 12.VII 3076 · 13 3084 · 13.I 3088 · 13.II 3100 · 13.II.1 3104 · 13.II.2 3112 · 13.II.3
3120 · 13.III 3128 · 13.III.1 3136 · 13.III.2 3144 · 13.III.3 3152 · 13.IV 3164 · 13.IV.1 3172 · 13.IV.2 3176 · 13.IV.3 3180 · 13.IV.4
3184 · 13.IV.5 3188 · 13.IV.6 3192 · 13.IV.7 3196 · 13.IV.8 3200 · 13.IV.9 3204 · 13.IV.10 3208 · 13.IV.11 3212 · 13.V 3216 · 13.VI 3248 ·
13.VII 3352 · 13.VII.1 3356 · 13.VII.2 3360 · 13.VII.3 3364 · 14 3368 · 14.I 3372 · 14.II 3380 · 14.II.1 3384 · 14.II.2 3392 · 14.III 3404
· 14.III.1 3412 · 14.III.2 3420 · 14.IV 3432 · 14.V 3500 · 14.V.1 3504 · 14.V.2 3532 · 14.V.3 3548 · 14.V.4 3552 · 14.VI 3618 · 14.VI.1
3622 · 14.VI.2 3624 · 14.VI.3 3626 · 14.VI.4 3628 · 14.VI.5 3630 · 14.VI.6 3632 · 14.VI.7 3634 · 14.VI.8 3636 · 14.VI.9 3638 · 14.VI.10
3640 · 14.VI.11 3642 · 14.VI.12 3644 · 14.VII 3646 · A3 3650 · A3.1 3652 · A3.2 3660 · A3.3 3662 · A3.4 3664 · A3.5 3666 · A3.6 3668 · A4 3686
`;

/** The column of every second line from line 344, where both columns lie one below the other: s Spanish, e Basque, - nothing of the law. */
const COLUMNS = `
sesesesesesesesese-es-sesesesesesesesesesesesesesesesesesesesesesesesesesesesesesesesesesesesesesesese--sesesesesesesesesesesesese-es-sese
seseseseseseseseseseseseseeseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses
esesesesesesesese--seseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses--eseseseseseseseseseseseseseseseseseseseseses
eseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses
eseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses-ses-sesese-ese-eseseseseseseseseseseseseseseseseseseseseseseseseseseses
eseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses
eseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses
eseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses-s-s-s-sesesesese-e-e-e-eseseseseseseseseseseseseseseseseseseseseseses
eseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses
eseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses
eseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseses
eseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseseeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee
eeeeeeeeeeeeeeeeee
`;

export type Column = "es" | "eu";

interface Heading {
  readonly section: string;
  readonly line: number;
}

const FIRST = 344;
const OF_LETTER: Readonly<Record<string, Column>> = { s: "es", e: "eu" };
const LETTERS = COLUMNS.replace(/\s/g, "");

const headingsOf = (text: string): readonly Heading[] =>
  text.split("·").flatMap((heading) => {
    const [section, line] = heading.trim().split(/\s+/);
    return section === undefined || line === undefined ? [] : [{ section, line: Number(line) }];
  });

const HEADINGS: Readonly<Record<Column, readonly Heading[]>> = {
  es: headingsOf(SPANISH),
  eu: headingsOf(BASQUE),
};

/** The column in which a line of artículos 2 and 3 stands; null: it is empty, or none of its lines. */
export function columnOfLine(line: number): Column | null {
  if (line < FIRST || line % 2 !== 0) return null;
  return OF_LETTER[LETTERS[(line - FIRST) / 2] ?? ""] ?? null;
}

/** The innermost section in which a line stands, in its own column: `08.VIII.3`. Throws a RangeError for a line of no section. */
export function sectionOfLine(line: number): string {
  const column = columnOfLine(line);
  const found = column === null ? undefined : HEADINGS[column].findLast((heading) => heading.line <= line);
  if (found === undefined) throw new RangeError(`line ${line} stands in no section of artículo 2`);
  return found.section;
}

/** The columns that lines from the first to the last reach into. */
export function columnsOf(first: number, last: number): readonly Column[] {
  const found = new Set<Column>();
  for (let line = first; line <= last; line++) {
    const column = columnOfLine(line);
    if (column !== null) found.add(column);
  }
  return [...found];
}

/** Whether a line of the Basque column stands where the Spanish one is lost: after 12.V.4 broke off, before 14.IV goes on. */
export const isSpanishLost = (line: number): boolean =>
  columnOfLine(line) === "eu" && line >= 2964 && line <= 3498;
