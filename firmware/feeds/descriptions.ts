import { z } from "zod";
import type { PublishedResult } from "../../src/floor/published-results.ts";

/** What a message is, for programs of others: both descriptions have it. */
const standing = z.object({
  result: z.record(z.string(), z.unknown()).describe("The result as the signed record has it."),
  text: z.string().describe("For lists: 17, 1-2-4 = 7."),
  level: z.enum(["certified", "reported", "decided"]),
});
const messageShape = z.object({
  v: z.literal(1),
  table: z.string().describe("Name of the table's log."),
  mode: z.enum(["live", "test"]),
  seq: z.int().min(0).describe("Number of the signed record."),
  prev: z
    .nullable(z.int().min(0))
    .describe(
      "The record that was told before it at this table. Who has not seen it may have missed some: ask for those after the last one seen.",
    ),
  hash: z.string().describe("Hex SHA-256 of the record's line; its certificate has the same."),
  at: z.string().describe("By the table's clock, RFC 3339."),
  round: z.int().min(0),
  is: z.enum(["result", "void", "undecided", "aborted", "decided"]),
  stands: z.nullable(standing).describe("What stands of the round from now on; null: nothing does."),
  replaces: z
    .nullable(z.int().min(0))
    .describe("The record that told of this round before, which counts no more; null: this is the first."),
});

// A field that the message has and the description has not, or the other way round, does not compile.
type Described = z.infer<typeof messageShape>;
const isDescribed: [keyof Described, keyof PublishedResult] extends [keyof PublishedResult, keyof Described]
  ? true
  : never = true;
void isDescribed;

const message = { ...z.toJSONSchema(messageShape), $schema: undefined, title: "Result of a round" };
const info = {
  title: "Results of tables",
  version: "1",
  description:
    "Each verdict on a round, and each word that changes what stands of it. Read from signed records; nothing can be changed here.",
};
const MESSAGE = { $ref: "#/components/schemas/Result" };
const RESULTS = {
  type: "object",
  required: ["results"],
  properties: { results: { type: "array", items: MESSAGE } },
};
const json = (schema: object): object => ({ content: { "application/json": { schema } } });

/** OpenAPI 3.1 of the web server of results. */
export const openApi = {
  openapi: "3.1.0",
  info,
  paths: {
    "/results": {
      get: {
        summary: "The newest message of each table.",
        responses: { 200: { description: "The messages.", ...json(RESULTS) } },
      },
    },
    "/results/after/{seq}/{table}": {
      get: {
        summary: "Messages of a table behind a record, as far as they are kept.",
        parameters: [
          {
            name: "seq",
            in: "path",
            required: true,
            description: "Of the last message that was seen; -1: none was.",
            schema: { type: "integer", minimum: -1 },
          },
          {
            name: "table",
            in: "path",
            required: true,
            description: "Name of the log, with its slashes.",
            schema: { type: "string" },
          },
        ],
        responses: {
          200: { description: "The messages, oldest first.", ...json(RESULTS) },
          404: { description: "There is no such table." },
        },
      },
    },
    "/results/stream": {
      get: {
        summary: "Server-sent events: the newest message of each table, then each next one.",
        responses: {
          200: { description: "Events `result`.", content: { "text/event-stream": { schema: MESSAGE } } },
          503: { description: "Too many systems listen already." },
        },
      },
    },
  },
  components: { schemas: { Result: message } },
};

const channel = (address: string, description: string): object => ({
  address,
  description,
  messages: { result: { $ref: "#/components/messages/result" } },
});

/** AsyncAPI 3.0 of what is pushed: web socket, MQTT, and the TCP line. */
export const asyncApi = {
  asyncapi: "3.0.0",
  info,
  channels: {
    socket: channel("/results/socket", "Web socket: a message each, the newest of each table first."),
    broker: channel(
      "{topic}/{table}/result",
      "MQTT 5, quality of service 1, the newest of each table retained.",
    ),
    line: channel("", "TCP: a line of JSON each, the newest of each table first."),
  },
  operations: Object.fromEntries(
    ["socket", "broker", "line"].map((name) => [
      name,
      { action: "receive", channel: { $ref: `#/channels/${name}` } },
    ]),
  ),
  components: {
    messages: { result: { contentType: "application/json", payload: { $ref: "#/components/schemas/Result" } } },
    schemas: { Result: message },
  },
};
