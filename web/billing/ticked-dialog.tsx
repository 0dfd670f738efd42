import { type ReactNode, useState } from 'react'
import { FailureText } from '#web/components/failure.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type TickedDialogProps = TickedListProps & {
  title: string
  description: string
  confirmLabel: string
  /** Whether no row is ticked that the action is possible for. */
  isNone: boolean
  busy: boolean
  failure: CallFailure | null
  onConfirm: () => void
  onClose: () => void
}

/** A dialog that acts on the ticked rows of its list. */
export function SelectionDialog({
  title,
  description,
  confirmLabel,
  isNone,
  busy,
  failure,
  onConfirm,
  onClose,
  ...list
}: TickedDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      busy={busy}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button variant="primary" busy={busy} disabled={isNone} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {failure && (
        <Alert tone="error">
          <FailureText failure={failure} detail={detailOf(failure)} />
        </Alert>
      )}
      <TickedList {...list} />
    </Dialog>
  )
}

/** The ticked ids of a list. */
export function useSelectedIds(atFirst: readonly number[]) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(atFirst))
  const toggle = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return { ticked, toggle, tickAll: (ids: readonly number[]) => setTicked(new Set(ids)) }
}

type TickedListProps = ReturnType<typeof useSelectedIds> & {
  rows: readonly { id: number; words: ReactNode }[]
}

/** A checkbox for each row, and above several rows a checkbox that toggles all. */
function TickedList({ rows, ticked, toggle, tickAll }: TickedListProps) {
  const isAll = rows.every(({ id }) => ticked.has(id))
  return (
    <div className="min-w-0">
      {rows.length > 1 && (
        <Checkbox
          checked={isAll}
          onChange={() => tickAll(isAll ? [] : rows.map(({ id }) => id))}
          labelClassName="px-3 font-medium"
        >
          Alle {rows.length}
        </Checkbox>
      )}
      <ul className="max-h-72 divide-y divide-border overflow-y-auto rounded-lg border border-border">
        {rows.map(({ id, words }) => (
          <li key={id} className="px-3">
            <Checkbox
              checked={ticked.has(id)}
              onChange={() => toggle(id)}
              labelClassName="flex! py-1.5"
            >
              {words}
            </Checkbox>
          </li>
        ))}
      </ul>
    </div>
  )
}
