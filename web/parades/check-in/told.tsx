import { Info } from 'lucide-react'
import { spokenName } from '#web/parades/participants.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { StoredAct } from './outbox/acts.ts'
import { useOutbox } from './outbox/use-outbox.ts'
import { type Button as Answer, tellingOf } from './outbox/words.ts'
import { useDeafMoment } from './use-deaf-moment.ts'

/** One of the buttons of what came to nothing is pressed. */
export type OnTold = (act: StoredAct, does: Answer['does']) => void

type ToldNoteProps = { act: StoredAct; onTold: OnTold }

/** What became of an act that does not count, and what can be done now. No fault: it is told in blue. */
export function ToldNote({ act, onTold }: ToldNoteProps) {
  const { offset } = useOutbox()
  const { sentence, buttons } = tellingOf(act, Date.now() + offset)
  return (
    <div
      role="status"
      className="col-span-full grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 rounded-xl bg-secondary-soft px-3.5 py-2.5 text-[1rem] text-secondary-soft-foreground leading-[1.35]"
    >
      <Info aria-hidden="true" className="size-5.5" />
      <div className="wrap-anywhere">
        {/* The rule's sentence names nobody, and somebody who was refused stands on no list. */}
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
            onClick={() => onTold(act, does)}
            className="px-4! text-inherit!"
          >
            {label}
          </Button>
        ))}
      </p>
    </div>
  )
}

type ToldSheetProps = { told: readonly StoredAct[]; onTold: OnTold; onClose: () => void }

/** All that is to be settled, on whatever list it stands or stood. */
export function ToldSheet({ told, onTold, onClose }: ToldSheetProps) {
  // With each that goes another one is under the finger.
  const afterAMoment = useDeafMoment(String(told.length))
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
      {told.map((act) => (
        <ToldNote
          key={act.id}
          act={act}
          onTold={(one, does) => afterAMoment(() => onTold(one, does))()}
        />
      ))}
    </Dialog>
  )
}
