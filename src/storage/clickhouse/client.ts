import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import type { Endpoint } from "./endpoint.ts";
import { problemOf } from "./problems.ts";

/** Values of `{name:Type}` placeholders in a statement. */
export type Params = Readonly<Record<string, unknown>>;

export interface ClickHouseNeeds {
  /** Asked before every request: the embedded engine may come back on another port. */
  readonly endpoint: () => Endpoint;
  readonly database: string;
  /** Every read is given up after this. */
  readonly readSeconds: number;
  /** What is inserted is copied to other servers: it counts as stored once most of them have it. */
  readonly isReplicated?: boolean;
}

/** Of one read, tighter than those of all. */
interface ReadLimits {
  readonly seconds?: number;
  /** Of the time that any read may take. */
  readonly share?: number;
  /** More rows of the answer than usual. */
  readonly rows?: number;
  /** Of the pipeline, whose statements bound themselves by LIMIT: people's limits do not end it. People unless named. */
  readonly purpose?: "people" | "pipeline";
}

interface Into {
  readonly table: string;
  /** In the order in which the rows have them. */
  readonly columns: readonly string[];
  readonly format: string;
  /** After which the insert is given up. */
  readonly seconds?: number;
}

/**
 * ClickHouse over HTTP, embedded or served. Every call throws Failure("dependency", …, {reason: "timeout" |
 * "too_much" | "refused_for_now" | "unreachable"}) or, where our statement or rows are wrong, Failure("defect").
 */
export interface ClickHouse {
  /** Rows as objects; 64-bit integers come as text. Bounded in time, memory, and rows read and returned. */
  select(doing: string, sql: string, params?: Params, limits?: ReadLimits): Promise<readonly unknown[]>;
  /** Rows as RowBinary, for answers that would be too many objects. */
  bytes(doing: string, sql: string, params?: Params, limits?: ReadLimits): Promise<Uint8Array>;
  /** A statement without an answer, not bounded as reads are. */
  command(doing: string, sql: string, params?: Params): Promise<void>;
  /** Rows in the given format; resolves once they are stored. Rows that are inserted again replace their equals. */
  insert(into: Into, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
}

/** What one read may cost the engine; more is refused, never cut silently. */
const readLimits = {
  max_memory_usage: "1000000000",
  max_rows_to_read: "200000000",
  max_result_rows: "100000",
  max_result_bytes: "268435456",
  result_overflow_mode: "throw",
  timeout_overflow_mode: "throw",
  readonly: "2",
} as const;

/** What the pipeline reads back is as large as what it stored: a limit of rows would end it for good. */
const pipelineLimits = {
  ...readLimits,
  max_rows_to_read: "0",
  max_result_rows: "0",
  max_result_bytes: "0",
} as const;
const pipelineSeconds = 60;

export function createClickHouse({ endpoint, database, readSeconds, isReplicated }: ClickHouseNeeds): ClickHouse {
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
    try {
      const answer = await client().query({
        query: sql,
        query_params: { ...params },
        format: "JSONEachRow",
        clickhouse_settings: { ...settingsOf(limits), max_execution_time: seconds },
        // The engine gives up by itself; this is for one that does not answer at all.
        abort_signal: AbortSignal.timeout(Math.ceil((seconds + 5) * 1000)),
      });
      return await answer.json<unknown>();
    } catch (thrown) {
      throw problemOf(thrown, doing);
    }
  }

  async function bytes(doing: string, sql: string, params: Params = {}, limits: ReadLimits = {}): Promise<Uint8Array> {
    const seconds = secondsOf(limits);
    try {
      const { stream } = await client().exec({
        query: `${sql} FORMAT RowBinary`,
        query_params: { ...params },
        clickhouse_settings: {
          ...settingsOf(limits),
          ...(limits.rows === undefined ? {} : { max_result_rows: `${limits.rows}` }),
          max_execution_time: seconds,
          // Whole or refused: an answer that breaks off in the middle looks like one of fewer rows.
          wait_end_of_query: 1,
        },
        abort_signal: AbortSignal.timeout(Math.ceil((seconds + 5) * 1000)),
      });
      return await buffer(stream);
    } catch (thrown) {
      throw problemOf(thrown, doing);
    }
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
          // Text indexes cost more than the rows. Merges build them; a part that is not merged yet is small.
          materialize_skip_indexes_on_insert: 0,
          // Rows of equal key are merged by reads (FINAL) and merges; looking for them once more here is wasted.
          optimize_on_insert: 0,
          // One block, one part: a batch is stored whole or not at all.
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
