import { useQuery } from '@tanstack/react-query'
import { BadgeEuro, Printer, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { PrintedList } from '#web/components/print/printed-list.tsx'
import { isTooMany, RefusedRowsAlerts } from '#web/components/refused-rows.tsx'
import { paradeQuery } from '#web/data/parades.ts'
import { cancelParticipations, setAllPaid } from '#web/data/parades-participants.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { compareValues } from '#web/lib/sort-rows.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { countTypes, hasPaid, hasPaidOnline, spokenName } from '#web/parades/participant-words.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { isSettled } from '#worker/domain/parade.ts'
import { planLines } from '#worker/domain/times.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'

type ParticipantsActsProps = {
  paradeId: number
  rows: readonly Participation[]
  /** Clears the selection. */
  clear: () => void
  mayWrite: boolean
  takesCash: boolean
}

/** The actions on the ticked participants. */
export function ParticipantsActs({
  paradeId,
  rows,
  clear,
  mayWrite,
  takesCash,
}: ParticipantsActsProps) {
  const [isCancelling, setCancelling] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const parade = useQuery(paradeQuery(paradeId)).data
  const lines = parade ? planLines(parade) : []
  return (
    <>
      {mayWrite && takesCash && <PayAct paradeId={paradeId} rows={rows} clear={clear} />}
      <Button variant="ghost" size="sm" onClick={() => setPrinting(true)}>
        <Printer />
        Kleid-Liste
      </Button>
      {mayWrite && (
        <Button variant="danger" size="sm" onClick={() => setCancelling(true)}>
          <UserRoundX />
          Streichen
        </Button>
      )}
      {isPrinting && (
        <PrintedList
          title="Kleid-Liste"
          lines={lines}
          tickOff="Da"
          heads={['Kleid', 'Nummer', 'Name']}
          rows={byCostume(rows).map(({ id, costumeType, costumeNumber, memberName }) => ({
            id,
            cells: [costumeType.name, costumeNumber, memberName],
          }))}
          foot={countTypes(rows.map(({ costumeType }) => costumeType))
            .map(({ name, count }) => `${name}: ${count}`)
            .join(' · ')}
          onPrinted={() => setPrinting(false)}
        />
      )}
      {isCancelling && (
        <CancelQuestion
          paradeId={paradeId}
          rows={rows}
          onClose={() => setCancelling(false)}
          onDone={clear}
        />
      )}
    </>
  )
}

/** The participants in the order of the wardrobe: by costume type and number. */
function byCostume(rows: readonly Participation[]): Participation[] {
  return rows.toSorted(
    (a, b) =>
      compareValues(a.costumeType.name, b.costumeType.name) ||
      compareValues(a.costumeNumber, b.costumeNumber) ||
      compareValues(a.memberName, b.memberName),
  )
}

const allPaid = 'Hier haben schon alle bezahlt.'

type ActProps = Pick<ParticipantsActsProps, 'paradeId' | 'rows' | 'clear'>

/** Marks the ticked participations that are unpaid as paid; a dialog lists those that were rejected. */
function PayAct({ paradeId, rows, clear }: ActProps) {
  const open = rows
    .filter((row) => !isSettled(row.participationFeePayed, row.priceInCent))
    .map(({ id }) => id)
  const { submit, isPending, failure, reset } = useSubmit(setAllPaid(paradeId), (noted) => {
    // Another user may have marked some already.
    const ids = noted.flatMap(({ id, wasChanged }) => (wasChanged ? [id] : []))
    const words = ids.length === 1 ? 'Als bezahlt markiert' : `${ids.length} als bezahlt markiert`
    if (ids.length > 0) toast(words, undoPaymentsAction(paradeId, ids))
    else toast(allPaid)
    clear()
  })
  const press = () => {
    if (open.length > 0) void submit({ ids: open, paid: true })
    else toast(allPaid)
  }
  return (
    <>
      <Button variant="ghost" size="sm" busy={isPending} onClick={press}>
        <BadgeEuro />
        Bezahlt
      </Button>
      {failure && (
        <Dialog
          open
          onOpenChange={reset}
          title="Als bezahlt markieren"
          busy={isPending}
          footer={<Button onClick={reset}>Schließen</Button>}
        >
          <Failure failure={failure} detail={detailOf(failure)} />
          <RefusedRowsAlerts
            failure={failure}
            ids={open}
            pathOf={() => paths.parade(paradeId)}
            goOn={{
              label: ({ others }) => `Die anderen ${others} markieren`,
              busy: isPending,
              onPress: (ids) => void submit({ ids: [...ids], paid: true }),
            }}
          />
        </Dialog>
      )}
    </>
  )
}

/** Undoes the payments of the given participations with one request. */
function undoPaymentsAction(paradeId: number, ids: readonly number[]): UndoAction {
  const { mutationFn, meta } = setAllPaid(paradeId)
  return {
    undo: { mutationFn: () => mutationFn({ ids, paid: false }), meta },
    done: 'Bezahlung zurückgenommen',
  }
}

type CancelQuestionProps = Omit<ActProps, 'clear'> & { onClose: () => void; onDone: () => void }

function CancelQuestion({ paradeId, rows, onClose, onDone }: CancelQuestionProps) {
  const online = rows.filter(hasPaidOnline).length
  const { submit, isPending, failure } = useSubmit(
    cancelParticipations(paradeId),
    (_done, ids, undoAction) => {
      const hasOnline = rows.some((row) => ids.includes(row.id) && hasPaidOnline(row))
      toast(
        ids.length === 1 ? 'Teilnahme gestrichen' : `${ids.length} Teilnahmen gestrichen`,
        hasOnline ? null : undoAction,
      )
      onDone()
    },
  )
  const ids = rows.map(({ id }) => id)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={rows.length === 1 ? 'Teilnahme streichen?' : `${rows.length} Teilnahmen streichen?`}
      tone="destructive"
      icon={UserRoundX}
      confirmLabel="Streichen"
      busy={isPending}
      failure={failure}
      more={
        (failure || isTooMany(ids.length)) && (
          <RefusedRowsAlerts
            failure={failure}
            ids={ids}
            pathOf={() => paths.parade(paradeId)}
            goOn={{
              label: ({ others }) => `Die anderen ${others} streichen`,
              busy: isPending,
              onPress: (others) => void submit([...others]),
            }}
          />
        )
      }
      onConfirm={isTooMany(rows.length) ? null : () => void submit(ids)}
    >
      {`${namesOf(rows)} ${rows.length === 1 ? 'steht' : 'stehen'} dann nicht mehr in der Liste. ${moneyOf(rows, online)}`}
    </ConfirmDialog>
  )
}

function namesOf(rows: readonly Participation[]): string {
  const shown = rows.length > 4 ? 3 : rows.length
  const names = rows.slice(0, shown).map(({ memberName }) => spokenName(memberName))
  const more = rows.length - shown
  const last = more > 0 ? `${more} weitere` : names.pop()
  return names.length > 0 ? `${names.join(', ')} und ${last}` : `${last}`
}

function moneyOf(rows: readonly Participation[], online: number): string {
  const paid = rows.filter(hasPaid).length
  if (paid === 0) return 'Bezahlt hat niemand. Das lässt sich 30 Tage lang rückgängig machen.'
  const how = [online > 0 && `${online} online`, paid > online && `${paid - online} bar`]
  const who = `Bezahlt ${paid === 1 ? 'hat einer' : `haben ${paid}`}: ${how.filter(Boolean).join(', ')}.`
  const back =
    'Das Geld geht dadurch nicht zurück: Online Bezahltes erstattest Du danach unter „Zahlungen“, Bargeld gibst Du selbst zurück.'
  return online > 0
    ? `${who} ${back} Weil online Bezahltes dabei ist, lässt es sich nicht rückgängig machen.`
    : `${who} ${back} Das Streichen lässt sich 30 Tage lang rückgängig machen.`
}
