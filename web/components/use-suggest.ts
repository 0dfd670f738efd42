import type { ReactNode } from 'react'
import { normaliseName } from '#worker/domain/names.ts'
import { useListbox } from './use-listbox.ts'

export type Suggestion = {
  /** What the field holds when it is chosen. */
  value: string
  /** What the list shows in its place. */
  label?: ReactNode
  /** Tells apart what has the same value, in a second line. */
  note?: string
  /** Needed where value and note do not tell apart. */
  key?: number
}

/** The list below a text field, with what fits the text. */
export function useSuggest<S extends Suggestion>(
  typed: string,
  suggestions: readonly S[],
  onChoose: (suggestion: S) => void,
) {
  const matches = suggestions.filter((suggestion) => isMatch(suggestion, typed))
  return useListbox(matches, onChoose)
}

function isMatch({ value, note = '' }: Suggestion, typed: string): boolean {
  return normaliseName(`${value} ${note}`).includes(normaliseName(typed))
}
