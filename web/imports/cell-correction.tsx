import { Check, CheckCheck, Pencil, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { counted } from '#web/lib/german-count.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import { type Cell, offersOf } from './alike.ts'
import { TypedInput } from './typed-input.tsx'

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
export function CellCorrection(props: CellCorrectionProps) {
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
