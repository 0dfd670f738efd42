import {
  BadgeEuro,
  BookOpenText,
  EllipsisVertical,
  HandCoins,
  HeartHandshake,
  Landmark,
  type LucideIcon,
  Pencil,
  Undo2,
} from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { liveDebit, receivedInCent } from '#worker/domain/fee-ledger.ts'
import { listName } from '#worker/domain/names.ts'

export type FeeAct = 'pay' | 'return' | 'waive' | 'correct' | 'refund' | 'account'

type Item = { act: FeeAct; words: string; icon: LucideIcon }

const account: Item = { act: 'account', words: 'Beitragskonto', icon: BookOpenText }

function itemsOf(claim: FeeClaim): Item[] {
  const isOpen = claim.openInCent > 0
  return [
    ...(isOpen ? [{ act: 'pay', words: payWords, icon: BadgeEuro } as const] : []),
    ...(liveDebit(claim.bookings)
      ? [{ act: 'return', words: 'Rücklastschrift eintragen', icon: Undo2 } as const]
      : []),
    ...(isOpen ? [{ act: 'waive', words: 'Erlassen', icon: HeartHandshake } as const] : []),
    { act: 'correct', words: 'Berichtigen', icon: Pencil },
    ...(receivedInCent(claim) > 0
      ? [{ act: 'refund', words: 'Erstatten', icon: HandCoins } as const]
      : []),
    account,
  ]
}

const payWords = 'Als bezahlt eintragen'

type FeeActsProps = {
  claim: FeeClaim
  mayBook: boolean
  onAct: (claim: FeeClaim, act: FeeAct) => void
}

/** The actions on a claim: a button to pay an open claim, and a menu with all other actions. */
export function FeeActs({ claim, mayBook, onAct }: FeeActsProps) {
  const chosen = useRef<FeeAct | null>(null)
  // Runs after the menu has returned the focus, so that the dialog knows where to return it to.
  const begin = () => {
    if (chosen.current) onAct(claim, chosen.current)
    chosen.current = null
  }
  const name = listName(claim.member)
  return (
    <span className="inline-flex items-center justify-end gap-1">
      {mayBook && claim.openInCent > 0 && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`${name}: ${payWords}`}
          onClick={() => onAct(claim, 'pay')}
          className="whitespace-nowrap max-md:hidden"
        >
          {payWords}
        </Button>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`${name}: Aktionen`}>
            <EllipsisVertical />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent onCloseAutoFocus={begin}>
          {(mayBook ? itemsOf(claim) : [account]).map(({ act, words, icon: Icon }) => (
            <DropdownMenuItem
              key={act}
              onSelect={() => {
                chosen.current = act
              }}
            >
              <Icon aria-hidden="true" />
              {words}
            </DropdownMenuItem>
          ))}
          {mayBook && (
            <DropdownMenuItem asChild>
              <Link to={paths.memberEdit(claim.payer.id)}>
                <Landmark aria-hidden="true" />
                Bankdaten ändern
              </Link>
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </span>
  )
}
