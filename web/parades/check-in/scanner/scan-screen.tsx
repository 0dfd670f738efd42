import {
  Check,
  CircleAlert,
  Flashlight,
  History,
  Search,
  Square,
  SquareCheck,
  Undo2,
} from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useFocusReturn } from '#web/lib/use-focus-return.ts'
import { Button } from '#web/ui/button.tsx'
import { codeOfLink } from '#worker/domain/check-in.ts'
import { openSignals, type Scanned } from './signals.ts'
import { type CameraState, type Torch, useCamera } from './use-camera.ts'

export type ScanScreenProps = {
  headline: { confirmed: number; all: number; waiting: number }
  /** Whether scanning pauses, because a sheet covers the scanner. */
  isPaused: boolean
  /** Handles the code and tells which kind it is. */
  onCode: (code: string) => Scanned
  /** The person last confirmed by their code; null when there is none. */
  last: LastScanned | null
  /** The person scanned last, if they were confirmed before; else null. */
  again: ScannedAgain | null
  /** Whether paid participants are confirmed as soon as they are scanned, and the switch for that. */
  ticksPaid: { isOn: boolean; toggle: () => void }
  onSearch: () => void
  onClose: () => void
}

type LastScanned = { name: string; costume: string; paid: boolean; undo: () => void }

/** `whenAndWho`: "um 13:42 Uhr von Jonas K."; `undo`: null for another user's tick. */
type ScannedAgain = {
  name: string
  costume: string
  whenAndWho: string
  undo: (() => void) | null
}

const unknownCode = 'Dieser Code gehört zu keiner Anmeldung für diesen Umzug.'
const troubles: Record<Exclude<CameraState, 'starting' | 'on'>, string> = {
  blocked: 'Die Kamera ist gesperrt. Tippe Name oder Nummer.',
  mute: 'Hier lässt sich kein Code lesen. Tippe Name oder Nummer.',
}

const shownForMs = 5000

