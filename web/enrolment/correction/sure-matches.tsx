import { CheckCheck, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { matchTogether, undoAct } from '#web/data/enrolment.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { maxMatches } from '#worker/domain/limits.ts'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { countOf, sureOf } from './rows.ts'
import type { CorrectionRows } from './use-rows.ts'

type Done = { act: number; people: readonly UnmatchedPerson[] }

/** All sure ones with one click, and back with another. */
export function SureMatches({ list }: { list: CorrectionRows }) {
  const [asked, setAsked] = useState<readonly UnmatchedPerson[] | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [timesBack, setTimesBack] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  // What was pressed is gone: from here one could do it again.
  useEffect(() => {
    if (timesBack > 0) button.current?.focus()
  }, [timesBack])
  const sure = sureOf(list.rows).slice(0, maxMatches)
  const matching = useSubmit(matchTogether, ({ act, open }) => {
    if (!asked) return
    // Where every member stood already nobody was matched, and there is no act.
    list.matchedTogether(asked, act ?? 0, open)
    setDone(act === null ? null : { act, people: asked })
    setAsked(null)
  })
  const close = () => {
    matching.reset()
    setAsked(null)
  }
  return (
    <>
      {sure.length > 0 && (
        <Button
          ref={button}
          variant="secondary"
          className="ms-auto max-md:w-full"
          onClick={() => setAsked(sure)}
        >
          <CheckCheck />
          Alle sicheren übernehmen ({sure.length})
        </Button>
      )}
      {done && (
        <AllBack
          key={done.act}
          done={done}
          list={list}
          onBack={() => setTimesBack(timesBack + 1)}
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={asked.length === 1 ? '1 Person zuordnen?' : `${asked.length} Personen zuordnen?`}
          busy={matching.isPending}
          failure={matching.failure}
          onConfirm={() => void matching.submit(asked.flatMap(firstSuggestion))}
        >
          Name und Geburtstag sind dieselben wie bei genau einem Mitglied. Jede Person wird mit
          allen ihren Umzügen zugeordnet. Danach lässt sich das mit einem Klick rückgängig machen.
        </ConfirmDialog>
      )}
    </>
  )
}

function firstSuggestion({ id, suggestions: [member] }: UnmatchedPerson) {
  return member ? { id, memberId: member.id } : []
}

type AllBackProps = { done: Done; list: CorrectionRows; onBack: () => void }

/** The button that was pressed is gone: whoever hears the page is led to what came of it. */
function AllBack({ done: { act, people }, list, onBack }: AllBackProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { submit, isPending, failure } = useSubmit(undoAct, ({ open }) => {
    list.undone(people, open)
    onBack()
  })
  useEffect(() => ref.current?.focus(), [])
  const count = countOf(list.rows, act)
  if (count === 0) return null
  return (
    <div ref={ref} tabIndex={-1} className="grid basis-full gap-2 rounded-lg">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-success-soft py-1.5 ps-4 pe-2 text-success-soft-foreground">
        <p className="py-1.5 font-semibold">
          {count === 1 ? '1 Person ist zugeordnet.' : `${count} Personen sind zugeordnet.`}
        </p>
        <Button variant="ghost" size="sm" busy={isPending} onClick={() => void submit(act)}>
          <Undo2 />
          Alle rückgängig
        </Button>
      </div>
      {failure && <Failure failure={failure} detail={detailOf(failure)} />}
    </div>
  )
}
