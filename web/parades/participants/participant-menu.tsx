import { BadgeEuro, EllipsisVertical, type LucideIcon, Shirt, Trash2, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import type { Participation } from '#worker/parades/parades.contract.ts'

export type ParticipantAct = 'costume' | 'pay' | 'unpay' | 'unconfirm' | 'delete'

type Item = { act: ParticipantAct; words: string; icon: LucideIcon }

function itemsOf(row: Participation): Item[] {
  return [
    { act: 'costume', words: 'Kleid ändern', icon: Shirt },
    row.participationFeePayed
      ? { act: 'unpay', words: 'Bezahlung zurücknehmen', icon: Undo2 }
      : { act: 'pay', words: 'Als bezahlt markieren', icon: BadgeEuro },
    ...(row.participationConfirmed
      ? [{ act: 'unconfirm', words: 'Bestätigung zurücknehmen', icon: Undo2 } as const]
      : []),
    { act: 'delete', words: 'Löschen', icon: Trash2 },
  ]
}

type ParticipantMenuProps = { row: Participation; onAct: (act: ParticipantAct) => void }

/** What the management can do with somebody's participation. */
export function ParticipantMenu({ row, onAct }: ParticipantMenuProps) {
  const chosen = useRef<ParticipantAct | null>(null)
  // Once the menu has given the focus back: a dialog then knows where to give it back to.
  const begin = () => {
    if (chosen.current) onAct(chosen.current)
    chosen.current = null
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`${row.memberName}: Aktionen`}>
          <EllipsisVertical />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent onCloseAutoFocus={begin}>
        {itemsOf(row).map(({ act, words, icon: Icon }) => (
          <DropdownMenuItem
            key={act}
            onSelect={() => {
              chosen.current = act
            }}
            className={act === 'delete' ? 'text-destructive' : ''}
          >
            <Icon aria-hidden="true" />
            {words}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
