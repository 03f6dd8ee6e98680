export interface ServerEvent {
  readonly type: string;
  readonly data: string;
  readonly id?: string;
}

/**
 * Parses events of a text/event-stream (WHATWG HTML, section 9.2); a comment is an event without data. Ends
 * with the stream, and cancels it if the caller stops before.
 */
export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  // Not every browser can iterate a stream.
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let left = "";
  let fields = new Map<string, string>();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      left += decoder.decode(read.value, { stream: true });
      const lines = left.split(/\r\n|\n/);
      left = lines.pop() ?? "";
      for (const line of lines) {
        if (line !== "") {
          const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
          const before = name === "data" ? fields.get("data") : undefined;
          fields.set(name, before === undefined ? value : `${before}\n${value}`);
          continue;
        }
        const { id, event = "message", data = "" } = Object.fromEntries(fields);
        fields = new Map();
        yield { type: event, data, ...(id === undefined ? {} : { id }) };
      }
    }
  } finally {
    // A broken stream cannot be canceled.
    await reader.cancel().catch(() => undefined);
  }
}
