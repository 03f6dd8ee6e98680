import type { RegisteredModel } from "../../domain/registered-model.ts";
import type { TestRun } from "../../domain/test-run.ts";
import { unreachable } from "../../lib/unreachable.ts";
import type { Ask } from "./ask.ts";
import { createDriver, type SpeakingDriver } from "./driver.ts";
import { createGenerationTarget } from "./generation.ts";
import type { FindPlace, GivenKeys } from "./places.ts";
import type { Target } from "./target.ts";

export type Prepared =
  | { readonly kind: "ready"; readonly target?: Target; readonly driver?: SpeakingDriver }
  /** `field`: of the request that started the run. */
  | { readonly kind: "missing"; readonly because: string; readonly field: string };

type Asked = Pick<TestRun, "projectId" | "type" | "simulation">;

/** Whatever a run needs before its first call can be made. */
export type Prepare = (run: Asked, model: RegisteredModel, given: GivenKeys) => Promise<Prepared>;

interface Needs {
  readonly findPlace: FindPlace;
  readonly ask: Ask;
}

export function createPrepare({ findPlace, ask }: Needs): Prepare {
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

  async function targetOf({ projectId: project, type }: Asked, { id, definition }: RegisteredModel, given: GivenKeys) {
    switch (definition.type) {
      case "custom":
        return undefined;
      case "generation": {
        const at = await findPlace(project, { ...definition, owner: id }, given);
        if (at.kind === "missing") return missing(at.because, at.what === "key" ? "apiKeys" : "modelId");
        return { kind: "ready" as const, target: createGenerationTarget({ ask, project, type, definition, at }) };
      }
      case "http":
        return missing("targets behind HTTP are not called yet", "modelId");
      default:
        return unreachable(definition);
    }
  }

  async function driverOf({ projectId: project, simulation }: Asked, given: GivenKeys) {
    if (!simulation) return undefined;
    const at = await findPlace(project, simulation.driver, given);
    if (at.kind === "missing") return missing(at.because, "simulation.driver");
    return { kind: "ready" as const, driver: createDriver({ ask, project, simulation, at }) };
  }
}

const missing = (because: string, field: string) => ({ kind: "missing" as const, because, field });
