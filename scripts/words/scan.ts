import ts from "typescript";

/** A piece of a file in which words are looked up. */
export interface Piece {
  readonly kind: "identifier" | "prose";
  readonly text: string;
  readonly line: number;
}

/** Returns what people read in a file: identifiers and prose of code, else its lines. */
export function piecesOf(path: string, text: string): readonly Piece[] {
  return /\.[cm]?[jt]sx?$/.test(path) ? piecesOfTypeScript(path, text) : piecesOfLines(text);
}

function piecesOfTypeScript(path: string, text: string): readonly Piece[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const pieces: Piece[] = [];
  const comments = new Map<number, number>();
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) comments.set(pos, end);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      pieces.push({ kind: "identifier", text: node.text, line: lineAt(node.getStart(source)) });
    else if (isText(node) && node.parent.kind !== ts.SyntaxKind.ImportDeclaration)
      pieces.push({ kind: "prose", text: node.text, line: lineAt(node.getStart(source)) });
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  for (const [pos, end] of comments) pieces.push({ kind: "prose", text: text.slice(pos, end), line: lineAt(pos) });
  return pieces;
}

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isJsxText(node);

const piecesOfLines = (text: string): readonly Piece[] =>
  text.split("\n").map((line, index) => ({ kind: "prose", text: line, line: index + 1 }));
