// Prints each result of a table or floor from its TCP line: node follow-line.mjs HOST PORT
import { connect } from "node:net";
import { createInterface } from "node:readline";

const [host = "127.0.0.1", port = "8477"] = process.argv.slice(2);
/** By table, the record that was told last: the next message names it. */
const last = new Map();

const socket = connect(Number(port), host);
socket.on("error", (error) => {
  console.error(error.message);
  process.exitCode = 3;
});
for await (const line of createInterface({ input: socket })) {
  const told = JSON.parse(line);
  const { table, seq, prev, round, is, stands, replaces } = told;
  if (last.has(table) && last.get(table) !== prev)
    console.log(`${table}: something was missed before record ${seq}`);
  last.set(table, seq);
  const what = stands === null ? is : `${stands.text} (${stands.level})`;
  console.log(`${table} round ${round}: ${what}${replaces === null ? "" : `, instead of record ${replaces}`}`);
}
