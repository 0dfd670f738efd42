import {
  EllipsisVertical,
  KeyRound,
  Lock,
  LockOpen,
  LogOut,
  type LucideIcon,
  Mail,
  MailX,
  ShieldCheck,
  ShieldOff,
  UserRoundPen,
} from 'lucide-react'
import { useRef } from 'react'
import { cn } from '#web/lib/cn.ts'
import { roleLabels } from '#web/lib/role-labels.ts'
import { useUser } from '#web/lib/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import {
  ActionsCell,
  ActionsHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import type { User } from '#worker/auth/users.contract.ts'
import type { Role } from '#worker/domain/codes.ts'
import { type Day, germanInstant } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { UserTask } from './user-task-dialog.tsx'
import { todayOrDateText } from './user-words.ts'

export const usersHeads = ['Name', 'Zustand', 'Rollen', 'Zuletzt gesehen']

type UsersTableProps = {
  users: readonly User[]
  today: Day
  onTask: (task: UserTask) => void
}

export function UsersTable({ users, today, onTask }: UsersTableProps) {
  const me = useUser()?.emailAddress
  return (
    <Table data-density="comfortable">
      <TableHead>
        <TableRow>
          {usersHeads.map((head) => (
            <TableHeadCell key={head}>{head}</TableHeadCell>
          ))}
          <ActionsHead />
        </TableRow>
      </TableHead>
      <TableBody>
        {users.map((user) => {
          const isOwn = user.emailAddress === me
          return (
            <TableRow key={user.id}>
              <TableCell at="first" className="leading-snug">
                <span className="font-semibold">{listName(user)}</span>{' '}
                {isOwn && <Badge className="ms-1">Du</Badge>}
                <span className="block text-muted-foreground text-sm">{user.emailAddress}</span>
              </TableCell>
              <TableCell at="second">
                <UserState user={user} />
                {user.waivedUntil !== null && (
                  <span className="block text-muted-foreground text-sm">
                    Neues Passwort ohne Passkey bis {germanInstant(user.waivedUntil)}
                  </span>
                )}
              </TableCell>
              <TableCell at="below" before="Rollen" className="md:*:align-middle">
                <Roles roles={user.roles} />
              </TableCell>
              <TableCell at="below" before="Zuletzt gesehen" className="tabular-nums">
                {user.lastSeenAt === null ? (
                  <span className="text-muted-foreground">noch nie</span>
                ) : (
                  todayOrDateText(user.lastSeenAt, today)
                )}
              </TableCell>
              <ActionsCell>
                <UserMenu user={user} isOwn={isOwn} onTask={onTask} />
              </ActionsCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}

function Roles({ roles }: { roles: readonly Role[] }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {roles.map((role) => (
        <Badge key={role} tone={role === 'management' ? 'blue' : 'grey'}>
          {roleLabels[role]}
        </Badge>
      ))}
    </span>
  )
}

function UserState({ user: { locked, invited } }: { user: User }) {
  if (locked) {
    const words = invited ? 'Einladung zurückgezogen' : 'Gesperrt'
    return <Mark icon={Lock} words={words} className="text-muted-foreground" />
  }
  if (invited) {
    return <Mark icon={Mail} words="Eingeladen" className="text-warning-soft-foreground" />
  }
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap align-middle text-foreground">
      <span
        aria-hidden="true"
        className="size-2.25 flex-none rounded-full bg-success forced-color-adjust-none"
      />
      Aktiv
    </span>
  )
}

type MarkProps = { icon: LucideIcon; words: string; className: string }

function Mark({ icon: Icon, words, className }: MarkProps) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 align-middle font-semibold', className)}>
      <Icon aria-hidden="true" />
      {words}
    </span>
  )
}

type Task = UserTask['task']

type Item = { task: Task; words: string; icon: LucideIcon; isHarsh?: boolean }

const items: Record<Task, Omit<Item, 'task'>> = {
  edit: { words: 'Zugang ändern', icon: UserRoundPen },
  newLink: { words: 'Link für neues Passwort', icon: KeyRound },
  inviteAgain: { words: 'Einladung noch einmal senden', icon: Mail },
  waive: { words: 'Neues Passwort ohne Passkey zulassen', icon: ShieldOff },
  endWaiver: { words: 'Wieder nur mit Passkey', icon: ShieldCheck },
  signOut: { words: 'Überall abmelden', icon: LogOut },
  withdraw: { words: 'Einladung zurückziehen', icon: MailX, isHarsh: true },
  lock: { words: 'Sperren', icon: Lock, isHarsh: true },
  unlock: { words: 'Entsperren', icon: LockOpen },
}

/** The actions on an account; on the user's own only editing, as the password is under "Mein Account". */
function tasksOf({ locked, invited, ...user }: User, isOwn: boolean): Task[] {
  if (isOwn) return ['edit']
  if (locked) return ['edit', 'unlock']
  if (invited) return ['edit', 'inviteAgain', 'withdraw']
  return ['edit', 'newLink', ...waiverTasks(user), 'signOut', 'lock']
}

/** The tasks about the passkey waiver; none for users who need no passkey. */
function waiverTasks({ passkeys, roles, waivedUntil }: Omit<User, 'locked' | 'invited'>): Task[] {
  if (waivedUntil !== null) return ['endWaiver']
  return passkeys > 0 || roles.includes('management') ? ['waive'] : []
}

type UserMenuProps = { user: User; isOwn: boolean; onTask: (task: UserTask) => void }

function UserMenu({ user, isOwn, onTask }: UserMenuProps) {
  const chosen = useRef<Task | null>(null)
  // Runs after the menu has returned the focus, so that the dialog knows where to return it to.
  const begin = () => {
    if (chosen.current) onTask({ task: chosen.current, user })
    chosen.current = null
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Aktionen für ${listName(user)}`}>
          <EllipsisVertical />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent onCloseAutoFocus={begin}>
        {tasksOf(user, isOwn).map((task) => (
          <MenuItem
            key={task}
            {...items[task]}
            onSelect={() => {
              chosen.current = task
            }}
          />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

type MenuItemProps = Omit<Item, 'task'> & { onSelect: () => void }

function MenuItem({ words, icon: Icon, isHarsh = false, onSelect }: MenuItemProps) {
  return (
    <>
      {isHarsh && <DropdownMenuSeparator />}
      <DropdownMenuItem onSelect={onSelect} className={isHarsh ? 'text-destructive!' : ''}>
        <Icon aria-hidden="true" />
        {words}
      </DropdownMenuItem>
    </>
  )
}
