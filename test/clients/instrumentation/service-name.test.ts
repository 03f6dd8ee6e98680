import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { serviceName } from "../../../instrumentation/src/setup/service-name.ts";
import { temporaryFolder } from "../../support/service/folder.ts";

test("an application is called as its package, else as its script, else as the conventions call one without a name", () => {
  using folder = temporaryFolder();
  const writeSource = (path: string, text = "") => {
    const file = join(folder.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  writeSource("shop/package.json", '{"name": "@acme/shop"}');
  writeSource("shop/src/package.json", '{"type": "module"}');
  writeSource("shop/node_modules/next/package.json", '{"name": "next"}');
  const shop = join(folder.path, "shop");
  const script = writeSource("shop/src/server/main.js");
  const bin = writeSource("shop/node_modules/next/bin/next.js");
  const alone = writeSource("alone/agent.mjs");

  expect(serviceName(script, "/")).toBe("@acme/shop");
  expect(serviceName(bin, shop)).toBe("@acme/shop");
  expect(serviceName(alone, "/")).toBe("agent");
  expect(serviceName(undefined, shop)).toBe("@acme/shop");
  expect(serviceName(undefined, join(folder.path, "alone"))).toMatch(/^unknown_service:node/);
});
