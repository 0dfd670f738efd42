import type { Dispatch } from 'react'
import { costumeOf, type InternalAction, type InternalForm, isSame } from './internal-form.ts'

type WardrobeChoiceProps = {
  form: InternalForm
  paradeId: number
  dispatch: Dispatch<InternalAction>
}

/** Who owns several costumes says with one tap which one it is. */
export function WardrobeChoice({ form, paradeId, dispatch }: WardrobeChoiceProps) {
  const { member, wardrobe, entry } = form
  if (!member || wardrobe.length < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a box of its own.
    <div
      role="group"
      aria-label="Eigene Kleider"
      className="flex flex-wrap gap-2 px-5 pb-4 max-md:px-4 md:pl-30.5"
    >
      {wardrobe.map((costume) => (
        <button
          key={costume.id}
          type="button"
          aria-pressed={isSame(entry.costumes[paradeId], costumeOf(costume))}
          onClick={() => dispatch({ type: 'costumePicked', paradeId, costume })}
          className="min-h-12 rounded-md border border-input bg-card px-4 font-semibold aria-pressed:border-secondary aria-pressed:bg-secondary aria-pressed:text-secondary-foreground"
        >
          {costume.type.name} {costume.number}
        </button>
      ))}
    </div>
  )
}
