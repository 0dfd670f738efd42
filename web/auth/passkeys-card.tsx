import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { FormInput } from '#web/components/form-fields.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { addPasskey, passkeysQuery, removePasskey } from '#web/data/auth-passkeys.ts'
import { passkeysUnsupported, supportsPasskeys } from '#web/lib/passkeys.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Passkey } from '#worker/auth/passkeys.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { todayOrDateText } from './user-words.ts'

/** The user's passkeys. */
export function PasskeysCard({ today }: { today: Day }) {
  const passkeys = useQuery(passkeysQuery)
  const { goal, markRemoved } = useRemovalFocus<HTMLElement>(passkeys.data)
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  return (
    <Card bleed ref={goal} tabIndex={-1} className="outline-none">
      <CardHead
        title="Passkeys"
        actions={
          supportsPasskeys() && (
            <Button variant="ghost" size="sm" onClick={() => setAdding(true)}>
              <KeyRound />
              Passkey anlegen
            </Button>
          )
        }
      />
      <QuerySection
        query={passkeys}
        waiting={<Waiting />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(rows) => (
          <>
            {rows.length === 0 && <None />}
            <ul>
              {rows.map((passkey) => (
                <Row
                  key={passkey.id}
                  passkey={passkey}
                  today={today}
                  onRemove={() => setLeaving(passkey)}
                />
              ))}
            </ul>
          </>
        )}
      </QuerySection>
      {isAdding && <NewPasskeyDialog onClose={() => setAdding(false)} />}
      {leaving && (
        <RemoveDialog
          passkey={leaving}
          onRemoved={() => markRemoved(leaving.id)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Card>
  )
}

function None() {
  return (
    <CardBody className="grid gap-2">
      <p className="max-w-[62ch] text-muted-foreground">
        Mit einem Passkey meldest Du Dich ohne Passwort an: mit Fingerabdruck, Gesicht oder der PIN
        Deines Geräts. Wer nur Dein Passwort kennt, kommt dann nicht mehr hinein.
      </p>
      {!supportsPasskeys() && <p className="max-w-[62ch]">{passkeysUnsupported}</p>}
    </CardBody>
  )
}

type RowProps = { passkey: Passkey; today: Day; onRemove: () => void }

function Row({ passkey, today, onRemove }: RowProps) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex min-h-16 items-center gap-3 border-t px-6 py-2.5 max-md:px-4">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-muted-foreground text-sm tabular-nums">
          Angelegt {todayOrDateText(createdAt, today)},{' '}
          {lastUsedAt
            ? `zuletzt benutzt ${todayOrDateText(lastUsedAt, today)}`
            : 'noch nicht benutzt'}
        </p>
      </div>
      <Button size="sm" onClick={onRemove}>
        Entfernen<span className="sr-only">: {name}</span>
      </Button>
    </li>
  )
}

type RemoveDialogProps = { passkey: Passkey; onRemoved: () => void; onClose: () => void }

function RemoveDialog({ passkey, onRemoved, onClose }: RemoveDialogProps) {
  const { submit, isPending, failure } = useSubmit(removePasskey, () => {
    toast('Passkey entfernt')
    onRemoved()
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Passkey entfernen?"
      confirmLabel="Entfernen"
      tone="destructive"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(passkey.id)}
    >
      „{passkey.name}“ meldet Dich dann nicht mehr an. Lösche ihn danach auch auf dem Gerät selbst.
    </ConfirmDialog>
  )
}

function Waiting() {
  return (
    <Loading className="border-t px-6 py-4 max-md:px-4">
      <Skeleton width="12rem" className="mb-2 h-4" />
      <Skeleton width="60%" />
    </Loading>
  )
}

type Draft = { name: string }

function NewPasskeyDialog({ onClose }: { onClose: () => void }) {
  const submitting = useSubmitForm({
    initial: { name: '' },
    read: (draft: Draft) => ({ body: draft }),
    mutation: addPasskey,
    onSuccess: () => {
      toast('Passkey angelegt')
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Passkey anlegen"
      description="Dein Gerät fragt gleich nach Fingerabdruck, Gesicht oder PIN. Damit meldest Du Dich künftig an, und nach Deinem Passwort wird auch danach gefragt."
      submitting={submitting}
      confirmLabel="Weiter"
      onClose={onClose}
    >
      <FormInput<Draft>
        name="name"
        label="Name"
        help="Daran erkennst Du ihn wieder, zum Beispiel „Mein Handy“. Ohne Namen heißt er wie dieses Gerät."
      />
    </SubmitDialog>
  )
}
