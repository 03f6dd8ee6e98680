import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiClient } from "../../../packages/api-client/src/client.ts";

/** Gaffe, as far as these tests need it: returns the pages in order and records the requests. */
const pages = [{ items: [], nextCursor: "a b" }, { items: [{ id: "d1" }], nextCursor: "c" }, { items: [] }];
let requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? "");
  response.end(JSON.stringify(pages[requests.length - 1]));
});
beforeAll(async () => void (await once(server.listen(0, "127.0.0.1"), "listening")));
afterAll(() => void server.close());

const client = () => {
  requests = [];
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const errorOf = ({ kind }: { kind: string }) => new Error(kind);
  return createApiClient({ baseUrl, apiKey: "key", timeoutMs: 5000, retries: 0, errorOf });
};

test("a list that responds in parts continues until it has the requested number of rows, or there are no more", async () => {
  expect(await client().list("GET /datapoints", { query: { q: "x" } }, 2)).toEqual({ items: [{ id: "d1" }] });
  expect(requests).toEqual([
    "/api/v1/datapoints?q=x&limit=2",
    "/api/v1/datapoints?q=x&limit=2&cursor=a+b",
    "/api/v1/datapoints?q=x&limit=1&cursor=c",
  ]);
});

test("a list that has more than requested returns where it continues", async () => {
  expect(await client().list("GET /datapoints", {}, 1)).toEqual({ items: [{ id: "d1" }], nextCursor: "c" });
});
