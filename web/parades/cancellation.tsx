import { CalendarX2, EllipsisVertical, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { CancelDialog } from './cancellation/cancel-dialog.tsx'
import { ReinstateDialog } from './cancellation/reinstate-dialog.tsx'

type Act = 'cancel' | 'reinstate'

/** What is done once in a parade's life, if ever: out of reach of a slip. */
export function CancellationMenu({ parade }: { parade: Parade }) {
  const [open, setOpen] = useState<Act | null>(null)
  const isChosen = useRef(false)
  const act: Act = parade.cancelledAt === null ? 'cancel' : 'reinstate'
  const close = () => setOpen(null)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon" aria-label="Weitere Aktionen" className="max-md:flex-none!">
            <EllipsisVertical />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          // Once the menu has given the focus back: the dialog then knows where to give it back to.
          onCloseAutoFocus={() => {
            if (isChosen.current) setOpen(act)
            isChosen.current = false
          }}
        >
          <DropdownMenuItem
            onSelect={() => {
              isChosen.current = true
            }}
          >
            {act === 'cancel' ? (
              <>
                <CalendarX2 aria-hidden="true" />
                Umzug absagen …
              </>
            ) : (
              <>
                <Undo2 aria-hidden="true" />
                Absage zurücknehmen …
              </>
            )}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {open === 'cancel' && <CancelDialog parade={parade} onClose={close} />}
      {open === 'reinstate' && <ReinstateDialog parade={parade} onClose={close} />}
    </>
  )
}
