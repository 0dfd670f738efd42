import type { LucideIcon } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Popover, PopoverContent, PopoverRow, PopoverTrigger } from '#web/ui/popover.tsx'

type MultiChoiceProps<Value extends string> = {
  icon: LucideIcon
  title: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  /** Stands on the button; 0 as long as nothing is filtered. */
  count: number
  onChange: (chosen: Value[]) => void
}

/** Several of many, ticked in a popover; the list follows each tick. */
export function MultiChoice<Value extends string>(props: MultiChoiceProps<Value>) {
  const { icon: Icon, title, options, chosen, count, onChange } = props
  const values = options.map(({ value }) => value)
  const toggled = (value: Value) => values.filter((one) => chosen.includes(one) !== (one === value))
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="sm">
          <Icon />
          {title} {count > 0 && <Count count={count} />}
        </Button>
      </PopoverTrigger>
      <PopoverContent title={title} align="start" className="w-80 max-w-[calc(100vw-1rem)]">
        {options.map(({ value, label }) => (
          <PopoverRow key={value}>
            {label}
            <Checkbox checked={chosen.includes(value)} onChange={() => onChange(toggled(value))} />
          </PopoverRow>
        ))}
        <div className="mt-2 flex justify-between border-t pt-2">
          <Button variant="ghost" size="sm" onClick={() => onChange(values)}>
            Alle
          </Button>
          <Button variant="ghost" size="sm" onClick={() => onChange([])}>
            Keine
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span className="min-w-5 rounded-full bg-secondary px-[0.3125rem] text-center text-secondary-foreground text-xs tabular-nums leading-5">
      {count} <span className="sr-only">gewählt</span>
    </span>
  )
}
