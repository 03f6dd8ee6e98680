import type { Dialect, Provider, UpstreamAuth } from "../../packages/genai-wire/src/ports/provider.ts";
import { nearest } from "../platform/nearest.ts";

export {
  type Dialect,
  dialects,
  type Provider,
  type UpstreamAuth,
} from "../../packages/genai-wire/src/ports/provider.ts";

/** A target of the proxy, selected by the model `id/…` or by the header `x-gaffe-provider`. */
export interface Upstream {
  readonly id: string;
  /** Up to and including the version segment: `/chat/completions` is appended. No trailing slash. */
  readonly baseUrl: string;
  readonly auth: UpstreamAuth;
  readonly dialect?: Dialect;
  /** Its chat streams accept `stream_options.include_usage` and send a separate usage event. */
  readonly streamUsage?: boolean;
}

/** A project's options for proxy calls. */
export interface ProxyChoices {
  /** Id of the upstream for models without a provider. */
  readonly defaultUpstream?: string;
  /** Refuses a call that cannot be recorded, instead of counting the loss. */
  readonly strict?: boolean;
  /** Requests the token counts of streams where the client did not, and removes the added event from the stream. */
  readonly includeUsage?: boolean;
}

export interface ProxySettings extends ProxyChoices {
  readonly upstreams: readonly Upstream[];
}

export type Route =
  | {
      readonly kind: "routed";
      readonly upstream: Upstream;
      /** `gen_ai.provider.name`. */
      readonly providerName: string;
      /** Whether the first segment of the model only selected the upstream. */
      readonly prefixed: boolean;
    }
  /** The provider is unknown, or its address is. */
  | { readonly kind: "refused"; readonly message: string };

export interface RouteHints {
  readonly named?: string;
  readonly model?: string;
  readonly chat?: boolean;
}

/**
 * Selects the upstream. The first match wins: the header, a known first segment of the model, the project's
 * default, the unprefixed model name. There is no implicit default, which could send a key to the wrong company.
 */
export function routeOf(hints: RouteHints, settings: ProxySettings, providers: readonly Provider[]): Route {
  const { named, model, chat = false } = hints;
  const find = (id: string) => upstreamOf(id, { settings, providers, chat });
  const refuse = (what: string, name?: string) => refused(what, { name, settings, providers });
  if (named !== undefined) return find(named) ?? refuse(`x-gaffe-provider names "${shown(named)}"`, named);
  const slash = model?.indexOf("/") ?? -1;
  const byPrefix = model !== undefined && slash > 0 ? find(model.slice(0, slash)) : undefined;
  if (byPrefix?.kind === "routed") return { ...byPrefix, prefixed: true };
  if (byPrefix) return byPrefix;
  const byDefault = settings.defaultUpstream === undefined ? undefined : find(settings.defaultUpstream);
  if (byDefault) return byDefault;
  if (model === undefined) return refuse("the request names neither a model nor a provider");
  const byName = providers.find(({ models }) => models?.test(model));
  const prefix = slash > 0 ? model.slice(0, slash) : undefined;
  return (byName && find(byName.id)) ?? refuse(`model "${shown(model)}" does not identify a provider`, prefix);
}

interface Known {
  readonly settings: ProxySettings;
  readonly providers: readonly Provider[];
  readonly chat: boolean;
}

function upstreamOf(id: string, { settings, providers, chat }: Known): Route | undefined {
  const provider = providers.find((each) => each.id === id);
  const own = settings.upstreams.find((each) => each.id === id);
  const common = { providerName: provider?.name ?? id, prefixed: false };
  if (own) return { kind: "routed", upstream: own, ...common };
  if (!provider) return undefined;
  if (provider.baseUrl === undefined) {
    const message = `${id} depends on your own address (${provider.baseUrlPattern}): register it as an upstream (POST /api/v1/upstreams, or GAFFE_PROXY_UPSTREAMS for a standalone proxy)`;
    return { kind: "refused", message };
  }
  const endpoint = chat && provider.native ? provider.native : { baseUrl: provider.baseUrl };
  const upstream = { id, auth: provider.auth, ...endpoint };
  return { kind: "routed", upstream, ...common };
}

interface Unknown extends Pick<Known, "settings" | "providers"> {
  /** The name that was possibly meant as a provider. */
  readonly name: string | undefined;
}

function refused(what: string, { name, settings, providers }: Unknown): Route {
  const ids = [...new Set([...settings.upstreams, ...providers].map(({ id }) => id))];
  const meant = name === undefined ? undefined : nearest(name.slice(0, 63), ids);
  const guess = meant === undefined ? "" : ` (did you mean ${meant}?)`;
  const message = `${what}${guess}: use the model "<provider>/<model>", the header x-gaffe-provider, or a default upstream of the project; known are ${ids.join(", ")}`;
  return { kind: "refused", message };
}

const shown = (name: string) => name.slice(0, 100);

/**
 * Returns what a key is bound to: host and port, and the scheme unless it is HTTPS, so that a key for an encrypted
 * connection is never sent in the clear. For another one the key cannot be decrypted.
 */
export function hostOf(url: string): string {
  const { protocol, host } = new URL(url);
  return protocol === "https:" ? host.toLowerCase() : `${protocol}//${host.toLowerCase()}`;
}
