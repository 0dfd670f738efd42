import { Checkbox } from '#web/ui/checkbox.tsx'

type OverCapacityTickProps = { checked: boolean; onChange: (checked: boolean) => void }

/** Shown when a parade is full: the confirmation without which the server rejects more people. */
export function OverCapacityTick({ checked, onChange }: OverCapacityTickProps) {
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      labelClassName="min-h-11 font-medium"
    >
      Trotzdem anmelden, über die Plätze hinaus
    </Checkbox>
  )
}
