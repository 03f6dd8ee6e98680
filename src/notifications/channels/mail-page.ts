interface Page {
  /** A line above the headline. It and the headline are text; the rest is HTML. */
  readonly above: string;
  readonly headline: string;
  readonly body: string;
  readonly foot: string;
  /** Preview text that mail programs show next to the subject. */
  readonly preview?: string;
}

/**
 * Renders an email: one column of at most 600 px that fits a phone; colors follow the reader's light or dark
 * setting, with inline colors that stay readable where style sheets are dropped.
 */
export function mailPage({ above, headline, body, foot, preview }: Page): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(headline)}</title><style>${style}</style></head>
<body>${preview === undefined ? "" : `<div class="preview">${escaped(preview)}</div>`}
<div class="page" role="article" aria-label="${escaped(headline)}"><p class="quiet project">${escaped(above)}</p>
<h1>${escaped(headline)}</h1>
${body}
<div class="quiet foot">${foot}</div></div></body></html>`;
}

/** Escapes text from outside for HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f3f4f6;color:#1b1f24;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
.preview{display:none;max-height:0;overflow:hidden}
.page{max-width:560px;margin:0 auto;padding:24px 20px;background:#fff;overflow-wrap:anywhere}
.project{margin:0 0 4px}
h1{font-size:20px;line-height:1.3;margin:0 0 14px} h2{font-size:14px;margin:24px 0 8px}
p{margin:0 0 12px} ul{margin:0;padding:0;list-style:none} li{margin:0;padding:10px 0;border-top:1px solid #e2e5e9}
li a{font-weight:600;text-decoration:none}
a{color:#0a58ca} .quiet{color:#57606a;font-size:13px} .spark{font-family:ui-monospace,Menlo,Consolas,monospace;letter-spacing:1px;white-space:nowrap}
.foot{margin-top:28px;border-top:1px solid #e2e5e9;padding-top:14px} .foot p{margin:0 0 6px}
.turn{border-left:3px solid #d0d7de;padding:2px 0 2px 12px;margin:0 0 12px;white-space:pre-wrap} .turn .quiet{display:block}
.button{display:inline-block;margin:6px 0;padding:12px 22px;border-radius:6px;background:#0a58ca;color:#fff;font-weight:600;text-decoration:none}
.pill{display:inline-block;padding:1px 10px;border-radius:99px;border:1px solid;font-size:13px;font-weight:600}
.critical{color:#b42318}.major{color:#8a5000}.minor{color:#57606a}
@media (max-width:480px){.page{padding:18px 16px}.button{display:block;text-align:center}}
@media (prefers-color-scheme:dark){body{background:#0d1014;color:#e6e9ed}.page{background:#15181c}a{color:#7cb2ff}.quiet{color:#9aa4af}
li,.foot,.turn{border-color:#343b43}.button{background:#7cb2ff;color:#10151b}.critical{color:#ff8f85}.major{color:#f0b45a}.minor{color:#9aa4af}}
`;
