export interface InsecureRule {
  readonly id: string;
  /** Id of the weakness in the MITRE catalog (CWE). */
  readonly cwe: number;
  readonly severity: "low" | "medium" | "high";
  readonly languages: readonly string[];
  readonly pattern: RegExp;
}

const js = ["javascript", "typescript"];

const python = ["python"];

const c = ["c", "cpp"];

/** Patterns of input that reaches an interpreter: evaluation, deserialization, shell or SQL. */
export const insecureFlows: readonly InsecureRule[] = [
  // Code from text
  {
    id: "eval",
    cwe: 95,
    severity: "high",
    languages: python,
    pattern: /(?<![\w.])(?:eval|exec)\s*\(\s*(?!["'][^"']*["']\s*\))\S/,
  },
  {
    id: "eval",
    cwe: 95,
    severity: "high",
    languages: js,
    pattern:
      /(?<![\w.])eval\s*\(\s*(?!["'][^"']*["']\s*\))\S|\bnew Function\s*\(|\bset(?:Timeout|Interval)\s*\(\s*["'`]/,
  },
  {
    id: "eval",
    cwe: 95,
    severity: "high",
    languages: ["php", "ruby", "perl"],
    pattern:
      /(?<![\w.>])(?:eval|assert|instance_eval|class_eval)\s*(?:\(\s*)?\$?\w*(?:_GET|_POST|_REQUEST|params|request|input)/i,
  },
  // Deserialisation
  {
    id: "pickle",
    cwe: 502,
    severity: "high",
    languages: python,
    pattern: /\b(?:c?[pP]ickle|dill|shelve|marshal|joblib)\.(?:loads?|Unpickler|open)\s*\(/,
  },
  {
    id: "yaml_load",
    cwe: 502,
    severity: "high",
    languages: python,
    pattern:
      /\byaml\.(?:unsafe_load|full_load)\s*\(|\byaml\.load\s*\((?![^)\n]{0,200}(?:SafeLoader|CSafeLoader|BaseLoader))/,
  },
  {
    id: "unserialize",
    cwe: 502,
    severity: "high",
    languages: ["php", "ruby", "java", "c-sharp"],
    pattern: /\bunserialize\s*\(|\bMarshal\.load\s*\(|\bnew ObjectInputStream\s*\(|\bBinaryFormatter\b/,
  },
  // Commands
  {
    id: "shell_true",
    cwe: 78,
    severity: "high",
    languages: python,
    pattern:
      /\bsubprocess\.\w+\s*\([^\n]{0,300}shell\s*=\s*True|\bos\.(?:system|popen)\s*\(\s*(?!["'][^"'{}%]*["']\s*\))\S/,
  },
  {
    id: "exec_concat",
    cwe: 78,
    severity: "high",
    languages: js,
    pattern: /\b(?:child_process\.)?exec(?:Sync)?\s*\(\s*(?:`[^`]*\$\{|["'][^"'\n]*["']\s*\+)/,
  },
  {
    id: "system_call",
    cwe: 78,
    severity: "high",
    languages: ["php"],
    pattern: /\b(?:shell_exec|passthru|system|exec|popen)\s*\([^)\n]{0,200}\$_(?:GET|POST|REQUEST|COOKIE)/,
  },
  { id: "system_call", cwe: 78, severity: "medium", languages: c, pattern: /\bsystem\s*\(\s*(?!")\w/ },
  {
    id: "runtime_exec",
    cwe: 78,
    severity: "medium",
    languages: ["java"],
    pattern: /\bRuntime\.getRuntime\(\)\.exec\s*\([^)\n]{0,200}\+/,
  },
  // SQL from pieces
  {
    id: "sql_concat",
    cwe: 89,
    severity: "high",
    languages: python,
    pattern:
      /\bexecute(?:many)?\s*\(\s*(?:f["']|["']{1,3}[^"'\n]{0,300}["']{1,3}\s*(?:%|\+|\.format\s*\())|(?:=|\()\s*f["']{1,3}\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b[^"'\n]{0,300}\{/i,
  },
  {
    id: "sql_concat",
    cwe: 89,
    severity: "high",
    languages: [...js, "java", "c-sharp", "go", "ruby", "php"],
    pattern:
      /(["'`])\s*(?:SELECT\b[^\n]{0,200}?\bFROM|INSERT\s+INTO|UPDATE\b[^\n]{0,100}?\bSET|DELETE\s+FROM)\b[^\n]{0,300}?(?:\1\s*(?:\+|\.)\s*\$?\w|\$\{|#\{|\$_(?:GET|POST))/i,
  },
  {
    id: "sql_sprintf",
    cwe: 89,
    severity: "high",
    languages: ["go", "c", "cpp"],
    pattern: /\bs(?:n?printf|printf)\s*\([^\n]{0,100}"(?:SELECT|INSERT|UPDATE|DELETE)\b[^"\n]{0,200}%s/i,
  },
];
