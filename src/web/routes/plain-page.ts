/** Returns a page without scripts or requests, readable in light and dark. The body is HTML. */
export const plainPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark;overflow-wrap:break-word}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{overflow:auto;padding:1rem;border:1px solid #8885;border-radius:6px}
h2{font-size:1.1rem;margin-top:2rem}h3{font-size:1rem}img{max-width:100%}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-top:1px solid #8885}</style>
${body}</html>`;

export const escapedHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
