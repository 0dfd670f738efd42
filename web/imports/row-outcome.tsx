import { Link } from 'react-router'
import { counted } from '#web/lib/german-count.ts'
import { paths } from '#web/paths.ts'
import { germanDate } from '#worker/domain/dates.ts'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'

/** A row's questions, errors, resulting values and automatic corrections. */
export function RowOutcome({ row }: { row: PreviewRow }) {
  const { candidates, notes } = row
  // A reason that belongs to a cell is shown at the cell's correction and left out here.
  const reasons = row.reasons.filter(({ field }) => !row.cells.some((cell) => cell.field === field))
  const unnamed = candidates.filter(
    (one) => one.row === undefined && !row.reasons.some(({ text }) => text.includes(fullName(one))),
  )
  return (
    <div className="grid gap-0.5 tabular-nums">
      {reasons.map(({ field, text }) => (
        <p key={`${field} ${text}`}>
          <Reason text={text} candidates={candidates} />
        </p>
      ))}
      {unnamed.map((candidate) => (
        <p key={candidate.memberId}>
          <MemberLink of={candidate} />
          {candidate.birthday && `, ${germanDate(candidate.birthday)}`}
          {candidate.memberNumber > 0 && `, Nr. ${candidate.memberNumber}`}
        </p>
      ))}
      <Stored row={row} />
      {notes.map(({ field, text }) => (
        <p key={`${field} ${text}`} className="text-muted-foreground text-sm">
          {text}
        </p>
      ))}
    </div>
  )
}

type Candidate = PreviewRow['candidates'][number]

/** "Es gibt schon Jasmin Mauch, 16.09.1995, Nr. 1243.", with the name as a link to the member. */
function Reason({ text, candidates }: { text: string; candidates: readonly Candidate[] }) {
  const named = candidates.find((one) => one.row === undefined && text.includes(fullName(one)))
  if (!named) return text
  const [before = '', ...after] = text.split(fullName(named))
  return (
    <>
      {before}
      <MemberLink of={named} />
      {after.join(fullName(named))}
    </>
  )
}

/** A link to a candidate's page; it opens in a new tab, so that the user can return to the row. */
function MemberLink({ of }: { of: Candidate }) {
  return (
    <Link to={paths.member(of.memberId)} target="_blank">
      {fullName(of)}
    </Link>
  )
}

/** "Jasmin Mauch" from "Mauch, Jasmin" */
function fullName({ name }: Candidate): string {
  return name.split(', ').toReversed().join(' ')
}

function Stored({ row: { verdict, fields, reasons } }: { row: PreviewRow }) {
  switch (verdict) {
    case 'same':
      return <p className="text-muted-foreground">Steht schon genau so da.</p>
    case 'skipped':
      return reasons.length === 0 && <p className="text-muted-foreground">Bleibt draußen.</p>
    case 'new':
      return <New fields={fields} />
    case 'changes':
      return fields.map((field) => <Change key={field.field} of={field} />)
    case 'duplicate':
    case 'error':
      return null
  }
}

type StoredField = PreviewRow['fields'][number]

/** A field that the import changes: the old value struck out, and the new value. */
function Change({ of: { label, old, new: now } }: { of: StoredField }) {
  return (
    <p>
      {label}{' '}
      {old && (
        <>
          <span className="sr-only">bisher </span>
          <del className="text-muted-foreground">{old}</del>
          <span className="sr-only">, neu</span>{' '}
        </>
      )}
      {now}
    </p>
  )
}

function New({ fields }: { fields: readonly StoredField[] }) {
  if (fields.length === 0) return <p>Wird angelegt.</p>
  return (
    <details>
      <summary className="cursor-pointer">
        Wird angelegt, {counted(fields.length, 'Angabe', 'Angaben')}
      </summary>
      <div className="pb-1">
        {fields.map((field) => (
          <Change key={field.field} of={field} />
        ))}
      </div>
    </details>
  )
}
