import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { enterAssemblyHonors } from '#web/data/assembly.ts'
import { settingsQuery } from '#web/data/guild.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { counted } from '#web/lib/german-count.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { totalOf } from '#web/statistics/total-words.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'

type EnterDialogProps = {
  date: Day
  /** Of those who are there or excused. */
  rows: readonly AssemblyRow[]
  isSaving: boolean
  onEntered: (act: string, entered: number) => void
  onOvertaken: () => void
  onClose: () => void
}

/** Asks once for all of them. */
export function EnterDialog({ date, rows, isSaving, ...props }: EnterDialogProps) {
  const [withLower, setWithLower] = useState(true)
  const { submit, isPending, failure } = useSubmit(
    {
      ...enterAssemblyHonors(date),
      onError: ({ error }: CallFailure) => {
        if (error?.code === 'HonorExists') props.onOvertaken()
      },
    },
    ({ act }, sent) => {
      props.onEntered(act, sent.rows.length)
      props.onClose()
    },
  )
  const own = useQuery(settingsQuery).data?.assemblyDate ?? date
  const lower = rows.reduce((sum, { alsoDue }) => sum + alsoDue.length, 0)
  const people = new Set(rows.map(({ member }) => member.id)).size
  const enter = () =>
    void submit({
      rows: rows.map(({ member, type, alsoDue }) => ({
        memberId: member.id,
        types: withLower ? [type, ...alsoDue] : [type],
      })),
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={`${counted(rows.length, 'Ehrung', 'Ehrungen')} eintragen?`}
      tone="primary"
      confirmLabel="Eintragen"
      busy={isPending}
      isReady={!isSaving}
      failure={failure}
      onConfirm={rows.length > 0 ? enter : null}
      more={
        lower > 0 && (
          <div>
            <Checkbox
              checked={withLower}
              disabled={isPending}
              onChange={({ target }) => setWithLower(target.checked)}
            >
              Auch die niedrigeren Stufen eintragen ({lower})
            </Checkbox>
            <p className="text-muted-foreground text-sm">
              Ohne Haken stehen die niedrigeren Stufen danach auf keiner Liste mehr.
            </p>
          </div>
        )
      }
    >
      {`${totalOf({ honors: rows.length, people })}, mit dem Datum ${germanDate(date)}.`}{' '}
      {handOverWords(rows)}
      {own !== date && (
        <b className="mt-2 block">
          Als Tag der Zunft ist der {germanDate(own)} eingestellt. Prüfe, ob das Datum stimmt.
        </b>
      )}
    </ConfirmDialog>
  )
}

function handOverWords(rows: readonly AssemblyRow[]): string {
  return rows.some(({ attendance }) => attendance === 'excused')
    ? 'Wer entschuldigt ist, bekommt sie auch eingetragen und steht dann unter „Noch zu übergeben“.'
    : ''
}
