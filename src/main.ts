import { printable } from "./app/settings/printable.ts";
import { readSettings } from "./app/settings/settings.ts";
import { Failure, messageOf } from "./platform/failure.ts";

const help = `Gaffe: error tracking for LLM applications

  npm start            run the service
  npm run proxy        run only the proxy, exporting to any OTLP endpoint
  npm run config       print the effective settings, without secrets
  npm run reset-password -- ann@example.org [--second-factor]
                       print a password reset link for a user, and turn off their two-factor sign-in
  npm run admin -- help
                       check or salvage the journal

Settings are environment variables, listed in docs/settings.md.`;

// Data holds the content of calls: other users of the machine may not read it.
process.umask(0o077);

try {
  await main(process.argv[2]);
} catch (thrown) {
  console.error(thrown instanceof Failure ? `gaffe: ${thrown.message}` : thrown);
  if (thrown instanceof Failure && thrown.cause !== undefined) console.error(`  because ${messageOf(thrown.cause)}`);
  process.exit(1);
}

async function main(command: string | undefined): Promise<void> {
  switch (command) {
    case undefined:
      return (await import("./app/run-service.ts")).runService(process.env);
    case "proxy":
      return (await import("./app/assemble-proxy.ts")).runProxy(process.env);
    case "config":
      return console.log(printable(readSettings(process.env)));
    case "reset-password":
      return console.log(
        await (await import("./app/reset-password.ts")).resetPassword(process.env, process.argv.slice(3)),
      );
    case "help":
    case "--help":
      return console.log(help);
    default:
      throw new Failure("caller", `Unknown command: ${command}\n\n${help}`);
  }
}
