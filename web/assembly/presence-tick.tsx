import { Checkbox } from '#web/ui/checkbox.tsx'

type PresenceTickProps = {
  /** "Knäpple, Irmgard" */
  name: string
  checked: boolean
  onChange: (isPresent: boolean) => void
}

/** "Da": all of its square takes the press. */
export function PresenceTick({ name, checked, onChange }: PresenceTickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Tick inside.
    <label className="-m-2.5 grid size-10 cursor-pointer place-items-center max-md:m-0 max-md:size-11">
      <Checkbox
        aria-label={`${name} ist da`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
