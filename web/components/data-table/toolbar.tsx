import { Columns3, FileOutput, ListFilter, type LucideIcon, Rows3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/ui/popover.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { DensityChoice } from './density-choice.tsx'
import { FilterChoice } from './filter-choice.tsx'
import { FilterCount } from './filter-count.tsx'
import type { Grid } from './grid-actions.ts'
import { PhoneSettings } from './phone-settings.tsx'
import { goToRows } from './row-keys.ts'

type ToolbarProps = {
  grid: Grid
  /** null as long as there is nothing to export. */
  onExport: (() => void) | null
  /** The page has a button of its own for that. */
  isPrintedElsewhere: boolean
}

export function Toolbar({ grid, ...rest }: ToolbarProps) {
  return (
    <div className="flex items-center gap-1 border-b py-3 pr-3 pl-4 max-md:gap-2 max-md:px-4 print:hidden">
      <SearchInput
        placeholder="Suchen"
        aria-label="Suchen"
        autoComplete="off"
        enterKeyHint="search"
        value={grid.state.search}
        onChange={(event) => grid.act.search(event.target.value)}
        onKeyDown={goToRows}
        wrapperClassName="me-auto min-w-0 flex-[0_1_19rem] max-md:me-0 max-md:flex-1"
      />
      <DeskSettings grid={grid} {...rest} />
      <PhoneSettings grid={grid} {...rest} />
    </div>
  )
}

/** On the phone all of these lie behind one button. */
function DeskSettings({ grid, onExport, isPrintedElsewhere }: ToolbarProps) {
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
      <Button variant="ghost" size="sm" disabled={!onExport} onClick={onExport ?? undefined}>
        <FileOutput />
        Export
      </Button>
      {!isPrintedElsewhere && <PrintButton variant="ghost" size="sm" disabled={!onExport} />}
    </div>
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
