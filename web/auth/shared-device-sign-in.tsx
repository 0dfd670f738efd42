import { Dialog as Primitive } from 'radix-ui'
import { startSession } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { SignIn } from './login-page.tsx'

/** The sign-in over the hidden page, which is shown again afterwards. */
export function SharedDeviceSignIn() {
  return (
    <Primitive.Root open>
      <Primitive.Portal>
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 grid place-items-center overflow-auto bg-background px-6 py-8 outline-none max-md:place-items-start max-md:justify-items-center"
        >
          <div className="w-full max-w-[23.5rem]">
            <Primitive.Title className="sr-only">Wieder anmelden</Primitive.Title>
            <SignIn onSignedIn={startSession} why={<Alert tone="info">{why}</Alert>} />
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

const why =
  'Auf einem gemeinsamen Gerät endet Deine Anmeldung nach 15 Minuten ohne Eingabe. Melde Dich wieder an, dann geht es hier weiter.'
