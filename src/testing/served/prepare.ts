import type { HttpClient } from "../../platform/http/http-client.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { HttpTarget, SecretStore } from "../../providers/index.ts";
import { secretsOf } from "../../providers/service.ts";
import type { RegisteredModel } from "../registered-model.ts";
import type { TestRun } from "../test-run.ts";
import type { CallServedModel } from "./call-served-model.ts";
import { createDriver, type SpeakingDriver } from "./driver.ts";
import type { FindModelLocation, GivenKeys } from "./find-model-location.ts";
import { createGenerationTarget } from "./generation.ts";
import { createHttpTarget } from "./http-target.ts";
import type { Target } from "./target.ts";

export type Prepared =
  | { readonly kind: "ready"; readonly target?: Target; readonly driver?: SpeakingDriver }
  /** `field` names the field of the request that started the run. */
  | { readonly kind: "missing"; readonly reason: string; readonly field: string };

type PrepareRequest = Pick<TestRun, "id" | "projectId" | "type" | "simulation">;

/** Prepares everything that a run needs before its first call. */
export type Prepare = (run: PrepareRequest, model: RegisteredModel, given: GivenKeys) => Promise<Prepared>;

interface PrepareDependencies {
  readonly findModelLocation: FindModelLocation;
  readonly callModel: CallServedModel;
  readonly http: Pick<HttpClient, "send">;
  readonly secrets: Pick<SecretStore, "open">;
  readonly now: () => number;
}

export function createPrepare({ findModelLocation, callModel, http, secrets, now }: PrepareDependencies): Prepare {
  return async (run, model, given) => {
    const target = await targetOf(run, model, given);
    if (target?.kind === "missing") return target;
    const driver = await driverOf(run, given);
    if (driver?.kind === "missing") return driver;
    return {
      kind: "ready",
      ...(target ? { target: target.target } : {}),
      ...(driver ? { driver: driver.driver } : {}),
    };
  };

  async function targetOf(run: PrepareRequest, model: RegisteredModel, given: GivenKeys) {
    const { projectId: project, type } = run;
    const { id, definition } = model;
    switch (definition.type) {
      case "custom":
        return undefined;
      case "generation": {
        const at = await findModelLocation(project, { ...definition, owner: id }, given);
        if (at.kind === "missing") return missing(at.reason, at.what === "key" ? "apiKeys" : "modelId");
        return { kind: "ready" as const, target: createGenerationTarget({ callModel, project, type, definition, at }) };
      }
      case "http":
        return httpTarget(run, model, definition);
      default:
        return unreachable(definition);
    }
  }

  async function httpTarget(
    { id: run, projectId: project }: PrepareRequest,
    { id, name }: RegisteredModel,
    target: HttpTarget,
  ) {
    const secret = (named: string, host: string) => secrets.open({ project, owner: id, name: named, host });
    for (const wanted of secretsOf(target))
      if ((await secret(wanted.name, wanted.host)) === undefined)
        return missing(
          `the model has no secret ${wanted.name} for ${wanted.host}: register it again with it`,
          "modelId",
        );
    return { kind: "ready" as const, target: createHttpTarget({ http, target, run, name, secret, now }) };
  }

  async function driverOf({ projectId: project, simulation }: PrepareRequest, given: GivenKeys) {
    if (!simulation) return undefined;
    const at = await findModelLocation(project, simulation.driver, given);
    if (at.kind === "missing") return missing(at.reason, "simulation.driver");
    return { kind: "ready" as const, driver: createDriver({ callModel, project, simulation, at }) };
  }
}

const missing = (reason: string, field: string) => ({ kind: "missing" as const, reason, field });
