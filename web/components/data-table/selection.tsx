import { X } from 'lucide-react'
import {
  type ChangeEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { ScrollFade } from '#web/components/scroll-fade.tsx'
import { cn } from '#web/lib/cn.ts'
import { germanCount } from '#web/lib/german-count.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { RowWithId } from './column.ts'

export type Ticks<Row> = {
  /** The ticked rows that are in the list, in its order. */
  chosen: readonly Row[]
  isTicked: (row: RowWithId) => boolean
  /** Ticks or unticks the row; with Shift all rows from the row pressed before to this row. */
  press: (row: RowWithId, event: { shiftKey: boolean }) => void
  /** Ticks the given rows, such as those of a page; unticks them when all are ticked. */
  pressAll: (rows: readonly RowWithId[]) => void
  /** Ticks all rows of the list. */
  all: () => void
  range: Range
  clear: () => void
}

/** The choice of a range without a Shift key: while it is on, the next tick counts as one with Shift. */
export type Range = { isOn: boolean; toggle: () => void; end: () => void }

export function useRange(): Range {
  const [isOn, setOn] = useState(false)
  const end = useCallback(() => setOn(false), [])
  return { isOn, toggle: () => setOn(!isOn), end }
}

type Ticked = { ids: ReadonlySet<number>; lastId: number | null }

const nothing: Ticked = { ids: new Set(), lastId: null }

/**
 * The ticked rows. A ticked row that a filter excludes is not chosen until the filter is removed.
 * @param rows the rows found, of all pages, in the order shown, which Shift ranges follow
 */
export function useTicks<Row extends RowWithId>(rows: readonly Row[]): Ticks<Row> {
  const [{ ids }, setTicked] = useState(nothing)
  const chosen = useMemo(
    () => (ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id))),
    [rows, ids],
  )
  const range = useRange()
  const { isOn: isRange, end: endRange } = range
  const press = useCallback<Ticks<Row>['press']>(
    ({ id }, { shiftKey }) => {
      endRange()
      setTicked((before) => {
        const passed = shiftKey || isRange ? rowsBetween(rows, before.lastId ?? id, id) : [id]
        return { ids: withTicks(before.ids, passed, !before.ids.has(id)), lastId: id }
      })
    },
    [rows, isRange, endRange],
  )
  const pressAll = useCallback<Ticks<Row>['pressAll']>((some) => {
    const someIds = some.map(({ id }) => id)
    setTicked((before) => ({
      ids: withTicks(before.ids, someIds, !someIds.every((id) => before.ids.has(id))),
      lastId: null,
    }))
  }, [])
  const clear = useCallback(() => {
    endRange()
    setTicked(nothing)
  }, [endRange])
  useEscape(chosen.length > 0, clear)
  return {
    chosen,
    isTicked: ({ id }) => ids.has(id),
    press,
    pressAll,
    all: () => setTicked({ ids: new Set(rows.map(({ id }) => id)), lastId: null }),
    range,
    clear,
  }
}

function withTicks(ids: ReadonlySet<number>, passed: readonly number[], isTicked: boolean) {
  const next = new Set(ids)
  for (const id of passed) {
    if (isTicked) next.add(id)
    else next.delete(id)
  }
  return next
}

/** The ids from the first to the last row, in either direction; only `lastId` when either is not in the list. */
function rowsBetween(rows: readonly RowWithId[], firstId: number, lastId: number): number[] {
  const first = rows.findIndex(({ id }) => id === firstId)
  const last = rows.findIndex(({ id }) => id === lastId)
  if (first === -1 || last === -1) return [lastId]
  return rows.slice(Math.min(first, last), Math.max(first, last) + 1).map(({ id }) => id)
}

/** Overlays, which handle Escape themselves: Escape then does not clear the selection. */
const ownEscape = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

function useEscape(isOn: boolean, clear: () => void) {
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest(ownEscape) || isTyping(target)) return
      clear()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn, clear])
}

function isTyping(target: Element | null): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.value !== ''
}

type SelectionBarProps = {
  count: number
  /** The number of rows found on all pages. */
  total: number
  onAll: () => void
  onClear: () => void
  range: Range
  /** Actions for the ticked rows. */
  children: ReactNode
}

