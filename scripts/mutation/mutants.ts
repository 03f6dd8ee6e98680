import ts from "typescript";

/** One small change of a source text. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Starts at 1. */
  readonly line: number;
}

/**
 * Returns changes that a test of the behavior should detect: conditions, comparisons, logic, arithmetic,
 * pairs of methods.
 */
export function mutantsOf(source: string): readonly Mutant[] {
  const file = ts.createSourceFile("check.ts", source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    // Types have no effect at run time, and mutated loop conditions may never end.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const [changed, text] of changesOf(node, file)) {
      const start = changed.getStart(file);
      found.push({ start, end: changed.getEnd(), text, line: file.getLineAndCharacterOfPosition(start).line + 1 });
    }
    if (isWording(node)) return;
    const isLoop = ts.isForStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node);
    ts.forEachChild(node, (child) => {
      if (!isLoop || child === node.statement) visit(child);
    });
  };
  visit(file);
  return found;
}

/** Returns the replacements of a node. */
function changesOf(node: ts.Node, file: ts.SourceFile): readonly (readonly [ts.Node, string])[] {
  if (ts.isIfStatement(node)) return eitherWay(node.expression);
  if (ts.isConditionalExpression(node)) return isWording(node) ? [] : eitherWay(node.condition);
  if (ts.isBinaryExpression(node)) return swapped(node.operatorToken, operators.get(node.operatorToken.kind));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, "false"]];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, "true"]];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [[node, node.operand.getText(file)]];
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  if (name.text === "filter") return [[node, expression.getText(file)]];
  // Bounds of options (`z.array().min(1)`) limit the input, not what a check finds.
  if ((name.text === "min" || name.text === "max") && expression.getText(file) !== "Math") return [];
  return swapped(name, methods.get(name.text));
}

const eitherWay = (condition: ts.Node) => [[condition, "true"] as const, [condition, "false"] as const];
const swapped = (node: ts.Node, other: string | undefined) => (other === undefined ? [] : [[node, other] as const]);

/** A choice between two texts is wording, not behavior. */
const isWording = (node: ts.Node): boolean =>
  ts.isConditionalExpression(node) && isText(node.whenTrue) && isText(node.whenFalse);

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isConditionalExpression(node) && isText(node.whenTrue) && isText(node.whenFalse));

const operators = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.MinusToken, "+"],
  [ts.SyntaxKind.AsteriskToken, "/"],
  [ts.SyntaxKind.SlashToken, "*"],
]);

const methods = new Map([
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["min", "max"],
  ["max", "min"],
  ["toLowerCase", "toUpperCase"],
  ["toUpperCase", "toLowerCase"],
  ["indexOf", "lastIndexOf"],
  ["flatMap", "map"],
]);
