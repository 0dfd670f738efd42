/** What somebody is about to do to a row of a table. */
export type EntryAct<Entry> =
  | { kind: 'add' }
  | { kind: 'edit'; entry: Entry }
  | { kind: 'delete'; entry: Entry }
