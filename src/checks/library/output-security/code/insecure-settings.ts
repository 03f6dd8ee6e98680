import type { InsecureRule } from "./insecure-rules.ts";

const js = ["javascript", "typescript"];

const python = ["python"];

const c = ["c", "cpp"];

const all = ["*"];

/** Patterns of weak cryptography, transport, memory and web settings. */
export const insecureSettings: readonly InsecureRule[] = [
  // Cryptography
  {
    id: "weak_hash",
    cwe: 327,
    severity: "medium",
    languages: all,
    pattern:
      /\bhashlib\.(?:md5|sha1)\s*\(|\bcreateHash\s*\(\s*["'](?:md5|sha1)["']|\bMessageDigest\.getInstance\s*\(\s*"(?:MD5|SHA-?1)"|\bDigest::(?:MD5|SHA1)\b|\b(?:MD5|SHA1)\.Create\s*\(|\b(?:md5|sha1)\.(?:New|Sum)\s*\(|(?<![\w.>$])(?:md5|sha1)\s*\(\s*\$/,
  },
  {
    id: "weak_cipher",
    cwe: 327,
    severity: "high",
    languages: all,
    pattern:
      /\b(?:DES|DESede|RC4|ARC4|Blowfish)\.(?:new|Create)\s*\(|\bCipher\.getInstance\s*\(\s*"(?:DES|RC4|AES\/ECB|AES")|\bMODE_ECB\b|\bcreate(?:Cipher|Decipher)(?:iv)?\s*\(\s*["'](?:des|rc4|aes-\d+-ecb)|\bCipherMode\.ECB\b|\bmodes\.ECB\s*\(/i,
  },
  {
    id: "fixed_iv",
    cwe: 329,
    severity: "medium",
    languages: all,
    pattern:
      /\b(?:iv|nonce|IV)\s*=\s*(?:b?["'][^"'\n]{8,64}["']|bytes\(\d+\)|b["']\\x00|new byte\[\d+\]|Buffer\.(?:alloc\(\d+\)|from\(["']))/,
  },
  {
    id: "weak_random",
    cwe: 338,
    severity: "medium",
    languages: js,
    pattern:
      /\b(?:token|secret|password|otp|session\w*|api_?key|nonce|salt|code)\w*\s*[:=][^\n;]{0,80}Math\.random\s*\(/i,
  },
  {
    id: "weak_random",
    cwe: 338,
    severity: "medium",
    languages: python,
    pattern:
      /\b(?:token|secret|password|otp|session\w*|api_?key|nonce|salt)\w*\s*=[^\n]{0,80}\brandom\.(?:random|randint|choices?|sample|getrandbits)\s*\(/i,
  },
  // Transport
  {
    id: "no_certificate_check",
    cwe: 295,
    severity: "high",
    languages: all,
    pattern:
      /\bverify\s*=\s*False\b|\brejectUnauthorized\s*:\s*false\b|\bInsecureSkipVerify\s*:\s*true\b|NODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s*=\s*["']?0|\bCURLOPT_SSL_VERIFYPEER\s*,\s*(?:false|0)|\bVERIFY_NONE\b|_create_unverified_context|\bcurl\b[^\n]{0,100}\s(?:-k|--insecure)\b/,
  },
  // Memory
  {
    id: "unbounded_copy",
    cwe: 120,
    severity: "high",
    languages: c,
    pattern: /(?<!\w)(?:strcpy|strcat|gets|sprintf|vsprintf|stpcpy)\s*\(/,
  },
  { id: "scanf_string", cwe: 120, severity: "high", languages: c, pattern: /\bf?scanf\s*\([^\n]{0,60}"[^"\n]*%s/ },
  { id: "format_string", cwe: 134, severity: "medium", languages: c, pattern: /(?<!\w)printf\s*\(\s*[a-z_]\w*\s*\)/i },
  // Web
  {
    id: "inner_html",
    cwe: 79,
    severity: "medium",
    languages: js,
    pattern:
      /\.(?:innerHTML|outerHTML)\s*\+?=\s*(?!\s*(?:["']{2}|`\s*`|["'][^"'\n]*["']\s*;))\S|\bdocument\.write(?:ln)?\s*\(\s*(?!["'][^"'\n]*["']\s*\))\S|\bdangerouslySetInnerHTML\b|\.insertAdjacentHTML\s*\(/,
  },
  {
    id: "echo_input",
    cwe: 79,
    severity: "high",
    languages: ["php"],
    pattern: /\becho\s+[^;\n]{0,100}\$_(?:GET|POST|REQUEST|COOKIE)\b/,
  },
  {
    id: "template_unescaped",
    cwe: 79,
    severity: "medium",
    languages: python,
    pattern:
      /\bmark_safe\s*\(\s*(?!["'])\S|\brender_template_string\s*\([^\n)]{0,200}(?:\+|%|\bf["']|\.format)|\bMarkup\s*\(\s*(?!["'])\S/,
  },
  {
    id: "csrf_off",
    cwe: 352,
    severity: "medium",
    languages: all,
    pattern:
      /@csrf_exempt\b|\bcsrf\(\)\s*\.\s*disable\s*\(|\bWTF_CSRF_ENABLED\s*=\s*False|\bskip_before_action\s+:verify_authenticity_token|\bcsrf\s*:\s*false\b/,
  },
  {
    id: "debug_on",
    cwe: 489,
    severity: "low",
    languages: python,
    pattern: /\bapp\.run\s*\([^\n)]{0,200}debug\s*=\s*True|^[^\S\n]{0,99}DEBUG\s*=\s*True/m,
  },
  {
    id: "cors_any",
    cwe: 942,
    severity: "low",
    languages: all,
    pattern: /Access-Control-Allow-Origin["']?\s*[:,]\s*["']\*["']|\ballow_origins\s*=\s*\[\s*["']\*["']/,
  },
  {
    id: "path_from_input",
    cwe: 22,
    severity: "medium",
    languages: all,
    pattern:
      /\bopen\s*\(\s*(?:request\.|input\()|\b(?:readFile(?:Sync)?|sendFile|createReadStream)\s*\([^)\n]{0,80}\breq\.(?:query|params|body)|\b(?:include|require)(?:_once)?\s*\(?\s*[^;\n]{0,40}\$_(?:GET|POST|REQUEST)/,
  },
  {
    id: "ssrf",
    cwe: 918,
    severity: "medium",
    languages: all,
    pattern:
      /\brequests\.(?:get|post)\s*\(\s*request\.(?:args|form|json)|\b(?:fetch|axios(?:\.get)?)\s*\(\s*req\.(?:query|params|body)/,
  },
  {
    id: "hard_coded_password",
    cwe: 798,
    severity: "high",
    languages: all,
    pattern:
      /\b(?:db_|admin_|root_|user_)?(?:password|passwd|secret_key|SECRET_KEY)\s*[:=]\s*["'](?!\s*["']|your|<|\$|change|example|password["']|\*|x{3,}|env|process|os\.)[^"'\s]{6,}["']/i,
  },
  {
    id: "temp_file",
    cwe: 377,
    severity: "low",
    languages: python,
    pattern: /\btempfile\.mktemp\s*\(|\bos\.tempnam\s*\(/,
  },
  {
    id: "world_writable",
    cwe: 732,
    severity: "medium",
    languages: all,
    pattern: /\bos\.chmod\s*\([^\n)]{0,100}0o?777|\bchmod(?:Sync)?\s*\([^\n)]{0,100}0o?777/,
  },
  {
    id: "xxe",
    cwe: 611,
    severity: "medium",
    languages: [...python, "java", "php"],
    pattern:
      /\bresolve_entities\s*=\s*True|\bLIBXML_NOENT\b|\bxml\.sax\.make_parser\s*\(|setFeature\s*\([^\n)]{0,120}external-general-entities[^\n)]{0,20}true/,
  },
];
