import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

type NativeDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** While a request runs, Escape and clicks outside are ignored. */
  busy?: boolean
  children?: ReactNode
  /** Shown above the buttons, and sticky like these. */
  sum?: ReactNode
  footer: ReactNode
  role?: 'dialog' | 'alertdialog'
  onClose: () => void
}

/**
 * The browser's own modal dialog, for the public pages: the staff's dialog would add 30 kB and a
 * style attribute. It is open while mounted. Sum and buttons stay in view.
 */
export function NativeDialog({ busy = false, onClose, ...rest }: NativeDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const aboutId = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // showModal() focused the first button, which scrolls to the end when the whole dialog scrolls.
    if (dialog) dialog.scrollTop = 0
    // Closing returns the focus to where it was.
    return () => dialog?.close()
  }, [])
  const leave = () => busy || onClose()
  return (
    <dialog
      ref={ref}
      role={rest.role}
      data-slot="dialog-content"
      aria-labelledby={titleId}
      aria-describedby={rest.description ? aboutId : undefined}
      onKeyDown={(event: KeyboardEvent) => {
        // A second Escape would close the dialog even when `cancel` is prevented.
        if (event.key !== 'Escape') return
        event.preventDefault()
        leave()
      }}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onClose={() => ref.current?.open || onClose()}
      onClick={(event: MouseEvent) => event.target === ref.current && leave()}
      className={cn(
        'm-auto max-h-[calc(100dvh-3rem)] w-full max-w-[30rem] animate-rise overflow-y-auto overscroll-contain rounded-2xl bg-popover p-0 text-popover-foreground shadow-lg outline-none backdrop:bg-overlay forced-colors:border',
        'max-md:mb-0 max-md:max-h-[calc(100dvh-1.5rem)] max-md:max-w-none max-md:rounded-t-[1.25rem] max-md:rounded-b-none print:hidden',
      )}
    >
      <div className="px-6 pt-6 pb-4 max-md:px-5 max-md:pt-5 max-md:pb-3">
        <h2 id={titleId} className="text-xl">
          {rest.title}
        </h2>
        {rest.description && (
          <p id={aboutId} className="mt-1.5 text-muted-foreground">
            {rest.description}
          </p>
        )}
      </div>
      {rest.children && (
        <div className="grid grid-cols-1 gap-4 px-6 pt-1 pb-4 max-md:px-5">{rest.children}</div>
      )}
      <div className={foot}>
        {rest.sum}
        <div className="flex justify-end gap-3 *:min-w-26 max-md:two-buttons max-md:*:min-h-13 max-md:*:min-w-0">
          {rest.footer}
        </div>
      </div>
    </dialog>
  )
}

// With large text or in a low window, sticky buttons would cover the content, so they stand at the end.
const foot =
  'sticky bottom-[min(-1px,(20dvh-7rem)*99)] border-t bg-popover px-6 pt-4 pb-6 max-md:px-5 max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))]'

type AskDialogProps = {
  title: string
  /** What happens when the user agrees. */
  children: string
  /** Button labels; given when the action is a cancellation, beside which "Abbrechen" is ambiguous. */
  words?: { yes: string; no: string }
  busy?: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before typed input is discarded (Spec §4). */
export function AskDialog({ title, children, busy = false, ...props }: AskDialogProps) {
  const { words = { yes: 'OK', no: 'Abbrechen' }, onClose, onConfirm } = props
  return (
    <NativeDialog
      role="alertdialog"
      title={title}
      description={children}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.no}</Button>
          <Button variant="destructive" busy={busy} onClick={onConfirm}>
            {words.yes}
          </Button>
        </>
      }
    />
  )
}
