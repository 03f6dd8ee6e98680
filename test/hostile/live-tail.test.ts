import { expect, test } from "vitest";
import { startApi } from "../support/service/api.ts";

/** A person who was removed, or whose token leaked, and who keeps a stream open. */
test("a live tail ends when its token is revoked", async () => {
  await using service = await startApi();
  const made = await service.ask("POST", "/api/v1/tokens", { body: { name: "leaked", scopes: ["read"] } });
  const { id, secret } = made.body as { id: string; secret: string };
  const tail = await fetch(`${service.url}/api/v1/datapoints/tail`, { headers: { "api-key": secret } });
  expect(tail.status).toBe(200);
  expect((await service.ask("DELETE", `/api/v1/tokens/${id}`)).status).toBe(204);
  service.clock.now += 60_000;
  const text = await tail.text();
  expect(text).toContain("following");
});

test("one account cannot take all places of the live tail", async () => {
  await using service = await startApi();
  const reader = await service.tokenWith(["read"]);
  const aborts = new AbortController();
  const statuses: number[] = [];
  for (let count = 0; count < 9; count++) {
    const headers = { "api-key": reader };
    statuses.push((await fetch(`${service.url}/api/v1/datapoints/tail`, { headers, signal: aborts.signal })).status);
  }
  aborts.abort();
  expect(statuses).toEqual([...Array<number>(8).fill(200), 429]);
});
