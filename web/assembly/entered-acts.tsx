import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { undoAssemblyEntry } from '#web/data/assembly.ts'
import { useHonorLabels } from '#web/data/guild.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { counted } from '#web/lib/german-count.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Undone } from '#worker/assembly/assembly.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { nameWithHonor } from './assembly-rows.ts'

type Act = { act: string; count: number }

type EnteredActsProps = {
  acts: readonly Act[]
  date: Day
  /** Called after an undo; null for users who may only read and get no button "Rückgängig". */
  onUndone: ((undone: Undone) => void) | null
  /** Called when the undo fails because another user has changed the list; reloads it. */
  onConflict: () => void
}

/** "36 Ehrungen eingetragen · Rückgängig": stays on the page after the toast has gone. */
export function EnteredActs({ acts, date, onUndone, onConflict }: EnteredActsProps) {
  const [asked, setAsked] = useState<Act | null>(null)
  const id = useId()
  const { markRemoved } = useRemovalFocus<HTMLElement, string>(acts.map(({ act }) => ({ id: act })))
  return (
    <>
      {acts.map((one, index) => (
        <div
          key={one.act}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-6 py-2 max-md:px-4 print:hidden"
        >
          <span id={`${id}-${index}`} className="font-semibold">
            {counted(one.count, 'Ehrung', 'Ehrungen')} eingetragen
          </span>
          {onUndone && (
            <Button
              variant="ghost"
              size="sm"
              aria-describedby={`${id}-${index}`}
              onClick={() => setAsked(one)}
            >
              <Undo2 />
              Rückgängig
            </Button>
          )}
        </div>
      ))}
      {asked && onUndone && (
        <UndoDialog
          {...asked}
          date={date}
          onUndone={(undone) => {
            markRemoved(asked.act)
            onUndone(undone)
          }}
          onConflict={onConflict}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

type UndoDialogProps = Act & {
  date: Day
  onUndone: (undone: Undone) => void
  onConflict: () => void
  onClose: () => void
}

function UndoDialog({ act, count, date, onUndone, onConflict, onClose }: UndoDialogProps) {
  const { submit, isPending, failure } = useSubmit(
    {
      ...undoAssemblyEntry(date),
      onError: ({ error }: CallFailure) => {
        if (error?.code === 'NotFound') onConflict()
      },
    },
    (undone) => {
      toast(undoResultText(undone, count))
      onUndone(undone)
      onClose()
    },
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${counted(count, 'Ehrung', 'Ehrungen')} zurücknehmen?`}
      confirmLabel="Zurücknehmen"
      icon={Undo2}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit({ act })}
    >
      {count === 1 ? 'Sie steht' : 'Sie stehen'} danach wieder offen auf dieser Liste, mit allen
      niedrigeren Stufen, die dabei eingetragen wurden. Was seither geändert wurde, bleibt
      eingetragen.
    </ConfirmDialog>
  )
}

/**
 * "36 Ehrungen zurückgenommen", or how many honors stay entered.
 * @param count the number of honors that the user sees, without the lower steps entered with them
 */
export function undoResultText({ removed, kept }: Undone, count: number): string {
  if (kept.length === 0) return `${counted(count, 'Ehrung', 'Ehrungen')} zurückgenommen`
  const stay = `${counted(kept.length, 'Ehrung bleibt', 'Ehrungen bleiben')} eingetragen`
  return removed > 0 ? `Zurückgenommen, aber ${stay}` : stay
}

/** The honors that could not be undone, with reasons. */
export function NotUndoneAlert({ kept }: Pick<Undone, 'kept'>) {
  const labels = useHonorLabels()
  if (kept.length === 0) return null
  return (
    <Alert tone="warn" title="Nicht alles wurde zurückgenommen" className="print:hidden">
      <p>
        {kept.length === 1
          ? 'Diese Ehrung wurde seither geändert und bleibt eingetragen:'
          : 'Diese Ehrungen wurden seither geändert und bleiben eingetragen:'}
      </p>
      <ul className="ms-5 list-disc">
        {kept.map((one) => (
          <li key={`${one.member.id} ${one.type}`}>{nameWithHonor(one, labels)}</li>
        ))}
      </ul>
    </Alert>
  )
}
