import { encodeTraces } from "../../../src/otlp/encode.ts";
import { hostileTexts } from "../../hostile/support/check-texts.ts";
import { apiOf } from "../../support/service/service-api.ts";
import type { ApiTarget } from "../cluster/visible.ts";
import { chatSpan } from "../spans.ts";
import { addresses, type StartAttack } from "./attack.ts";
import { requestOf } from "./request.ts";
import { sendSteadily } from "./send-steadily.ts";

/** Within the budget of a pattern by its size, and slow on a text made from its characters. */
const slowPattern = "(?:[ab]{0,50}[ab]{0,50}){2}[c-e]";
const slowText = "ab".repeat(50_000);

/** In the names of the monitors, and so in the subjects of their emails. */
export const poisonName = "Poison";

/** Creates monitors whose checks read every text, and some whose conditions are slow patterns that never match. */
export async function addPoison<Target extends ApiTarget>(target: Target): Promise<Target> {
  const api = apiOf(target);
  for (let monitor = 0; monitor < 10; monitor++) {
    await api.post("/monitors", {
      name: `${poisonName} ${monitor}`,
      condition: monitor < 2 ? "" : `output:~"${slowPattern}" model:nothing`,
      checks: ["is_json", "secret_jwt", "secret_crypto_wallet_key"].map((check) => ({ check })),
    });
  }
  return target;
}

/**
 * A tenant's own poison, with a valid token: calls with hostile texts of 64 KB, slow patterns tried on texts, checks tried
 * on them, and the pages that explain why a slow condition did not match.
 */
export const poison: StartAttack = ({ httpPort, token }, count) => {
  const texts = [slowText, ...[...hostileTexts.values()].map((make) => make(64 * 1024))];
  const calls = texts.map((answer, number) => {
    const span = chatSpan({ run: 66, number, startMs: Date.now(), answer });
    const body = Buffer.from(encodeTraces([span]));
    return requestOf("/v1/traces", token, body, { "content-type": "application/x-protobuf" });
  });
  const json = (path: string, body: object) => requestOf(path, token, Buffer.from(JSON.stringify(body)));
  const patterns = [{ name: "slow", pattern: slowPattern }];
  const tried = [
    json("/api/v1/privacy/try", { text: slowText, rules: { kinds: ["secrets"], patterns, content: "stored" } }),
    json("/api/v1/checks/is_json/evaluate", { datapoint: { input: "a", output: "[".repeat(60_000) } }),
    Buffer.from(`GET /api/v1/monitors/status HTTP/1.1\r\nhost: gaffe.example\r\napi-key: ${token}\r\n\r\n`),
  ];
  const requests = calls.flatMap((call, at) => [call, tried[at % tried.length] ?? call]);
  return sendSteadily({ port: httpPort, from: addresses.tenant, requests, requestsPerSecond: 8, count });
};
