import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { discardImport } from '#web/data/imports.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { germanInstant } from '#worker/domain/dates.ts'
import type { Import } from '#worker/imports/imports.contract.ts'
import { kindLabel } from './kind-words.ts'

/** Unfinished imports, which the server keeps for a day. */
export function StagedCard({ imports }: { imports: readonly Import[] }) {
  const staged = imports.filter(({ state }) => state === 'staged')
  const [discarding, setDiscarding] = useState<Import | null>(null)
  const { goal, markRemoved } = useRemovalFocus<HTMLElement>(staged)
  if (staged.length === 0) return null
  return (
    <Card bleed ref={goal} tabIndex={-1} aria-labelledby="staged" className="outline-none">
      <CardHead id="staged" title="Angefangen" />
      <ul>
        {staged.map((one) => (
          <li
            key={one.id}
            className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 border-t px-6 py-2.5 max-md:px-4"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="wrap-anywhere font-semibold">{one.fileName}</p>
              <p className="text-muted-foreground text-sm">
                {[kindLabel(one.kind), germanInstant(one.createdAt), one.createdBy].join(', ')}
              </p>
            </div>
            <Button variant="danger" size="sm" onClick={() => setDiscarding(one)}>
              Verwerfen<span className="sr-only">: {one.fileName}</span>
            </Button>
            <Button asChild variant="secondary" size="sm">
              <Link to={paths.import(one.id)}>
                Weiter <span className="sr-only">mit {one.fileName}</span>
                <ChevronRight />
              </Link>
            </Button>
          </li>
        ))}
      </ul>
      {discarding && (
        <DiscardDialog
          of={discarding}
          onDone={() => markRemoved(discarding.id)}
          onClose={() => setDiscarding(null)}
        />
      )}
    </Card>
  )
}

type DiscardQuestionProps = { of: Import; onDone: () => void; onClose: () => void }

export function DiscardDialog({ of, onDone, onClose }: DiscardQuestionProps) {
  const { submit, isPending, failure } = useSubmit(discardImport, () => {
    onDone()
    onClose()
    toast('Verworfen')
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Angefangene Übernahme verwerfen?"
      tone="destructive"
      confirmLabel="Verwerfen"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(of.id)}
    >
      {`${of.fileName} und alles, was Du dafür zugeordnet und entschieden hast. Bei den Daten der Zunft ändert sich nichts.`}
    </ConfirmDialog>
  )
}
