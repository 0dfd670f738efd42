import { useNavigate } from 'react-router'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { FeeYear } from '#worker/billing/billing.contract.ts'

type YearChoiceProps = { years: readonly FeeYear[]; shown: number | null }

/** Which year the report is about; the address holds it. */
export function YearChoice({ years, shown }: YearChoiceProps) {
  const navigate = useNavigate()
  const isClosed = years.some(({ year }) => year === shown)
  return (
    <Card bleed className="p-6 pt-5 max-md:p-4 print:hidden">
      <Field label="Jahr" className="max-w-48 max-md:max-w-none">
        {(ids) => (
          <Select
            {...ids}
            value={isClosed ? String(shown) : ''}
            onChange={({ target }) =>
              void navigate({ search: `?year=${target.value}` }, { replace: true })
            }
          >
            {!isClosed && <option value="">Jahr wählen</option>}
            {years.map(({ year }) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  )
}
