interface Page {
  /** A line above the headline. Text, as the headline is; the rest is HTML. */
  readonly above: string;
  readonly headline: string;
  readonly body: string;
  readonly foot: string;
}

/**
 * The dress of every mail: one column of at most 600 px that also holds on a phone; colours follow the reader's light or
 * dark setting, with inline colours that are readable where style sheets are dropped.
 */
export function mailPage({ above, headline, body, foot }: Page): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(headline)}</title><style>${style}</style></head>
<body><div class="page"><p class="quiet">${escaped(above)}</p><h1>${escaped(headline)}</h1>
${body}
<p class="quiet foot">${foot}</p></div></body></html>`;
}

/** What came from outside, so that it is text and nothing else. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? "");

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#fff;color:#1b1f24;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
.page{max-width:600px;margin:0 auto;padding:20px 16px;overflow-wrap:anywhere}
h1{font-size:20px;line-height:1.3;margin:0 0 12px} h2{font-size:15px;margin:20px 0 6px}
p{margin:0 0 12px} ul{margin:0;padding:0;list-style:none} li{margin:0 0 10px}
a{color:#0a58ca} .quiet{color:#57606a;font-size:13px} .foot{margin-top:24px;border-top:1px solid #d0d7de;padding-top:12px}
.turn{border-left:3px solid #d0d7de;padding:2px 0 2px 12px;margin:0 0 10px;white-space:pre-wrap}
.button{display:inline-block;padding:12px 20px;border-radius:6px;background:#0a58ca;color:#fff;text-decoration:none}
.critical{color:#b42318}.major{color:#9a5b00}.minor{color:#57606a}
@media (prefers-color-scheme:dark){body{background:#15181c;color:#e6e9ed}a{color:#7cb2ff}.quiet{color:#9aa4af}
.foot,.turn{border-color:#3a424b}.button{background:#7cb2ff;color:#10151b}.critical{color:#ff8f85}.major{color:#f0b45a}.minor{color:#9aa4af}}
`;
