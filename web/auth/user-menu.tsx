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
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import type { User } from '#worker/auth/users.contract.ts'
import { listName } from '#worker/domain/names.ts'
import type { UserTask } from './user-task-dialog.tsx'

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

/** Nobody locks themselves out, and one's own password is changed under "Mein Account". */
function tasksOf({ locked, invited, ...user }: User, isOwn: boolean): Task[] {
  if (isOwn) return ['edit']
  if (locked) return ['edit', 'unlock']
  if (invited) return ['edit', 'inviteAgain', 'withdraw']
  return ['edit', 'newLink', ...waiverTasks(user), 'signOut', 'lock']
}

/** Only of who may have to show a passkey. */
function waiverTasks({ passkeys, roles, waivedUntil }: Omit<User, 'locked' | 'invited'>): Task[] {
  if (waivedUntil !== null) return ['endWaiver']
  return passkeys > 0 || roles.includes('management') ? ['waive'] : []
}

type UserMenuProps = { user: User; isOwn: boolean; onTask: (task: UserTask) => void }

export function UserMenu({ user, isOwn, onTask }: UserMenuProps) {
  const chosen = useRef<Task | null>(null)
  // Once the menu has given the focus back: a dialog then knows where to give it back to.
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
