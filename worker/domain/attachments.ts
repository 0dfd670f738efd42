import { maxAttachmentBytes, maxAttachments } from './limits.ts'

// Rules for the PDF files of a circular, for the server and for the page, which rejects a file at once.

export type PdfFile = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** The length of the end of a file in which readers of PDF look for the mark %%EOF. */
const endBytes = 1024

/** Whether the content is a whole PDF file; the name is not considered. */
export function isPdf(bytes: Uint8Array): boolean {
  const text = (from: number, to?: number) =>
    new TextDecoder('latin1').decode(bytes.subarray(from, to))
  return text(0, 5) === '%PDF-' && text(Math.max(0, bytes.length - endBytes)).includes('%%EOF')
}

/** Why these files cannot be sent; null when they can. */
export function attachmentsProblem(files: readonly PdfFile[]): string | null {
  const other = files.find(({ bytes }) => !isPdf(bytes))
  if (other) return `„${other.name}“ ist kein vollständiges PDF.`
  const names = files.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) return `„${twice}“ ist zweimal dabei.`
  if (files.length > maxAttachments) return `Höchstens ${maxAttachments} Dateien.`
  const sum = files.reduce((all, { bytes }) => all + bytes.length, 0)
  if (sum <= maxAttachmentBytes) return null
  return `Zusammen höchstens 2 MB. Das sind ${megabytes(sum)}.`
}

const german = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })

/** The size in words: "1,4 MB", "120 kB". */
export function megabytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  // Rounded up, so that a sum above a limit never reads like the limit.
  return `${german.format(Math.ceil(bytes / 1024 / 102.4) / 10)} MB`
}

/** The name of an attached file, without folders and dots in front: "Einladung.pdf". */
export function pdfName(name: string): string {
  const [last = ''] = name.split(/[/\\]/).slice(-1)
  const own = last.replace(/^[.\s]+/, '').trim() || 'Anhang'
  return /\.pdf$/i.test(own) ? own : `${own}.pdf`
}
