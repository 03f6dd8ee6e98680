import type { Node } from "@vscode/tree-sitter-wasm";
import type { ParsingAnswer } from "./parser.ts";
import { withTree } from "./trees.ts";

/**
 * Returns names that code uses as a module (`name.attribute`) or calls, but neither imports, defines nor takes
 * as a parameter, and that the language does not provide. Scopes are not distinguished.
 */
export function missingImports(language: "python" | "javascript" | "typescript", code: string): Promise<ParsingAnswer> {
  const rules = language === "python" ? python : ecmaScript;
  return withTree(language, code, (root) => {
    const defined = new Set<string>();
    const used = new Set<string>();
    const stack: Node[] = [root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      for (const name of rules.defines(node)) defined.add(name);
      const name = rules.uses(node);
      if (name !== undefined) used.add(name);
      for (const child of node.namedChildren) if (child) stack.push(child);
    }
    const missing = [...used].filter((name) => !defined.has(name) && !rules.brings.has(name));
    return { problems: missing, used: used.size };
  });
}

interface Rules {
  readonly defines: (node: Node) => readonly string[];
  readonly uses: (node: Node) => string | undefined;
  readonly brings: ReadonlySet<string>;
}

const field = (node: Node, name: string) => node.childForFieldName(name);
const identifierIn = (node: Node | null) => (node?.type === "identifier" ? node.text : undefined);

/** Returns every identifier of a pattern: `a, (b, *c)`, `{a, b: [c]}`. */
function namesIn(pattern: Node | null): readonly string[] {
  if (!pattern) return [];
  if (/^(?:identifier|shorthand_property_identifier_pattern|type_identifier)$/.test(pattern.type))
    return [pattern.text];
  if (/^(?:attribute|subscript|member_expression|subscript_expression)$/.test(pattern.type)) return [];
  return pattern.namedChildren.flatMap((child) => namesIn(child));
}

const python: Rules = {
  defines: (node) => {
    switch (node.type) {
      case "import_statement":
      case "import_from_statement":
        return node.namedChildren.flatMap((child) => importedAs(child));
      case "function_definition":
      case "class_definition":
        return [field(node, "name")?.text ?? "", ...namesIn(field(node, "parameters"))];
      case "assignment":
      case "augmented_assignment":
      case "for_statement":
      case "for_in_clause":
        return namesIn(field(node, "left"));
      case "named_expression":
        return namesIn(field(node, "name"));
      case "as_pattern":
        return namesIn(field(node, "alias"));
      case "lambda":
        return namesIn(field(node, "parameters"));
      case "as_pattern_target":
      case "global_statement":
      case "nonlocal_statement":
        return namesIn(node);
      default:
        return [];
    }
  },
  uses: (node) =>
    node.type === "attribute"
      ? identifierIn(field(node, "object"))
      : node.type === "call"
        ? identifierIn(field(node, "function"))
        : undefined,
  brings: new Set(
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ self cls __name__ __file__ Exception BaseException ValueError TypeError KeyError IndexError AttributeError RuntimeError NotImplementedError StopIteration OSError IOError FileNotFoundError PermissionError ZeroDivisionError AssertionError ImportError ModuleNotFoundError NameError OverflowError RecursionError TimeoutError ConnectionError UnicodeDecodeError UnicodeEncodeError KeyboardInterrupt SystemExit LookupError ArithmeticError MemoryError EOFError Warning DeprecationWarning UserWarning".split(
      " ",
    ),
  ),
};

/**
 * Returns the names that an import binds: `a.b` binds `a`, `a as b` binds `b`. The module of `from a import b`
 * binds nothing; counting it is harmless.
 */
function importedAs(node: Node | null): readonly string[] {
  if (node?.type === "aliased_import") return [field(node, "alias")?.text ?? ""];
  return node?.type === "dotted_name" ? [node.text.split(".")[0] ?? ""] : [];
}

const ecmaScript: Rules = {
  defines: (node) => {
    switch (node.type) {
      case "import_clause":
      case "namespace_import":
      case "formal_parameters":
        return namesIn(node);
      case "import_specifier":
        return namesIn(field(node, "alias") ?? field(node, "name"));
      case "variable_declarator":
      case "function_declaration":
      case "generator_function_declaration":
      case "function_expression":
      case "class_declaration":
      case "class":
      case "enum_declaration":
      case "internal_module":
        return namesIn(field(node, "name"));
      case "arrow_function":
      case "catch_clause":
        return namesIn(field(node, "parameter"));
      case "for_in_statement":
      case "assignment_expression":
        return namesIn(field(node, "left"));
      default:
        return [];
    }
  },
  uses: (node) =>
    node.type === "member_expression"
      ? identifierIn(field(node, "object"))
      : node.type === "call_expression"
        ? identifierIn(field(node, "function"))
        : node.type === "new_expression"
          ? identifierIn(field(node, "constructor"))
          : undefined,
  brings: new Set([
    ...Object.getOwnPropertyNames(globalThis),
    ..."window document navigator location history localStorage sessionStorage alert confirm prompt require module exports self arguments undefined HTMLElement Node Element Event CustomEvent MouseEvent KeyboardEvent Image Audio XMLHttpRequest FileReader IntersectionObserver MutationObserver ResizeObserver requestAnimationFrame cancelAnimationFrame getComputedStyle matchMedia customElements describe it test expect beforeEach afterEach beforeAll afterAll jest $ jQuery".split(
      " ",
    ),
  ]),
};
