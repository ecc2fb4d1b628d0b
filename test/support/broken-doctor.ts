import { text } from "node:stream/consumers";
import { reportOf } from "../../firmware/care/doctor/report.ts";
import { judge, type Looked } from "../../firmware/care/doctor/judge.ts";
import { WELL } from "../../firmware/care/doctor/well.fixture.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { faultText } from "../../src/table/kernel/view/texts.ts";

/**
 * The doctor of a table whose machine is made up: a program as the real one is, which is told on standard input what differs from a table in
 * order, and judges it.
 */
const looked = JSON.parse(await text(process.stdin)) as Partial<Looked>;
const found = judge({ ...WELL, ...looked }, (code) => faultText(code));
const of = { at: rfc3339(systemClock().wall()), table: null, release: "0.10.0" };
process.stdout.write(JSON.stringify(reportOf(found, of)));
