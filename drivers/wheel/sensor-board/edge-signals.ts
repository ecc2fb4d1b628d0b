import type { Signals } from "../../acceptance.ts";
import { frame, FRAMER_START } from "../../line-framer.ts";
import { LINE_LIMIT, parseLine } from "./lines.ts";

/** Every edge of a channel's sensor as `edge A`: by their counts an acceptance sees a sensor that misses some. */
export function edgeSignals(): Signals {
  let framer = FRAMER_START;
  return (bytes) => {
    const framed = frame(framer, bytes, LINE_LIMIT);
    framer = framed.state;
    return framed.lines.flatMap(({ whole, text }) => {
      const message = whole ? parseLine(text) : null;
      return message?.m === "edges" ? message.edges.map(({ channel }) => `edge ${channel}`) : [];
    });
  };
}
