import { type FormEvent, type ReactNode, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'
import { openedOverlays, useOverlays } from '#web/lib/overlays.tsx'
import { useFocusReturn } from '#web/lib/use-focus-return.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** True while a request is running: Escape and clicks beside the dialog are then ignored. */
  busy?: boolean | undefined
  children?: ReactNode
  /** The buttons: "Abbrechen" left, "OK" right. */
  footer: ReactNode
  /** `dialog` is a bottom sheet on the phone only, `sheet` everywhere. */
  variant?: 'dialog' | 'sheet'
  /** The buttons stay in sight, for contents that are often longer than the screen. */
  isLong?: boolean
  /** `street`: large controls for use outdoors. */
  size?: 'md' | 'street'
  role?: 'dialog' | 'alertdialog'
  /** True for a dialog over another dialog; the lower dialog keeps its input and is not seen while the upper is open. */
  isOver?: boolean | undefined
  /** Makes the dialog a form; the confirming button must be of type "submit". */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
}

export function Dialog({
  open,
  onOpenChange,
  busy,
  variant = 'dialog',
  isOver,
  ...rest
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const focus = useFocusReturn()
  const radix = useOverlays(open)
  if (!radix) return null
  const { Dialog: Primitive } = radix
  return (
    <Primitive.Root open={open} onOpenChange={(next) => busy || onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Overlay
          data-slot="dialog-overlay"
          data-over={isOver || undefined}
          className={cn(overlay, overlays[variant], rest.isLong && 'scroll-pb-28')}
        >
          <Primitive.Content
            ref={content}
            data-slot="dialog-content"
            role={rest.role ?? 'dialog'}
            {...(!rest.description && { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              focus.remember()
              initialFocus(content.current)?.focus()
            }}
            onCloseAutoFocus={focus.giveBack}
            // Outdoors a press beside the dialog is ignored: with gloves, the second tap of an accidental double tap
            // would close the dialog that the first tap has opened.
            onInteractOutside={(event) => rest.size === 'street' && event.preventDefault()}
            className={cn(panel, panels[variant], rest.size === 'street' && street)}
          >
            <DialogInside {...rest} isSheet={variant === 'sheet'} />
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

const overlay = [
  // The page is printed, not the dialog over it.
  'fixed inset-0 z-50 grid animate-fade overflow-auto bg-overlay print:hidden',
  // While a dialog with `isOver` is open, the dialog below is only transparent: its focus and input stay.
  'not-data-over:in-[body:has([data-over])]:opacity-0',
]
const overlays = {
  dialog: 'place-items-center p-6 max-md:items-end max-md:justify-items-stretch max-md:p-0',
  sheet: 'items-end justify-items-stretch',
}
const panel =
  'w-full animate-rise bg-popover text-popover-foreground shadow-lg outline-none forced-colors:border'
const panels = {
  dialog:
    'max-w-[30rem] rounded-2xl max-md:max-w-none max-md:rounded-t-[1.25rem] max-md:rounded-b-none',
  sheet: 'mx-auto max-w-[44rem] rounded-t-[1.25rem] rounded-b-none',
}
const street = 'text-[1.0625rem] [--control:3.5rem]'

type InsideProps = Pick<
  DialogProps,
  'title' | 'description' | 'children' | 'footer' | 'onSubmit' | 'size' | 'isLong'
> & { isSheet: boolean }

function DialogInside({
  title,
  description,
  children,
  footer,
  onSubmit,
  size,
  isLong,
  isSheet,
}: InsideProps) {
  const { Title, Description } = openedOverlays().Dialog
  const parts = (
    <>
      {isSheet && (
        <span
          aria-hidden="true"
          className="mx-auto mt-2.5 block h-[0.3125rem] w-10 rounded-full bg-border-strong"
        />
      )}
      <div data-slot="dialog-header" className={isSheet ? 'px-5 pt-4' : 'px-6 pt-6'}>
        <Title data-slot="dialog-title" className={size === 'street' ? 'text-2xl' : 'text-xl'}>
          {title}
        </Title>
        {description && (
          <Description data-slot="dialog-description" className="mt-1.5 text-muted-foreground">
            {description}
          </Description>
        )}
      </div>
      {children && (
        <div className={cn('grid gap-4', isSheet ? 'px-5 pt-4' : 'px-6 pt-5')}>{children}</div>
      )}
      <div
        data-slot="dialog-footer"
        className={cn(foot, isSheet ? sheetFoot : dialogFoot, isLong && stuckFoot)}
      >
        {footer}
      </div>
    </>
  )
  if (!onSubmit) return parts
  return (
    <form noValidate onSubmit={onSubmit}>
      {parts}
    </form>
  )
}

const foot = 'gap-3'
const stuckFoot =
  'sticky bottom-0 mt-5 border-t bg-popover py-4! md:-bottom-6 md:rounded-b-2xl max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))]!'
const sheetFoot = 'flex two-buttons p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))]'
const dialogFoot =
  'flex justify-end p-6 *:min-w-26 max-md:two-buttons max-md:pt-5 max-md:pb-[calc(1.25rem+env(safe-area-inset-bottom))] max-md:*:min-h-13 max-md:*:min-w-0 max-md:*:px-3'

/** The initial focus: the first field, or else the first button, which is "Abbrechen". */
function initialFocus(content: HTMLElement | null): HTMLElement | null {
  return (
    content?.querySelector<HTMLElement>('[data-first-focus]') ??
    content?.querySelector<HTMLElement>(
      'input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled)',
    ) ??
    content?.querySelector<HTMLElement>('button:not(:disabled)') ??
    content
  )
}
