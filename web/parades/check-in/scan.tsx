import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'
import { berlinTime } from '#worker/domain/dates.ts'
import type { ShownRow } from './outbox/acts.ts'
import { waitingActsOf } from './outbox/outbox-words.ts'
import { useOutbox } from './outbox/use-outbox.ts'
import type { Scanned } from './scanner/signals.ts'
import { useMayUndo } from './use-act.ts'

/** The scanner's code, loaded on demand; the service worker keeps a copy for offline use. */
const ScanScreen = lazy(async () => {
  const { ScanScreen } = await loadChunk(() => import('./scanner/scan-screen.tsx'))
  return { default: ScanScreen }
})

type CheckInScanProps = {
  rows: readonly ShownRow[]
  /** The row that was last confirmed by its code. */
  last: ShownRow | undefined
  /** The row scanned last, if it was confirmed before. */
  again: ShownRow | undefined
  ticksPaid: { isOn: boolean; toggle: () => void }
  /** Whether a sheet covers the scanner. */
  isPaused: boolean
  onFound: (row: ShownRow) => void
  onTakeBack: (row: ShownRow) => void
  /** After a second scan of the same person: asks before undoing. */
  onAskBack: (row: ShownRow) => void
  onClose: () => void
}

/** The scanner in place of the search: a scanned row is handled like a tapped one. */
export function CheckInScanner(props: CheckInScanProps) {
  const { rows, last, again, onFound, onTakeBack, onAskBack, ...rest } = props
  const mayTakeBack = useMayUndo()
  const { acts } = useOutbox()
  const confirmed = rows.filter((row) => row.confirmed).length
  const headline = { confirmed, all: rows.length, waiting: waitingActsOf(acts).length }
  const find = (code: string): Scanned => {
    const found = rows.find((row) => row.code !== '' && row.code === code)
    if (!found) return 'unknown'
    onFound(found)
    return found.confirmed ? 'again' : 'first'
  }
  const isSearchNext = useRef(false)
  useEffect(
    () => () => {
      // After the dialog has released the focus and before it restores it.
      if (isSearchNext.current) setTimeout(focusSearch)
    },
    [],
  )
  const search = () => {
    isSearchNext.current = true
    rest.onClose()
  }
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-black" />}>
      <ScanScreen
        headline={headline}
        onCode={find}
        last={last ? lastScanProps(last, onTakeBack) : null}
        again={again ? repeatedScanProps(again, mayTakeBack(again.mine) ? onAskBack : null) : null}
        onSearch={search}
        {...rest}
      />
    </Suspense>
  )
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type=search]')?.focus()
}

const costumeText = ({ costume }: ShownRow) =>
  [costume.type, costume.number].filter(Boolean).join(' ')

function lastScanProps(row: ShownRow, onTakeBack: (row: ShownRow) => void) {
  const { memberName: name, paid } = row
  return { name, costume: costumeText(row), paid, undo: () => onTakeBack(row) }
}

function repeatedScanProps(row: ShownRow, onAskBack: ((row: ShownRow) => void) | null) {
  const { memberName: name, confirmedAt, confirmedBy, mine } = row
  const at = confirmedAt && `um ${berlinTime(new Date(confirmedAt))} Uhr`
  const by = mine ? 'von Dir' : confirmedBy && `von ${confirmedBy}`
  return {
    name,
    costume: costumeText(row),
    whenAndWho: [at, by].filter(Boolean).join(' '),
    undo: onAskBack && (() => onAskBack(row)),
  }
}

/** A setting of this device: whether paid participants are confirmed as soon as their code is scanned. */
const ticksPaidKey = 'ticksPaidOnScan'

export function useTicksOnScan() {
  const [isOn, setOn] = useState(() => readStored(ticksPaidKey) !== null)
  const toggle = () => {
    if (isOn) removeStored(ticksPaidKey)
    else writeStored(ticksPaidKey, 'yes')
    setOn(!isOn)
  }
  return { isOn, toggle }
}
