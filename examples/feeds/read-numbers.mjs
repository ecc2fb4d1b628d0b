// Prints what a winning-number display is sent: node read-numbers.mjs /dev/ttyUSB0 (set to 9600 baud, raw)
import { createReadStream } from "node:fs";

const [path = "/dev/ttyUSB0"] = process.argv.slice(2);
let text = "";
for await (const chunk of createReadStream(path, { encoding: "latin1" })) {
  const lines = (text + chunk).split(/[\r\n]+/);
  text = lines.pop() ?? "";
  // The number stands alone in two places, or behind "*W ".
  for (const line of lines) if (line !== "") console.log(`number ${line.replace(/^\*W /, "").trim()}`);
}
