import type { ProjectId } from "../platform/ids.ts";
import type { ProxySettingsStore } from "./ports/proxy-settings.ts";
import { hostOf, type Provider, routeOf } from "./upstream.ts";

/** Returns the host that a model's key is for; undefined if a judge's key is used. */
export interface ModelHosts {
  ofModel(
    project: ProjectId,
    wanted: { readonly model?: string; readonly judge?: string },
  ): Promise<FoundHost | undefined>;
  ofProvider(project: ProjectId, id: string): Promise<FoundHost>;
}

export type FoundHost =
  | { readonly kind: "found"; readonly host: string }
  | { readonly kind: "missing"; readonly reason: string };

interface ModelHostsDependencies {
  readonly settings: ProxySettingsStore;
  readonly providers: readonly Provider[];
}

export function createModelHosts({ settings, providers }: ModelHostsDependencies): ModelHosts {
  return {
    ofModel: async (project, { model, judge }) =>
      model === undefined || judge !== undefined ? undefined : hostBy(project, { model }),
    ofProvider: (project, named) => hostBy(project, { named }),
  };

  async function hostBy(project: ProjectId, hints: { model: string } | { named: string }): Promise<FoundHost> {
    const route = routeOf({ ...hints, chat: true }, await settings.of(project), providers);
    if (route.kind === "refused") return { kind: "missing", reason: route.message };
    return { kind: "found", host: hostOf(route.upstream.baseUrl) };
  }
}
