import { FormProvider } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { FormTextarea } from '#web/components/form-fields.tsx'
import { LeaveGuard } from '#web/components/leave-guard.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveSignature } from '#web/data/auth.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { maxLength } from '#worker/domain/limits.ts'

type Draft = { mailSignature: string }

/** Who writes circulars signs them here once. */
export function SignatureCard({ signature }: { signature: string }) {
  const toast = useToast()
  const { form, submit, isPending, failure } = useSubmitForm({
    mutation: saveSignature,
    initial: { mailSignature: signature },
    read: (draft: Draft) => ({ body: draft }),
    onSuccess: ({ mailSignature }) => {
      form.reset({ mailSignature })
      toast('Signatur gespeichert')
    },
  })
  const { isDirty } = form.formState
  return (
    <Card bleed>
      <CardHead title="Signatur" />
      <CardBody>
        <FormProvider {...form}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void submit()
            }}
            className="grid gap-4"
          >
            {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
            <FormTextarea<Draft>
              name="mailSignature"
              label="Unter Deinen Rundmails"
              rows={4}
              help={`Zum Beispiel Dein Name, Dein Amt und Deine Telefonnummer. Höchstens ${maxLength.mailSignature} Zeichen.`}
            />
            <div>
              <Button type="submit" variant="primary" disabled={!isDirty} busy={isPending}>
                Signatur speichern
              </Button>
            </div>
          </form>
        </FormProvider>
        <LeaveGuard when={isDirty} />
      </CardBody>
    </Card>
  )
}
