import { addressOf, enteredToken, send } from "./client.ts";

/** Lets the browser save what the API streams. Where a token was entered it is fetched first: a link cannot carry one. */
export async function download(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  file: string,
): Promise<void> {
  if (enteredToken.get() === undefined) {
    // A refusal is told here, not in a file that holds it.
    await send(path, { query: { ...query, limit: 1 } });
    follow(addressOf(path, query), file);
    return;
  }
  const blob = await (await send(path, { query })).blob();
  const address = URL.createObjectURL(blob);
  follow(address, file);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function follow(address: string, file: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = file;
  link.click();
}
