import { LockKeyhole, type LucideIcon, MailX } from 'lucide-react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import {
  changeUser,
  endWaiver,
  sendUserLink,
  signOutUser,
  waivePasskey,
} from '#web/data/auth-users.ts'
import type { MutationDefinition } from '#web/lib/query.ts'
import { updateSession, useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { toast } from '#web/ui/toast.tsx'
import type { CurrentUser } from '#worker/auth/auth.contract.ts'
import type { User } from '#worker/auth/users.contract.ts'
import { fullName } from '#worker/domain/names.ts'
import { type UserDraft, UserFields } from './user-fields.tsx'
import { linkToShow, type OptionalLink, type ShownLink } from './user-link-dialog.tsx'

/** An action on an account, to be confirmed. */
export type UserTask = {
  task:
    | 'edit'
    | 'newLink'
    | 'inviteAgain'
    | 'withdraw'
    | 'waive'
    | 'endWaiver'
    | 'signOut'
    | 'lock'
    | 'unlock'
  user: User
}

type UserTaskDialogProps = UserTask & {
  onLink: (shown: ShownLink) => void
  onClose: () => void
}

export function UserTaskDialog({ task, user, ...rest }: UserTaskDialogProps) {
  if (task === 'edit') return <EditUserDialog user={user} {...rest} />
  return <QuestionDialog question={questions[task](user)} user={user} {...rest} />
}

type Question = {
  title: string
  text: string
  /** The toast afterwards. */
  done: string
  icon?: LucideIcon
  /** The request; its answer has a link when one has to be passed on. */
  act: MutationDefinition<void, OptionalLink | undefined>
}

const questions: Record<Exclude<UserTask['task'], 'edit'>, (user: User) => Question> = {
  newLink: (user) => ({
    title: 'Link für neues Passwort?',
    text: `${fullName(user)} bekommt einen Link, der 60 Minuten gilt. Mit dem neuen Passwort enden alle Anmeldungen.${withPasskeys(user)}`,
    done: 'Link verschickt',
    act: sendUserLink(user.id),
  }),
  inviteAgain: (user) => ({
    title: 'Einladung noch einmal senden?',
    text: `${fullName(user)} bekommt einen neuen Link, der 7 Tage gilt. Der alte gilt dann nicht mehr.`,
    done: 'Einladung verschickt',
    act: sendUserLink(user.id),
  }),
  withdraw: (user) => ({
    title: 'Einladung zurückziehen?',
    text: `Der Link an ${fullName(user)} gilt dann nicht mehr. Der Zugang bleibt gesperrt in der Liste stehen.`,
    done: 'Einladung zurückgezogen',
    icon: MailX,
    act: lockMutation(user, true),
  }),
  waive: (user) => ({
    title: 'Neues Passwort ohne Passkey zulassen?',
    text: `${fullName(user)} kann dann 24 Stunden lang mit einem Link einmal ein neues Passwort wählen, ohne den Passkey zu zeigen. Sprich vorher selbst mit ${user.firstName}: Wer nur in das Postfach kommt, soll nicht hinein.`,
    done: 'Neues Passwort ohne Passkey zugelassen',
    act: waivePasskey(user.id),
  }),
  endWaiver: (user) => ({
    title: 'Wieder nur mit Passkey?',
    text: `Ein neues Passwort kann ${fullName(user)} dann wieder nur mit dem Passkey wählen.`,
    done: 'Zurückgenommen',
    act: endWaiver(user.id),
  }),
  signOut: (user) => ({
    title: 'Überall abmelden?',
    text: `${fullName(user)} wird sofort auf allen Geräten abgemeldet und kann sich neu anmelden.`,
    done: 'Überall abgemeldet',
    act: signOutUser(user.id),
  }),
  lock: (user) => ({
    title: 'Zugang sperren?',
    text: `${fullName(user)} wird sofort überall abgemeldet und kann sich nicht mehr anmelden, bis Du den Zugang entsperrst. Gelöscht wird nichts.`,
    done: 'Zugang gesperrt',
    icon: LockKeyhole,
    act: lockMutation(user, true),
  }),
  unlock: (user) => ({
    title: 'Zugang entsperren?',
    text: user.invited
      ? `${fullName(user)} steht dann wieder als eingeladen in der Liste. Sende die Einladung danach noch einmal.`
      : `${fullName(user)} kann sich wieder anmelden, mit dem Passwort von früher.`,
    done: 'Zugang entsperrt',
    act: lockMutation(user, false),
  }),
}

function withPasskeys({ passkeys }: User): string {
  return passkeys === 0 ? '' : ' Dazu wird nach dem Passkey gefragt.'
}

function lockMutation({ id }: User, locked: boolean): Question['act'] {
  const { mutationFn, meta } = changeUser(id)
  return { mutationFn: () => mutationFn({ locked }), meta }
}

type QuestionDialogProps = Omit<UserTaskDialogProps, 'task'> & { question: Question }

function QuestionDialog({ question, user, onLink, onClose }: QuestionDialogProps) {
  const { submit, isPending, failure } = useSubmit(question.act, (answer) => {
    const shown = linkToShow(user, answer)
    if (shown) return onLink(shown)
    toast(question.done)
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={question.title}
      {...(question.icon && { tone: 'destructive', icon: question.icon })}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit()}
    >
      {question.text}
    </ConfirmDialog>
  )
}

type EditUserDialogProps = {
  user: User
  onLink: (shown: ShownLink) => void
  onClose: () => void
}

function EditUserDialog({ user, onLink, onClose }: EditUserDialogProps) {
  const { firstName, lastName, emailAddress, roles } = user
  const isOwn = useUser()?.emailAddress === emailAddress
  const submitting = useSubmitForm({
    initial: { firstName, lastName, emailAddress, roles },
    stored: user,
    read: (draft: UserDraft) => ({ body: draft }),
    mutation: changeUser(user.id),
    onSuccess: (changed) => {
      if (isOwn) updateSession(ownDetailsOf(changed))
      // A user who is still invited gets a new invitation at the new address.
      const shown = linkToShow(changed, changed)
      if (shown) return onLink(shown)
      toast(changed.sent ? 'Zugang geändert, Einladung verschickt' : 'Zugang geändert')
      onClose()
    },
  })
  return (
    <SubmitDialog title="Zugang ändern" submitting={submitting} isLong onClose={onClose}>
      <UserFields isOwn={isOwn} />
    </SubmitDialog>
  )
}

/** The fields stored in the browser for the signed-in user. */
function ownDetailsOf({ firstName, lastName, emailAddress, roles }: User): CurrentUser {
  return { firstName, lastName, emailAddress, roles }
}
