import { CircleUser, History, KeyRound, LogOut, Settings } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { useOnDemand } from '#web/lib/on-demand.ts'
import { roleLabels } from '#web/lib/role-labels.ts'
import type { StoredUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { can } from '#worker/domain/rights.ts'
import { outboxPart } from './outbox-on-demand.ts'

/** The pages that the menu leads to, with those below them. While one is open, the menu is marked. */
const ownPages = [paths.profile, paths.settings, paths.history, paths.users, paths.retention]

/**
 * The account's menu: profile, settings, history and users as far as the user's rights go, and signing out.
 */
export function AccountMenu({ user }: { user: StoredUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  const account = name ? `Account von ${name}` : 'Account'
  const labels = user.roles.map((role) => roleLabels[role]).join(', ')
  const { pathname } = useLocation()
  const isHere = ownPages.some((path) => matchPath({ path, end: false }, pathname))
  const isChosen = useRef(false)
  const [isLeaving, setLeaving] = useState(false)
  const part = useOnDemand(outboxPart, isLeaving)
  // Runs after the menu has returned the focus, so that the dialog knows where to return it to.
  const onMenuClosed = () => {
    if (isChosen.current) setLeaving(true)
    isChosen.current = false
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          data-hint={account}
          aria-current={isHere ? 'page' : undefined}
          className="grid size-10 flex-none place-items-center self-center rounded-full bg-secondary-soft font-bold text-secondary-soft-foreground text-sm transition-colors hover:bg-secondary hover:text-secondary-foreground aria-[current=page]:bg-secondary aria-[current=page]:text-secondary-foreground max-md:size-11"
        >
          <span aria-hidden="true">{initials(user) || <CircleUser />}</span>
          <span className="sr-only">{account}</span>
        </DropdownMenuTrigger>
        <DropdownMenuContent className="w-70" onCloseAutoFocus={onMenuClosed}>
          <DropdownMenuLabel>{[name, labels].filter(Boolean).join(' · ')}</DropdownMenuLabel>
          <DropdownMenuItem asChild>
            <Link to={paths.profile}>
              <CircleUser aria-hidden="true" />
              Mein Account
            </Link>
          </DropdownMenuItem>
          {can(user, 'read') && (
            <DropdownMenuItem asChild>
              <Link to={paths.settings}>
                <Settings aria-hidden="true" />
                Einstellungen
              </Link>
            </DropdownMenuItem>
          )}
          {can(user, 'manage') && (
            <DropdownMenuItem asChild>
              <Link to={paths.history}>
                <History aria-hidden="true" />
                Verlauf
              </Link>
            </DropdownMenuItem>
          )}
          {can(user, 'manage') && (
            <DropdownMenuItem asChild>
              <Link to={paths.users}>
                <KeyRound aria-hidden="true" />
                Zugänge
              </Link>
            </DropdownMenuItem>
          )}
          <DropdownMenuItem
            onSelect={() => {
              isChosen.current = true
            }}
          >
            <LogOut aria-hidden="true" />
            Abmelden
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isLeaving && part && <part.SignOutQuestion onStay={() => setLeaving(false)} />}
    </>
  )
}

function initials({ firstName, lastName }: StoredUser): string {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`.toLocaleUpperCase('de')
}
