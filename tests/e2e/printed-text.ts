import { extractTextItems, getDocumentProxy } from 'unpdf'

/** A text in a PDF: its page, and its position in millimetres from the left and the top. */
export type Printed = { text: string; page: number; x: number; y: number; size: number }

export async function textsOf(pdf: Buffer): Promise<{ pageCount: number; texts: Printed[] }> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { totalPages, items } = await extractTextItems(document)
  const inMm = (points: number) => (points * 25.4) / 72
  return {
    pageCount: totalPages,
    texts: items.flatMap((texts, page) =>
      texts
        .filter(({ str }) => str.trim())
        .map(({ str, x, y, fontSize }) => ({
          text: str,
          page,
          x: inMm(x),
          y: 297 - inMm(y),
          size: fontSize,
        })),
    ),
  }
}
