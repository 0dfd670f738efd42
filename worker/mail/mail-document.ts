import { html } from 'hono/html'

/** What a mail says, once; it goes out as plain text and as HTML. */
export type MailDocument = { subject: string; blocks: MailBlock[]; signature: string[] }

export type MailBlock =
  | { is: 'paragraph'; text: string }
  /** What somebody who only glances at the mail must see. */
  | { is: 'emphasis'; text: string }
  | { is: 'list'; entries: MailEntry[] }

export type MailEntry = { title: string; lines: string[] }

export function paragraph(text: string): MailBlock {
  return { is: 'paragraph', text }
}

export function documentText({ blocks, signature }: MailDocument): string {
  return [...blocks.map(blockText), signature.join('\n')].join('\n\n').concat('\n')
}

function blockText(block: MailBlock): string {
  if (block.is !== 'list') return block.text
  return block.entries
    .map(({ title, lines }) => [`- ${title}`, ...lines.map((line) => `  ${line}`)].join('\n'))
    .join('\n\n')
}

const bodyStyle =
  'max-width:600px;margin:0 auto;padding:24px 16px;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif'
const entryStyle = 'margin:16px 0;padding:2px 0 2px 14px;border-left:3px solid #b81f1c'

/**
 * No colours of text or ground: every reader's own are readable, dark ones too. Styles stand in the
 * elements, since mail readers throw others away; nothing is loaded.
 */
export async function documentHtml(document: MailDocument): Promise<string> {
  const page = await html`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${document.subject}</title>
</head>
<body style="margin:0">
<div style="${bodyStyle}">
${document.blocks.map(blockHtml)}
<p style="margin:24px 0 0">${document.signature.map((line) => html`${line}<br>`)}</p>
</div>
</body>
</html>
`
  return String(page)
}

function blockHtml(block: MailBlock) {
  switch (block.is) {
    case 'paragraph':
      return html`<p style="margin:16px 0">${block.text}</p>\n`
    case 'emphasis':
      return html`<p style="margin:16px 0;font-size:18px"><strong>${block.text}</strong></p>\n`
    case 'list':
      return block.entries.map(
        ({ title, lines }) =>
          html`<div style="${entryStyle}"><strong>${title}</strong>${lines.map((line) => html`<br>${line}`)}</div>\n`,
      )
  }
}
