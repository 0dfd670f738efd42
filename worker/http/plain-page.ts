import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

type Piece = ReturnType<typeof html>

/** Styles of printed papers and of the pages linked from mails: the reader's colours and system fonts. */
const plainPageStyle = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.2}
h2{margin:2.5rem 0 .5rem;font-size:1.2rem}
table{width:100%;border-collapse:collapse}
th,td{padding:.35rem .75rem .35rem 0;border-bottom:1px solid;text-align:left;vertical-align:top;overflow-wrap:anywhere;white-space:pre-line}
th{font-weight:600;overflow-wrap:normal}
.rows{overflow-x:auto}
.rows:focus-visible{outline:2px solid;outline-offset:2px}
label{display:block;font-weight:600}
input{box-sizing:border-box;width:100%;min-height:2.75rem;margin:.25rem 0 1rem;padding:.5rem;font:inherit}
button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;font-weight:600}
a{color:inherit}
@media print{main{padding:0}h2{break-after:avoid}tr{break-inside:avoid}}`

/**
 * A self-contained page with a title. `after` follows `main` in the body: a script that the page's policy
 * allows, or data.
 */
export async function plainPage(
  title: string,
  main: Piece,
  after: Piece | '' = '',
): Promise<string> {
  const page = await html`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(plainPageStyle)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
${after}
</body>
</html>
`
  return String(page)
}

/** The Content-Security-Policy of a plain page: only `plainPageStyle`, and the script if one is given. */
export function plainPagePolicy(script?: string): string {
  return [
    "default-src 'none'",
    ...(script ? [`script-src ${hashOf(script)}`] : []),
    `style-src ${hashOf(plainPageStyle)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
