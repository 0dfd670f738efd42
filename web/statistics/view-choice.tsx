import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { type ParadesView, paradesViews, viewLabels } from './parades-view.ts'

type ViewChoiceProps = { view: ParadesView; onApply: (view: ParadesView) => void }

/** Which evaluation is shown; it changes when it is applied. */
export function ViewChoice({ view, onApply }: ViewChoiceProps) {
  const [chosen, setChosen] = useState(view)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply(chosen)
  }
  return (
    <Card bleed className="print:hidden">
      <form onSubmit={apply}>
        <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 pr-3 pl-6 max-md:px-4 max-md:pb-4">
          <legend className="sr-only">Art der Auswertung</legend>
          {paradesViews.map((one) => (
            <Radio
              key={one}
              name="view"
              value={one}
              checked={one === chosen}
              onChange={() => setChosen(one)}
              labelClassName="max-md:w-full"
            >
              {viewLabels[one]}
            </Radio>
          ))}
          <Button type="submit" variant="secondary" className="ms-auto max-md:w-full">
            Anwenden
          </Button>
        </fieldset>
      </form>
    </Card>
  )
}
