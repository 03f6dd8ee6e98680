import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";

const ToolResult = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
});

/** Connects the official client to a started Gaffe; throws when it is refused. */
export async function openMcp(url: string, headers: Readonly<Record<string, string>>) {
  const client = new Client({ name: "gaffe-test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } });
  await client.connect(transport);
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    call: async (name: string, given: Readonly<Record<string, unknown>> = {}) => {
      const { isError, content } = ToolResult.parse(await client.callTool({ name, arguments: given }));
      return { isError, text: content[0].text };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Returns the text between the marked lines, and the cursor after them. */
export function dataIn(text: string): { readonly content: string; readonly cursor: string | undefined } {
  const found = /^<(data_[\w-]{22})>\n([\s\S]*)\n<\/\1>\n([^\n]*)$/m.exec(text);
  if (!found) throw new Error(`no marked data: ${text.slice(0, 500)}`);
  return { content: found[2] ?? "", cursor: /cursor "([^"]+)"/.exec(found[3] ?? "")?.[1] };
}
