export interface ServerEvent {
  readonly type: string;
  readonly data: string;
  readonly id?: string;
}

/** Parses events of a text/event-stream (WHATWG HTML, section 9.2). Ends with the stream. */
export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let left = "";
  const decoder = new TextDecoder();
  let fields = new Map<string, string>();
  for await (const chunk of body) {
    left += decoder.decode(chunk, { stream: true });
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
}
