import type { ComponentType, ReactNode } from 'react'
import type { ConflictWords } from '#web/lib/conflict-words.ts'
import type { MutationDefinition } from '#web/lib/query.ts'
import type { ReadResult } from '#web/lib/typed.ts'
import type { Change } from '#web/lib/use-submit-form.ts'
import type { Day } from '#worker/domain/dates.ts'

export type StoredEntry = { id: number; memberId: number; comment: string }
export type EntryDraft = { comment: string }
export type EntryBody<Entry> = Omit<Entry, 'id' | 'memberId'>

/** The differences between honors and the duty book; the comment field is common to both. */
export type EntryKind<Entry extends StoredEntry, Draft extends EntryDraft> = {
  create: (memberId: number) => MutationDefinition<EntryBody<Entry>, Entry>
  save: (memberId: number, id: number) => MutationDefinition<Change<EntryBody<Entry>>, Entry>
  remove: (memberId: number) => MutationDefinition<number, unknown>
  title: string
  empty: string
  /** "Dienst", for adding and changing. */
  noun: string
  /** "Eintrag", for deleting. */
  removedNoun: string
  nameOf: (entry: Entry) => string
  heads: readonly string[]
  cells: (entry: Entry) => ReactNode
  draftOf: (entry: Entry | null) => Draft
  /** Labels for the conflict dialog. */
  words: ConflictWords
  /** Keeps OK disabled while a required field is empty. */
  isIncomplete?: (draft: Draft) => boolean
  read: (draft: Draft) => ReadResult<EntryBody<Entry>>
  /** Questions about unusual but possible values. */
  questions: (
    body: EntryBody<Entry>,
    beside: EntryContext<Entry> & { stored: Entry | null },
  ) => string[]
  /** Rendered within the form's context. */
  Fields: ComponentType<EntryContext<Entry>>
}

export type EntryContext<Entry> = {
  /** The member's other entries, as far as loaded. */
  others: readonly Entry[]
  today: Day
}
