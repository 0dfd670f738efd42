import { useHonorLabels } from '#web/data/guild.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { HonorType } from '#worker/domain/codes.ts'

type AlsoDueProps = {
  /** True when the main honor is due; false when the member has not reached it yet. */
  reached: boolean
  types: readonly HonorType[]
  chosen: readonly HonorType[]
  /** The lower honors that are already stored and can no longer be deselected. */
  done: readonly HonorType[]
  onChange: (chosen: readonly HonorType[]) => void
}

/** The choice of lower honors of the same series that were never entered; all are entered unless deselected. */
export function AlsoDue({ reached, types, chosen, done, onChange }: AlsoDueProps) {
  const labels = useHonorLabels()
  const toggle = (type: HonorType) =>
    onChange(types.filter((one) => chosen.includes(one) !== (one === type)))
  return (
    <fieldset className="grid">
      <legend className="mb-0.5 font-semibold text-sm max-md:text-[0.9375rem]">
        {reached ? 'Ebenfalls fällig' : 'Ebenfalls noch erreichbar'}
      </legend>
      <p className="mb-1 text-muted-foreground text-sm">
        Was Du hier nicht anhakst, steht danach auf keiner Liste mehr.
      </p>
      {types.map((type) => (
        <Checkbox
          key={type}
          checked={chosen.includes(type)}
          disabled={done.includes(type)}
          onChange={() => toggle(type)}
        >
          {labels(type)}
        </Checkbox>
      ))}
    </fieldset>
  )
}

type AlsoDueNoteProps = { types: readonly HonorType[]; reached?: boolean }

/** The lower steps as a note in a list, without a choice. */
export function AlsoDueNote({ types, reached = true }: AlsoDueNoteProps) {
  const labels = useHonorLabels()
  if (types.length === 0) return null
  return (
    <span className="block text-muted-foreground text-sm">
      {reached ? 'Auch fällig: ' : 'Auch erreichbar: '}
      {types.map((type) => labels(type)).join(', ')}
    </span>
  )
}
