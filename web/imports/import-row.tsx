import { Check, CheckCheck, Pencil, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { counted } from '#web/lib/german-count.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TableCell, TableRow } from '#web/ui/table.tsx'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'
import { canBeEmpty } from './mapping-words.ts'
import { RowOutcome } from './row-outcome.tsx'
import { TypedInput } from './typed-input.tsx'
import type { Decision, RowChanges } from './use-row-changes.ts'
import { type Cell, offeredCorrections, sameCellKey } from './use-row-changes.ts'
import { VerdictMark } from './verdicts.tsx'

type ImportRowProps = {
  kind: SheetKind
  row: PreviewRow
  sameCellRows: ReadonlyMap<string, readonly PreviewRow[]>
  /** For each field, the rows in which the server offers corrections of its cell. */
  offered: ReadonlyMap<string, readonly PreviewRow[]>
  changes: RowChanges
  onFill: (field: string, text: string) => void
}

export function ImportRow({ kind, row, sameCellRows, offered, changes, onFill }: ImportRowProps) {
  return (
    <TableRow data-row={row.row} className="*:py-2.5! *:align-top">
      <TableCell numeric className="text-muted-foreground" before="Zeile">
        {row.row}
      </TableCell>
      <TableCell>
        <VerdictMark verdict={row.verdict} />
      </TableCell>
      <TableCell>
        <b className="font-semibold text-foreground">{row.title || '–'}</b>
      </TableCell>
      <TableCell className="text-foreground! max-md:mt-1 max-md:basis-full">
        <RowOutcome row={row} />
        {row.cells.map((cell) => (
          <CellCorrection
            key={cell.field}
            row={row}
            cell={cell}
            canBeEmpty={canBeEmpty(kind, cell.field)}
            sameCellRows={sameCellRows.get(sameCellKey(cell)) ?? []}
            offered={offered.get(cell.field) ?? []}
            onCorrect={(rows, text) => changes.correct(rows, cell.field, text)}
            onTakeOffers={() => changes.takeOffers(offered.get(cell.field) ?? [], cell.field)}
            onFill={(text) => onFill(cell.field, text)}
          />
        ))}
      </TableCell>
      <TableCell className="max-md:mt-2 max-md:basis-full">
        {(row.verdict !== 'same' ||
          row.ofAll !== undefined ||
          changes.decisionOf(row).decision !== null) && (
          <DecisionSelect row={row} changes={changes} />
        )}
      </TableCell>
    </TableRow>
  )
}

type DecisionSelectProps = { row: PreviewRow; changes: RowChanges }

/** The choice of what to do with a row; empty until the user has decided. */
function DecisionSelect({ row, changes }: DecisionSelectProps) {
  const chosen = changes.decisionOf(row)
  const options = optionsOf(row, chosen)
  const isAsked = row.verdict === 'error' || options.length > 1
  return (
    <Select
      aria-label={`Entscheidung für Zeile ${row.row}`}
      value={keyOf(chosen)}
      onChange={(event) => {
        const option = options.find(({ decision }) => keyOf(decision) === event.target.value)
        changes.decide(row, option?.decision ?? { decision: null })
      }}
      className="min-h-9! max-md:min-h-11!"
    >
      <option value="">{row.ofAll ? ofAll[row.ofAll] : isAsked ? 'Offen' : 'Übernehmen'}</option>
      {options.map(({ decision, label }) => (
        <option key={keyOf(decision)} value={keyOf(decision)}>
          {label}
        </option>
      ))}
    </Select>
  )
}

/** Labels of a decision that the user has made for all rows with the same question at once. */
const ofAll = { same: 'Wie alle: Dasselbe', new: 'Wie alle: Neu' }

const keyOf = ({ decision, memberId }: Decision): string =>
  decision === null ? '' : [decision, memberId].filter((part) => part !== undefined).join(' ')

type Option = { decision: Decision; label: string }

/** @param chosen the decision made; it stays an option when the server no longer lists candidates for the row */
function optionsOf({ candidates }: PreviewRow, chosen: Decision): Option[] {
  const stored = candidates.filter(({ row }) => row === undefined)
  const [only] = candidates
  const same: Option[] =
    only && candidates.length === 1
      ? [{ decision: sameMemberLabel(only), label: 'Dasselbe' }]
      : stored.map((one) => ({
          decision: sameMemberLabel(one),
          label: `Dasselbe: ${nameWithNumber(one)}`,
        }))
  const fresh: Option[] = only ? [{ decision: { decision: 'new' }, label: 'Neu' }] : []
  const options: Option[] = [
    ...same,
    ...fresh,
    { decision: { decision: 'skip' }, label: 'Überspringen' },
  ]
  const isOffered = options.some(({ decision }) => keyOf(decision) === keyOf(chosen))
  if (chosen.decision === null || isOffered) return options
  return [{ decision: chosen, label: chosen.decision === 'new' ? 'Neu' : 'Dasselbe' }, ...options]
}

type Candidate = PreviewRow['candidates'][number]

/** The decision "Dasselbe": with the id of a stored member; a candidate in the same file (`row`) has no id yet. */
function sameMemberLabel({ memberId, row }: Candidate): Decision {
  return row === undefined ? { decision: 'same', memberId } : { decision: 'same' }
}

const nameWithNumber = ({ name, memberNumber }: Candidate): string =>
  memberNumber > 0 ? `${name}, Nr. ${memberNumber}` : name

type CellCorrectionProps = {
  row: PreviewRow
  cell: Cell
  canBeEmpty: boolean
  /** The rows with the same text in the cell, including `row`; corrected together. */
  sameCellRows: readonly PreviewRow[]
  /** The rows for which the server offers a correction of the same field. */
  offered: readonly PreviewRow[]
  /** Sets the text of the cell in the rows; null restores the text of the file. */
  onCorrect: (rows: readonly PreviewRow[], text: string | null) => void
  onTakeOffers: () => void
  onFill: (text: string) => void
}

/** An input for a cell: at once for a wrong or corrected cell; behind a button for an automatically corrected one. */
function CellCorrection(props: CellCorrectionProps) {
  const { row, cell } = props
  const [isOpen, setOpen] = useState(false)
  const reasons = row.reasons.flatMap(({ field, text }) => (field === cell.field ? [text] : []))
  if (reasons.length > 0 || cell.corrected || isOpen)
    return <Correction {...props} reasons={reasons} />
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-3 text-muted-foreground!"
      onClick={() => setOpen(true)}
    >
      <Pencil />
      {cell.label} ändern <span className="sr-only">in Zeile {row.row}</span>
    </Button>
  )
}

