import { importFields } from '#worker/domain/import/fields.ts'
import { headingKey, sheetKinds } from '#worker/domain/import/headings.ts'
import { knownHeadings } from '#worker/domain/import/known-headings.ts'

const known = new Set(
  sheetKinds.flatMap((kind) => [
    ...Object.values(knownHeadings[kind]).flat().map(headingKey),
    ...importFields[kind].map(({ label }) => headingKey(label)),
  ]),
)

/** Whether a heading of any kind reads so. */
export const isKnownHeading = (text: string): boolean => known.has(headingKey(text))
