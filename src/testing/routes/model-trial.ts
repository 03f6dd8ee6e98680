import { classifyError, costOf, listPrices, priceOf } from "../../datapoints/index.ts";
import type { Json } from "../../platform/json/json.ts";
import { defineRoute, ok, refusal } from "../../server/service.ts";
import { SentMessages, SentMessagesRequest, Trial, TrialRequest } from "../contract/model.ts";
import type { ModelStore } from "../ports/testing-stores.ts";
import type { ModelDefinition } from "../registered-model.ts";
import type { AttemptOnce } from "../served/attempt-once.ts";
import { apiKeyName } from "../served/find-model-location.ts";
import { messagesFor } from "../served/generation.ts";
import type { TargetAnswer } from "../served/target.ts";
import { given } from "./test-run-json.ts";

interface ModelTrialDependencies {
  readonly models: ModelStore;
  readonly tryModel: AttemptOnce;
}

/** Tries one row with a model, registered or not. */
export function modelTrialRoutes({ models, tryModel }: ModelTrialDependencies) {
  return [
    defineRoute({
      method: "POST",
      path: "/models/messages",
      scope: "read",
      tag: "models",
      summary: "Show the messages that a model would get for one row; nothing is called",
      body: SentMessagesRequest,
      answers: { 200: SentMessages },
      handle({ body: { definition, input } }) {
        const model = definition as ModelDefinition;
        const messages = model.type === "generation" ? messagesFor(model, input) : [];
        return Promise.resolve(ok({ messages: messages as readonly Json[] }));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/models/try",
      scope: "write",
      audit: false,
      tag: "models",
      summary: "Try a model with one row before registering it; nothing is stored",
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
        if (tried.kind === "missing") throw refusal("invalid-request", tried.reason, tried.field);
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
