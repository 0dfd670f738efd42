import { startTransition, useMemo, useState } from 'react'
import { SuggestFrame, useListbox } from '#web/components/suggest-list.tsx'
import type { FieldIds } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { costumeName, findCostumes, ownerName, type PickableCostume } from './costume-search.ts'

/** As many as a list below a field shows. */
const maxMatches = 20

type CostumePickerProps<C> = FieldIds & {
  /** In the order in which they are offered. */
  costumes: readonly C[]
  chosen: C | null
  onChoose: (costume: C | null) => void
  disabled: boolean
}

/** One costume of the register, found while typing by type, number or owner. */
export function CostumePicker<C extends PickableCostume>({
  costumes,
  chosen,
  onChoose,
  ...input
}: CostumePickerProps<C>) {
  const [typed, setTyped] = useState('')
  const text = chosen ? costumeName(chosen) : typed
  const found = useMemo(() => findCostumes(costumes, text), [costumes, text])
  const list = useListbox(found.slice(0, maxMatches).map(asOption), ({ costume }) => {
    setTyped('')
    onChoose(costume as C)
  })
  return (
    <SuggestFrame list={list} label="Kleider" note={list.isOpen && noteOf(found.length)}>
      <Input
        {...input}
        {...list.field}
        value={text}
        // Not at once: a dialog takes the focus to itself when something goes while it moves on.
        onBlur={() => startTransition(list.close)}
        onChange={(event) => {
          if (chosen) onChoose(null)
          setTyped(event.target.value)
          // Enter takes the best match.
          list.open(event.target.value.trim() ? 0 : -1)
        }}
      />
    </SuggestFrame>
  )
}

function asOption(costume: PickableCostume) {
  return { costume, key: costume.id, value: costumeName(costume), note: ownerName(costume) }
}

function noteOf(total: number): string | null {
  if (total === 0) return 'Kein Kleid gefunden'
  return total > maxMatches ? `${maxMatches} von ${total}. Tippe weiter.` : null
}
