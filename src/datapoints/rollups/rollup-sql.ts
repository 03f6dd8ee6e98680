/** Dimensions of hourly usage rollups, named as in `datapoints`, so that one predicate fits both tables. */
export const rollupDimensions = [
  "operation",
  "source",
  "provider",
  "request_model",
  "response_model",
  "service",
  "environment",
  "release",
  "error_type",
] as const;

/** Query fields that are predicates over these dimensions only. */
export const rollupFields: ReadonlySet<string> = new Set([
  "op",
  "source",
  "provider",
  "model",
  "model.request",
  "model.response",
  "service",
  "env",
  "release",
  "status",
  "error.type",
]);

const hour = "toDateTime64(toStartOfHour(at), 3, 'UTC')";
const groups = rollupDimensions.join(", ");

/** Half octaves of milliseconds: 2 is 2 ms, 3 is 2.8 ms. */
export const latencyStep = "toInt32(floor(log2(greatest(duration_ms, 1)) * 2))";

/** In the order of `usageSql`'s columns. */
export const usageColumns = `${groups}, calls, failing, tokens_in, tokens_out, tokens_cached, cost, latencies,
  first_tokens, latency_steps`;

/** Returns hourly usage of the calls `within` a time that match the predicate. */
export const usageSql = (within: string, claim: string) => `
  SELECT ${hour} AS hour, ${groups}, count() AS calls,
    countIf(error_type IS NULL AND id IN (
      SELECT datapoint_id FROM findings FINAL WHERE ${within} AND kind = 'behavior')) AS failing,
    sum(input_tokens) AS tokens_in, sum(output_tokens) AS tokens_out, sum(cache_read_tokens) AS tokens_cached,
    sum(cost_usd) AS cost, quantilesBFloat16State(0.5, 0.95, 0.99)(toFloat32(duration_ms)) AS latencies,
    quantileBFloat16State(0.95)(toFloat32(time_to_first_token_ms)) AS first_tokens,
    sumMap(map(${latencyStep}, toUInt64(1))) AS latency_steps
  FROM datapoints FINAL WHERE ${within} AND ${claim} GROUP BY hour, ${groups}`;

/** Returns hourly verdict counts, like usageSql. */
export const checksSql = (within: string, claim: string) => `
  SELECT ${hour} AS hour, check, state, count() AS verdicts
  FROM verdicts FINAL WHERE ${within} AND ${claim} GROUP BY hour, check, state`;
