import { publicPaths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import { OrderColumn } from './order-parts.tsx'
import { PublicFrame } from './public-frame.tsx'

/**
 * Opens an order without scripts. The server never sees a link's fragment, so the payer pastes the link; it is sent
 * in the body of the form, which neither logs nor the Referer header contain.
 */
export function LinkForm({ error }: { error?: string }) {
  return (
    <form method="post" action={publicPaths.paradeEnrolmentResult} className="grid gap-4">
      <p>
        Diese Seite braucht JavaScript. Ist es aus, füge hier den Link aus der E-Mail ein: Dann
        siehst Du Deine Anmeldung und kannst einen freien Platz annehmen oder ablehnen.
      </p>
      <Field
        label="Link zu Deiner Anmeldung"
        required
        help={`Die ganze Adresse, auch was nach „#“ kommt.${error ? '' : ' Sie steht oben im Browser.'}`}
        error={error}
      >
        {(ids) => <Input {...ids} name="link" autoComplete="off" spellCheck={false} required />}
      </Field>
      <Button type="submit" name="step" value="open" variant="primary" size="lg">
        Anmeldung zeigen
      </Button>
    </form>
  )
}

/** The form again, after a link that leads to no order. */
export function LinkPage({ guild, error }: { guild: PublicGuild; error: string }) {
  return (
    <PublicFrame guild={guild} title="Meine Anmeldung">
      <OrderColumn>
        <LinkForm error={error} />
      </OrderColumn>
    </PublicFrame>
  )
}
