import { classifyError } from "../../datapoints/errors/error-classifier.ts";
import { costOf, listPrices, priceOf } from "../../datapoints/pricing/prices.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, ok, refusal } from "../../server/routes/route.ts";
import { Trial, TrialRequest } from "../contract/model.ts";
import type { ModelDefinition } from "../registered-model.ts";
import { apiKeyName } from "../served/places.ts";
import type { TargetAnswer } from "../served/target.ts";
import { given } from "./test-run-json.ts";

type Needs = Pick<ApiNeeds, "models" | "tryModel">;

/** One row, asked of a model before it is registered or of one that is. */
export function modelTrialRoutes({ models, tryModel }: Needs) {
  return [
    defineRoute({
      method: "POST",
      path: "/models/try",
      scope: "write",
      audit: false,
      tag: "models",
      summary: "Ask a model one row before it is registered; nothing is stored",
      body: TrialRequest,
      answers: { 200: Trial },
      async handle({ principal: { projectId }, body: { definition, modelId, type, input, apiKey, secrets = {} } }) {
        const model = modelId === undefined ? undefined : await models.get(projectId, modelId);
        if (modelId !== undefined && !model) throw refusal("invalid-request", "there is no such model", "modelId");
        const tried = await tryModel({
          project: projectId,
          definition: definition as ModelDefinition,
          ...(model ? { model: model.id } : {}),
          type,
          input,
          given: new Map(Object.entries({ ...secrets, ...(apiKey === undefined ? {} : { [apiKeyName]: apiKey }) })),
        });
        if (tried.kind === "missing") throw refusal("invalid-request", tried.because, tried.field);
        return ok({ ...answerJson(tried.answer), exchanges: tried.exchanges });
      },
    }),
  ];
}

function answerJson({ prediction, error, modelInput, call, durationMs }: TargetAnswer) {
  const { usage, responseModel, requestModel = "", finishReason } = call ?? {};
  const price = priceOf(responseModel ?? requestModel, listPrices) ?? priceOf(requestModel, listPrices);
  return {
    durationMs,
    ...given({ prediction, error, modelInput, responseModel, finishReason }),
    ...given({
      errorType:
        error === undefined ? undefined : classifyError({ message: error, ...call?.failure }, call?.provider).type,
      usage: usage && given({ inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }),
      costUsd: usage && costOf(usage, price)?.usd,
    }),
  };
}
