// Prints each result from the web socket: node follow-socket.mjs ws://HOST:PORT (Node 22 or later)
const [base = "ws://127.0.0.1:8476"] = process.argv.slice(2);

const socket = new WebSocket(`${base}/results/socket`);
socket.onmessage = ({ data }) => {
  const { table, round, is, stands, replaces } = JSON.parse(data);
  const what = stands === null ? is : `${stands.text} (${stands.level})`;
  console.log(`${table} round ${round}: ${what}${replaces === null ? "" : `, instead of record ${replaces}`}`);
};
socket.onerror = () => {
  console.error(`${base} does not answer`);
  process.exitCode = 3;
};
