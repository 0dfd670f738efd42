import { Award, Briefcase } from 'lucide-react'
import { useHonorLabels } from '#web/data/guild.ts'
import { Card } from '#web/ui/card.tsx'
import { duties, honorTypes } from '#worker/domain/codes.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { type DutiesFilter, noFilter } from './duties-filter.ts'
import { FilterChip } from './filter-chip.tsx'
import { MultiChoice } from './multi-choice.tsx'

type DutiesFilterBarProps = { filter: DutiesFilter; onChange: (filter: DutiesFilter) => void }

const dutyOptions = duties.map((value) => ({ value, label: dutyLabels[value] }))

/** Which offices are shown, whose honors hide them, and as chips what of it holds. */
export function DutiesFilterBar({ filter, onChange }: DutiesFilterBarProps) {
  const { shown, hidden } = filter
  const labels = useHonorLabels()
  const isAll = shown.length === duties.length
  const offices = shown.map((duty) => dutyLabels[duty]).join(', ') || 'keine'
  const honors = hidden.map((honor) => labels[honor]).join(', ')
  return (
    <Card
      bleed
      aria-label="Auswahl"
      className="flex flex-wrap items-center gap-2 px-4 py-3 print:mb-[4mm] print:p-0"
    >
      <MultiChoice
        icon={Briefcase}
        title="Gezeigte Ämter"
        options={dutyOptions}
        chosen={shown}
        count={isAll ? 0 : shown.length}
        onChange={(next) => onChange({ ...filter, shown: next })}
      />
      <MultiChoice
        icon={Award}
        title="Ausgeblendete Ehrungen"
        options={honorTypes.map((value) => ({ value, label: labels[value] }))}
        chosen={hidden}
        count={hidden.length}
        onChange={(next) => onChange({ ...filter, hidden: next })}
      />
      {!isAll && (
        <FilterChip
          title="Gezeigte Ämter"
          words={offices}
          onRemove={() => onChange({ ...filter, shown: noFilter.shown })}
        />
      )}
      {hidden.length > 0 && (
        <FilterChip
          title="Ausgeblendete Ehrungen"
          words={honors}
          onRemove={() => onChange({ ...filter, hidden: noFilter.hidden })}
        />
      )}
    </Card>
  )
}
