import { CircleUser, History, KeyRound, LogOut, Settings } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { signOut } from '#web/data/auth.ts'
import { roleLabels } from '#web/lib/role-labels.ts'
import { hasRole, type StoredUser } from '#web/lib/session.ts'
import { outbox, useOutbox } from '#web/parades/check-in/outbox/use-outbox.ts'
import { lostAtSignOut } from '#web/parades/check-in/outbox/words.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'

/** Signing out needs no way to the sign-in: the shell leads there as soon as nobody is signed in. */
export function AccountMenu({ user }: { user: StoredUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  const account = name ? `Account von ${name}` : 'Account'
  const labels = user.roles.map((role) => roleLabels[role]).join(', ')
  const leaving = useLeaving()
  return (
    <>
      <DropdownMenu modal={false}>
        <DropdownMenuTrigger
          data-hint={account}
          className="grid size-10 flex-none place-items-center self-center rounded-full bg-secondary-soft font-bold text-secondary-soft-foreground text-sm transition-colors hover:bg-secondary hover:text-secondary-foreground max-md:size-11"
        >
          <span aria-hidden="true">{initials(user) || <CircleUser />}</span>
          <span className="sr-only">{account}</span>
        </DropdownMenuTrigger>
        <DropdownMenuContent className="w-70" onCloseAutoFocus={leaving.afterMenu}>
          <DropdownMenuLabel>{[name, labels].filter(Boolean).join(' · ')}</DropdownMenuLabel>
          <DropdownMenuItem asChild>
            <Link to={paths.profile}>
              <CircleUser aria-hidden="true" />
              Mein Account
            </Link>
          </DropdownMenuItem>
          {hasRole(user, 'management', 'readonly') && (
            <DropdownMenuItem asChild>
              <Link to={paths.settings}>
                <Settings aria-hidden="true" />
                Einstellungen
              </Link>
            </DropdownMenuItem>
          )}
          {hasRole(user, 'management') && (
            <DropdownMenuItem asChild>
              <Link to={paths.history}>
                <History aria-hidden="true" />
                Verlauf
              </Link>
            </DropdownMenuItem>
          )}
          {hasRole(user, 'management') && (
            <DropdownMenuItem asChild>
              <Link to={paths.users}>
                <KeyRound aria-hidden="true" />
                Zugänge
              </Link>
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={leaving.begin}>
            <LogOut aria-hidden="true" />
            Abmelden
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={leaving.isAsking}
        onOpenChange={leaving.stay}
        title="Trotzdem abmelden?"
        tone="destructive"
        icon={LogOut}
        confirmLabel="Abmelden"
        onConfirm={leave}
      >
        {leaving.lost}
      </ConfirmDialog>
    </>
  )
}

/** Who leaves takes everything along that the device keeps; what would be lost by it is asked about. */
function useLeaving() {
  const lost = lostAtSignOut(useOutbox().acts)
  const [isAsking, setAsking] = useState(false)
  const isChosen = useRef(false)
  return {
    lost,
    isAsking,
    begin() {
      if (lost === '') leave()
      else isChosen.current = true
    },
    /** Once the menu has given the focus back: the question then knows where to give it back to. */
    afterMenu() {
      if (isChosen.current) setAsking(true)
      isChosen.current = false
    },
    stay: () => setAsking(false),
  }
}

function leave(): void {
  void outbox.wipe()
  signOut()
}

function initials({ firstName, lastName }: StoredUser): string {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`.toLocaleUpperCase('de')
}
