import { FileOutput, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { DensityChoice } from './density-choice.tsx'
import { Disclosure } from './disclosure.tsx'
import { FilterChoice } from './filter-choice.tsx'
import { FilterCount } from './filter-count.tsx'
import type { Grid } from './grid-actions.ts'
import { SortChoice } from './sort-choice.tsx'

type PhoneSettingsProps = {
  grid: Grid
  onExport: (() => void) | null
  isPrintedElsewhere: boolean
}

/** Sorting, filters, columns, density and export behind one button. */
export function PhoneSettings({ grid, onExport, isPrintedElsewhere }: PhoneSettingsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="icon"
        data-hint="Liste einstellen"
        onClick={() => setOpen(true)}
        className="relative flex-none md:hidden"
      >
        <SlidersHorizontal />
        <span className="sr-only">Liste einstellen</span>{' '}
        <FilterCount grid={grid} className="absolute -top-1.75 -right-1.75" />
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Liste einstellen"
        footer={
          <>
            <Button onClick={grid.act.reset}>Zurücksetzen</Button>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Fertig
            </Button>
          </>
        }
      >
        <SortChoice grid={grid} />
        <Parts grid={grid} />
        <Button disabled={!onExport} onClick={onExport ?? undefined}>
          <FileOutput />
          Export
        </Button>
        {!isPrintedElsewhere && <PrintButton disabled={!onExport} />}
      </Dialog>
    </>
  )
}

const parts = [
  { title: 'Filter', Part: FilterChoice, Summary: FilterCount },
  { title: 'Spalten', Part: ColumnChoice },
  { title: 'Dichte', Part: DensityChoice },
]

function Parts({ grid }: { grid: Grid }) {
  const [openTitle, setOpenTitle] = useState<string | null>(null)
  return (
    <div className="-mx-3 divide-y border-y">
      {parts.map(({ title, Part, Summary }) => (
        <Disclosure
          key={title}
          title={title}
          summary={Summary && <Summary grid={grid} />}
          isOpen={title === openTitle}
          onToggle={() => setOpenTitle(title === openTitle ? null : title)}
        >
          <Part grid={grid} />
        </Disclosure>
      ))}
    </div>
  )
}
