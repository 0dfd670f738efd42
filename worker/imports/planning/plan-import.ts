import { createHash } from 'node:crypto'
import type { Day } from '#worker/domain/dates.ts'
import { importFields } from '#worker/domain/import/fields.ts'
import { guessKinds, targetsOf } from '#worker/domain/import/headings.ts'
import { fieldText, normaliseRow } from '#worker/domain/import/normalise.ts'
import { choiceText, questionText } from '#worker/domain/import/questions.ts'
import type { Known, OpenWord, Sheet, SheetKind, SheetRow } from '#worker/domain/import/types.ts'
import { wordKey } from '#worker/domain/import/words.ts'
import type {
  ImportCounts,
  ImportPreview,
  ImportQuestion,
  PreviewRow,
} from '#worker/imports/imports.contract.ts'
import { emptyPlan, type PlanClock, type PlannedImport, type Staged } from '#worker/imports/plan.ts'
import { planCostumes } from './costumes.ts'
import { planDuties, planHonors } from './honors-and-duties.ts'
import { type InputRow, type Judged, type KindPlan, sheetOf, verdictOf } from './judged-row.ts'
import { planMembers } from './members.ts'
import { planParades } from './parades.ts'
import { planParadesBefore } from './parades-before.ts'
import { planParticipations } from './participations.ts'
import type { Reading } from './read-for-planning.ts'

const noCounts: ImportCounts = { new: 0, changes: 0, same: 0, duplicate: 0, error: 0, skipped: 0 }

/** Plans the import row by row; a pure function. */
export function planImport({ of }: Reading, staged: Staged, clock: PlanClock): PlannedImport {
  const known = knownOf(of)
  const inputOf = <Kind extends SheetKind>(kind: Kind) => inputRows(kind, staged, clock, known)
  const planOf = (kind: SheetKind, plan: KindPlan): PlannedImport => ({
    plan: { insertions: plan.insertions, updates: plan.updates },
    preview: previewOf(kind, plan, staged, known, clock.today),
  })
  switch (of.kind) {
    case 'members':
      return planOf(of.kind, planMembers(of, inputOf(of.kind), staged, clock))
    case 'costumes':
      return planOf(of.kind, planCostumes(of, inputOf(of.kind), staged, clock))
    case 'honors':
      return planOf(of.kind, planHonors(of, inputOf(of.kind), staged))
    case 'duties':
      return planOf(of.kind, planDuties(of, inputOf(of.kind), staged))
    case 'paradesBefore':
      return planOf(of.kind, planParadesBefore(of, inputOf(of.kind), staged, clock))
    case 'parades':
      return planOf(of.kind, planParades(of, inputOf(of.kind), staged, clock))
    case 'participations':
      return planOf(of.kind, planParticipations(of, inputOf(of.kind), staged, clock))
    case 'archive': {
      const preview = { seen: '', counts: noCounts, questions: [], rows: [], alsoHolds: [] }
      return { plan: emptyPlan, preview }
    }
  }
}

function knownOf(of: Reading['of']): Known {
  if (of.kind === 'duties') return { offices: of.offices }
  return 'honorKinds' in of && of.honorKinds ? { honors: of.honorKinds } : {}
}

const nothingSaid = { values: {}, decision: null, memberId: null }

/** The normalised rows with the user's choices. */
function inputRows<Kind extends SheetKind>(
  kind: Kind,
  staged: Staged,
  { today }: PlanClock,
  known: Known,
): InputRow<Kind>[] {
  const sheet = sheetOf(staged, today)
  return staged.rows.map((row) => {
    const choice = staged.choices.get(row.row) ?? nothingSaid
    const given = { ...row, values: choice.values, problem: problemOf(row, choice) }
    return { ...normaliseRow(kind, sheet, staged.answers, given, today, known), choice }
  })
}

/** The problem that the reader found in a row; it ends when a user corrects or decides the row. */
function problemOf(
  { problem }: SheetRow,
  choice: InputRow<SheetKind>['choice'],
): string | undefined {
  const isLookedAt = choice.decision !== null || Object.keys(choice.values).length > 0
  return isLookedAt ? undefined : problem
}

function previewOf(
  kind: SheetKind,
  plan: KindPlan,
  staged: Staged,
  known: Known,
  today: Day,
): ImportPreview {
  const sheet = sheetOf(staged, today)
  const given = new Map(staged.rows.map((row) => [row.row, row]))
  const labels = labelsOf(kind, staged, known)
  const rows = plan.rows.map((judged): PreviewRow => {
    const { row, title, decision, notes, fields, candidates, ofAll } = judged
    const choice = staged.choices.get(row) ?? nothingSaid
    const sheetRow = { row, cells: [], ...given.get(row), values: choice.values }
    const { problem } = sheetRow
    const isLookedAt = problem !== undefined && problemOf(sheetRow, choice) === undefined
    const verdict = verdictOf(judged)
    const isWritten = verdict === 'new' || verdict === 'changes'
    const reasons = reasonsOf(judged)
    const allNotes = isLookedAt ? [...notes, { field: null, text: problem }] : notes
    const named = [...reasons, ...allNotes].flatMap(({ field }) => field ?? [])
    const cells = [...new Set([...named, ...Object.keys(choice.values)])].map((field) => ({
      field,
      label: labels.get(field) ?? field,
      text: fieldText(sheet, sheetRow, field),
      corrected: Object.hasOwn(choice.values, field),
    }))
    return {
      row,
      verdict,
      title: title || titleOfCells(sheet, sheetRow),
      reasons,
      notes: allNotes,
      cells,
      fields: isWritten ? fields : [],
      candidates: verdict === 'duplicate' || ofAll ? candidates : [],
      decision,
      ...(ofAll && { ofAll }),
      memberId: choice.memberId,
    }
  })
  const counts = { ...noCounts }
  for (const { verdict } of rows) counts[verdict] += 1
  return {
    seen: hashOf(rows, plan.rows),
    counts,
    questions: [
      ...questionsOf(kind, plan.rows, { staged, sheet, known, today }),
      ...plan.questions,
    ],
    rows,
    alsoHolds: guessKinds(staged.headings, known.honors).filter(
      (one) => one !== kind && one !== 'members' && !staged.mapping.columns.includes(one),
    ),
  }
}

