/**
 * Reports of a HID device as a byte stream, so that they go through a byte port and into a recording like a serial line's
 * bytes: each report is one byte with its length (1 to 64), then the report, its id first. A length of 0 is no report: the two
 * bytes after it, high one first, say how many reports were dropped at this point because nobody read them (FFFF: or more).
 *
 * Pure and plain: `State` is JSON, text is one character a byte (Latin-1).
 */
export interface ReportFramerState {
  /** Bytes of the frame that is not complete, at most `REPORT_MAX`. */
  readonly partial: string;
  /** Bytes are missing: frames are looked for until one holds a good report. */
  readonly lost: boolean;
}

export type FramedReport =
  | { readonly f: "report"; readonly bytes: string }
  | { readonly f: "dropped"; readonly reports: number };

export interface FramedReports {
  readonly frames: readonly FramedReport[];
  /** How often a frame had to begin and none did. */
  readonly nonsense: number;
  readonly state: ReportFramerState;
}

/** Longest report with its id: what full-speed USB carries in one transaction. */
export const REPORT_MAX = 64;

export const REPORT_FRAMER_START: ReportFramerState = { partial: "", lost: false };
/** After bytes were lost: the next frame may begin anywhere. */
export const REPORT_FRAMER_LOST: ReportFramerState = { partial: "", lost: true };

/** Adds bytes; returns what they complete, in order. `isGood` tells a report from bytes that only look like a frame. */
export function parseReportFrames(
  state: ReportFramerState,
  bytes: string,
  isGood: (report: string) => boolean,
): FramedReports {
  const text = state.partial + bytes;
  const frames: FramedReport[] = [];
  let { lost } = state;
  let nonsense = 0;
  let at = 0;
  while (at < text.length) {
    const length = text.charCodeAt(at);
    if (length > REPORT_MAX || (lost && length === 0)) {
      if (!lost) nonsense++;
      lost = true;
      at++;
      continue;
    }
    const end = at + 1 + (length === 0 ? 2 : length);
    if (end > text.length) break;
    const body = text.slice(at + 1, end);
    if (lost && !isGood(body)) {
      at++;
      continue;
    }
    lost = false;
    if (length > 0) frames.push({ f: "report", bytes: body });
    else frames.push({ f: "dropped", reports: body.charCodeAt(0) * 256 + body.charCodeAt(1) });
    at = end;
  }
  return { frames, nonsense, state: { partial: text.slice(at), lost } };
}

/** One report as a frame. Throws RangeError on a length that no report has. */
export function encodeReportFrame(report: Uint8Array): Uint8Array {
  if (report.length === 0 || report.length > REPORT_MAX)
    throw new RangeError(`a report has 1 to ${REPORT_MAX} bytes, this one ${report.length}`);
  return Uint8Array.from([report.length, ...report]);
}

/** The frame that stands for reports that were thrown away. */
export function encodeDroppedFrame(reports: number): Uint8Array {
  const reported = Math.min(reports, 0xffff);
  return Uint8Array.from([0, reported >> 8, reported & 0xff]);
}
