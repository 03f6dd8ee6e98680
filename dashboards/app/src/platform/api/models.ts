import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type * as providerKeys from "../../../../../src/providers/contract/provider-key.ts";
import type * as upstreams from "../../../../../src/providers/contract/upstream.ts";
import type * as models from "../../../../../src/testing/contract/model.ts";
import { callApi } from "./client.ts";
import type { Page } from "./types.ts";

export type Model = z.output<typeof models.Model>;
export type NewModel = z.input<typeof models.NewModel>;
export type Definition = Model["definition"];
export type GenerationModel = Extract<Definition, { type: "generation" }>;
export type HttpModel = Extract<Definition, { type: "http" }>;
export type ModelTrial = z.output<typeof models.Trial>;
export type ProviderKey = z.output<typeof providerKeys.ProviderKey>;
export type Upstream = z.output<typeof upstreams.Upstream>;
type ProxyChoices = z.output<typeof upstreams.ProxyChoices>;
type ProxyChoicesChange = z.input<typeof upstreams.ProxyChoicesChange>;

export const modelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => callApi<Page<Model>>("/models", { query: { limit: 200 }, signal }),
});

export const modelQuery = (id: string) =>
  queryOptions({
    queryKey: ["model", id],
    queryFn: ({ signal }) => callApi<Model>(`/models/${encodeURIComponent(id)}`, { signal }),
    // A form must not change while a person fills it in.
    staleTime: Infinity,
  });

export const modelVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ["model versions", id],
    queryFn: ({ signal }) =>
      callApi<{ items: readonly Model[] }>(`/models/${encodeURIComponent(id)}/versions`, { signal }),
  });

export const upstreamsQuery = queryOptions({
  queryKey: ["upstreams"],
  queryFn: ({ signal }) => callApi<{ items: readonly Upstream[] }>("/upstreams", { signal }),
});

export const providerKeysQuery = queryOptions({
  queryKey: ["provider keys"],
  queryFn: ({ signal }) => callApi<{ items: readonly ProviderKey[] }>("/provider-keys", { signal }),
});

export const proxyChoicesQuery = queryOptions({
  queryKey: ["proxy-settings"],
  queryFn: ({ signal }) => callApi<ProxyChoices>("/proxy-settings", { signal }),
});

export const changeProxyChoices = (body: ProxyChoicesChange) =>
  callApi<ProxyChoices>("/proxy-settings", { method: "PATCH", body });
