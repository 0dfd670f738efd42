import { Info } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { spokenName } from '#web/parades/participant-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { StoredAct, StoredEnter } from './outbox/acts.ts'
import { type Button as Answer, explanationOf, rejectedActsOf } from './outbox/outbox-words.ts'
import { outbox, useOutbox } from './outbox/use-outbox.ts'
import { useDoubleTapGuard } from './use-act.ts'

/** Called when a button of a rejected act is pressed. */
export type OnRejectedButton = (act: StoredAct, does: Answer['does']) => void

type RejectedNoteProps = { act: StoredAct; onRejectedButton: OnRejectedButton }

/** Why an act was rejected, and the options; in blue, because the helper did nothing wrong. */
export function RejectedNote({ act, onRejectedButton }: RejectedNoteProps) {
  const { offset } = useOutbox()
  const { sentence, buttons } = explanationOf(act, Date.now() + offset)
  return (
    <div
      role="status"
      className="col-span-full grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 rounded-xl bg-secondary-soft px-3.5 py-2.5 text-[1rem] text-secondary-soft-foreground leading-[1.35]"
    >
      <Info aria-hidden="true" className="size-5.5" />
      <div className="wrap-anywhere">
        {/* The server's sentence has no name, and no list shows the person of a rejected entry. */}
        {act.kind === 'enter' && !sentence.includes(spokenName(act.memberName)) && (
          <b className="block">{spokenName(act.memberName)}</b>
        )}
        <p>{sentence}</p>
      </div>
      <p className="col-span-full flex flex-wrap justify-end gap-1">
        {buttons.map(({ label, does }) => (
          <Button
            key={does}
            variant="ghost"
            size="xl"
            onClick={() => onRejectedButton(act, does)}
            className="px-4! text-inherit!"
          >
            {label}
          </Button>
        ))}
      </p>
    </div>
  )
}

type RejectedSheetProps = {
  rejected: readonly StoredAct[]
  onRejectedButton: OnRejectedButton
  onClose: () => void
}

/** Every rejected act, even of parades whose list is no longer on the device. */
export function RejectedSheet({ rejected, onRejectedButton, onClose }: RejectedSheetProps) {
  // Guards against double taps: after each decision the next act moves under the finger.
  const afterAMoment = useDoubleTapGuard(String(rejected.length))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      variant="sheet"
      size="street"
      title="Zu klären"
      footer={
        <Button variant="strong" size="street" onClick={onClose} className="col-span-full">
          Schließen
        </Button>
      }
    >
      {rejected.map((act) => (
        <RejectedNote
          key={act.id}
          act={act}
          onRejectedButton={(one, does) => afterAMoment(() => onRejectedButton(one, does))()}
        />
      ))}
    </Dialog>
  )
}

/**
 * The rejected acts and how they are settled.
 * @param onChange called to change a rejected entry
 */
export function useRejectedActs(onChange: (refused: StoredEnter) => void) {
  const { acts } = useOutbox()
  const all = useMemo(() => rejectedActsOf(acts), [acts])
  const byRow = useMemo(() => {
    const rows = new Map<number, StoredAct[]>()
    for (const act of all) {
      if (act.kind === 'enter' || 'actId' in act.target) continue
      const { participationId } = act.target
      rows.set(participationId, [...(rows.get(participationId) ?? []), act])
    }
    return rows
  }, [all])
  const answer = useCallback<OnRejectedButton>(
    (act, does) => {
      if (does !== 'change') void outbox.press(act.id, does)
      else if (act.kind === 'enter') onChange(act)
    },
    [onChange],
  )
  return { all, byRow, answer }
}
