import type { ImportAnswers, ImportMapping } from './imports.contract.ts'

/** Words of these fields stand for codes, so remembering them stores no personal data. */
const fieldsOfCodes = ['membershipState', 'honor', 'duty']
const choicesOfFiles = ['nameOrder']

/** What is remembered for files with the same headings, as stored in `import_mappings`. */
export type Remembered = ImportMapping & Partial<Pick<ImportAnswers, 'words' | 'choices'>>

export function rememberedOf(
  { columns }: ImportMapping,
  { words = {}, choices = {} }: Partial<ImportAnswers>,
): Remembered {
  return {
    columns,
    words: pickValues(words, fieldsOfCodes),
    choices: pickValues(choices, choicesOfFiles),
  }
}

function pickValues<Value>(
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}
