import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse as parseHtml } from "parse5";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { messageOf } from "../../../platform/failure.ts";
import { atPath, isJsonObject, type JsonValue, member } from "../../../platform/json/json.ts";
import { defineCheck, scored } from "../../check.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";
import { unfenced } from "./answer-json.ts";
import { format, propertyRule } from "./format.ts";

const common = { ...format, costClass: "medium", severity: "minor", output: propertyRule, tier: 3 } as const;

export const isToml = defineCheck({
  ...common,
  name: "is_toml",
  title: "Valid TOML",
  description: "The answer, its fence taken away, is TOML 1.0 with at least one key.",
  source: "TOML 1.0.0",
  options: z.strictObject({ strip_fence: z.boolean().default(true) }),
  evaluate: (subject, { strip_fence: strips }) => {
    const output = subject.text("output");
    try {
      const count = Object.keys(parseToml(strips ? unfenced(output) : output.text)).length;
      return property(count > 0, `${count} keys`);
    } catch (thrown) {
      return property(false, messageOf(thrown).split("\n")[0] ?? "");
    }
  },
});

export const isOpenapiValid = defineCheck({
  ...common,
  name: "is_openapi_valid",
  title: "Valid OpenAPI document",
  description:
    "The answer, its fence taken away, is JSON or YAML of OpenAPI 3.0 or 3.1: with a title, a version and paths, every local `$ref` resolves, and no operationId comes twice.",
  source: "OpenAPI 3.1",
  options: z.strictObject({ require_paths: z.boolean().default(true) }),
  evaluate: (subject, { require_paths: requires }) => {
    let document: JsonValue;
    try {
      document = (parseYaml(unfenced(subject.text("output")), { maxAliasCount: 100, logLevel: "error" }) ??
        null) as JsonValue;
    } catch (thrown) {
      return property(false, messageOf(thrown).split("\n")[0] ?? "");
    }
    const version = member(document, "openapi");
    if (typeof version !== "string" || !/^3\.[01]\.\d+$/.test(version))
      return property(false, "`openapi` is not 3.0.x or 3.1.x");
    const absent = ["info.title", "info.version", ...(requires ? ["paths"] : [])].filter(
      (path) => atPath(document, path) === undefined,
    );
    if (absent.length > 0) return property(false, `without ${absent.join(", ")}`);
    const { refs, operations } = namesIn(document);
    const dangling = refs.find((ref) => ref.startsWith("#") && resolve(document, ref) === undefined);
    if (dangling !== undefined) return property(false, `${dangling} leads nowhere`);
    const twice = operations.find((id, at) => operations.indexOf(id) !== at);
    return property(
      twice === undefined,
      twice === undefined ? `OpenAPI ${version}` : `the operationId ${twice} comes twice`,
    );
  },
});

export const htmlAccessible = defineCheck({
  ...common,
  name: "html_accessible",
  title: "Basic HTML accessibility",
  description:
    "Of the rules that apply, the share that hold: images have alt, the document a language, inputs a label, links and buttons text; headings do not jump, and no tabindex is above 0.",
  output: scored("0..1; pass ≥ 1"),
  source: "WCAG 2.2",
  options: z.strictObject({ threshold: z.number().min(0).max(1).default(1) }),
  evaluate: (subject, { threshold }) => {
    const text = unfenced(subject.text("output"));
    if (!/<[a-z][^<>]*>/i.test(text)) return skipped("the answer holds no HTML");
    const elements = elementsOf(parseHtml(text));
    const results = rulesOf(elements, /<html/i.test(text));
    if (results.length === 0) return skipped("no rule applies");
    const broken = results.filter(({ holds }) => !holds);
    const outcome = within(1 - broken.length / results.length, { min: threshold }, "share of rules that hold");
    return outcome.kind === "failed" ? { ...outcome, explanation: broken.map(({ rule }) => rule).join("; ") } : outcome;
  },
});

