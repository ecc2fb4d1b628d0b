import { Counter, Registry } from "prom-client";

/** What a server of the office has counted since it began, in Prometheus' text format. `of`: what the names begin with. */
export function countersText(of: string, counters: Readonly<Record<string, number>>): Promise<string> {
  const register = new Registry();
  for (const [name, value] of Object.entries(counters)) {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    new Counter({
      name: `tirada_${of}_${snake}_total`,
      help: "Since the start of this program.",
      registers: [register],
    }).inc(value);
  }
  return register.metrics();
}
