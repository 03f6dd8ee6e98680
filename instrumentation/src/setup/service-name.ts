import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

/**
 * What an application that says nothing is called: the name of its package, else of its script. A script of a dependency
 * (`next start`) is not the application: there the package of the working directory is. Where neither has a name it is what
 * the semantic conventions call a service without one.
 */
export function serviceName(script: string | undefined, cwd: string): string {
  const file = script === undefined ? undefined : realPath(script);
  const isDependency = file === undefined || /[\\/]node_modules[\\/]/.test(file);
  const named = packageName(isDependency ? cwd : dirname(file));
  return named ?? (isDependency ? `unknown_service:${basename(process.execPath)}` : basename(file, extname(file)));
}

function packageName(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly name?: unknown };
    if (typeof name === "string" && name !== "") return name;
  } catch {
    // No package here, or none that can be read: the next one further up.
  }
  const above = dirname(folder);
  return above === folder ? undefined : packageName(above);
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
