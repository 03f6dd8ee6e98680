import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createDigestOf, pinImages } from "../../scripts/pin-images.ts";

const digest = `sha256:${"ab".repeat(32)}`;
const older = `sha256:${"cd".repeat(32)}`;

test("every image gets the digest of its tag, a new one if it has one, and Gaffe's own image none", async () => {
  const text = [
    "FROM node:24.21.0-bookworm-slim AS app",
    `FROM node:24.21.0-bookworm-slim@${older}`,
    "    image: gaffe:${GAFFE_VERSION:-0.1.0}",
    "    image: grafana/grafana:12.2.0",
    "",
  ].join("\n");
  const names: string[] = [];
  const pinned = await pinImages(text, (image, tag) => {
    names.push(`${image}:${tag}`);
    return Promise.resolve(digest);
  });
  expect(pinned.split("\n")).toEqual([
    `FROM node:24.21.0-bookworm-slim@${digest} AS app`,
    `FROM node:24.21.0-bookworm-slim@${digest}`,
    "    image: gaffe:${GAFFE_VERSION:-0.1.0}",
    `    image: grafana/grafana:12.2.0@${digest}`,
    "",
  ]);
  expect(names).toEqual(["node:24.21.0-bookworm-slim", "grafana/grafana:12.2.0"]);
});

test("a digest is read from the registry with a token for the repository; a missing tag is an error", async () => {
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    if (url === "/token?service=r&scope=repository:library/node:pull") return response.end('{"token":"t"}');
    const isKnown = url === "/v2/library/node/manifests/24" && headers.authorization === "Bearer t";
    response.writeHead(isKnown ? 200 : 404, isKnown ? { "docker-content-digest": digest } : {});
    return response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const digestOf = createDigestOf(url, `${url}/token?service=r`);
  expect(await digestOf("node", "24")).toBe(digest);
  await expect(digestOf("node", "25")).rejects.toThrow("node:25 has no digest");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
