import { frame, FRAMER_START } from "../../line-framer.ts";
import { parseReportFrames, REPORT_FRAMER_START } from "../../report-framer.ts";
import { hostBytes, isSound, LINE_LIMIT, rawOfLine, rawOfReport, type CarrierKind } from "./carrier.ts";
import { SENSORS } from "./codes.ts";
import { parseMessage } from "./messages.ts";

/** What a technician asks an open shoe beside its table, and hears of it. A card's face is never among it. */

export type ShoeAnswer =
  /** It tried its sensors: those that it has, and of these the bad ones, by name. */
  | { readonly is: "self-test"; readonly tried: readonly string[]; readonly bad: readonly string[] }
  /** It would not: `why` as the protocol names it. */
  | { readonly is: "refused"; readonly why: string }
  | { readonly is: "identity"; readonly device: string; readonly firmware: string; readonly boots: number }
  | { readonly is: "lid"; readonly open: boolean };

/** Bytes for the port. An identity may follow on any number, and a self-test follows on its own: the table's own numbers go on from there. */
export const identityQuestion = (carrier: CarrierKind, number: number): string =>
  hostBytes(carrier, "I", number, 0);
export const selfTestQuestion = (carrier: CarrierKind, number: number): string =>
  hostBytes(carrier, "Y", number, 0);

/** Hears the device: bytes in, what answers a technician out. `number`: of the question whose refusal is told. */
export function hearShoe(carrier: CarrierKind, number: number): (bytes: string) => readonly ShoeAnswer[] {
  let lines = FRAMER_START;
  let reports = REPORT_FRAMER_START;
  return (bytes) => {
    if (carrier === "line") {
      const framed = frame(lines, bytes, LINE_LIMIT);
      lines = framed.state;
      // The first line may be cut at its head: then its checksum is wrong.
      return framed.lines.flatMap(({ text }) => answerOf(rawOfLine(text), number));
    }
    const framed = parseReportFrames(reports, bytes, (report) => isSound(report));
    reports = framed.state;
    return framed.frames.flatMap((one) => (one.f === "report" ? answerOf(rawOfReport(one.bytes), number) : []));
  };
}

function answerOf(raw: ReturnType<typeof rawOfLine>, number: number): readonly ShoeAnswer[] {
  const message = raw === null ? null : parseMessage(raw);
  switch (message?.m) {
    case "self-test": {
      const named = (bits: number): string[] => SENSORS.filter((_, bit) => ((bits >> bit) & 1) === 1);
      return [{ is: "self-test", tried: named(message.tested), bad: named(message.tested & ~message.good) }];
    }
    case "answer":
      return message.to === number && message.result !== "done" ? [{ is: "refused", why: message.result }] : [];
    case "identity":
      return [{ is: "identity", device: message.device, firmware: message.firmware, boots: message.boots }];
    case "lid":
      return [{ is: "lid", open: message.open }];
    default:
      return [];
  }
}
