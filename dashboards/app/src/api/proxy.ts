import { queryOptions } from "@tanstack/react-query";
import { ask } from "./client.ts";
import type { ProxyChoices, Upstream } from "./types.ts";

export const upstreamsQuery = queryOptions({
  queryKey: ["upstreams"],
  queryFn: ({ signal }) => ask<{ readonly items: readonly Upstream[] }>("/upstreams", { signal }),
});

export const proxyChoicesQuery = queryOptions({
  queryKey: ["proxy-settings"],
  queryFn: ({ signal }) => ask<ProxyChoices>("/proxy-settings", { signal }),
});
