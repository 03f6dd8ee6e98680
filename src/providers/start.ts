import { providers } from "../../packages/genai-wire/src/providers/index.ts";
import type { Handles } from "../storage/index.ts";
import { createModelHosts } from "./model-hosts.ts";
import { createSecretStore } from "./records/secrets.ts";
import { createProxyChoiceStore, createUpstreamStore } from "./records/upstreams.ts";
import { createRememberedSettings } from "./remembered-settings.ts";
import { routes } from "./routes/index.ts";

interface ProvidersDependencies {
  readonly handles: Pick<Handles, "db" | "box" | "addressGuard" | "now">;
}

export type Providers = ReturnType<typeof startProviders>;

/** Reads the model endpoints of projects, with their keys. */
export function startProviders({ handles }: ProvidersDependencies) {
  const { db, box, addressGuard, now } = handles;
  const upstreams = createUpstreamStore(db);
  const proxyChoices = createProxyChoiceStore(db);
  const secrets = createSecretStore(db, box);
  const settings = createRememberedSettings({ upstreams, choices: proxyChoices, now: () => performance.now() });
  const modelHosts = createModelHosts({ settings, providers });
  return {
    settings,
    secrets,
    modelHosts,
    routes: routes({
      upstreams,
      proxyChoices,
      proxySettingsChanged: settings.invalidate,
      addressGuard,
      modelSecrets: secrets,
      modelHosts,
      now,
    }),
  };
}
