import { useId } from 'react'
import { Radio } from '#web/ui/checkbox.tsx'

type ChoiceProps = {
  name: string
  checked: boolean
  onChoose: () => void
  /** The value as text; '' is shown as "Kein Eintrag". */
  value: string
  whose: string
}

/** One of two conflicting values, with its source. */
export function ValueChoice({ name, checked, onChoose, value, whose }: ChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="group grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 rounded-md border border-border-strong px-3.5 py-2.5 has-checked:border-secondary has-checked:bg-secondary-soft has-checked:shadow-[inset_0_0_0_1px_var(--secondary)]"
    >
      <Radio id={id} name={name} checked={checked} onChange={onChoose} className="mt-0.5" />
      <span className="min-w-0">
        <span className="block whitespace-pre-line break-words tabular-nums">
          {value || 'Kein Eintrag'}
        </span>
        <span className="block text-muted-foreground text-xs group-has-checked:text-secondary-soft-foreground max-md:text-sm">
          {whose}
        </span>
      </span>
    </label>
  )
}
