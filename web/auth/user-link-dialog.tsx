import { Check, Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { LinkSent, User } from '#worker/auth/users.contract.ts'
import { fullName } from '#worker/domain/names.ts'
import { LinkField, useCopy } from './link-field.tsx'

/** A link that is shown once, to be passed on. */
export type ShownLink = {
  user: Pick<User, 'firstName' | 'lastName' | 'invited'>
  link: string
  sent: boolean
}

/** The optional link in a write's answer. */
export type OptionalLink = { [Name in keyof LinkSent]?: LinkSent[Name] | undefined }

/** The link to show; null when it was sent by mail. */
export function linkToShow(
  user: ShownLink['user'],
  { link, sent = false }: OptionalLink = {},
): ShownLink | null {
  return link === undefined ? null : { user, link, sent }
}

export function UserLinkDialog({ user, link, sent, onClose }: ShownLink & { onClose: () => void }) {
  const { isCopied, copy, ...shown } = useCopy()
  const lifetime = user.invited ? '7 Tage' : '60 Minuten'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Link für ${fullName(user)}`}
      description={`${sent ? 'Die E-Mail mit dem Link ist unterwegs. Du kannst ihn auch selbst weitergeben.' : 'E-Mails sind nicht eingerichtet: Gib den Link selbst weiter.'} Er gilt ${lifetime}, nur einmal, und nur hier wird er gezeigt.`}
      footer={
        <>
          <Button onClick={onClose}>Schließen</Button>
          <Button variant="primary" onClick={() => void copy(link)}>
            {isCopied ? <Check /> : <Copy />}
            Link kopieren
          </Button>
        </>
      }
    >
      <LinkField label="Link" link={link} what="Der Link" {...shown} />
    </Dialog>
  )
}