type CorrectionProps = CellCorrectionProps & { reasons: readonly string[] }

function Correction({
  row,
  cell,
  canBeEmpty,
  sameCellRows,
  offered,
  reasons,
  ...on
}: CorrectionProps) {
  const id = useId()
  const isWrong = reasons.length > 0
  const isEmpty = cell.text.trim() === ''
  return (
    // Of several corrections in one row, the second and later ones keep a distance to the reasons above.
    <div data-correction className="mt-1.5 grid gap-1.5 [[data-correction]+&]:mt-5">
      <label htmlFor={id} className="font-semibold text-sm">
        {cell.label} <span className="sr-only">in Zeile {row.row}</span>
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <span className="w-full max-w-64">
          <TypedInput
            id={id}
            value={cell.text}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-reasons` : undefined}
            onDone={(text) => on.onCorrect([row], text)}
          />
        </span>
        {cell.corrected && (
          <Button variant="ghost" size="sm" onClick={() => on.onCorrect([row], null)}>
            <Undo2 />
            Wie in der Datei
          </Button>
        )}
        {isWrong && canBeEmpty && !isEmpty && sameCellRows.length > 1 && (
          <Button size="sm" onClick={() => on.onCorrect(sameCellRows, '')}>
            in allen {counted(sameCellRows.length, 'Zeile', 'Zeilen')} leer lassen
          </Button>
        )}
      </div>
      {isWrong && (
        <Offers
          row={row}
          field={cell.field}
          offered={offered}
          onTake={(offer) => on.onCorrect([row], offer)}
          onTakeAll={on.onTakeOffers}
        />
      )}
      {isWrong && <FieldError id={`${id}-reasons`}>{reasons.join(' ')}</FieldError>}
      {/* The button that fills all these rows stands only at the first of them. */}
      {isWrong && isEmpty && sameCellRows.length > 1 && sameCellRows[0] === row && (
        <Filling label={cell.label} count={sameCellRows.length} onFill={on.onFill} />
      )}
    </div>
  )
}

type OffersProps = {
  row: PreviewRow
  field: string
  offered: readonly PreviewRow[]
  onTake: (offer: string) => void
  onTakeAll: () => void
}

/** Buttons with likely corrections of the cell; the first of several rows also has a button for all of them. */
function Offers({ row, field, offered, onTake, onTakeAll }: OffersProps) {
  const samples = offered.flatMap((one) => offeredCorrections(one, field).slice(0, 1)).slice(0, 3)
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {offeredCorrections(row, field).map((offer) => (
        <Button key={offer} size="sm" onClick={() => onTake(offer)}>
          <Check />„{offer}“ <span className="sr-only">in Zeile {row.row}</span>
        </Button>
      ))}
      {offered.length > 1 && offered[0] === row && (
        <Button size="sm" onClick={onTakeAll}>
          <CheckCheck />
          in allen {offered.length} Zeilen so: {samples.join(', ')}
          {offered.length > samples.length && ' …'}
        </Button>
      )}
    </div>
  )
}

type FillingProps = { label: string; count: number; onFill: (text: string) => void }

/** Sets one value for all empty cells, such as the day of a mandate. */
function Filling({ label, count, onFill }: FillingProps) {
  const id = useId()
  return (
    <div className="mt-1.5 grid max-w-64 gap-1">
      <label htmlFor={id} className="text-sm">
        {label} in allen {count} leeren Zellen
      </label>
      <TypedInput id={id} value="" onDone={onFill} />
    </div>
  )
}
