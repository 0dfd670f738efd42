import { useQuery } from '@tanstack/react-query'
import { Failure } from '#web/components/failure.tsx'
import { rulesPreviewQuery } from '#web/data/guild.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { listName } from '#worker/domain/names.ts'

/** The members whom a change adds to or removes from the list of an honor. */
type RuleEffect = NonNullable<RuleEffectsQuery['data']>[number]

type RuleEffectsProps = {
  effects: RuleEffectsQuery
  /** Whether nothing was changed that affects the lists. */
  isIdle: boolean
  /** The rules of all honors, which contain their names. */
  rules: readonly HonorRule[]
  date: Day
  /** Errors of the rules that belong to no field of the dialog. */
  obstacles: readonly string[]
}

/** The effects of the change on the lists, at the foot of the dialog. */
export function RuleEffects({ effects, date, obstacles, ...rest }: RuleEffectsProps) {
  const { data, error } = effects
  if (obstacles.length > 0) return <Alert tone="warn">{obstacles.join(' ')}</Alert>
  if (error) {
    // Errors of the rule are shown at its fields.
    if (error.error?.fields) return null
    return <Failure failure={error} busy={effects.isFetching} onRetry={effects.refetch} />
  }
  return (
    <section className="rounded-lg bg-muted px-4 py-3">
      <h3 className="mb-1">Listen zum {germanDateWithWeekday(date)}</h3>
      <div role="status">
        <Words effects={data} {...rest} />
      </div>
    </section>
  )
}

type WordsProps = Pick<RuleEffectsProps, 'isIdle' | 'rules'> & {
  effects: RuleEffectsQuery['data']
}

function Words({ isIdle, effects, rules }: WordsProps) {
  if (isIdle) return <p>Wenn Du die Regel änderst, steht hier, wer dazukommt und wer wegfällt.</p>
  if (effects) return <Lines of={effects} rules={rules} />
  return (
    <p className="flex items-center gap-2">
      <Spinner className="size-4" /> Wird berechnet …
    </p>
  )
}

function Lines({ of: lines, rules }: { of: readonly RuleEffect[]; rules: readonly HonorRule[] }) {
  if (lines.length === 0) return <p>Es kommt niemand dazu, und niemand fällt weg.</p>
  return (
    <ul className="grid gap-1.5">
      {lines.map(({ honor, added, removed }) => (
        <li key={honor}>
          <b className="font-semibold">{rules.find(({ type }) => type === honor)?.label}:</b>{' '}
          {[
            added.length > 0 &&
              `${added.length} ${addedVerb(added.length)} dazu (${namesOf(added)})`,
            removed.length > 0 &&
              `${removed.length} ${removedVerb(removed.length)} weg (${namesOf(removed)})`,
          ]
            .filter(Boolean)
            .join(', ')}
        </li>
      ))}
    </ul>
  )
}

const addedVerb = (count: number) => (count === 1 ? 'kommt' : 'kommen')
const removedVerb = (count: number) => (count === 1 ? 'fällt' : 'fallen')

/** How many names are shown; longer lists end with a count. */
const mostNames = 6

/** "Abele, Xaver; Bär, Ida und 12 weitere" */
export function namesOf(people: RuleEffect['added']): string {
  const names = people.map(listName)
  // One more name is shown, since "und 1 weitere" would need as much space.
  if (names.length <= mostNames + 1) return names.join('; ')
  return `${names.slice(0, mostNames).join('; ')} und ${names.length - mostNames} weitere`
}

/** Previews the effects of the rules; nothing is loaded while `rules` is null. */
export function useRuleEffects(rules: readonly HonorRule[] | null, date: Day) {
  const typed = rules && JSON.stringify(rules)
  const isAtRest = useDebouncedValue(typed) === typed
  return useQuery({
    ...rulesPreviewQuery(rules ?? [], date),
    enabled: rules !== null && isAtRest,
    // Opening the dialog again repeats a failed call: the network may have been the reason.
    retryOnMount: true,
  })
}

type RuleEffectsQuery = Pick<
  ReturnType<typeof useRuleEffects>,
  'data' | 'error' | 'isFetching' | 'refetch'
>
