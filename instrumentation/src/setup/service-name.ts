import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

/**
 * Returns the default service name: the name of the application's package, else of its script. For a script of a
 * dependency (`next start`), the package of the working directory is used. Without any name, it is the default of
 * the semantic conventions.
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
    // No readable package.json here: try the parent folder.
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
