import { lockFolder } from "../platform/files/folder-lock.ts";
import { createRequestTurns } from "../platform/http/request-turns.ts";
import { createServiceShutdownStack } from "../platform/shutdown-stack.ts";
import { createLosses } from "../platform/telemetry/losses.ts";
import { createTelemetry } from "../platform/telemetry/telemetry.ts";
import { assemble } from "./assemble.ts";
import { clientsOf } from "./clients.ts";
import { takePort } from "./http-entry-point.ts";
import { declaredEvents } from "./measurements/declared-events.ts";
import { baseUrlOf, readSettings } from "./settings/settings.ts";
import type { RunOptions } from "./start-workers.ts";
import { terminationSignal } from "./termination-signal.ts";
import { welcome } from "./welcome.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs the service until a termination signal. Parts start from storage to the HTTP entry point and stop in
 * reverse order.
 */
export async function runService(environment: Environment, options: RunOptions = {}): Promise<void> {
  const settings = readSettings(environment);
  const losses = createLosses({ now: Date.now });
  const telemetry = createTelemetry({ level: settings.logLevel, declared: declaredEvents, watch: losses.record });
  const shutdownStack = createServiceShutdownStack(telemetry.log, settings.limits.shutdownSeconds * 1000);
  const lock = lockFolder(settings.dataFolder);
  shutdownStack.add(() => lock[Symbol.dispose]());
  try {
    const { connections, clientAddress } = clientsOf(settings);
    const turns = createRequestTurns();
    const httpEntryPoint = await takePort(settings.host, settings.port, {
      connections,
      turns,
      clientAddress,
      emit: telemetry.emit,
    });
    shutdownStack.add(() => httpEntryPoint.close(shutdownStack.remainingMs()));
    const { token, signUpLink } = await assemble({
      settings,
      telemetry,
      losses,
      shutdownStack,
      httpEntryPoint,
      turns,
      options,
    });
    // A token that was given in the settings is not printed, because the output may be stored in logs.
    console.log(
      welcome({
        url: baseUrlOf(settings, httpEntryPoint.port),
        ...(signUpLink === undefined ? {} : { signUpLink }),
        ...(token === undefined ? {} : { token }),
      }),
    );
    telemetry.log.info({ port: httpEntryPoint.port, data: settings.dataFolder }, "ready");
    await terminationSignal();
    telemetry.log.info("stopping");
  } finally {
    await shutdownStack.all();
  }
}
