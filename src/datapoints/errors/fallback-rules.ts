import type { ErrorRule } from "./error-rules.ts";

/** Codes and statuses that leave little doubt; they follow the phrases, because a stated cause is stronger. */
export const plainCodes: readonly ErrorRule[] = [
  {
    type: "misconfiguration",
    words:
      /invalid_api_key|authentication|permission|access_?denied|forbidden|unauthori[sz]ed|unauthenticated|model_not_found|deploymentnotfound|not_?found|unrecognizedclient|expiredtoken|invalidsignature|failed_precondition|model_decommissioned|unknown_model|resource_?not_?found|model_not_supported|invalid_model/,
  },
  { type: "misconfiguration", status: [401, 403, 404, 405, 415] },
];

/** Maps what a failure says in general: a family of codes, or nothing but a status. They apply when no cause is stated. */
export const fallbackRules: readonly ErrorRule[] = [
  { type: "misconfiguration", words: /invalid_request|invalid_argument|validationexception|unsupported|missing/ },
  { type: "misconfiguration", status: [400, 422] },
  {
    type: "misconfiguration",
    message:
      /(incorrect|invalid|missing|no) (x-)?api[- ]?key|unauthorized|model .{0,80}(does not exist|not found|is not supported)|permission denied|api key not valid/i,
  },
  {
    type: "provider_unavailable",
    words:
      /server_error|internal|api_error|unavailable|upstream|bad_gateway|econnre|enotfound|eai_again|connectionerror|econnaborted|modelerror/,
  },
  { type: "provider_unavailable", status: [500, 502, 503, 520, 521, 522, 523, 525, 530] },
  {
    type: "provider_unavailable",
    message:
      /overloaded|(service|server|model) (is )?(temporarily )?(unavailable|busy)|bad gateway|internal server error|connection (error|refused|reset)|fetch failed|socket hang up|getaddrinfo|the server had an error|try again later|please (retry|try again)|retry later/i,
  },
];
