import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type ModalProps = {
  title: ReactNode
  description?: ReactNode
  /** A request runs: Escape and a click outside are ignored. */
  busy?: boolean
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
  /** "Abbrechen" left, the act right. */
  footer: ReactNode
  onClose: () => void
  onSubmit: () => void
}

/**
 * The browser's own dialog, open while mounted, for pages that do without the staff's: it keeps the
 * focus in and gives it back, and needs no styles written at run time. On the phone it is a sheet.
 */
export function Modal({ title, description, busy = false, footer, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A passive effect would come too late to give the focus back: the dialog is gone by then.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) rest.onSubmit()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape
    <dialog
      ref={ref}
      role={rest.role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) rest.onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !busy) rest.onClose()
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-full max-w-[30rem] animate-rise overflow-hidden rounded-2xl bg-popover p-0 text-popover-foreground shadow-lg backdrop:animate-fade backdrop:bg-overlay max-md:mx-0 max-md:mb-0 max-md:max-w-none max-md:rounded-b-none forced-colors:border print:hidden"
    >
      <form
        noValidate
        onSubmit={submit}
        className="grid max-h-[calc(100dvh-2rem)] grid-rows-[auto_minmax(0,1fr)_auto]"
      >
        <div className="px-6 pt-6">
          <h2 id={`${id}-title`} className="wrap-anywhere text-xl">
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className="wrap-anywhere mt-1.5 text-muted-foreground">
              {description}
            </p>
          )}
        </div>
        <div className="grid content-start gap-4 overflow-y-auto px-6 py-5">{rest.children}</div>
        <div className="flex justify-end gap-3 px-6 pb-6 *:min-w-26 max-md:grid max-md:grid-cols-[2fr_3fr] max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))] max-md:*:min-h-13 max-md:*:min-w-0">
          {footer}
        </div>
      </form>
    </dialog>
  )
}
