import { z } from "zod";
import { type Ledger, pause } from "./ledger.ts";

const Page = z.object({
  items: z.array(z.object({ spanId: z.string(), inputPreview: z.string() }).loose()),
  nextCursor: z.string().optional(),
});

interface ApiTarget {
  readonly url: string;
  readonly token: string;
}

/** Returns every datapoint of the token's project, by span ID, with how often it is listed. */
export async function listed({ url, token }: ApiTarget): Promise<Map<string, { times: number; preview: string }>> {
  const found = new Map<string, { times: number; preview: string }>();
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ limit: "200", from: "2020-01-01T00:00:00Z", to: "2040-01-01T00:00:00Z" });
    if (cursor !== undefined) query.set("cursor", cursor);
    const page = Page.parse(await getWithRetries(`${url}/api/v1/datapoints?${query.toString()}`, token));
    for (const { spanId, inputPreview } of page.items)
      found.set(spanId, { times: (found.get(spanId)?.times ?? 0) + 1, preview: inputPreview });
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

/** Retries for some minutes: an engine that was just killed is briefly unavailable. */
async function getWithRetries(url: string, token: string): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(url, { headers: { "api-key": token } });
    if (response.ok) return response.json();
    const text = await response.text();
    if (response.status !== 503 || attempt === 240) throw new Error(`list: ${response.status} ${text}`);
    await pause(1000);
  }
}

export interface Findings {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly changed: number;
}

/** Waits until everything acknowledged is stored (or nothing changes for `timeoutMs`), then counts. */
export async function settle(target: ApiTarget, ledger: Ledger, timeoutMs = 120_000): Promise<Findings> {
  let found = await listed(target);
  for (let still = 0; still < timeoutMs; still += 1000) {
    if ([...ledger.acknowledged.keys()].every((id) => found.has(id))) break;
    const before = found.size;
    await pause(1000);
    found = await listed(target);
    if (found.size !== before) still = 0;
  }
  const rows = [...ledger.acknowledged].map(([id, number]) => ({ number, row: found.get(id) }));
  return {
    acknowledged: rows.length,
    lost: rows.filter(({ row }) => row === undefined).length,
    duplicated: [...found.values()].filter(({ times }) => times > 1).length,
    changed: rows.filter(({ number, row }) => row && !row.preview.includes(`Question ${number} of`)).length,
  };
}
