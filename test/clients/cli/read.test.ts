import { expect, test } from "vitest";
import type { Api } from "../../../cli/src/api.ts";
import { searchDatapoints } from "../../../cli/src/read.ts";

test("a search that responds in parts continues until it has the requested number of rows, or there are no more", async () => {
  const row = { id: "d1", startedAt: "2026-06-01T12:00:00.000Z", inputPreview: "hello", verdicts: {} };
  const parts = [{ items: [], nextCursor: "a b" }, { items: [row], nextCursor: "c" }, { items: [] }];
  const requests: string[] = [];
  const get = (path: string) => {
    requests.push(path);
    return Promise.resolve(parts[requests.length - 1] as never);
  };
  expect(await searchDatapoints({ get } as Partial<Api> as Api, { q: "x", limit: 2, json: false })).toContain("d1");
  expect(requests).toEqual([
    "/datapoints?q=x&limit=2",
    "/datapoints?q=x&limit=2&cursor=a%20b",
    "/datapoints?q=x&limit=1&cursor=c",
  ]);
});
