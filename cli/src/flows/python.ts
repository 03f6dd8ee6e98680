import { join, resolve } from "node:path";
import { nearestFolderWith, projectFolder } from "../project-folder.ts";

/** Returns the interpreter of the active virtual environment, else of the nearest .venv or venv, else python3. */
export function pythonOf(environment: NodeJS.ProcessEnv = process.env): string {
  const isWindows = process.platform === "win32";
  const interpreter = isWindows ? join("Scripts", "python.exe") : join("bin", "python");
  const { VIRTUAL_ENV: active } = environment;
  if (active) return join(active, interpreter);
  for (const name of [".venv", "venv"]) {
    const folder = nearestFolderWith(join(name, interpreter), resolve(projectFolder));
    if (folder !== undefined) return resolve(folder, name, interpreter);
  }
  return isWindows ? "python" : "python3";
}
