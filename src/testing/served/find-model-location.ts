import type { JudgeKind, JudgeModel, JudgeStore, ModelLocation } from "../../checks/index.ts";
import type { ModelId, ProjectId } from "../../platform/ids.ts";
import type { Dialect, Provider, ProxySettingsStore, SecretStore, Upstream } from "../../providers/index.ts";
import { hostOf, projectOwner, routeOf } from "../../providers/service.ts";

/** Keys from a request, by the id of a provider or upstream. They are never stored. */
export type GivenKeys = ReadonlyMap<string, string>;

export interface WantedModel {
  readonly model?: string;
  readonly judge?: string;
  /** The model whose own key takes precedence. */
  readonly owner?: ModelId;
}

export type ModelLocationResult =
  | {
      readonly kind: "found";
      readonly location: ModelLocation;
      /** The judge whose daily limits apply. */
      readonly judge?: JudgeModel;
    }
  | { readonly kind: "missing"; readonly what: "model" | "key"; readonly reason: string };

export type FindModelLocation = (
  project: ProjectId,
  wanted: WantedModel,
  given: GivenKeys,
) => Promise<ModelLocationResult>;

interface FindModelLocationDependencies {
  readonly settings: ProxySettingsStore;
  readonly providers: readonly Provider[];
  readonly judges: Pick<JudgeStore, "list" | "key">;
  readonly secrets: Pick<SecretStore, "open">;
}

/** Name of a model's own key in the secret store. */
export const apiKeyName = "api_key";

/**
 * Resolves a model by the proxy's table and the project's own upstreams, or by a judge model; its key comes
 * from the request, the model or the project, in this order. A key is used only for the host it was given for.
 */
export function createFindModelLocation({
  settings,
  providers,
  judges,
  secrets,
}: FindModelLocationDependencies): FindModelLocation {
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

  async function byJudge(project: ProjectId, { judge: name, model }: WantedModel): Promise<ModelLocationResult> {
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
    const location = { upstream, providerName: judge.kind, model: model ?? judge.model };
    return { kind: "found", location: { ...location, ...(key === "" ? {} : { key }) }, judge };
  }
}

const dialectOf: Readonly<Record<JudgeKind, Dialect | undefined>> = {
  openai: undefined,
  anthropic: "anthropic",
  gemini: "gemini",
};

const found = (location: ModelLocation): ModelLocationResult => ({ kind: "found", location });
const missing = (what: "model" | "key", reason: string): ModelLocationResult => ({ kind: "missing", what, reason });

const noKey = ({ id, baseUrl }: Upstream) =>
  `there is no key for ${id} (${hostOf(baseUrl)}): give it with the request (apiKeys.${id}), to the model (apiKey), or to the project (POST /provider-keys)`;
