// Prints each result from server-sent events, and asks for what it missed: node follow-stream.mjs http://HOST:PORT
const [base = "http://127.0.0.1:8476"] = process.argv.slice(2);
/** By table, the record that was told last: the next message names it. */
const last = new Map();

function print({ table, seq, round, is, stands, replaces }) {
  last.set(table, seq);
  const what = stands === null ? is : `${stands.text} (${stands.level})`;
  console.log(`${table} round ${round}: ${what}${replaces === null ? "" : `, instead of record ${replaces}`}`);
}

async function take(told) {
  const { table, seq, prev } = told;
  const before = last.get(table);
  if (before !== undefined && before >= seq) return;
  if (before !== undefined && before !== prev) {
    const { results } = await (await fetch(`${base}/results/after/${before}/${table}`)).json();
    for (const one of results) if (one.seq < seq) print(one);
  }
  print(told);
}

const { body } = await fetch(`${base}/results/stream`);
let text = "";
for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
  text += chunk;
  const events = text.split("\n\n");
  text = events.pop() ?? "";
  for (const event of events) {
    const data = event.split("\n").find((line) => line.startsWith("data: "));
    if (data !== undefined) await take(JSON.parse(data.slice(6)));
  }
}