/** Covers the list, and is dark in either colour scheme like the picture. */
export function ScanScreen(props: ScanScreenProps) {
  const screen = useRef<HTMLDivElement>(null)
  const focus = useFocusReturn()
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || props.onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={screen}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focus.remember()
            screen.current?.focus()
          }}
          onCloseAutoFocus={focus.giveBack}
          className="fixed inset-0 z-40 flex flex-col overflow-y-auto overscroll-contain bg-black text-[1.0625rem] text-white outline-none"
        >
          <Scanner {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** A component of its own, because the video element exists only after the dialog has mounted. */
function Scanner(props: ScanScreenProps) {
  const { headline, isPaused, onCode, last, again, ticksPaid, onSearch, onClose } = props
  const video = useRef<HTMLVideoElement>(null)
  const signals = useRef<ReturnType<typeof openSignals>>(null)
  useEffect(() => {
    const opened = openSignals()
    signals.current = opened
    return opened.close
  }, [])
  /** Counts unknown codes, so that a second one in a row is announced again. */
  const [unknown, setUnknown] = useState(0)
  const { state, light } = useCamera({
    video,
    isPaused,
    onRead(text) {
      const code = codeOfLink(text)
      const scanned = code === null ? 'unknown' : onCode(code)
      signals.current?.give(scanned)
      setUnknown((count) => (scanned === 'unknown' ? count + 1 : 0))
    },
  })
  useEffect(() => {
    if (unknown === 0) return
    const timer = setTimeout(() => setUnknown(0), shownForMs)
    return () => clearTimeout(timer)
  }, [unknown])
  const trouble = state === 'blocked' || state === 'mute' ? troubles[state] : null
  return (
    <>
      <ScanHead headline={headline} onClose={onClose} />
      <div className="relative min-h-40 flex-1 overflow-hidden">
        <video
          ref={video}
          muted
          playsInline
          aria-label="Bild der Kamera"
          className={cn('absolute inset-0 size-full object-cover', trouble && 'invisible')}
        />
        {trouble ? (
          <p role="alert" className="grid size-full place-content-center p-6 text-center text-xl">
            {trouble}
          </p>
        ) : (
          <Frame />
        )}
      </div>
      <div role="status">
        {unknown > 0 && (
          <p
            key={unknown}
            className="flex items-center gap-3.5 bg-warning-soft px-4 py-3.5 font-semibold text-warning-soft-foreground leading-snug"
          >
            <CircleAlert aria-hidden="true" className="size-7 flex-none" />
            {unknownCode}
          </p>
        )}
        {/* Hidden, since the previous person would look like the owner of the unknown code. */}
        {unknown === 0 && again && <RepeatedScan {...again} />}
        {unknown === 0 && last && <LastScan {...last} />}
        {!last && !again && unknown === 0 && !trouble && (
          <p className="text-balance px-4 pt-3 text-center leading-[1.4]">
            Halte den Code aus der Bestätigung in den Rahmen.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] *:grow">
        <DarkButton isPressed={ticksPaid.isOn} onClick={ticksPaid.toggle} className="basis-full">
          {ticksPaid.isOn ? <SquareCheck /> : <Square />}
          Bezahlte beim Scannen gleich abhaken
        </DarkButton>
        {light && <LightSwitch {...light} />}
        <DarkButton onClick={onSearch}>
          <Search />
          Name suchen
        </DarkButton>
      </div>
    </>
  )
}

type ScanHeadProps = Pick<ScanScreenProps, 'headline' | 'onClose'>

function ScanHead({ headline: { confirmed, all, waiting }, onClose }: ScanHeadProps) {
  const waits = waiting > 0 && ` · ${waiting} ${waiting === 1 ? 'wartet' : 'warten'}`
  return (
    <div className="flex items-center justify-between gap-3 pr-3 pb-2.5 pl-4 pt-[calc(0.625rem+env(safe-area-inset-top))]">
      <div>
        <Dialog.Title asChild>
          <h1 className="text-xl leading-[1.2]">Code scannen</h1>
        </Dialog.Title>
        <p className="font-medium text-[0.9375rem] text-white/86 tabular-nums leading-[1.3]">
          {`${confirmed} von ${all}`}
          {waits}
        </p>
      </div>
      <DarkButton onClick={onClose}>Fertig</DarkButton>
    </div>
  )
}

/** Dims everything except the centre, which is what is decoded. */
function Frame() {
  return (
    <div className="absolute inset-0 grid place-items-center overflow-hidden">
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        className="aspect-square w-[min(70vmin,84%)] overflow-visible rounded-[8%] shadow-[0_0_0_200vmax_rgb(0_0_0/0.5)] max-h-[84%]"
        fill="none"
        stroke="white"
        strokeWidth="2.25"
        strokeLinecap="round"
      >
        <path d="M1 20V8a7 7 0 0 1 7-7h12M80 1h12a7 7 0 0 1 7 7v12M99 80v12a7 7 0 0 1-7 7H80M20 99H8a7 7 0 0 1-7-7V80" />
      </svg>
    </div>
  )
}

function LastScan({ name, costume, paid, undo }: LastScanned) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 bg-success-soft px-4 pt-3.5 pb-1 text-foreground">
      <span className="grid size-11 place-items-center rounded-full bg-success text-success-foreground">
        <Check aria-hidden="true" className="size-6.5 stroke-[3]" />
      </span>
      <div>
        <p className="font-bold text-xl leading-[1.2] [overflow-wrap:anywhere]">{name}</p>
        <p className="mt-0.5 text-[1rem] leading-[1.35]">
          {costume}, {paid ? 'bezahlt' : 'nicht bezahlt'}
        </p>
      </div>
      <Button
        variant="ghost"
        size="xl"
        onClick={undo}
        className="col-start-2 -ml-4.5 justify-self-start text-link!"
      >
        <Undo2 />
        Zurücknehmen
      </Button>
    </div>
  )
}

/** The result for a code that was scanned before: amber, with a small button to undo. */
function RepeatedScan({ name, costume, whenAndWho, undo }: ScannedAgain) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 bg-warning-soft px-4 py-3 text-warning-soft-foreground">
      <span className="grid size-11 place-items-center rounded-full border-3 border-current">
        <History aria-hidden="true" className="size-6" />
      </span>
      <div>
        <p className="font-bold leading-[1.2]">Schon bestätigt {whenAndWho}</p>
        <p className="mt-0.5 font-bold text-xl leading-[1.2] [overflow-wrap:anywhere]">{name}</p>
        <p className="text-[1rem] leading-[1.35]">{costume}</p>
      </div>
      {undo && (
        <button
          type="button"
          onClick={undo}
          className="-mr-2 min-h-14 rounded-lg px-2 text-[0.9375rem] underline underline-offset-[0.2em]"
        >
          Zurücknehmen
        </button>
      )}
    </div>
  )
}

function LightSwitch({ isOn, toggle }: NonNullable<Torch>) {
  return (
    <DarkButton isPressed={isOn} onClick={toggle}>
      <Flashlight />
      Licht
    </DarkButton>
  )
}

type OnDarkProps = {
  isPressed?: boolean
  onClick: () => void
  className?: string
  children: ReactNode
}

function DarkButton({ isPressed, onClick, className, children }: OnDarkProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onClick}
      className={cn(
        'inline-flex min-h-14 items-center justify-center gap-2 rounded-xl border-2 border-white/70 px-5 font-semibold leading-[1.15] hover:bg-white/14 focus-visible:outline-3 focus-visible:outline-white focus-visible:outline-offset-2 aria-pressed:bg-white aria-pressed:text-black [&>svg]:flex-none',
        className,
      )}
    >
      {children}
    </button>
  )
}
