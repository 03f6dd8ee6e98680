import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sdkTypeFiles } from "../../../scripts/sdk-types/files.ts";
import { asPython } from "../../../scripts/sdk-types/python.ts";
import { readShapes } from "../../../scripts/sdk-types/shapes.ts";
import { asTypeScript } from "../../../scripts/sdk-types/typescript.ts";

test.each(Object.entries(sdkTypeFiles()))(
  "%s has the shapes of openapi.json (npm run openapi writes it)",
  (path, text) => {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")).toBe(text);
  },
);

const text = { type: "string" };
const lamp = {
  type: "object",
  description: "A lamp",
  properties: {
    bulbCount: { type: "integer", description: "How many are in it" },
    state: { enum: ["on", "off"] },
    makers: { type: "array", items: { type: "object", properties: { from: text }, required: ["from"] } },
    light: {
      oneOf: [
        { type: "object", properties: { kind: { const: "white" } }, required: ["kind"] },
        { type: "object", properties: { kind: { const: "colored" }, hue: text }, required: ["kind", "hue"] },
      ],
    },
  },
  required: ["bulbCount", "makers", "light"],
};
const newLamp = { type: "object", properties: { state: text, from: text, note: text }, required: ["state"] };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = { in: "path", name: "id", required: true, schema: text };
const put = {
  parameters: [id, { in: "query", name: "now", schema: { type: "boolean" } }],
  requestBody: json(reference("NewLamp")),
  responses: { "201": json(reference("Lamp")), "400": json({}) },
};
const document = {
  paths: { "/api/v1/lamps/{id}": { put, delete: { parameters: [id], responses: { "204": {} } } } },
  components: { schemas: { Lamp: lamp, NewLamp: newLamp } },
};

describe("types of an API", () => {
  const shapes = readShapes(document, ["PUT /lamps/{id}", "DELETE /lamps/{id}"]);

  test("in TypeScript: a request may contain undefined, a response omits fields; the operations are a map", () => {
    const written = asTypeScript(shapes);
    expect(written).toContain("  readonly note?: string | undefined;");
    expect(written).toContain('  readonly state?: "on" | "off";');
    expect(written).toContain(
      "/** A lamp */\nexport interface Lamp {\n  /** How many are in it */\n  readonly bulbCount: number;",
    );
    expect(written).toContain(
      "  readonly makers: readonly LampMaker[];\n  readonly light: LampLightWhite | LampLightColored;",
    );
    expect(written).toContain(
      '"PUT /lamps/{id}": { readonly path: { readonly id: string }; readonly query?: { readonly now?: boolean | undefined }; readonly body: NewLamp; readonly answer: Lamp; };',
    );
    expect(written).toContain(
      '"DELETE /lamps/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };',
    );
  });

  test("in Python: answers are models with its names, requests dicts with the API's", () => {
    const written = asPython(shapes, () => true);
    expect(written).toContain(
      'class Lamp(Answer):\n    """A lamp."""\n\n    bulb_count: int\n    """How many are in it."""',
    );
    expect(written).toContain('    state: Literal["on", "off"] | str | None = None');
    expect(written).toContain("    light: LampLightWhite | LampLightColored");
    expect(written).toContain('_NewLampNamed = TypedDict("_NewLampNamed", {"from": "NotRequired[str | None]"})');
    expect(written).toContain("class NewLamp(_NewLampNamed):\n    state: str\n    note: NotRequired[str | None]\n");
  });

  test("in Python: a type is written if it is used, and once for the same fields", () => {
    const twin = { ...json(reference("Twin")), required: true };
    const operation = { ...put, requestBody: twin };
    const paths = { ...document.paths, "/api/v1/twins/{id}": { put: operation } };
    const both = { paths, components: { schemas: { ...document.components.schemas, Twin: newLamp } } };
    const names = ["PUT /lamps/{id}", "PUT /twins/{id}"];
    const written = asPython(readShapes(both, names), (name) => name === "NewLamp" || name === "Twin");
    expect(written).toContain("class NewLamp(");
    expect(written).toContain("\nTwin = NewLamp\n");
    expect(written).not.toContain("class Lamp");
  });

  test("an operation that the API has no more is named, and so is a type that would be two", () => {
    expect(() => readShapes(document, ["GET /lamps/{id}"])).toThrow("no GET /lamps/{id} any more");
    const twice = { ...newLamp, properties: { state: reference("Lamp") } };
    const both = { ...document, components: { schemas: { Lamp: lamp, NewLamp: twice } } };
    expect(() => readShapes(both, ["PUT /lamps/{id}"])).toThrow("Lamp is both a request and a response");
  });
});
