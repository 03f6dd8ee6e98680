import { queryOptions } from "@tanstack/react-query";
import type { Model } from "../../../../../packages/api-client/src/api.ts";
import { callApi } from "./client.ts";
import type { ProxyChoicesChange } from "./types.ts";

export type {
  Model,
  NewModel,
  ProviderKey,
  Trial as ModelTrial,
  Upstream,
} from "../../../../../packages/api-client/src/api.ts";

export type Definition = Model["definition"];
export type GenerationModel = Extract<Definition, { type: "generation" }>;
export type HttpModel = Extract<Definition, { type: "http" }>;

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => callApi("GET /models", { query: { limit: 200 }, signal }),
});

export const modelQuery = (id: string) =>
  queryOptions({
    queryKey: ["model", id],
    queryFn: ({ signal }) => callApi("GET /models/{id}", { path: { id }, signal }),
    // A form must not change while a person fills it in.
    staleTime: Infinity,
  });

export const modelVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ["model versions", id],
    queryFn: ({ signal }) => callApi("GET /models/{id}/versions", { path: { id }, signal }),
  });

export const upstreamsQuery = queryOptions({
  queryKey: ["upstreams"],
  queryFn: ({ signal }) => callApi("GET /upstreams", { signal }),
});

export const providerKeysQuery = queryOptions({
  queryKey: ["provider keys"],
  queryFn: ({ signal }) => callApi("GET /provider-keys", { signal }),
});

export const proxyChoicesQuery = queryOptions({
  queryKey: ["proxy-settings"],
  queryFn: ({ signal }) => callApi("GET /proxy-settings", { signal }),
});

export const changeProxyChoices = (body: ProxyChoicesChange) => callApi("PATCH /proxy-settings", { body });
