import { describe, expect, test } from "vitest";
import { deleteDeadLetters, listDeadLetters, replayDeadLetters } from "../../../cli/src/commands/dead-letters.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";

const deadLetter = {
  id: "d1",
  traceId: "0af7651916cd43dd8448eb211c80319c",
  signal: "traces",
  reason: "Constraint `no_poison`\nis violated",
  at: "2026-06-01T12:00:00.000Z",
  attempts: 2,
  items: 1,
  bytes: 2048,
};
const chosen = { all: false, json: false };

/** An API whose queue has these dead letters. */
function anApi(ids: readonly string[]) {
  let left = ids.map((id) => ({ ...deadLetter, id }));
  const sent: unknown[] = [];
  const send = (name: string, { body, path }: { body?: unknown; path?: { id: string } }) => {
    if (name === "GET /dead-letters") return { items: left.slice(0, 2), count: left.length, bytes: 1 };
    sent.push(body ?? [name, path?.id]);
    left = left.filter(({ id }) => id !== path?.id);
    return { replayed: 1 };
  };
  const api = { send: (...request: Parameters<typeof send>) => Promise.resolve(send(...request)) };
  return { api: api as unknown as ApiClient, sent };
}

describe("gaffe dead-letters", () => {
  test("list shows a line each with the reason, and how many there are in total", async () => {
    const { api } = anApi(["d1", "d2", "d3"]);
    const text = await listDeadLetters(api, { limit: 2, json: false });
    expect(text.split("\n")).toHaveLength(3);
    expect(text).toContain("d1  2026-06-01T12:00:00  traces");
    expect(text).toContain("2 attempts  2 KB  Constraint `no_poison` is violated");
    expect(text).toContain("(3 in total");
    expect(await listDeadLetters(anApi([]).api, { limit: 2, json: false })).toMatch(/^There are no dead letters/);
  });

  test("replay sends ids, or all", async () => {
    const { api, sent } = anApi(["d1"]);
    expect(await replayDeadLetters(api, ["d1"], chosen)).toMatch(/^1 dead letter is being processed again/);
    await replayDeadLetters(api, [], { ...chosen, all: true });
    expect(sent).toEqual([{ ids: ["d1"] }, { all: true }]);
  });

  test("delete removes the ones named, or all of them page by page", async () => {
    const some = anApi(["d1", "d2"]);
    expect(await deleteDeadLetters(some.api, ["d2"], chosen)).toBe("1 dead letter is permanently deleted.");
    expect(some.sent).toEqual([["DELETE /dead-letters/{id}", "d2"]]);
    const all = anApi(["d1", "d2", "d3"]);
    expect(await deleteDeadLetters(all.api, [], { ...chosen, all: true })).toBe(
      "3 dead letters are permanently deleted.",
    );
  });

  test.each([
    ["replay", replayDeadLetters],
    ["delete", deleteDeadLetters],
  ] as const)("%s wants ids or --all", async (_, command) => {
    const { api, sent } = anApi(["d1"]);
    await expect(command(api, [], chosen)).rejects.toThrow("--all");
    await expect(command(api, ["d1"], { ...chosen, all: true })).rejects.toThrow("--all");
    expect(sent).toEqual([]);
  });
});
