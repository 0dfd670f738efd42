import type { ComponentType, ReactNode } from 'react'
import type { Result } from '#web/lib/result.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'

export type StoredEntry = { id: number; memberId: number; comment: string }
export type EntryDraft = { comment: string }
type Body<Entry> = Omit<Entry, 'id' | 'memberId'>

/** The calls for one of the tables, each beside the specification's failure sentence. */
export type EntryCalls<Entry> = {
  load: (memberId: number) => Promise<Result<Entry[]>>
  notLoaded: string
  create: (memberId: number, body: Body<Entry>) => Promise<Result<Entry>>
  notCreated: string
  save: (memberId: number, id: number, body: Body<Entry>) => Promise<Result<Entry>>
  notSaved: string
  remove: (memberId: number, id: number) => Promise<Result<undefined>>
  notRemoved: string
}

/** In what honors and the duty book differ; the comment is common to both. */
export type EntryKind<Entry extends StoredEntry, Draft extends EntryDraft> = {
  calls: EntryCalls<Entry>
  title: string
  empty: string
  /** "Dienst": can be entered and changed. */
  noun: string
  /** "Eintrag": can be deleted. */
  removedNoun: string
  /** "Kleiderchef ab 14.04.2018" */
  nameOf: (entry: Entry) => string
  heads: readonly string[]
  cells: (entry: Entry) => ReactNode
  draftOf: (entry: Entry | null) => Draft
  /** OK waits for what a field says is missing. */
  isIncomplete?: (draft: Draft) => boolean
  /** What can be sent, or why it cannot be; everything else is left to the server. */
  read: (draft: Draft) => { body: Body<Entry> } | { problems: FieldMessages }
  Fields: ComponentType<EntryFieldsProps<Draft>>
}

export type EntryFieldsProps<Draft> = {
  draft: Draft
  onChange: (changes: Partial<Draft>) => void
  errors: FieldMessages
  today: Day
}
