import { hostOf, type JudgeKind, type JudgeModel } from "../../checks/judges/judge.ts";
import type { JudgeStore } from "../../checks/ports/judges.ts";
import type { ModelPlace } from "../../checks/ports/model-calls.ts";
import type { ModelId, ProjectId } from "../../platform/ids.ts";
import type { ProxySettingsStore } from "../../providers/ports/proxy-settings.ts";
import { type Dialect, type Provider, routeOf, type Upstream } from "../../providers/upstream.ts";
import type { SecretStore } from "../ports/offline.ts";
import { projectOwner } from "../registered-model.ts";

/** Keys that came with a request: by the id of a provider or upstream. They are never stored. */
export type GivenKeys = ReadonlyMap<string, string>;

export interface WantedModel {
  readonly model?: string;
  readonly judge?: string;
  /** Whose own key counts first. */
  readonly owner?: ModelId;
}

export type FoundPlace =
  | {
      readonly kind: "found";
      readonly place: ModelPlace;
      /** Whose ceilings count. */
      readonly judge?: JudgeModel;
    }
  | { readonly kind: "missing"; readonly what: "model" | "key"; readonly because: string };

export type FindPlace = (project: ProjectId, wanted: WantedModel, given: GivenKeys) => Promise<FoundPlace>;

interface Needs {
  readonly settings: ProxySettingsStore;
  readonly providers: readonly Provider[];
  readonly judges: Pick<JudgeStore, "list" | "key">;
  readonly secrets: Pick<SecretStore, "open">;
}

/** The host that a model's key is for; undefined where a judge's key is used. */
export interface ModelHosts {
  ofModel(project: ProjectId, wanted: Pick<WantedModel, "model" | "judge">): Promise<FoundHost | undefined>;
  ofProvider(project: ProjectId, id: string): Promise<FoundHost>;
}

export type FoundHost =
  | { readonly kind: "found"; readonly host: string }
  | { readonly kind: "missing"; readonly because: string };

export function createModelHosts({ settings, providers }: Pick<Needs, "settings" | "providers">): ModelHosts {
  return {
    ofModel: async (project, { model, judge }) =>
      model === undefined || judge !== undefined ? undefined : hostBy(project, { model }),
    ofProvider: (project, named) => hostBy(project, { named }),
  };

  async function hostBy(project: ProjectId, hints: { model: string } | { named: string }): Promise<FoundHost> {
    const route = routeOf({ ...hints, chat: true }, await settings.of(project), providers);
    if (route.kind === "refused") return { kind: "missing", because: route.message };
    return { kind: "found", host: hostOf(route.upstream.baseUrl) };
  }
}

/** The name under which a model keeps its own key. */
export const apiKeyName = "api_key";

/**
 * Where a model is, by the table of the proxy and the project's own upstreams, or by a judge model; and its key: the one
 * of the request, the model's own, the project's. A key opens for the host it was given for and no other.
 */
export function createFindPlace({ settings, providers, judges, secrets }: Needs): FindPlace {
  return async (project, wanted, given) =>
    wanted.model === undefined || wanted.judge !== undefined
      ? byJudge(project, wanted)
      : byTable(project, { ...wanted, model: wanted.model }, given);

  async function byTable(project: ProjectId, wanted: WantedModel & { model: string }, given: GivenKeys) {
    const route = routeOf({ model: wanted.model, chat: true }, await settings.of(project), providers);
    if (route.kind === "refused") return missing("model", route.message);
    const { upstream, providerName, prefixed } = route;
    const model = prefixed ? wanted.model.slice(wanted.model.indexOf("/") + 1) : wanted.model;
    if (upstream.auth.kind === "none") return found({ upstream, providerName, model });
    const key = await keyFor(project, { upstream, owner: wanted.owner }, given);
    if (key === undefined) return missing("key", noKey(upstream));
    return found({ upstream, providerName, model, key });
  }

  async function keyFor(
    project: ProjectId,
    { upstream, owner }: { readonly upstream: Upstream; readonly owner: ModelId | undefined },
    given: GivenKeys,
  ): Promise<string | undefined> {
    const host = hostOf(upstream.baseUrl);
    const own = async () =>
      owner === undefined ? undefined : secrets.open({ project, owner, name: apiKeyName, host });
    return (
      given.get(upstream.id) ??
      (await own()) ??
      (await secrets.open({ project, owner: projectOwner, name: upstream.id, host }))
    );
  }

  async function byJudge(project: ProjectId, { judge: name, model }: WantedModel): Promise<FoundPlace> {
    const all = await judges.list(project);
    const judge =
      name === undefined
        ? all.find(({ isActive }) => isActive)
        : all.find((each) => each.id === name || each.name === name);
    if (!judge)
      return missing(
        "model",
        name === undefined
          ? "no model is named and the project has no active judge model: name one, or choose one under Settings, Judges"
          : `the project has no judge model named ${name}`,
      );
    const key = await judges.key(judge);
    const dialect = dialectOf[judge.kind];
    const upstream: Upstream = {
      id: judge.id,
      baseUrl: judge.baseUrl,
      auth: { kind: key === "" ? "none" : "bearer" },
      ...(dialect === undefined ? {} : { dialect }),
    };
    const place = { upstream, providerName: judge.kind, model: model ?? judge.model };
    return { kind: "found", place: { ...place, ...(key === "" ? {} : { key }) }, judge };
  }
}

const dialectOf: Readonly<Record<JudgeKind, Dialect | undefined>> = {
  openai: undefined,
  anthropic: "anthropic",
  gemini: "gemini",
};

const found = (place: ModelPlace): FoundPlace => ({ kind: "found", place });
const missing = (what: "model" | "key", because: string): FoundPlace => ({ kind: "missing", what, because });

const noKey = ({ id, baseUrl }: Upstream) =>
  `there is no key for ${id} (${hostOf(baseUrl)}): give it with the request (apiKeys.${id}), to the model (apiKey), or to the project (POST /provider-keys)`;
