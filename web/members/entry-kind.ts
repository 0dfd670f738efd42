import type { ComponentType, ReactNode } from 'react'
import type { ConflictWords } from '#web/lib/conflict-words.ts'
import type { Writing } from '#web/lib/query.ts'
import type { Read } from '#web/lib/typed.ts'
import type { Change } from '#web/lib/use-submit-form.ts'
import type { Day } from '#worker/domain/dates.ts'

export type StoredEntry = { id: number; memberId: number; comment: string }
export type EntryDraft = { comment: string }
export type Body<Entry> = Omit<Entry, 'id' | 'memberId'>

/** In what honors and the duty book differ; the comment is common to both. */
export type EntryKind<Entry extends StoredEntry, Draft extends EntryDraft> = {
  create: (memberId: number) => Writing<Body<Entry>, Entry>
  save: (memberId: number, id: number) => Writing<Change<Body<Entry>>, Entry>
  remove: (memberId: number) => Writing<number, unknown>
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
  /** Where two people have changed the same field. */
  words: ConflictWords
  /** OK waits for what a field says is missing. */
  isIncomplete?: (draft: Draft) => boolean
  read: (draft: Draft) => Read<Body<Entry>>
  /** What is unusual and may be right all the same: asked, not refused. */
  questions: (body: Body<Entry>, beside: Beside<Entry> & { stored: Entry | null }) => string[]
  /** They find the form by its context. */
  Fields: ComponentType<Beside<Entry>>
}

export type Beside<Entry> = {
  /** The other entries of the member, as far as they are known. */
  others: readonly Entry[]
  today: Day
}