function namesIn(document: JsonValue) {
  const [refs, operations]: [string[], string[]] = [[], []];
  const stack: JsonValue[] = [document];
  for (let value = stack.pop(), seen = 0; value !== undefined && seen < 100_000; value = stack.pop(), seen++) {
    if (Array.isArray(value)) stack.push(...(value as readonly JsonValue[]).slice(0, 1000));
    if (!isJsonObject(value)) continue;
    const [ref, id] = [value["$ref"], value["operationId"]];
    if (typeof ref === "string") refs.push(ref);
    if (typeof id === "string") operations.push(id);
    stack.push(...Object.values(value));
  }
  return { refs, operations };
}

function resolve(document: JsonValue, ref: string): JsonValue | undefined {
  let at: JsonValue | undefined = document;
  for (const key of ref.replace(/^#\/?/, "").split("/")) {
    if (key === "") continue;
    at = member(at, key.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return at;
}

type Element = DefaultTreeAdapterTypes.Element;

function elementsOf(document: DefaultTreeAdapterTypes.Document): readonly Element[] {
  const found: Element[] = [];
  const stack: DefaultTreeAdapterTypes.Node[] = [document];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (defaultTreeAdapter.isElementNode(node)) found.push(node);
    if ("childNodes" in node) stack.push(...node.childNodes.toReversed());
  }
  return found;
}

function rulesOf(
  elements: readonly Element[],
  isDocument: boolean,
): readonly { readonly rule: string; readonly holds: boolean }[] {
  const of = (...tags: readonly string[]) => elements.filter(({ tagName }) => tags.includes(tagName));
  const attribute = ({ attrs }: Element, name: string) => attrs.find((each) => each.name === name)?.value;
  const isNamed = (element: Element) =>
    ["aria-label", "aria-labelledby", "title"].some((name) => (attribute(element, name) ?? "").trim() !== "");
  const labelled = new Set(of("label").map((label) => attribute(label, "for")));
  const inputs = of("input", "select", "textarea").filter(
    (element) => !/^(?:hidden|submit|button|reset|image)$/.test(attribute(element, "type") ?? ""),
  );
  const levels = of("h1", "h2", "h3", "h4", "h5", "h6").map(({ tagName }) => Number(tagName[1]));
  const judged: readonly (readonly [string, readonly Element[], (element: Element) => boolean])[] = [
    ["an image has no alt", of("img"), (element) => attribute(element, "alt") !== undefined],
    [
      "the document has no language",
      isDocument ? of("html") : [],
      (element) => (attribute(element, "lang") ?? "") !== "",
    ],
    [
      "an input has no label",
      inputs,
      (element) =>
        isNamed(element) ||
        (attribute(element, "id") !== undefined && labelled.has(attribute(element, "id"))) ||
        isInside(element, "label"),
    ],
    ["a link or button has no text", of("a", "button"), (element) => isNamed(element) || textIn(element)],
    [
      "a tabindex is above 0",
      elements.filter((element) => attribute(element, "tabindex") !== undefined),
      (element) => Number(attribute(element, "tabindex")) <= 0,
    ],
  ];
  return [
    ...judged.flatMap(([rule, about, holds]) => (about.length === 0 ? [] : [{ rule, holds: about.every(holds) }])),
    ...(levels.length < 2
      ? []
      : [
          {
            rule: "the headings jump",
            holds: levels.every((level, at) => at === 0 || level <= (levels[at - 1] ?? 0) + 1),
          },
        ]),
  ];
}

function isInside(element: Element, tag: string): boolean {
  for (let node = element.parentNode; node; node = "parentNode" in node ? node.parentNode : null)
    if ("tagName" in node && node.tagName === tag) return true;
  return false;
}

function textIn(element: Element): boolean {
  const stack: DefaultTreeAdapterTypes.Node[] = [...element.childNodes];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (defaultTreeAdapter.isTextNode(node) && node.value.trim() !== "") return true;
    if (
      defaultTreeAdapter.isElementNode(node) &&
      node.tagName === "img" &&
      node.attrs.some(({ name, value }) => name === "alt" && value.trim() !== "")
    )
      return true;
    if ("childNodes" in node) stack.push(...node.childNodes);
  }
  return false;
}