/**
 * "12 ausgewählt". Always rendered (empty without ticks), so that screen readers announce the first tick. So that
 * no row moves, it takes no room: it covers the element before it, which web/styles/table.css hides meanwhile, and
 * on phones stands above the tab bar.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { count, total, onAll, onClear, range, children } = props
  const isOpen = count > 0
  return (
    <div
      data-slot="selection-bar"
      data-open={isOpen || undefined}
      className={cn(
        isOpen &&
          'flex items-center gap-x-2 bg-secondary-soft ps-6 pe-3 text-secondary-soft-foreground max-md:flex-wrap max-md:gap-x-1 max-md:border-y max-md:py-1 max-md:ps-4 max-md:pe-1 tabbed:fixed tabbed:inset-x-0 tabbed:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] tabbed:z-10 md:stuck-top md:top-16! md:z-3 md:-mt-[4.0625rem] md:h-[4.0625rem] md:border-b md:nth-2:rounded-t-xl print:hidden forced-colors:border',
      )}
    >
      <span role="status" className={cn(isOpen && 'whitespace-nowrap font-semibold tabular-nums')}>
        {isOpen && `${germanCount(count)} ausgewählt`}
      </span>
      {isOpen && (
        <>
          {count < total && (
            <Button variant="ghost" size="sm" onClick={onAll}>
              <span>
                Alle {germanCount(total)} <span className="max-md:sr-only">auswählen</span>
              </span>
            </Button>
          )}
          {/* One line of constant height, also while loading, so that rows do not move during ticking. */}
          <fieldset className="ms-auto min-w-0 max-md:order-last max-md:-ms-4 max-md:-me-1 max-md:w-screen">
            <legend className="sr-only">Mit den ausgewählten</legend>
            <ScrollFade ground="selection">
              <div className="flex min-h-11 w-max items-center gap-1 p-1 max-md:min-h-13 max-md:px-1">
                <RangeButton range={range} />
                {children}
              </div>
            </ScrollFade>
          </fieldset>
          <Button variant="ghost" size="sm" className="max-md:ms-auto" onClick={onClear}>
            <X />
            Aufheben
          </Button>
        </>
      )}
    </div>
  )
}

/** For phones, which have no Shift key: ticks all rows from the last ticked one to the next pressed one. */
export function RangeButton({ range }: { range: Range }) {
  return (
    <Button
      variant={range.isOn ? 'secondary' : 'ghost'}
      size="sm"
      className="md:hidden"
      onClick={range.toggle}
    >
      {range.isOn ? 'Letzte Zeile antippen' : 'Von – bis'}
    </Button>
  )
}

type RowTickProps = {
  /** The name of the row: "Häußler, Anna". */
  label: string
  checked: boolean
  onPress: (event: { shiftKey: boolean }) => void
}

/** The box that ticks a row; its whole square can be pressed. */
export function RowTick({ label, checked, onPress }: RowTickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Tick inside.
    <label
      onMouseDown={keepTextUnmarked}
      className="-m-2.5 inline-grid size-10 cursor-pointer place-items-center align-middle max-md:m-0 max-md:size-11"
    >
      <Checkbox
        data-row-tick
        aria-label={`${label} auswählen`}
        checked={checked}
        onChange={(event) => onPress({ shiftKey: isShifted(event) })}
      />
    </label>
  )
}

type HeadTickProps = { checked: boolean; mixed: boolean; onPress: () => void }

export function HeadTick({ checked, mixed, onPress }: HeadTickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Tick inside.
    <label className="-m-2.5 inline-grid size-10 cursor-pointer place-items-center align-middle">
      <Checkbox
        aria-label="Alle auf dieser Seite auswählen"
        checked={checked}
        mixed={mixed}
        onChange={onPress}
      />
    </label>
  )
}

/** Whether Shift was held. A checkbox changes by a click, a MouseEvent, even when the space bar was pressed. */
function isShifted({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey
}

// Keeps a press with Shift from selecting the text between two rows.
function keepTextUnmarked(event: MouseEvent) {
  if (event.shiftKey) event.preventDefault()
}
