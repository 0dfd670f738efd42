import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useListSide } from './use-list-side.ts'
import { optionId } from './use-listbox.ts'
import type { Suggestion } from './use-suggest.ts'

type List<S> = {
  id: string
  isShown: boolean
  matches: readonly S[]
  marked: number
  choose: (suggestion: S) => void
}

type SuggestFrameProps<S> = {
  list: List<S>
  label?: string
  /** Below the options or in their place: "20 von 412", "Nichts gefunden". */
  note?: ReactNode
  /** The field. */
  children: ReactNode
}

/** A text field and its list. */
export function SuggestFrame<S extends Suggestion>({
  list,
  label = 'Vorschläge',
  note,
  children,
}: SuggestFrameProps<S>) {
  const isOpen = list.isShown || Boolean(note)
  const [frame, side] = useListSide(isOpen)
  return (
    <span ref={frame} className="relative block">
      {children}
      <div
        data-slot="suggest-content"
        hidden={!isOpen}
        className={cn(popup, side.above ? 'bottom-full mb-1' : 'top-full mt-1')}
      >
        <div
          id={list.id}
          role="listbox"
          aria-label={label}
          hidden={!list.isShown}
          style={{ maxHeight: side.maxHeight }}
          className="overflow-y-auto overscroll-contain p-1"
        >
          <Options {...list} />
        </div>
        {note && (
          <p
            aria-hidden="true"
            className={cn('px-3.5 py-2 text-muted-foreground text-sm', list.isShown && 'border-t')}
          >
            {note}
          </p>
        )}
      </div>
    </span>
  )
}

const popup =
  'absolute inset-x-0 z-20 animate-rise rounded-lg border bg-popover text-popover-foreground shadow-lg'

function Options<S extends Suggestion>({ id, matches, marked, choose }: List<S>) {
  return matches.map((suggestion, index) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field.
    <div
      key={suggestion.key ?? `${suggestion.value} ${suggestion.note}`}
      id={optionId(id, index)}
      role="option"
      tabIndex={-1}
      aria-selected={index === marked}
      // The focus stays in the field, so that its blur does not close the list first.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(suggestion)}
      className={cn(
        'flex min-h-10 cursor-pointer flex-col justify-center rounded-md px-2.5 py-1.5 hover:bg-accent max-md:min-h-12',
        index === marked && '-outline-offset-2 bg-accent outline-2 outline-ring',
      )}
    >
      <span>{suggestion.label ?? suggestion.value}</span>
      {suggestion.note && <span className="text-muted-foreground text-sm">{suggestion.note}</span>}
    </div>
  ))
}
