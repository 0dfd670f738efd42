import { cn } from './cn.ts'
import { optionId, type Suggestion } from './use-suggest.ts'

type SuggestListProps<S> = {
  id: string
  isShown: boolean
  matches: readonly S[]
  marked: number
  choose: (suggestion: S) => void
}

export function SuggestList<S extends Suggestion>({ id, isShown, ...list }: SuggestListProps<S>) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Vorschläge"
      hidden={!isShown}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 animate-rise overflow-y-auto overscroll-contain rounded-lg border bg-popover p-1 text-popover-foreground shadow-lg"
    >
      {list.matches.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field.
        <div
          key={`${suggestion.value} ${suggestion.note}`}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === list.marked}
          // The focus stays in the field, so that its blur does not close the list first.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => list.choose(suggestion)}
          className={cn(
            'flex min-h-10 cursor-pointer flex-col justify-center rounded-md px-2.5 py-1.5 hover:bg-accent max-md:min-h-12',
            index === list.marked && '-outline-offset-2 bg-accent outline-2 outline-ring',
          )}
        >
          {suggestion.value}
          {suggestion.note && (
            <span className="text-muted-foreground text-sm">{suggestion.note}</span>
          )}
        </div>
      ))}
    </div>
  )
}
