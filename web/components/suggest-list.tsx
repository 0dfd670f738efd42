import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cn } from '#web/lib/cn.ts'
import { normaliseName } from '#worker/domain/names.ts'

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
  /** Shown below or in place of the options: "20 von 412", "Nichts gefunden". */
  note?: ReactNode
  /** The text field that the list belongs to. */
  children: ReactNode
}

/** The element around a text field and its list of suggestions, which it places below or above the field. */
export function SuggestFrame<S extends Suggestion>({
  list,
  label = 'Vorschläge',
  note,
  children,
}: SuggestFrameProps<S>) {
  const isOpen = list.isShown || Boolean(note)
  const [frame, side] = useListSide(isOpen, Boolean(note))
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
      // Keeps the focus in the text field: losing it would close the list before the click arrives.
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

type Rules = {
  /** True when the field accepts only an option: the arrow keys then stay among the options. */
  mustChoose?: boolean
}

/** State and keys of the list below a text field (WAI-ARIA combobox). */
export function useListbox<Option>(
  matches: readonly Option[],
  onChoose: (option: Option) => void,
  { mustChoose = false }: Rules = {},
) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  const isShown = isOpen && matches.length > 0
  const markedId = isShown && matches[marked] ? optionId(id, marked) : undefined
  useScrollIntoView(isShown ? (markedId ?? id) : undefined)

  const open = (mark = -1) => {
    setOpen(true)
    setMarked(mark)
  }
  const close = () => setOpen(false)
  useEscape(isShown, close)
  const choose = (option: Option) => {
    onChoose(option)
    close()
  }
  const step = (by: 1 | -1) => {
    setOpen(true)
    // The arrow keys go in a circle through the options and the text field (index -1); with `mustChoose`
    // through the options only.
    const first = mustChoose ? 0 : -1
    const places = matches.length - first
    const from = isShown ? marked : -1
    const next = mustChoose && from < 0 ? (by > 0 ? 0 : -1) : from + by
    setMarked(((next - first + places) % places) + first)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = isShown ? matches[marked] : undefined
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }
  /** Props that make the text field the combobox of this list. */
  const field = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isShown,
    'aria-controls': id,
    'aria-activedescendant': markedId,
    autoComplete: 'off',
    onClick: () => open(),
    onKeyDown,
  } as const
  return { id, isOpen, isShown, matches, marked, open, close, choose, field }
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

function useScrollIntoView(id: string | undefined): void {
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}

/** The first Escape closes only the list: the listener runs before that of a surrounding dialog. */
function useEscape(isShown: boolean, close: () => void): void {
  useEffect(() => {
    if (!isShown) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      event.preventDefault()
      close()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  })
}

type Side = { above: boolean; maxHeight: number }

const wantedHeight = 288
/** With this room below the field, four options, the list stays there and scrolls. */
const enoughBelow = 200
const noteHeight = 38
const gap = 12

/**
 * Places the list below its field, or above it when a phone's keyboard, the end of the screen or the buttons of a
 * dialog leave too little room. `frame` is the element around field and list.
 */
function useListSide(
  isShown: boolean,
  hasNote: boolean,
): [RefObject<HTMLSpanElement | null>, Side] {
  const frame = useRef<HTMLSpanElement>(null)
  const [side, setSide] = useState<Side>({ above: false, maxHeight: wantedHeight })
  useLayoutEffect(() => {
    if (!isShown) return
    const placeList = () => {
      if (frame.current) setSide(sideOf(frame.current, hasNote ? noteHeight : 0))
    }
    placeList()
    window.visualViewport?.addEventListener('resize', placeList)
    return () => window.visualViewport?.removeEventListener('resize', placeList)
  }, [isShown, hasNote])
  return [frame, side]
}

function sideOf(frame: Element, noteHeight: number): Side {
  const field = frame.getBoundingClientRect()
  const view = window.visualViewport
  const top = view?.offsetTop ?? 0
  const end = Math.min(top + (view?.height ?? window.innerHeight), topOfButtons(frame))
  const below = end - field.bottom - gap - noteHeight
  const above = field.top - top - gap - noteHeight
  const isAbove = below < enoughBelow && above > below
  return {
    above: isAbove,
    maxHeight: Math.min(wantedHeight, Math.max(isAbove ? above : below, 120)),
  }
}

/** Where the buttons of the dialog around the field begin; Infinity without a dialog. */
function topOfButtons(frame: Element): number {
  const buttons = frame.closest('[role$=dialog]')?.querySelector('[data-slot=dialog-footer]')
  return buttons?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}

export type Suggestion = {
  /** The text of the field after choosing it. */
  value: string
  /** Shown in the list in place of `value`. */
  label?: ReactNode
  /** A second line that distinguishes equal values. */
  note?: string
  /** The React key, where several suggestions have the same `value` and `note`. */
  key?: number
}

/** The list below a text field, with the options that match the text. */
export function useSuggest<S extends Suggestion>(
  typed: string,
  suggestions: readonly S[],
  onChoose: (suggestion: S) => void,
) {
  const matches = suggestions.filter((suggestion) => isMatch(suggestion, typed))
  return useListbox(matches, onChoose)
}

function isMatch({ value, note = '' }: Suggestion, typed: string): boolean {
  return normaliseName(`${value} ${note}`).includes(normaliseName(typed))
}
