import ts from "typescript";

/** One small change of a source text. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** Changes that a test of the code's behaviour should notice: conditions, comparisons, logic, arithmetic, pairs of methods. */
export function mutantsOf(source: string): readonly Mutant[] {
  const file = ts.createSourceFile("check.ts", source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const change = (node: ts.Node, text: string) => {
    const start = node.getStart(file);
    found.push({ start, end: node.getEnd(), text, line: file.getLineAndCharacterOfPosition(start).line + 1 });
  };
  const visit = (node: ts.Node): void => {
    // Types say nothing at run time, and a loop that never ends says nothing in time.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    // A choice between two texts is what is told, not what is found.
    const isWording = ts.isConditionalExpression(node) && isText(node.whenTrue) && isText(node.whenFalse);
    if (ts.isIfStatement(node) || (ts.isConditionalExpression(node) && !isWording)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      change(condition, "true");
      change(condition, "false");
    }
    if (ts.isBinaryExpression(node)) {
      const other = operators.get(node.operatorToken.kind);
      if (other !== undefined) change(node.operatorToken, other);
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, "true");
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      change(node, node.operand.getText(file));
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const other = methods.get(node.expression.name.text);
      if (other !== undefined) change(node.expression.name, other);
      if (node.expression.name.text === "filter") change(node, node.expression.expression.getText(file));
    }
    const isLoop = ts.isForStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node);
    ts.forEachChild(node, (child) => {
      if (isWording || (isLoop && child !== node.statement)) return;
      visit(child);
    });
  };
  visit(file);
  return found;
}

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
