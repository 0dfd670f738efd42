import type { ComponentType, ReactNode } from 'react'
import type { ConflictWords } from '#web/lib/conflict-words.ts'
import type { MutationDefinition } from '#web/lib/query.ts'
import type { ReadResult } from '#web/lib/typed.ts'
import type { Change } from '#web/lib/use-submit-form.ts'
import type { Day } from '#worker/domain/dates.ts'

export type StoredEntry = { id: number; memberId: number; comment: string }
export type EntryDraft = { comment: string }
export type EntryBody<Entry> = Omit<Entry, 'id' | 'memberId'>

/** What `EntryCard` and its dialogs need to know of a kind of entry: the honors or the duty book. */
export type EntryKind<Entry extends StoredEntry, Draft extends EntryDraft> = {
  create: (memberId: number) => MutationDefinition<EntryBody<Entry>, Entry>
  save: (memberId: number, id: number) => MutationDefinition<Change<EntryBody<Entry>>, Entry>
  remove: (memberId: number) => MutationDefinition<number, unknown>
  title: string
  empty: string
  /** What an entry is called in the dialogs for adding and changing: "Dienst". */
  noun: string
  /** What an entry is called in the dialog for deleting: "Eintrag". */
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
  /** The fields of the entry, which find the form in its context. */
  Fields: ComponentType<EntryContext<Entry>>
}

export type EntryContext<Entry> = {
  /** The member's other entries, as far as loaded. */
  others: readonly Entry[]
  today: Day
}
