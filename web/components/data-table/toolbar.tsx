import {
  Columns3,
  FileOutput,
  FileSpreadsheet,
  ListFilter,
  type LucideIcon,
  Rows3,
  SlidersHorizontal,
} from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { PrintButton } from '#web/components/print/print-button.tsx'
import type { SortDirection } from '#web/lib/sort-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Radio, Switch } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import { Popover, PopoverContent, PopoverRow, PopoverTrigger } from '#web/ui/popover.tsx'
import { Select } from '#web/ui/select.tsx'
import { Disclosure, FilterChoice, FilterCount } from './filter-choice.tsx'
import { type Density, densities } from './grid-state.ts'
import { goToRows } from './grid-table.tsx'
import type { Grid } from './use-grid.ts'

type ToolbarProps = {
  grid: Grid
  /** Exports or prints all rows; null while there are none, which disables the buttons. */
  onExport: ((act: 'export' | 'workbook' | 'print') => void) | null
  isWriting: boolean
  /** The page has a print button of its own. */
  isPrintedElsewhere: boolean
}

export function Toolbar({ grid, ...rest }: ToolbarProps) {
  return (
    <div className="flex items-center gap-1 border-b py-3 md:flex-wrap pr-3 pl-4 max-md:gap-2 max-md:px-4 print:hidden">
      <SearchInput
        placeholder="Suchen"
        aria-label="Suchen"
        autoComplete="off"
        enterKeyHint="search"
        value={grid.state.search}
        onChange={(event) => grid.act.search(event.target.value)}
        onKeyDown={goToRows}
        wrapperClassName="me-auto min-w-0 flex-1 md:max-w-76 md:basis-44"
      />
      <DeskSettings grid={grid} {...rest} />
      <PhoneSettings grid={grid} {...rest} />
    </div>
  )
}

/** The settings on wide screens; phones have `PhoneSettings`. */
function DeskSettings({ grid, ...outputs }: ToolbarProps) {
  return (
    <div className="flex gap-1 max-md:hidden">
      <Setting icon={Columns3} title="Spalten">
        <ColumnChoice grid={grid} />
      </Setting>
      <Setting icon={ListFilter} title="Filter" badge={<FilterCount grid={grid} />} wide>
        <FilterChoice grid={grid} />
      </Setting>
      <Setting icon={Rows3} title="Dichte">
        <DensityChoice grid={grid} />
      </Setting>
      <Outputs {...outputs} variant="ghost" size="sm" />
    </div>
  )
}

type OutputsProps = Omit<ToolbarProps, 'grid'> &
  Pick<ComponentProps<typeof Button>, 'variant' | 'size'>

function Outputs({ onExport, isWriting, isPrintedElsewhere, ...look }: OutputsProps) {
  const disabled = !onExport
  return (
    <>
      <Button {...look} disabled={disabled} onClick={() => onExport?.('export')}>
        <FileOutput />
        Export
      </Button>
      <Button {...look} disabled={disabled} busy={isWriting} onClick={() => onExport?.('workbook')}>
        <FileSpreadsheet />
        Excel
      </Button>
      {!isPrintedElsewhere && (
        <PrintButton {...look} disabled={disabled} onClick={() => onExport?.('print')} />
      )}
    </>
  )
}

type SettingProps = {
  icon: LucideIcon
  title: string
  badge?: ReactNode
  wide?: boolean
  children: ReactNode
}

function Setting({ icon: Icon, title, badge, wide, children }: SettingProps) {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm">
          <Icon />
          {title} {badge}
        </Button>
      </PopoverTrigger>
      <PopoverContent title={title} className={wide ? 'w-96' : 'w-70'}>
        {children}
      </PopoverContent>
    </Popover>
  )
}

/** Sorting, filters, columns, density and export behind one button. */
function PhoneSettings({ grid, ...outputs }: ToolbarProps) {
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
        isLong
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
        <Outputs {...outputs} />
      </Dialog>
    </>
  )
}

const labels: Record<Density, string> = {
  compact: 'Kompakt',
  standard: 'Standard',
  comfortable: 'Weit',
}

function DensityChoice({ grid: { state, act } }: { grid: Grid }) {
  return (
    <fieldset>
      <legend className="sr-only">Dichte</legend>
      {densities.map((density) => (
        <PopoverRow key={density}>
          {labels[density]}
          <Radio
            name="density"
            checked={state.density === density}
            onChange={() => act.setDensity(density)}
          />
        </PopoverRow>
      ))}
    </fieldset>
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

/** The choice of the order, for phones, which show no column heads to press. */
function SortChoice({ grid: { columns, state, act } }: { grid: Grid }) {
  const { sort } = state
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9.25rem,1fr))] gap-3">
      <Field label="Sortieren nach">
        {(ids) => (
          <Select
            {...ids}
            value={sort.column}
            onChange={(event) => act.sort({ ...sort, column: event.target.value })}
          >
            {columns.map(({ id, header }) => (
              <option key={id} value={id}>
                {header}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Reihenfolge">
        {(ids) => (
          <Select
            {...ids}
            value={sort.direction}
            onChange={(event) =>
              act.sort({ ...sort, direction: event.target.value as SortDirection })
            }
          >
            <option value="ascending">Aufsteigend</option>
            <option value="descending">Absteigend</option>
          </Select>
        )}
      </Field>
    </div>
  )
}

function ColumnChoice({ grid: { columns, state, act } }: { grid: Grid }) {
  return (
    <>
      {columns.map(({ id, header, fixed }) => (
        <PopoverRow key={id} className={fixed ? 'cursor-not-allowed' : ''}>
          <span>
            {header}
            {fixed && <span className="sr-only">, immer sichtbar</span>}
          </span>
          <Switch
            checked={state.visible.includes(id)}
            disabled={fixed}
            onChange={() => act.toggleColumn(id)}
          />
        </PopoverRow>
      ))}
      <div className="mt-2 flex justify-between border-t pt-2">
        <Button variant="ghost" size="sm" onClick={act.showAllColumns}>
          Alle zeigen
        </Button>
        <Button variant="ghost" size="sm" onClick={act.resetColumns}>
          Zurücksetzen
        </Button>
      </div>
    </>
  )
}
