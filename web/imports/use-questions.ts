import { useState } from 'react'
import type { ImportQuestion } from '#worker/imports/imports.contract.ts'
import type { MappingState } from './use-mapping.ts'

const keyOf = ({ place, field, word }: ImportQuestion): string =>
  JSON.stringify([place, field, word])

/** What is asked, and what was asked a moment ago: an answer can be another, and no field goes under a hand. */
export function useQuestions(
  asked: readonly ImportQuestion[] | undefined,
  { answerOf, columns }: MappingState,
): ImportQuestion[] {
  const [{ last, seen }, setSeen] = useState({ last: asked, seen: asked ?? [] })
  if (asked && asked !== last) {
    const now = new Map(asked.map((question) => [keyOf(question), question]))
    const kept = seen.map((question) => now.get(keyOf(question)) ?? question)
    const before = new Set(seen.map(keyOf))
    const fresh = asked.filter((question) => !before.has(keyOf(question)))
    setSeen({ last: asked, seen: [...kept, ...fresh] })
  }
  const isAsked = new Set(asked?.map(keyOf))
  const isOfColumn = ({ place, field }: ImportQuestion) =>
    place !== 'words' || columns.includes(field)
  return seen.filter(
    (question) =>
      isAsked.has(keyOf(question)) || (answerOf(question) !== '' && isOfColumn(question)),
  )
}
