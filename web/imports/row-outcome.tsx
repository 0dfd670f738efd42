import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { germanDate } from '#worker/domain/dates.ts'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import { counted } from './kind-words.ts'

/** Why a row is asked or refused, what would be stored, and what was put right without asking. */
export function RowOutcome({ row }: { row: PreviewRow }) {
  return (
    <div className="grid gap-0.5 tabular-nums">
      {row.reasons.map(({ field, text }) => (
        <p key={`${field} ${text}`}>{text}</p>
      ))}
      {row.candidates.map((candidate) => (
        <Candidate key={candidate.memberId} of={candidate} />
      ))}
      <Stored row={row} />
      {row.notes.map(({ field, text }) => (
        <p key={`${field} ${text}`} className="text-muted-foreground text-sm">
          {text}
        </p>
      ))}
    </div>
  )
}

/** "Es gibt schon Jasmin Mauch, 16.09.1995, Nr. 1243." */
function Candidate({ of }: { of: PreviewRow['candidates'][number] }) {
  const { memberId, name, birthday, memberNumber } = of
  return (
    <p>
      Es gibt schon {/* In a tab of its own: one comes back to the same row. */}
      <Link to={paths.member(memberId)} target="_blank">
        {name}
      </Link>
      {birthday && `, ${germanDate(birthday)}`}, Nr. {memberNumber}.
    </p>
  )
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

/** "Mobil 01555 0100199", what stood there struck out before it. */
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
