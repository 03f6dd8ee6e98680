import { contextSizes } from "./context-sizes.ts";
import { type ErrorAdvice, errorAdvice } from "./error-advice.ts";
import type { ErrorType } from "./error-types.ts";

/** Returns who acts on an error and what they do, with the setting, the limit and the value that its message states. */
export function adviceFor(type: ErrorType, message = ""): ErrorAdvice {
  const remedy = remedies[type]?.(message.slice(0, 1000));
  return remedy === undefined ? errorAdvice[type] : { ...errorAdvice[type], remedy };
}

type Remedy = (message: string) => string | undefined;

const remedies: Readonly<Partial<Record<ErrorType, Remedy>>> = {
  setting_out_of_bounds: (message) => settingRemedy(message),
  context_too_large: (message) => contextRemedy(message),
  rate_limited: (message) => {
    const wait = found(
      message,
      /(?:try again|retry|retry after|wait|reset)(?: your request)? (?:in|after|at)?:? ?((?:[\d.]+ ?(?:ms|milliseconds?|seconds?|minutes?|hours?|[hms])\s?)+)/i,
    );
    return wait === undefined
      ? undefined
      : `Retry after ${wait.trim()}; send fewer requests, or request a higher limit.`;
  },
  quota_exceeded: (message) => {
    const budget = found(message, /(?:max(?:_| )budget(?:_per_session)?|budget|limit)\s?[:=] ?(\$?[\d.,]*\d)/i);
    return budget === undefined ? undefined : `Raise the budget of ${budget}, or wait until it starts anew.`;
  },
  misconfiguration: (message) => configurationRemedy(message),
  timeout: (message) => {
    const limit = found(
      message,
      /(?:timed out|time-?out)[^.\d]{0,30}?(\d[\d.]* ?(?:ms|milliseconds?|seconds?|minutes?|s)?)\b/i,
    );
    return limit === undefined ? undefined : `Retry; stream long answers, or allow more time than ${seconds(limit)}.`;
  },
  tool_failed: (message) => {
    const tool = found(
      message,
      /\btool:? ['"`]?([\w.-]{2,60})['"`]?(?= (?:not|was|is|failed|call|raised|timed|does)|:)/i,
    );
    if (tool === undefined) return undefined;
    return /not (?:found|exist|registered)|does not exist|unknown/i.test(message)
      ? `Offer the tool ${tool} to the model and to the code that runs tools, or tell the model which tools exist.`
      : `Review the error of the tool ${tool} and the arguments of the call.`;
  },
  provider_unavailable: (message) => {
    const local = found(message, /((?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?)/i);
    return local === undefined
      ? undefined
      : `Start the server at ${local}, or correct the address; retry with back-off.`;
  },
};

const name = String.raw`(?<![\w.])['"\`]?([A-Za-z](?:[\w.]{0,40}\w)?)['"\`]?(?!\w)`;
const amount = String.raw`(-?\d+(?:,\d{3})*(?:\.\d+)?)`;
const between = new RegExp(
  `${name} (?:\\S+ )?(?:must|should) be (?:in|between|within)(?: the range)?(?: of)? ?[\\[(]?${amount}(?:,| and| to|-) ?${amount}`,
  "i",
);
const atMost = new RegExp(
  `${name}(?:[:=] ?${amount})?[^.]{0,60}?(?:at most|less than or equal to|<=|maximum (?:value )?(?:of|is)|supports at most|lower than or equal to|cannot exceed|must not exceed|no more than|> ) ?${amount}`,
  "i",
);
const atLeast = new RegExp(
  `${name}[^.]{0,50}?(?:at least|greater than or equal to|>=|minimum (?:value )?(?:of|is)) ?${amount}`,
  "i",
);
const oneOf =
  /(?:must be one of|supported values(?: are)?|valid values(?: are)?|expected one of|supported exact \w+ are)[:\s]*([^.{}]{3,120})/i;

function settingRemedy(message: string): string | undefined {
  const value = found(message, /\b(?:got|requested|received|passed|is) (?:value )?(-?\d+(?:,\d{3})*(?:\.\d+)?)(?!\w)/i);
  const from = value === undefined ? "" : ` (it is ${value})`;
  const range = between.exec(message);
  if (range) return `Set ${range[1]} between ${range[2]} and ${range[3]}${from}.`;
  const most = atMost.exec(message);
  if (most && isSetting(most[1])) {
    const sent = most[2] === undefined ? from : ` (it is ${most[2]})`;
    return `Lower ${most[1]} to ${most[3]} or less${sent}.`;
  }
  const least = atLeast.exec(message);
  if (least && isSetting(least[1])) return `Raise ${least[1]} to ${least[2]} or more${from}.`;
  const values = found(message, oneOf)?.trim();
  const setting = found(message, /\b(reasoning[_. ]effort|effort|dimensions|temperature|top_p)\b/i);
  return values === undefined || setting === undefined ? undefined : `Set ${setting} to one of: ${values}.`;
}

const isSetting = (word: string | undefined): boolean =>
  word !== undefined &&
  (/[_.]/.test(word) || /^(n|temperature|seed|stop|logprobs|dimensions|max\w+|top\w+)$/i.test(word));

function contextRemedy(message: string): string | undefined {
  const { contextLimit, contextUsed } = contextSizes(message);
  if (contextLimit === undefined) return undefined;
  const used = contextUsed === undefined ? "" : ` (the request has ${contextUsed})`;
  return `Send at most ${contextLimit} tokens${used}: shorten the history, send fewer documents, or use a model with a larger context.`;
}

function configurationRemedy(message: string): string | undefined {
  const variable = found(
    message,
    /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:API_KEY|KEY|TOKEN|SECRET|ENDPOINT|REGION|PROJECT(?:_ID)?|ACCOUNT_ID|API_BASE|BASE_URL))\b/,
  );
  if (variable !== undefined) return `Set the environment variable ${variable}, or pass its value to the client.`;
  const model = found(
    message,
    /\bmodel ['"`]?([\w./:-]{2,80}?)['"`]? (?:does not exist|not found|is not found|was not found)/i,
  );
  if (model !== undefined) return `Use a model that exists and that your key may use: ${model} isn't one.`;
  const field = found(
    message,
    /(?:unsupported parameter|unknown (?:parameter|field|name)|unrecognized request argument supplied|does(?:n't| not) support(?: the)?(?: parameters?:?)?|unexpected keyword argument)[:\s]*['"`]?([a-z][\w.]*_[\w.]+|temperature|seed|logprobs|stop|tools|n)\b/i,
  );
  return field === undefined ? undefined : `Remove ${field} from the request, or use a model that supports it.`;
}

const seconds = (limit: string): string => (/\d$/.test(limit) ? `${limit} seconds` : limit);

function found(message: string, pattern: RegExp): string | undefined {
  return pattern.exec(message)?.[1];
}
