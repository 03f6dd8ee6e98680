import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse as parseHtml } from "parse5";
import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { document } from "../shared-properties.ts";

export const htmlAccessible = defineCheck({
  ...document,
  name: "html_accessible",
  title: "Basic HTML accessibility",
  description:
    "Of the rules that apply, the share that hold: images have alt, the document a language, inputs a label, links and buttons text; headings do not jump, and no tabindex is above 0.",
  output: scored("0..1; pass ≥ 1", "higher"),
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