function reasonsOf({ decision, errors, doubts }: Judged): PreviewRow['reasons'] {
  if (decision === 'skip') return [{ field: null, text: 'Diese Zeile bleibt draußen.' }]
  return [...errors, ...doubts.map((text) => ({ field: null, text }))]
}

function labelsOf(
  kind: SheetKind,
  { headings, mapping }: Staged,
  { honors }: Known,
): Map<string, string> {
  const labels = new Map(importFields[kind].map(({ field, label }) => [field, label]))
  mapping.columns.forEach((field, column) => {
    if (field === null || labels.has(field)) return
    const heading = headings[column] ?? ''
    const target = targetsOf(kind, heading, honors).find((one) => one.field === field)
    labels.set(field, heading || (target?.label ?? field))
  })
  return labels
}

/** The title of a row that cannot be read: the texts of its cells that name something. */
function titleOfCells(sheet: Sheet, row: SheetRow): string {
  const fields = ['fullName', 'lastName', 'firstName', 'title', 'costumeType', 'number']
  const texts = fields.map((field) => fieldText(sheet, row, field))
  return texts.filter(Boolean).join(', ').replace(/\s+/g, ' ').slice(0, 200)
}

/**
 * A hash of what the commit must find unchanged: each row's verdict, subjects and changes (old and new
 * values). Unrelated changes in the guild do not affect it.
 */
function hashOf(rows: readonly PreviewRow[], judged: readonly Judged[]): string {
  const hash = createHash('sha256')
  rows.forEach(({ row, verdict, fields }, index) => {
    const targets = judged[index]?.targets ?? []
    const changes = fields.map((one) => [one.field, one.old, one.new])
    hash.update(`${JSON.stringify([row, verdict, targets, changes])}\n`)
  })
  return hash.digest('hex')
}

type Asking = { staged: Staged; sheet: Sheet; known: Known; today: Day }

/** The most different sample cells that are collected per choice. */
const mostSamples = 20

/** One question per word, with the number of rows that depend on it and its answer. */
function questionsOf(
  kind: SheetKind,
  judged: readonly Judged[],
  { staged, sheet, known, today }: Asking,
): ImportQuestion[] {
  const { answers } = staged
  const questions = new Map<string, ImportQuestion>()
  const choices = new Map<string, { word: OpenWord; rows: number; samples: Set<string> }>()
  const ask = ({ place, field, word }: OpenWord, rows: number) => {
    const key = JSON.stringify([place, field, place === 'words' ? wordKey(word) : ''])
    const found = questions.get(key)
    if (found) {
      found.rows += rows
      return
    }
    const answer = place === 'words' ? answers.words[field]?.[word] : answers[place][field]
    const asked = questionText(kind, field, word, known)
    questions.set(key, { place, field, word, rows, ...asked, answer: answer ?? null })
  }
  for (const { open, chosen } of judged) {
    for (const word of [...open, ...chosen]) {
      if (word.place !== 'choices') ask(word, 1)
      else {
        const choice = choices.get(word.field) ?? { word, rows: 0, samples: new Set() }
        choice.rows += 1
        if (word.sample && choice.samples.size < mostSamples) choice.samples.add(word.sample)
        choices.set(word.field, choice)
      }
    }
  }
  // Answered words are listed as well, so that the answer can be changed.
  for (const [field, words] of Object.entries(answers.words)) {
    if (field === 'costumeType') continue
    const counts = countWords(field, staged, sheet)
    for (const word of Object.keys(words)) {
      const rows = counts.get(wordKey(word)) ?? 0
      if (rows > 0) ask({ place: 'words', field, word }, rows)
    }
  }
  const ofColumns = [...choices.values()].map(({ word, rows, samples }): ImportQuestion => {
    const { place, field } = word
    const asked = choiceText(kind, { word, sheet, samples: [...samples], today })
    return { place, field, word: '', rows, ...asked, answer: answers.choices[field] ?? null }
  })
  return [...ofColumns, ...questions.values()]
}

function countWords(field: string, staged: Staged, sheet: Sheet): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of staged.rows) {
    const values = staged.choices.get(row.row)?.values
    const key = wordKey(fieldText(sheet, { ...row, values: values ?? null }, field))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
