import { useNavigate } from 'react-router'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type ChoiceCardProps = {
  /** The name of the search parameter: "duty" in `?duty=Kassier`. */
  name: string
  label: string
  placeholder: string
  chosen: string | null
  options: readonly { value: string; label: string }[]
  /** Shown until a choice is made. */
  help: string
}

/** A choice of one option; the chosen value stands in the page's address under `name`. */
export function ChoiceCard({ name, chosen, options, ...props }: ChoiceCardProps) {
  const navigate = useNavigate()
  const choose = (value: string) =>
    navigate({ search: `?${new URLSearchParams({ [name]: value })}` }, { replace: true })
  return (
    <Card bleed className="p-6 pt-5 max-md:p-4 print:hidden">
      <Field
        label={props.label}
        className="max-w-96 max-md:max-w-none"
        help={chosen === null && props.help}
      >
        {(ids) => (
          <Select
            {...ids}
            value={chosen ?? ''}
            onChange={({ target }) => void choose(target.value)}
          >
            {chosen === null && <option value="">{props.placeholder}</option>}
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  )
}
