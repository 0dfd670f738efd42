import { honorTypes } from '#worker/domain/codes.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import type {
  Import,
  ImportCounts,
  ImportPreview,
  PreviewRow,
  StagedImport,
  Verdict,
} from '#worker/imports/imports.contract.ts'

const none: ImportCounts = {
  new: 0,
  changes: 0,
  same: 0,
  duplicate: 0,
  error: 0,
  skipped: 0,
}

export function anImport(change: Partial<Import> = {}): Import {
  return {
    id: 7,
    kind: 'members',
    state: 'done',
    fileName: 'mitglieder.xlsx',
    counts: { ...none, new: 137, changes: 12 },
    createdAt: '2026-11-21T17:03:00.000Z',
    createdBy: 'Sabine Kächele',
    doneAt: '2026-11-21T17:20:00.000Z',
    doneBy: 'Sabine Kächele',
    undoneAt: null,
    undoneBy: null,
    undoable: true,
    before: null,
    ...change,
  }
}

export function aStagedImport(change: Partial<StagedImport> = {}): StagedImport {
  return {
    ...anImport({ state: 'staged', counts: null, doneAt: null, doneBy: null, undoable: false }),
    fileName: 'mitglieder-2026.csv',
    headings: ['Nr', 'Name', 'Vorname', 'geb', 'Häsabnahme'],
    samples: [
      [1187, 1204, 1188],
      ['Gruber', 'Hepp', 'Straßer'],
      ['Annegret', 'Manuel', 'Jörg'],
      ['14.3.68', { day: '1991-11-01' }],
      ['ja'],
    ],
    rowCount: 412,
    mapping: { columns: [] },
    answers: { words: {}, empty: {}, choices: {} },
    skipped: [],
    honors: honorTypes.map((code) => ({ code, label: honorLabels[code], hidden: false })),
    parts: { received: [1], expected: 1 },
    ...change,
  }
}

export function aRow(change: Partial<PreviewRow> = {}): PreviewRow {
  return {
    row: 2,
    verdict: 'new',
    title: 'Sauter, Paul',
    reasons: [],
    notes: [],
    fields: [],
    cells: [],
    candidates: [],
    decision: null,
    memberId: null,
    ...change,
  }
}

/** A preview with the counts of its rows, as the server computes them. */
export function aPreview(rows: PreviewRow[], change: Partial<ImportPreview> = {}): ImportPreview {
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length
  return {
    seen: 'hash-1',
    counts: {
      new: count('new'),
      changes: count('changes'),
      same: count('same'),
      duplicate: count('duplicate'),
      error: count('error'),
      skipped: count('skipped'),
    },
    questions: [],
    rows,
    alsoHolds: [],
    ...change,
  }
}
