import { z } from "zod";
import { byteSize, wholeNumber } from "./values.ts";

/** Limits of the proxy, in the service and stand-alone. */
export const proxyVariables = {
  GAFFE_PROXY_MAX_BODY: byteSize(1024)
    .default(64 * 2 ** 20)
    .describe("Largest request that the proxy forwards."),
  GAFFE_PROXY_CONNECT_SECONDS: wholeNumber(1, 600)
    .default(10)
    .describe("Seconds in which a connection to a provider must be made."),
  GAFFE_PROXY_FIRST_BYTE_SECONDS: wholeNumber(1, 86_400)
    .default(900)
    .describe("Seconds that the proxy waits for the beginning of an answer."),
  GAFFE_PROXY_IDLE_SECONDS: wholeNumber(1, 86_400)
    .default(300)
    .describe("Maximum seconds between two chunks of a response. The total duration is not limited."),
  GAFFE_PROXY_TRACEPARENT: z
    .enum(["removed", "passed"], "must be removed or passed")
    .default("removed")
    .describe(
      "`passed`: the client's traceparent, tracestate and baggage are forwarded to the provider, whose span then is a sibling of the recorded call.",
    ),
};

type ProxyVariables = z.infer<z.ZodObject<typeof proxyVariables>>;

/** The same settings with the proxy's names. */
export interface ProxyConduct {
  readonly limits: {
    readonly maxBodyBytes: number;
    readonly firstByteTimeoutMs: number;
    readonly idleTimeoutMs: number;
  };
  readonly connectTimeoutMs: number;
  readonly passTraceContext: boolean;
}

export function proxyConduct(env: ProxyVariables): ProxyConduct {
  return {
    limits: {
      maxBodyBytes: env.GAFFE_PROXY_MAX_BODY,
      firstByteTimeoutMs: env.GAFFE_PROXY_FIRST_BYTE_SECONDS * 1000,
      idleTimeoutMs: env.GAFFE_PROXY_IDLE_SECONDS * 1000,
    },
    connectTimeoutMs: env.GAFFE_PROXY_CONNECT_SECONDS * 1000,
    passTraceContext: env.GAFFE_PROXY_TRACEPARENT === "passed",
  };
}
