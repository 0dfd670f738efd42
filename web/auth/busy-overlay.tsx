import { useOverlays } from '#web/lib/overlays.tsx'
import { useFocusReturn } from '#web/lib/use-focus-return.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/** The modal busy indicator: shown while mounted. */
export function BusyOverlay({ label = 'Laden...' }: { label?: string }) {
  const focus = useFocusReturn()
  const radix = useOverlays(true)
  if (!radix) return null
  const { Dialog } = radix
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay
          data-slot="busy-overlay"
          className="fixed inset-0 z-50 grid animate-fade place-items-center bg-overlay"
        >
          <Dialog.Content
            role="alertdialog"
            aria-busy="true"
            aria-describedby={undefined}
            onOpenAutoFocus={focus.remember}
            onCloseAutoFocus={focus.giveBack}
            onEscapeKeyDown={(event) => event.preventDefault()}
            className="flex animate-rise items-center gap-3.5 rounded-2xl bg-popover px-7 py-5 text-popover-foreground shadow-lg outline-none"
          >
            <Spinner className="text-primary dark:text-primary-soft-foreground" />
            <Dialog.Title className="font-sans font-semibold text-base tracking-normal">
              {label}
            </Dialog.Title>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
