import { importFields } from '#worker/domain/import/fields.ts'
import { headingKey, sheetKinds } from '#worker/domain/import/headings.ts'
import { knownHeadings } from '#worker/domain/import/known-headings.ts'

const known = new Set(
  sheetKinds.flatMap((kind) => [
    ...Object.values(knownHeadings[kind]).flat().map(headingKey),
    ...importFields[kind].map(({ label }) => headingKey(label)),
  ]),
)

/** Whether a heading of any kind reads so; "a, b" is not the short word "ab". */
export function isKnownHeading(text: string): boolean {
  const key = headingKey(text)
  return known.has(key) && (key.length > 3 || text.length < key.length + 2)
}
