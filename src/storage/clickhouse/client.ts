import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import type { Endpoint } from "./endpoint.ts";
import { isReset, problemOf } from "./problems.ts";

/** Values of `{name:Type}` placeholders in a statement. */
export type Params = Readonly<Record<string, unknown>>;

export interface ClickHouseDependencies {
  /** Called before every request: the embedded engine may return on another port. */
  readonly endpoint: () => Endpoint;
  readonly database: string;
  /** Timeout of every read, seconds. */
  readonly readSeconds: number;
  /** Whether inserts are copied to other servers: they count as stored once most servers have them. */
  readonly isReplicated?: boolean;
}

/** Limits of one read, instead of the default ones. */
interface ReadLimits {
  readonly seconds?: number;
  /** Share of the read timeout. */
  readonly share?: number;
  /** Maximum rows of the result, if more than the default. */
  readonly rows?: number;
  /** Pipeline statements bound themselves by LIMIT, so the limits for people do not apply. Default: "people". */
  readonly purpose?: "people" | "pipeline";
}

interface Into {
  readonly table: string;
  /** In the order of the row's values. */
  readonly columns: readonly string[];
  readonly format: string;
  /** Timeout of the insert, seconds. */
  readonly seconds?: number;
}

/**
 * ClickHouse over HTTP, embedded or remote. Every call throws Failure("dependency", …, {reason: "timeout" |
 * "too_much" | "refused_for_now" | "unreachable"}) or, for an invalid statement or row, Failure("defect").
 */
export interface ClickHouse {
  /** Returns rows as objects; 64-bit integers are text. Bounded in time, memory, and rows read and returned. */
  select(doing: string, sql: string, params?: Params, limits?: ReadLimits): Promise<readonly unknown[]>;
  /** Returns rows as RowBinary, for results that would be too many objects. */
  bytes(doing: string, sql: string, params?: Params, limits?: ReadLimits): Promise<Uint8Array>;
  /** Runs a statement without a result, without the limits of reads. */
  command(doing: string, sql: string, params?: Params): Promise<void>;
  /**
   * Inserts rows in the given format; resolves once they are stored. Rows that are inserted again replace their
   * equals.
   */
  insert(into: Into, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
}

/** Limits on the cost of one read; a read above them is rejected, never truncated silently. */
const readLimits = {
  max_memory_usage: "1000000000",
  max_rows_to_read: "200000000",
  max_result_rows: "100000",
  max_result_bytes: "268435456",
  result_overflow_mode: "throw",
  timeout_overflow_mode: "throw",
  readonly: "2",
} as const;

/** Reads of the pipeline are as large as what it stored: a row limit would fail them permanently. */
const pipelineLimits = {
  ...readLimits,
  max_rows_to_read: "0",
  max_result_rows: "0",
  max_result_bytes: "0",
} as const;
const pipelineSeconds = 60;

export function createClickHouse({
  endpoint,
  database,
  readSeconds,
  isReplicated,
}: ClickHouseDependencies): ClickHouse {
  let open: { client: ClickHouseClient; url: string } | undefined;
  return { select, bytes, command, insert, close };

  function client(): ClickHouseClient {
    const { url, user, password } = endpoint();
    if (open?.url === url) return open.client;
    void open?.client.close();
    open = { url, client: createClient({ ...connection, url, username: user, password, database }) };
    return open.client;
  }

  function secondsOf({ seconds, share = 1, purpose }: ReadLimits): number {
    const most = purpose === "pipeline" ? pipelineSeconds : readSeconds;
    return Math.min(seconds ?? most, most * share);
  }

  async function select(
    doing: string,
    sql: string,
    params: Params = {},
    limits: ReadLimits = {},
  ): Promise<readonly unknown[]> {
    const seconds = secondsOf(limits);
    return reading(doing, async () => {
      const answer = await client().query({
        query: sql,
        query_params: { ...params },
        format: "JSONEachRow",
        clickhouse_settings: { ...settingsOf(limits), max_execution_time: seconds },
        // The engine enforces its own timeout; this is for an engine that does not respond at all.
        abort_signal: AbortSignal.timeout(Math.ceil((seconds + 5) * 1000)),
      });
      return answer.json<unknown>();
    });
  }

  async function bytes(doing: string, sql: string, params: Params = {}, limits: ReadLimits = {}): Promise<Uint8Array> {
    const seconds = secondsOf(limits);
    return reading(doing, async () => {
      const { stream } = await client().exec({
        query: `${sql} FORMAT RowBinary`,
        query_params: { ...params },
        clickhouse_settings: {
          ...settingsOf(limits),
          ...(limits.rows === undefined ? {} : { max_result_rows: `${limits.rows}` }),
          max_execution_time: seconds,
          // All or nothing: a truncated response would look like one with fewer rows.
          wait_end_of_query: 1,
        },
        abort_signal: AbortSignal.timeout(Math.ceil((seconds + 5) * 1000)),
      });
      return buffer(stream);
    });
  }

  async function command(doing: string, sql: string, params: Params = {}): Promise<void> {
    try {
      await client().command({
        query: sql,
        query_params: { ...params },
        clickhouse_settings: { wait_end_of_query: 1 },
      });
    } catch (thrown) {
      throw problemOf(thrown, doing);
    }
  }

  async function insert(into: Into, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    try {
      const answer = await client().exec({
        query: `INSERT INTO ${into.table} (${into.columns.join(", ")}) FORMAT ${into.format}`,
        values: Readable.from(bytes instanceof Uint8Array ? [bytes] : bytes, { objectMode: false }),
        clickhouse_settings: {
          ...(isReplicated ? { insert_quorum: "auto" } : {}),
          async_insert: 0,
          wait_end_of_query: 1,
          // Text indexes cost more than the rows. Merges build them; unmerged parts are small.
          materialize_skip_indexes_on_insert: 0,
          // Reads (FINAL) and merges combine rows of equal key; combining them here as well is wasted work.
          optimize_on_insert: 0,
          // One block, one part: a batch is stored completely or not at all.
          max_insert_block_size: "1000000",
          min_insert_block_size_rows: "1000000",
          min_insert_block_size_bytes: "1073741824",
        },
        ...(into.seconds === undefined ? {} : { abort_signal: AbortSignal.timeout(into.seconds * 1000) }),
      });
      answer.stream.resume();
      await new Promise<void>((resolve, reject) => answer.stream.once("end", resolve).once("error", reject));
    } catch (thrown) {
      throw problemOf(thrown, `insert into ${into.table}`);
    }
  }

  async function close(): Promise<void> {
    await open?.client.close();
    open = undefined;
  }
}

/** Reads once more after a reset: the server may close an idle connection at the moment when it is used again. */
async function reading<Result>(doing: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read().catch((thrown: unknown) => {
      if (!isReset(thrown)) throw thrown;
      return read();
    });
  } catch (thrown) {
    throw problemOf(thrown, doing);
  }
}

const settingsOf = ({ purpose }: ReadLimits) => (purpose === "pipeline" ? pipelineLimits : readLimits);

const connection = {
  application: "gaffe",
  // Every problem is thrown as a Failure; the client's own log would repeat statements, which hold content.
  log: { level: ClickHouseLogLevel.OFF },
  request_timeout: 120_000,
  max_open_connections: 16,
  // The engine closes idle connections after 10 s; a socket is not used again near that age.
  keep_alive: { enabled: true, idle_socket_ttl: 2500 },
  clickhouse_settings: { date_time_output_format: "iso", output_format_json_quote_64bit_integers: 1 },
} as const;
