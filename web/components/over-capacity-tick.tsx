import { Checkbox } from '#web/ui/checkbox.tsx'

type OverCapacityTickProps = { checked: boolean; onChange: (checked: boolean) => void }

/** The confirmation that more people may take part than a full parade has places for; the server requires it. */
export function OverCapacityTick({ checked, onChange }: OverCapacityTickProps) {
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      labelClassName="font-medium"
    >
      Trotzdem anmelden, über die Plätze hinaus
    </Checkbox>
  )
}
