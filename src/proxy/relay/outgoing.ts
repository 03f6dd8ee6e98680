import { LRUCache } from "lru-cache";
import { looseObject, parsedJson } from "../../../packages/genai-wire/src/loose-json.ts";
import type { ProxySettings, Route } from "../../providers/index.ts";
import { routeOf } from "../../providers/service.ts";
import { type OwnCode, type OwnError, ownError } from "../errors.ts";
import type { Inflated } from "../inflate.ts";
import { type ModelSpot, modelIn, withoutPrefix } from "../model.ts";
import { translate } from "../native/translate.ts";
import type { ProxyDependencies } from "../proxy-dependencies.ts";
import { uncompressed, withoutUsage, withUsageRequested } from "../recording/stream-usage.ts";
import type { Rewriting } from "../rewriting.ts";
import { authorize, valueOf } from "./headers.ts";
import type { Incoming } from "./incoming.ts";

/** A request to the upstream, and how its response is rewritten. */
export interface Outgoing {
  readonly kind: "outgoing";
  readonly route: Routed;
  readonly origin: string;
  readonly path: string;
  readonly headers: string[];
  readonly sent: Buffer;
  /** The request as recorded: before translation, with the provider removed from its model. */
  readonly recorded: Buffer;
  readonly rewriting?: Rewriting;
}

export interface Refused {
  readonly kind: "refused";
  readonly error: OwnError;
}

type Routed = Extract<Route, { kind: "routed" }>;

/**
 * Decides where a request goes and in which format. All bytes stay, except for the provider prefix, requested
 * usage or a translation.
 */
export function createOutgoing({ providers, translators }: Pick<ProxyDependencies, "providers" | "translators">) {
  const targets = new LRUCache<string, { readonly origin: string; readonly path: string }>({ max: 1_000 });
  return outgoingOf;

  /** `plain`: the inflated body, where the model in it decides the route (`needsModel`). */
  function outgoingOf(call: Incoming, body: Buffer, plain: Inflated, settings: ProxySettings): Outgoing | Refused {
    const { request, endpoint } = call;
    const named = request.headers["x-gaffe-provider"];
    const byHeader = typeof named === "string";
    const encoding = request.headers["content-encoding"];
    const spot = needsModel(call) ? modelOf(plain) : undefined;
    if (spot === "invalid_json") return refused("invalid_json", "the body is not a JSON object");
    const hints = { ...(byHeader ? { named } : {}), ...(spot ? { model: spot.model } : {}) };
    const route = routeOf({ ...hints, chat: endpoint.api === "chat" }, settings, providers);
    if (route.kind === "refused") {
      const isNameless = endpoint.method === "POST" && !byHeader && !spot;
      return refused(isNameless ? "missing_model" : "unknown_provider", route.message, spot && "model");
    }
    if (route.prefixed && encoding !== undefined) {
      return refused(
        "invalid_request",
        "the model of a compressed request cannot be shortened: name the provider by x-gaffe-provider",
      );
    }
    const unprefixed = route.prefixed && spot ? withoutPrefix(body, spot) : body;
    if (route.upstream.dialect !== undefined) return inItsWords(call, unprefixed, route);
    return asItIs(call, unprefixed, { route, settings });
  }

  /** Forwards the body unchanged, or requests usage if the project wants it and the provider supports it. */
  function asItIs(
    call: Incoming,
    body: Buffer,
    { route, settings }: { route: Routed; settings: ProxySettings },
  ): Outgoing {
    const { request, endpoint, client } = call;
    const { id, streamUsage } = route.upstream;
    const knows = () => streamUsage ?? providers.find((each) => each.id === id)?.streamUsage === true;
    const wanted = settings.includeUsage === true && request.headers["content-encoding"] === undefined && knows();
    const withUsage = wanted ? withUsageRequested(body, endpoint.api) : undefined;
    const { origin, path } = targetOf(route.upstream.baseUrl);
    return {
      kind: "outgoing",
      route,
      origin,
      path: `${path}${endpoint.path}${call.query}`,
      headers: authorize(withUsage ? uncompressed(client.forwarded) : client.forwarded, route.upstream.auth),
      sent: withUsage ?? body,
      recorded: withUsage ?? body,
      ...(withUsage ? { rewriting: withoutUsage } : {}),
    };
  }

  function inItsWords(call: Incoming, body: Buffer, route: Routed): Outgoing | Refused {
    const { endpoint, client, request, ids, startedAt } = call;
    const { upstream } = route;
    const translator = translators.find(({ dialect }) => dialect === upstream.dialect);
    const own = upstream.dialect === "anthropic" && endpoint.api !== "embeddings" && endpoint.api !== "responses";
    if (own && endpoint.api !== "chat") return asItIs(call, body, { route, settings: { upstreams: [] } });
    if (!translator || endpoint.api !== "chat") {
      return refused("invalid_request", `"${upstream.id}" is translated for /v1/chat/completions only`);
    }
    if (request.headers["content-encoding"] !== undefined) {
      return refused("invalid_request", "a compressed request cannot be translated for this provider");
    }
    const { origin, path: basePath } = targetOf(upstream.baseUrl);
    const header = (name: string) => valueOf(request.rawHeaders, name);
    const { forwarded } = client;
    const callId = ids.traceId;
    const made = translate({ translator, upstream, origin, basePath, body, forwarded, header, callId, at: startedAt });
    if (made.kind === "refused") return made;
    const { path, headers, body: sent, rewriting } = made;
    return { kind: "outgoing", route, origin, path, headers, sent, recorded: body, rewriting };
  }

  function targetOf(baseUrl: string): { readonly origin: string; readonly path: string } {
    const known = targets.get(baseUrl);
    if (known) return known;
    const url = new URL(baseUrl);
    const made = { origin: url.origin, path: url.pathname.replace(/\/+$/, "") };
    targets.set(baseUrl, made);
    return made;
  }
}

function refused(code: OwnCode, message: string, param?: string): Refused {
  return { kind: "refused", error: ownError(code, message, param) };
}

/** Whether the model in the body decides the route: nothing else names a provider. */
export const needsModel = ({ request, endpoint }: Pick<Incoming, "request" | "endpoint">): boolean =>
  endpoint.method !== "GET" && typeof request.headers["x-gaffe-provider"] !== "string";

/** Finds the model. Returns undefined when there is none, or when the compression isn't supported. */
function modelOf(body: Inflated): ModelSpot | undefined | "invalid_json" {
  if (body === "unknown_encoding") return undefined;
  if (body === "unreadable") return "invalid_json";
  return modelIn(body) ?? (isJsonObject(body) ? undefined : "invalid_json");
}

const isJsonObject = (body: Buffer) =>
  looseObject(parsedJson(body.toString("utf8").replace(/^\uFEFF/, ""))) !== undefined;
