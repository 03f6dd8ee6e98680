import { randomBytes } from "node:crypto";
import { addresses, type StartAttack } from "./attack.ts";
import { sendSteadily } from "./send-steadily.ts";

const requestsPerSecond = 1000;
const tokens = 20_000;

/** A thousand requests a second, each with another token of the right form. */
export const badTokens: StartAttack = ({ httpPort }, count) => {
  const requests = Array.from({ length: tokens }, (_, number) => {
    const token = `gaffe_${randomBytes(36).toString("base64url")}`;
    const head = number % 2 === 0 ? "POST /v1/traces" : "GET /api/v1/monitors";
    const body = number % 2 === 0 ? "content-type: application/json\r\ncontent-length: 2\r\n\r\n{}" : "\r\n";
    return Buffer.from(`${head} HTTP/1.1\r\nhost: gaffe.example\r\napi-key: ${token}\r\n${body}`);
  });
  return sendSteadily({ port: httpPort, from: addresses.tokens, requests, requestsPerSecond, count });
};
