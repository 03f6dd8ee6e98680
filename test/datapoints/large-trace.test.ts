import { expect, test } from "vitest";
import { openClickHouse } from "../../src/app/clickhouse/open.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";
import { apiOf } from "../support/service/service-api.ts";

const traceId = "5".repeat(32);
const spans = 1_000_000;
const spanId = (number: number) => (number + 1).toString(16).padStart(16, "0");

/**
 * Every hundredth span is a child of the first, the 99 after it are its own. Stored directly, which is faster
 * than sending.
 */
async function storeTrace(folder: string): Promise<void> {
  const storage = await openClickHouse({
    variant: { kind: "embedded", folder, maxMemoryBytes: 1_000_000_000 },
    retentionDays: 90,
    readSeconds: 30,
    emit: () => {},
  });
  const startedAt = Date.now() - 3_600_000;
  const id = "leftPad(lower(hex(number + 1)), 16, '0')";
  await storage.clickhouse.command(
    "store a trace",
    `INSERT INTO spans (project_id, at, trace_id, span_id, version, is_deleted, received_at, source, parent_span_id, name, kind,
       start_ns, end_ns, status, resource, events)
     SELECT 'global', fromUnixTimestamp64Milli(${startedAt}, 'UTC'), '${traceId}', right(${id}, 16), 1, 0, now64(3), 'otlp',
       if(number = 0, NULL, right(leftPad(lower(hex(if(number % 100 = 0, 0, number - number % 100) + 1)), 16, '0'), 16)),
       concat('step ', toString(number)), 1, ${startedAt}000000 + number * 1000, ${startedAt}000000 + number * 1000 + 500000,
       if(number = 900000, 'error', 'ok'), map('service.name', '"worker"'), '[]' FROM numbers(${spans})`,
  );
  await storage.stop();
}

test("trace-1m-window: a trace of a million spans is shown a window at a time, from any span, folded or not", async () => {
  using folder = temporaryFolder();
  await storeTrace(`${folder.path}/clickhouse`);
  await using service = await startService({ folder: folder.path });
  const tree = async (query: Readonly<Record<string, string>>) =>
    (await apiOf(service).get(`/traces/${traceId}/tree?${new URLSearchParams(query).toString()}`)) as Tree;

  const first = await tree({ limit: "500" });
  expect(first).toMatchObject({ spanCount: spans, rowCount: spans, isCut: false, services: ["worker"] });
  expect(first.rows).toHaveLength(500);
  expect(first.rows[0]).toMatchObject({ spanId: spanId(0), depth: 0, descendants: spans - 1 });
  expect(first.rows[101]).toMatchObject({ name: "step 101", depth: 2, descendants: 0 });
  expect(first.errorRows).toEqual([900_000]);

  const found = (await tree({ limit: "1", find: "STEP 76543", folded: spanId(765_400) })).found ?? [];
  expect(found.map(({ spanId }) => spanId)).toEqual([76_543, ...tenFrom(765_430)].map(spanId));
  expect([found[0], found[1]]).toEqual([
    { spanId: spanId(76_543), row: 76_543 },
    { spanId: spanId(765_430), row: 765_400, folded: [spanId(765_400)] },
  ]);
  const { focusRow = 0 } = await tree({ limit: "1", focus: spanId(765_432) });
  const window = await tree({ offset: `${focusRow - 1}`, limit: "3" });
  expect(window.rows.map(({ name }) => name)).toEqual(["step 765431", "step 765432", "step 765433"]);

  const folded = await tree({ limit: "5", folded: [spanId(100), spanId(200)].join(",") });
  expect(folded.rowCount).toBe(spans - 2 * 99);
  expect((await tree({ folded: spanId(0) })).rows).toHaveLength(1);
});

const tenFrom = (first: number) => Array.from({ length: 10 }, (_, number) => first + number);

interface Tree {
  readonly spanCount: number;
  readonly rowCount: number;
  readonly focusRow?: number;
  readonly errorRows: readonly number[];
  readonly found?: readonly { readonly spanId: string; readonly row: number; readonly folded?: readonly string[] }[];
  readonly rows: readonly { readonly spanId: string; readonly name: string; readonly depth: number }[];
}
