import { html } from 'hono/html'

/** The content of a mail, rendered as plain text and as HTML. */
export type MailDocument = {
  subject: string
  blocks: MailBlock[]
  signature: string[]
  /** Links at the end of the mail. */
  footer?: MailLink[]
}

export type MailBlock =
  | { is: 'paragraph'; text: string }
  /** A sentence that has to be noticed. */
  | { is: 'emphasis'; text: string }
  | { is: 'link'; link: MailLink }
  | { is: 'list'; heading?: string; entries: MailEntry[] }
  | { is: 'code'; code: MailCode }

export type MailEntry = { title: string; lines: string[]; link?: MailLink }

/** A person's check-in code: its link and, attached to the mail, its picture. */
export type MailCode = {
  name: string
  href: string
  /** The name by which the HTML refers to the picture. */
  contentId: string
  gif: Uint8Array<ArrayBuffer>
}

/** A link to a page of this site. */
export type MailLink = { text: string; href: string }

export function paragraph(text: string): MailBlock {
  return { is: 'paragraph', text }
}

export function documentText({ blocks, signature, footer = [] }: MailDocument): string {
  const parts = [...blocks.map(blockText), signature.join('\n'), footer.map(linkText).join('\n')]
  return parts.filter(Boolean).join('\n\n').concat('\n')
}

function blockText(block: MailBlock): string {
  switch (block.is) {
    case 'paragraph':
    case 'emphasis':
      return block.text
    case 'link':
      return linkText(block.link)
    case 'list':
      return [...(block.heading ? [block.heading] : []), ...block.entries.map(entryText)].join(
        '\n\n',
      )
    case 'code':
      return linkText({ text: block.code.name, href: block.code.href })
  }
}

function entryText({ title, lines, link }: MailEntry): string {
  const below = [...lines, ...(link ? [linkText(link)] : [])]
  return [`- ${title}`, ...below.map((line) => `  ${line}`)].join('\n')
}

const linkText = ({ text, href }: MailLink) => `${text}: ${href}`

const bodyStyle =
  'max-width:600px;margin:0 auto;padding:24px 16px;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif'
const entryStyle = 'margin:16px 0;padding:2px 0 2px 14px;border-left:3px solid #b81f1c'

export function codesIn({ blocks }: MailDocument): MailCode[] {
  return blocks.flatMap((block) => (block.is === 'code' ? [block.code] : []))
}

/**
 * The mail as HTML. It sets no colours of text or background, so that each mail client's own (also dark) apply. Styles are
 * inline because mail clients remove others; pictures are attached and nothing is loaded.
 */
export async function documentHtml(document: MailDocument): Promise<string> {
  const { subject, blocks, signature, footer = [] } = document
  const page = await html`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0">
<div style="${bodyStyle}">
${blocks.map(blockHtml)}
${signature.length > 0 ? html`<p style="margin:24px 0 0">${signature.map((line) => html`${line}<br>`)}</p>` : ''}
${footer.length > 0 ? html`<p style="margin:24px 0 0;font-size:14px">${footer.map(footerHtml)}</p>` : ''}
</div>
</body>
</html>
`
  return String(page)
}

function blockHtml(block: MailBlock) {
  switch (block.is) {
    case 'paragraph':
      return html`<p style="margin:16px 0">${linesHtml(block.text)}</p>\n`
    case 'emphasis':
      return html`<p style="margin:16px 0;font-size:18px"><strong>${block.text}</strong></p>\n`
    case 'link':
      return html`<p style="margin:16px 0">${linkHtml(block.link)}</p>\n`
    case 'list':
      return [
        block.heading
          ? html`<p style="margin:24px 0 0"><strong>${block.heading}</strong></p>\n`
          : '',
        ...block.entries.map(entryHtml),
      ]
    case 'code':
      return codeHtml(block.code)
  }
}

// Typed text keeps its line breaks.
function linesHtml(text: string) {
  return text.split('\n').map((line, index) => html`${index > 0 ? html`<br>` : ''}${line}`)
}

function entryHtml({ title, lines, link }: MailEntry) {
  const below = [...lines, ...(link ? [linkHtml(link)] : [])]
  return html`<div style="${entryStyle}"><strong>${title}</strong>${below.map((line) => html`<br>${line}`)}</div>\n`
}

// The picture includes its white border.
function codeHtml({ name, contentId }: MailCode) {
  return html`<p style="margin:16px 0"><strong>${name}</strong><br><img src="cid:${contentId}" width="${codeWidth}" height="${codeWidth}" alt="Code von ${name}" style="margin:8px 0 0;border-radius:8px"></p>\n`
}

/** Wide enough to be scanned from a phone's screen. */
const codeWidth = 222

const footerHtml = (link: MailLink, index: number) =>
  html`${index > 0 ? ' · ' : ''}${linkHtml(link)}`

const linkHtml = ({ text, href }: MailLink) => html`<a href="${href}">${text}</a>`
