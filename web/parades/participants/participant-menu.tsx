import {
  BadgeEuro,
  EllipsisVertical,
  type LucideIcon,
  Shirt,
  Trash2,
  Undo2,
  UserRoundPen,
} from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { isSettled } from '#worker/domain/parade.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'

export type ParticipantAction = 'costume' | 'match' | 'pay' | 'unpay' | 'unconfirm' | 'delete'

type Item = { action: ParticipantAction; words: string; icon: LucideIcon }

function itemsOf(row: Participation, takesCash: boolean): Item[] {
  return [
    { action: 'costume', words: 'Kleid ändern', icon: Shirt },
    {
      action: 'match',
      words: row.memberId === null ? 'Mitglied zuordnen …' : 'Zuordnung ändern …',
      icon: UserRoundPen,
    },
    ...paymentItems(row, takesCash),
    ...(row.participationConfirmed
      ? [{ action: 'unconfirm', words: 'Bestätigung zurücknehmen', icon: Undo2 } as const]
      : []),
    { action: 'delete', words: 'Streichen', icon: Trash2 },
  ]
}

/** The menu's actions on the payment; none for an online payment, which only a refund reverses. */
function paymentItems(
  { participationFeePayed, feePayedByHand, priceInCent }: Participation,
  takesCash: boolean,
): Item[] {
  if (!participationFeePayed) {
    if (!takesCash || isSettled(false, priceInCent)) return []
    return [{ action: 'pay', words: 'Als bezahlt markieren', icon: BadgeEuro }]
  }
  return feePayedByHand ? [{ action: 'unpay', words: 'Bezahlung zurücknehmen', icon: Undo2 }] : []
}

type ParticipantMenuProps = {
  row: Participation
  takesCash: boolean
  onAction: (action: ParticipantAction) => void
}

/** The actions on a participation, for users who may change parades. */
export function ParticipantMenu({ row, takesCash, onAction }: ParticipantMenuProps) {
  const chosen = useRef<ParticipantAction | null>(null)
  // Runs after the menu has returned the focus, so that the dialog knows where to return it to.
  const begin = () => {
    if (chosen.current) onAction(chosen.current)
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
        {itemsOf(row, takesCash).map(({ action, words, icon: Icon }) => (
          <DropdownMenuItem
            key={action}
            onSelect={() => {
              chosen.current = action
            }}
            className={action === 'delete' ? 'text-destructive!' : ''}
          >
            <Icon aria-hidden="true" />
            {words}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
