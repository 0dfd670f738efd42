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
import { alikeKey, type Cell, offersOf } from './use-row-changes.ts'
import { VerdictMark } from './verdicts.tsx'

type ImportRowProps = {
  kind: SheetKind
  row: PreviewRow
  alike: ReadonlyMap<string, readonly PreviewRow[]>
  /** By field: the rows of which the server offers what their cell may have meant. */
  offered: ReadonlyMap<string, readonly PreviewRow[]>
  changes: RowChanges
  onFill: (field: string, text: string) => void
}

export function ImportRow({ kind, row, alike, offered, changes, onFill }: ImportRowProps) {
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
            alike={alike.get(alikeKey(cell)) ?? []}
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

/** What becomes of a row: undecided at first, where somebody has to say it. */
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

/** What was answered for all of its kind. */
const ofAll = { same: 'Wie alle: Dasselbe', new: 'Wie alle: Neu' }

const keyOf = ({ decision, memberId }: Decision): string =>
  decision === null ? '' : [decision, memberId].filter((part) => part !== undefined).join(' ')

type Option = { decision: Decision; label: string }

/** @param chosen stays among them: of a row that is decided the server names nobody any more */
function optionsOf({ candidates }: PreviewRow, chosen: Decision): Option[] {
  const stored = candidates.filter(({ row }) => row === undefined)
  const [only] = candidates
  const same: Option[] =
    only && candidates.length === 1
      ? [{ decision: sameAs(only), label: 'Dasselbe' }]
      : stored.map((one) => ({ decision: sameAs(one), label: `Dasselbe: ${whoIs(one)}` }))
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

/** Somebody of the same file has no number yet: the row alone says who it is. */
function sameAs({ memberId, row }: Candidate): Decision {
  return row === undefined ? { decision: 'same', memberId } : { decision: 'same' }
}

const whoIs = ({ name, memberNumber }: Candidate): string =>
  memberNumber > 0 ? `${name}, Nr. ${memberNumber}` : name

type CellCorrectionProps = {
  row: PreviewRow
  cell: Cell
  canBeEmpty: boolean
  /** Rows that are wrong in the same way, this one among them. */
  alike: readonly PreviewRow[]
  /** Rows of whose cell in this field is known what it may have meant. */
  offered: readonly PreviewRow[]
  /** null = as in the file again */
  onCorrect: (rows: readonly PreviewRow[], text: string | null) => void
  onTakeOffers: () => void
  onFill: (text: string) => void
}

/** The cell itself, to be put right: at once where it is wrong, after a press where it was only repaired. */
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

function Correction({ row, cell, canBeEmpty, alike, offered, reasons, ...on }: CorrectionProps) {
  const id = useId()
  const isWrong = reasons.length > 0
  const isEmpty = cell.text.trim() === ''
  return (
    // Several in one row: each stands apart from the reasons of the one before it.
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
        {isWrong && canBeEmpty && !isEmpty && alike.length > 1 && (
          <Button size="sm" onClick={() => on.onCorrect(alike, '')}>
            in allen {counted(alike.length, 'Zeile', 'Zeilen')} leer lassen
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
      {/* Said once, at the first of them. */}
      {isWrong && isEmpty && alike.length > 1 && alike[0] === row && (
        <Filling label={cell.label} count={alike.length} onFill={on.onFill} />
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

/** What most likely stood there: one press takes it, at the first of several rows for all of them. */
function Offers({ row, field, offered, onTake, onTakeAll }: OffersProps) {
  const samples = offered.flatMap((one) => offersOf(one, field).slice(0, 1)).slice(0, 3)
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {offersOf(row, field).map((offer) => (
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

/** The same for all empty cells: the day of a mandate that no column tells. */
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
