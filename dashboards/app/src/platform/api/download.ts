import type { OperationName, RequestOf } from "../../../../../packages/api-client/src/operation.ts";
import { sendWith } from "./client.ts";

/**
 * Saves a streamed API response. It is fetched into a browser-managed file first, because a link can carry
 * neither a token nor the project.
 */
export async function download<Name extends OperationName>(
  name: Name,
  request: RequestOf<Name>,
  file: string,
): Promise<void> {
  saveAs(await (await sendWith(name, request)).blob(), file);
}

export function saveAs(blob: Blob, file: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
