import { Switch } from '#web/ui/checkbox.tsx'
import { germanEuro } from '#worker/domain/money.ts'

type CashSwitchProps = {
  priceInCent: number
  checked: boolean
  onChange: (checked: boolean) => void
}

/** "Bar bezahlt": switched on, "OK" also records the payment. */
export function CashSwitch({ priceInCent, checked, onChange }: CashSwitchProps) {
  return (
    <Switch
      size="street"
      labelClassName="flex! min-h-14! flex-row-reverse justify-between gap-4! font-semibold max-md:min-h-14! text-foreground"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    >
      {`Bar bezahlt: ${germanEuro(priceInCent)}`}
    </Switch>
  )
}
