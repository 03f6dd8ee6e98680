import { expect, test } from "vitest";
import type { Api } from "../../../cli/src/api.ts";
import { searchDatapoints } from "../../../cli/src/look.ts";

test("a search that is answered in parts goes on until there are as many as were asked for, or no more", async () => {
  const row = { id: "d1", startedAt: "2026-06-01T12:00:00.000Z", inputPreview: "hello", verdicts: {} };
  const parts = [{ items: [], nextCursor: "a b" }, { items: [row], nextCursor: "c" }, { items: [] }];
  const asked: string[] = [];
  const get = (path: string) => {
    asked.push(path);
    return Promise.resolve(parts[asked.length - 1] as never);
  };
  expect(await searchDatapoints({ get } as Partial<Api> as Api, { q: "x", limit: 2, json: false })).toContain("d1");
  expect(asked).toEqual([
    "/datapoints?q=x&limit=2",
    "/datapoints?q=x&limit=2&cursor=a%20b",
    "/datapoints?q=x&limit=1&cursor=c",
  ]);
});
