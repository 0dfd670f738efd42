import { type ReactNode, useState } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'

/** Which of a list are meant. */
export function useTicked(atFirst: readonly number[]) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(atFirst))
  const toggle = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return { ticked, toggle, tickAll: (ids: readonly number[]) => setTicked(new Set(ids)) }
}

export type TickedListProps = ReturnType<typeof useTicked> & {
  rows: readonly { id: number; words: ReactNode }[]
}

/** One tick a row; the first one is for all of them. */
export function TickedList({ rows, ticked, toggle, tickAll }: TickedListProps) {
  const isAll = rows.every(({ id }) => ticked.has(id))
  return (
    <div className="min-w-0">
      {rows.length > 1 && (
        <Checkbox
          checked={isAll}
          onChange={() => tickAll(isAll ? [] : rows.map(({ id }) => id))}
          labelClassName="px-3 font-medium"
        >
          Alle {rows.length}
        </Checkbox>
      )}
      <ul className="max-h-72 divide-y divide-border overflow-y-auto rounded-lg border border-border">
        {rows.map(({ id, words }) => (
          <li key={id} className="px-3">
            <Checkbox
              checked={ticked.has(id)}
              onChange={() => toggle(id)}
              labelClassName="flex! py-1.5"
            >
              {words}
            </Checkbox>
          </li>
        ))}
      </ul>
    </div>
  )
}
