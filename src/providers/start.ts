import type { Kysely } from "kysely";
import { providers } from "../../packages/genai-wire/src/providers/index.ts";
import type { SealedBox } from "../platform/crypto/sealed-box.ts";
import type { AddressGuard } from "../platform/http/address.ts";
import type { Tables } from "../storage/index.ts";
import { createModelHosts } from "./model-hosts.ts";
import { createSecretStore } from "./records/secrets.ts";
import { createProxyChoiceStore, createUpstreamStore } from "./records/upstreams.ts";
import { createRememberedSettings } from "./remembered-settings.ts";
import { routes } from "./routes/index.ts";

interface ProvidersDependencies {
  readonly db: Kysely<Tables>;
  /** Seals the keys of providers. */
  readonly box: SealedBox;
  readonly addressGuard: AddressGuard;
  readonly now: () => number;
}

export type Providers = ReturnType<typeof startProviders>;

/** Reads the model endpoints of projects, with their keys. */
export function startProviders({ db, box, addressGuard, now }: ProvidersDependencies) {
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
