import { createEmbedder } from "../../../src/platform/embeddings/embedder.ts";
import { createHttpClient } from "../../../src/platform/http/http-client.ts";
import { temporaryFolder } from "../service/folder.ts";

/** The embedding model in a folder that `close` removes; it is available where its archive can be reached. */
export function temporaryEmbedder() {
  const folder = temporaryFolder();
  const http = createHttpClient({ guard: () => true, connectTimeoutMs: 10_000 });
  const embedder = createEmbedder({ isOn: true, folder: folder.path, http, onLost: () => undefined, now: Date.now });
  return {
    embedder,
    isAvailable: embedder.embed(["hello"]).then(({ kind }) => kind === "vectors"),
    close: async (): Promise<void> => {
      await embedder.close();
      await http[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
