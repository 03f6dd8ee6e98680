import { send } from "./client.ts";

/**
 * Saves a streamed API response. It is fetched into a browser-managed file first, because a link can carry
 * neither a token nor the project.
 */
export async function download(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  file: string,
): Promise<void> {
  saveAs(await (await send(path, { query })).blob(), file);
}

export function saveAs(blob: Blob, file: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
