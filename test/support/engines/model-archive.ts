import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { embeddingModel } from "../../../src/platform/embeddings/embedding-model.ts";
import { startService } from "../service/service.ts";

/** The archive of the embedding model, where it can be reached from here. */
export const modelArchive = await fetch(embeddingModel.archiveUrl)
  .then(async (response) => (response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined))
  .catch(() => undefined);

/** To append to the title of a test that needs the archive. */
export const withoutArchive = modelArchive ? "" : " (the archive of the model cannot be reached from here)";

/** Starts a service that downloads its embedding model from a server of the test. */
export async function startServiceWithModel(folder: string) {
  const archives = createServer((_, response) => response.end(modelArchive));
  await new Promise<void>((resolve) => archives.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(archives.address() as AddressInfo).port}/model.jar`;
  const service = await startService({ folder, env: { GAFFE_EMBEDDINGS: "on", GAFFE_EMBEDDINGS_URL: url } });
  return Object.assign(service, {
    [Symbol.asyncDispose]: async () => {
      await service.kill("SIGTERM");
      archives.close();
    },
  });
}
