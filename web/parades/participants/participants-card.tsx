import { useMutation } from '@tanstack/react-query'
import { Plus, Printer } from 'lucide-react'
import { type ReactNode, type Ref, useCallback, useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { setPaid } from '#web/data/parades-participants.ts'
import { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useUser } from '#web/lib/session.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useHeadFocus } from '#web/lib/use-removal-focus.ts'
import { countTypes, spokenName } from '#web/parades/participant-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { EnterDialog } from './enter-dialog.tsx'
import { type BegunAction, ParticipantActions } from './participant-actions.tsx'
import type { ParticipantAction } from './participant-menu.tsx'
import { ParticipantsActs } from './participants-acts.tsx'
import { ParticipantsGrid } from './participants-grid.tsx'

type ParticipantsCardProps = {
  paradeId: number
  participants: SectionQuery<Participation[]>
  /** null until loaded. */
  paradeTitle: string | null
  paradeDay: Day | null
  /** Whether the parade is cancelled; it then takes no new participants. */
  isCancelled: boolean
  /** Whether the guild records cash payments. */
  takesCash: boolean
}

/** The participants, with all actions for the management. */
export function ParticipantsCard({
  paradeId,
  participants,
  paradeTitle,
  paradeDay,
  isCancelled,
  takesCash,
}: ParticipantsCardProps) {
  const mayWrite = can(useUser(), 'keepParades')
  const actions = useParticipantActions(paradeId)
  const [isEntering, setEntering] = useState(false)
  const done = (words: string, undoAction: UndoAction | null = null) => {
    // No undo for a withdrawn payment without cash: the server would reject marking it as paid again.
    const isFinal = actions.begun?.kind === 'unpay' && !takesCash
    actions.done(words, isFinal ? null : undoAction)
  }
  const enterButton = useHeadFocus<HTMLButtonElement>(participants.data)
  const entered = (row: Participation, undoAction: UndoAction | null, staysOpen: boolean) => {
    if (!staysOpen) setEntering(false)
    toast(`${spokenName(row.memberName)} ist eingetragen.`, undoAction)
  }
  return (
    <>
      <ParticipantsGrid
        participants={participants}
        paradeTitle={paradeTitle}
        paradeDay={paradeDay}
        takesCash={takesCash}
        onAction={mayWrite ? actions.begin : null}
        acts={(rows, clear) => (
          <ParticipantsActs {...{ paradeId, rows, clear, mayWrite, takesCash }} />
        )}
        head={(rows, found) => (
          <ParticipantsHead
            rows={rows}
            found={found}
            onEnter={mayWrite && !isCancelled ? () => setEntering(true) : null}
            enterButton={enterButton}
            failure={actions.notPaid && <NotPaidFailure {...actions.notPaid} />}
          />
        )}
      />
      {actions.begun && (
        <ParticipantActions
          paradeId={paradeId}
          begun={actions.begun}
          onClose={actions.close}
          onDone={done}
        />
      )}
      {isEntering && (
        <EnterDialog paradeId={paradeId} onClose={() => setEntering(false)} onEntered={entered} />
      )}
    </>
  )
}

/** The failure of a payment, shown above the list because a payment has no dialog. */
function NotPaidFailure({ row, failure }: NotPaid) {
  const reason = detailOf(failure) ?? ''
  return (
    <Failure
      className="mx-6 mb-4 max-md:mx-4 print:hidden"
      failure={failure}
      detail={`${spokenName(row.memberName)} ist noch nicht als bezahlt markiert. ${reason}`}
      focusOnMount
    />
  )
}

type ParticipantsHeadProps = {
  rows: readonly Participation[]
  /** The count of rows that match search and filters. */
  found: number
  /** null for users who may not enter participants. */
  onEnter: (() => void) | null
  enterButton: Ref<HTMLButtonElement>
  /** The failure of an action without a dialog. */
  failure: ReactNode
}

function ParticipantsHead({ rows, found, onEnter, enterButton, failure }: ParticipantsHeadProps) {
  return (
    <>
      <CardHead
        title="Teilnehmer"
        tally={<Tally found={found} of={rows.length} />}
        className="max-md:flex-wrap print:min-h-0 print:px-0"
        actions={
          <div className="flex gap-1 max-md:w-full max-md:pb-2">
            {rows.length > 0 && (
              <Button variant="ghost" size="sm" onClick={() => window.print()}>
                <Printer />
                Liste drucken
              </Button>
            )}
            {onEnter && (
              <Button ref={enterButton} variant="ghost" size="sm" onClick={onEnter}>
                <Plus />
                Teilnahme eintragen
              </Button>
            )}
          </div>
        }
      />
      {failure}
      <ParticipantCounts rows={rows} />
    </>
  )
}

function Tally({ found, of }: { found: number; of: number }) {
  return <span role="status">{of > 0 && (found < of ? `${found} von ${of}` : of)}</span>
}

function ParticipantCounts({ rows }: { rows: readonly Participation[] }) {
  return (
    <ul
      aria-label="Anzahl je Kleidertyp"
      className="flex flex-wrap gap-2 px-6 pb-3 empty:hidden max-md:px-4 print:gap-x-[4mm] print:gap-y-0 print:px-0"
    >
      {countTypes(rows.map(({ costumeType }) => costumeType)).map(({ id, name, count }) => (
        <li key={id}>
          <Badge className="wrap-anywhere whitespace-normal! print:px-0!">
            {name} <span className="font-normal tabular-nums">{count}</span>
          </Badge>
        </li>
      ))}
    </ul>
  )
}

type NotPaid = { row: Participation; failure: CallFailure }

/** Runs the actions of the rows' menus: a payment at once, all others in a dialog. */
function useParticipantActions(paradeId: number) {
  const [begun, setBegun] = useState<BegunAction | null>(null)
  const [notPaid, setNotPaid] = useState<NotPaid | null>(null)
  // Not `useSubmit`, because several payments can run in parallel.
  const { mutateAsync } = useMutation(setPaid(paradeId))

  const pay = useCallback(
    async (row: Participation) => {
      setNotPaid(null)
      try {
        await mutateAsync({ id: row.id, paid: true })
        toast('Als bezahlt markiert', undoPaymentAction(paradeId, row.id))
      } catch (failure) {
        if (failure instanceof CallFailure) setNotPaid({ row, failure })
      }
    },
    [mutateAsync, paradeId],
  )
  const begin = useCallback(
    (row: Participation, action: ParticipantAction) => {
      if (action === 'pay') void pay(row)
      else setBegun({ kind: action, row })
    },
    [pay],
  )
  return {
    begun,
    notPaid,
    begin,
    done: (words: string, undoAction: UndoAction | null = null) => {
      setBegun(null)
      toast(words, undoAction)
    },
    close: () => setBegun(null),
  }
}

/** Undoes a payment by marking the participation as unpaid again. */
function undoPaymentAction(paradeId: number, id: number): UndoAction {
  const { mutationFn, meta } = setPaid(paradeId)
  return {
    undo: { mutationFn: () => mutationFn({ id, paid: false }), meta },
    done: 'Bezahlung zurückgenommen',
  }
}
