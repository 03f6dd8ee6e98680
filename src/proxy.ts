/** `npm run proxy`: nothing but the proxy, exporting to any OTLP endpoint. */
import { ZodError, z } from "zod";
import { assembleProxyAlone } from "./assemble-proxy.ts";
import { readProxySettings } from "./config/proxy-alone.ts";
import { messageOf } from "./lib/failure.ts";
import { createTelemetry } from "./telemetry/telemetry.ts";

const telemetry = createTelemetry({ level: process.env["GAFFE_LOG_LEVEL"] || "info" });
try {
  const settings = readProxySettings(process.env);
  const proxy = await assembleProxyAlone(settings, telemetry);
  const address = `http://${settings.host}:${proxy.port}/v1`;
  telemetry.log.info({ event: "proxy-ready", address, endpoint: settings.endpoint }, "the proxy is ready");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void proxy.close(10_000).then(() => process.exit(0)));
  }
} catch (thrown) {
  telemetry.log.fatal(thrown instanceof ZodError ? z.prettifyError(thrown) : messageOf(thrown));
  process.exitCode = 1;
}
