import { useNavigate } from 'react-router'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

/** As many years as the picture of the members shows. */
const offered = 30

type YearChoiceProps = { shown: number; thisYear: number }

/** Which year the report is about; the address holds it, and may name an older one. */
export function YearChoice({ shown, thisYear }: YearChoiceProps) {
  const navigate = useNavigate()
  const years = Array.from({ length: offered }, (_, index) => thisYear - index)
  const all = years.includes(shown) ? years : [...years, shown].sort((a, b) => b - a)
  return (
    <Card bleed className="p-6 pt-5 max-md:p-4 print:hidden">
      <Field label="Jahr" className="max-w-48 max-md:max-w-none">
        {(ids) => (
          <Select
            {...ids}
            value={String(shown)}
            onChange={({ target }) =>
              void navigate({ search: `?year=${target.value}` }, { replace: true })
            }
          >
            {all.map((year) => (
              <option key={year} value={year}>
                {year === thisYear ? `${year} (läuft)` : year}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  )
}
