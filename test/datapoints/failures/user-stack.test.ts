import { expect, test } from "vitest";
import { userStack } from "../../../src/datapoints/failures/user-stack.ts";

const python = `Traceback (most recent call last):
  File "/usr/local/lib/python3.12/site-packages/langchain/tools.py", line 3, in run
    return self.func()
           ^^^^^^^^^^^
  File "/srv/shop/orders.py", line 12, in get_order
    raise ValueError("down")
ValueError: down`;
const node = `TypeError: fetch failed
    at node:internal/deps/undici/undici:13510:13
    at async getOrder (file:///srv/shop/orders.ts:12:9)
    at async executeTool (/srv/shop/node_modules/ai/dist/index.js:100:5)
    at async POST (/srv/shop/route.ts:8:3)`;
const java = `java.lang.IllegalStateException: down
\tat com.shop.Orders.get(Orders.java:12)
\tat java.base/java.lang.Thread.run(Thread.java:840)
\tat org.springframework.web.Dispatcher.run(Dispatcher.java:9)`;

test.each([
  ["Python", python, ["orders.py", "raise ValueError", "ValueError: down"], ["site-packages", "self.func"]],
  ["Node.js", node, ["TypeError: fetch failed", "orders.ts:12", "route.ts:8"], ["node_modules", "node:internal"]],
  ["Java", java, ["IllegalStateException: down", "Orders.java:12"], ["springframework"]],
])("a stack trace of %s is trimmed to the user's frames", (_, stack, shown, hidden) => {
  const trimmed = userStack(stack);
  for (const part of shown) expect(trimmed).toContain(part);
  for (const part of hidden) expect(trimmed).not.toContain(part);
  expect(trimmed).toMatch(/\(\d+ frames? of libraries left out\)$/);
});

test("a stack trace without a frame of the user's keeps the frames next to the failure", () => {
  const stack = [
    "Error: x",
    ...Array.from({ length: 9 }, (_, index) => `    at f${index} (/a/node_modules/b.js:${index}:1)`),
  ].join("\n");
  expect(userStack(stack)).toContain("f0");
  expect(userStack(stack)).toContain("f2");
  expect(userStack(stack)).not.toContain("f3");
});

test("a stack trace of megabytes is short, and one that isn't a stack trace is shown", () => {
  expect(userStack(`${python}\n`.repeat(50_000)).length).toBeLessThan(9000);
  expect(userStack("boom")).toBe("boom");
  expect(userStack("")).toBe("");
});
