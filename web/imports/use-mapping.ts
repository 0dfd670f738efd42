import { useEffect, useMemo, useRef, useState } from 'react'
import { changeImport, importQuery } from '#web/data/imports.ts'
import { cacheAnswer } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { guessMapping } from '#worker/domain/import/headings.ts'
import type {
  ImportAnswers,
  ImportMapping,
  ImportQuestion,
  StagedImport,
} from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'

/** What is stored on the server: the field of each column, and the answers to the questions. */
type Mapping = { mapping: ImportMapping; answers: ImportAnswers }

/** The pause after the last change before it is stored, so that typing does not send each key press. */
const restMs = 400

/**
 * The meaning of columns and the answers to questions. Stored on the server on every change, so
 * that a reload loses nothing.
 */
export function useMapping(staged: StagedImport, kind: SheetKind) {
  const guessed = useMemo(
    () => guessMapping(kind, staged.headings, staged.samples, staged.honors).columns,
    [kind, staged.headings, staged.samples, staged.honors],
  )
  // Without a stored mapping (or one of an earlier file with the same headings) the guessed one is the draft.
  const isStored = staged.mapping.columns.length > 0 || staged.headings.length === 0
  const [draft, setDraft] = useState<Mapping>(() => ({
    mapping: { columns: isStored ? staged.mapping.columns : guessed },
    answers: staged.answers,
  }))
  const saving = useAutosave(staged.id, draft, isStored)
  const { columns } = draft.mapping
  const { answers } = draft
  const answer = (next: Partial<ImportAnswers>) =>
    setDraft((now) => ({ ...now, answers: { ...now.answers, ...next } }))
  return {
    columns,
    answers,
    guessed,
    ...saving,
    setColumn: (index: number, field: string | null) =>
      setDraft((now) => ({ ...now, mapping: { columns: now.mapping.columns.with(index, field) } })),
    /** Sets the value for the field's empty cells; null leaves them empty. */
    setEmpty: (field: string, text: string | null) =>
      answer({ empty: withAnswer(answers.empty, field, text) }),
    setChoice: (name: string, value: string | null) =>
      answer({ choices: withAnswer(answers.choices, name, value) }),
    /** The user's answer, also before it is stored; '' for none. */
    answerOf: (question: ImportQuestion) => replyTo(answers, question) ?? question.answer ?? '',
    reply: (question: ImportQuestion, value: string | null) =>
      setDraft((now) => ({ ...now, answers: withReply(now.answers, question, value) })),
    replyAll: (replies: readonly { question: ImportQuestion; value: string }[]) =>
      setDraft((now) => ({
        ...now,
        answers: replies.reduce(
          (so, { question, value }) => withReply(so, question, value),
          now.answers,
        ),
      })),
  }
}

function withReply(
  answers: ImportAnswers,
  { place, field, word }: ImportQuestion,
  value: string | null,
): ImportAnswers {
  const { words } = answers
  if (place !== 'words') return { ...answers, [place]: withAnswer(answers[place], field, value) }
  return { ...answers, words: { ...words, [field]: withAnswer(words[field] ?? {}, word, value) } }
}

export type MappingState = ReturnType<typeof useMapping>

function withAnswer(
  answers: Record<string, string>,
  name: string,
  value: string | null,
): Record<string, string> {
  const { [name]: _, ...others } = answers
  return value === null || value === '' ? others : { ...others, [name]: value }
}

function replyTo(answers: ImportAnswers, { place, field, word }: ImportQuestion) {
  return place === 'words' ? answers.words[field]?.[word] : answers[place][field]
}

/** Stores changes after a pause, with one request at a time; changes during a request follow with the next. */
function useAutosave(id: number, body: Mapping, isStored: boolean) {
  const text = JSON.stringify(body)
  const [kept, setKept] = useState(isStored ? text : null)
  const [refused, setRefused] = useState<string | null>(null)
  const { submit, isPending, failure } = useSubmit(
    { ...changeImport(id), onError: (_, sent) => setRefused(JSON.stringify(sent)) },
    (answer, sent) => {
      setKept(JSON.stringify(sent))
      cacheAnswer(importQuery(id), answer)
    },
  )
  const isRefused = refused === text
  const isWaiting = kept !== text && !isPending && !isRefused
  // biome-ignore lint/correctness/useExhaustiveDependencies: both change on every render.
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => void submit(body), restMs)
    return () => clearTimeout(timer)
  }, [isWaiting, text])
  useSentOnLeaving(id, kept === text ? null : body)
  return {
    isKept: kept === text,
    failure: isRefused ? failure : null,
    retry: () => setRefused(null),
  }
}

/** Sends changes that were made just before leaving the page. */
function useSentOnLeaving(id: number, body: Mapping | null) {
  const unsent = useRef(body)
  useEffect(() => {
    unsent.current = body
  }, [body])
  useEffect(() => {
    const send = () => {
      if (unsent.current)
        void changeImport(id, true)
          .mutationFn(unsent.current)
          .catch(() => {})
      unsent.current = null
    }
    window.addEventListener('pagehide', send)
    return () => {
      window.removeEventListener('pagehide', send)
      send()
    }
  }, [id])
}
