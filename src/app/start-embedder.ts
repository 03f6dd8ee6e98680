import { join } from "node:path";
import { createEmbedder, type Embedder } from "../platform/embeddings/embedder.ts";
import { createHttpClient } from "../platform/http/http-client.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { Settings } from "./settings/settings.ts";

interface EmbedderDependencies {
  readonly settings: Pick<Settings, "dataFolder" | "embeddings">;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

/** Prepares the embedding model, which is downloaded and loaded when the first text needs it. */
export function startEmbedder({ settings, telemetry, shutdownStack, now }: EmbedderDependencies): Embedder {
  // The address is a setting of the operator, who may keep a copy in a private network.
  const http = createHttpClient({ guard: () => true, connectTimeoutMs: 10_000 });
  const embedder = createEmbedder({
    isOn: settings.embeddings.state === "on",
    archiveUrl: settings.embeddings.archiveUrl,
    folder: join(settings.dataFolder, "models"),
    http,
    now,
    onLost: ({ cause, reason }) =>
      telemetry.emit({
        kind: "workers-lost",
        level: "error",
        labels: { cause },
        message: "the thread of the embedding model was lost; it is started again when it is needed",
        facts: { reason },
      }),
  });
  shutdownStack.add(async () => {
    await embedder.close();
    await http[Symbol.asyncDispose]();
  });
  return embedder;
}
