import { z } from "zod";
import { byteSize, wholeNumber } from "./values.ts";

/** What the proxy allows a call, in the service and by itself. */
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
    .describe("Seconds that an answer may pause. There is no limit on the whole."),
  GAFFE_PROXY_TRACEPARENT: z
    .enum(["kept", "passed"], "must be kept or passed")
    .default("kept")
    .describe(
      "`passed`: the client's traceparent, tracestate and baggage go on to the provider, which is then a sibling of the recorded call.",
    ),
};

type ProxyVariables = z.infer<z.ZodObject<typeof proxyVariables>>;

/** The same, in the proxy's own words. */
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
