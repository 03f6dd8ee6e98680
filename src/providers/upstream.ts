import { nearest } from "../platform/nearest.ts";

/** How the provider's key travels. The client sends it as `Authorization: Bearer`; `header` renames it on the way. */
export type UpstreamAuth =
  | { readonly kind: "bearer" }
  | { readonly kind: "header"; readonly header: string }
  /** No key is expected: an Authorization header is not passed on. */
  | { readonly kind: "none" };

/** An API of a provider's own that chat requests are translated into. Absent where OpenAI's is spoken. */
export type Dialect = (typeof dialects)[number];
export const dialects = ["anthropic", "gemini", "bedrock"] as const;

/** Where the proxy forwards to. Addressed as model `id/…` or by the header `x-gaffe-provider`. */
export interface Upstream {
  readonly id: string;
  /** Up to and including the version segment: `/chat/completions` is appended. No trailing slash. */
  readonly baseUrl: string;
  readonly auth: UpstreamAuth;
  readonly dialect?: Dialect;
  /** Its chat streams take `stream_options.include_usage` and answer it with an event of its own. */
  readonly streamUsage?: boolean;
}

/** One row of the provider table. */
export interface Provider extends Omit<Upstream, "baseUrl" | "dialect"> {
  /** Absent where the address belongs to the customer (a resource, a region): register an upstream then. */
  readonly baseUrl?: string;
  /** What such an upstream's address looks like, with `{…}` for the customer's part. */
  readonly baseUrlPattern?: string;
  /** `gen_ai.provider.name` of the OpenTelemetry GenAI conventions, or the id where they list none. */
  readonly name: string;
  /** Chat requests are translated and go to this address; everything else goes to the other one as it is. */
  readonly native?: { readonly dialect: Dialect; readonly baseUrl: string };
  /** Bare model names that are this provider's and nobody else's. */
  readonly models?: RegExp;
}

/** How a project wants its proxy calls treated. */
export interface ProxyChoices {
  /** Id of the upstream for models that name none. */
  readonly defaultUpstream?: string;
  /** Refuse a call that cannot be recorded, instead of counting the loss. */
  readonly strict?: boolean;
  /** Ask for the token counts of streams where the client did not, and take that one event out again. */
  readonly includeUsage?: boolean;
}

/** What a project says about its proxy calls. */
export interface ProxySettings extends ProxyChoices {
  readonly upstreams: readonly Upstream[];
}

export type Route =
  | {
      readonly kind: "routed";
      readonly upstream: Upstream;
      /** `gen_ai.provider.name`. */
      readonly providerName: string;
      /** True where the first segment of the model only named the upstream. */
      readonly prefixed: boolean;
    }
  /** Nobody is known by this name, or at which address. */
  | { readonly kind: "refused"; readonly message: string };

export interface RouteHints {
  /** The header `x-gaffe-provider`. */
  readonly named?: string;
  readonly model?: string;
  /** A chat request, which some providers get translated. */
  readonly chat?: boolean;
}

/**
 * First match wins: the header, a known first segment of the model, the project's default, the model's bare name.
 * There is no silent default: it would send a key to the wrong company.
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
  return (byName && find(byName.id)) ?? refuse(`model "${shown(model)}" does not tell whose it is`, prefix);
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
    const message = `${id} has an address of your own (${provider.baseUrlPattern}): register it as an upstream (POST /api/v1/upstreams, or GAFFE_PROXY_UPSTREAMS of a proxy by itself)`;
    return { kind: "refused", message };
  }
  const place = chat && provider.native ? provider.native : { baseUrl: provider.baseUrl };
  const upstream = { id, auth: provider.auth, ...place };
  return { kind: "routed", upstream, ...common };
}

interface Unknown extends Pick<Known, "settings" | "providers"> {
  /** What was perhaps meant as a provider's. */
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
