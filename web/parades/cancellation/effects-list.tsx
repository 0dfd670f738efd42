import { Fact, Facts } from '#web/components/facts.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Effect } from './effects.ts'

export function EffectsList({ effects }: { effects: readonly Effect[] }) {
  if (effects.length === 0) return <p>Niemand ist angemeldet.</p>
  return (
    <Facts>
      {effects.map(({ label, text }) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
    </Facts>
  )
}

export function EffectsSkeleton() {
  return (
    <Loading>
      <div className="grid gap-3">
        {[72, 88, 80, 64].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    </Loading>
  )
}
