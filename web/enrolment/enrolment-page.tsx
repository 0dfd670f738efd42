import type { FormEvent } from 'react'
import { Empty } from '#web/ui/empty.tsx'
import { PublicBand, PublicWrap } from '#web/ui/public-band.tsx'
import { ConfirmEnrolmentDialog } from './confirm-enrolment-dialog.tsx'
import { EnrolmentSummary } from './enrolment-summary.tsx'
import { ParadeChoice } from './parade-choice.tsx'
import { PersonFields } from './person-fields.tsx'
import { leadLine } from './season.ts'
import { useEnrolment } from './use-enrolment.ts'
import { loadOffer, type OfferQueries, useOffer } from './use-offer.ts'

export const loader = loadOffer

export function EnrolmentPage() {
  const offer = useOffer()
  const parades = offer.parades.data ?? null
  return (
    <>
      <PublicBand title="Umzugsanmeldung" lead={leadLine(parades)} />
      <PublicWrap className="flex-1 pt-5 lg:pb-16">
        {parades?.length === 0 ? <NothingOpen /> : <Enrolment offer={offer} />}
      </PublicWrap>
    </>
  )
}

function NothingOpen() {
  return (
    <Empty level="h2" title="Zurzeit ist kein Umzug zur Anmeldung offen.">
      Sobald die Anmeldung beginnt, stehen die Umzüge hier.
    </Empty>
  )
}

function Enrolment({ offer }: { offer: OfferQueries }) {
  const { form, dispatch, birthday, today, sum, missing, ...steps } = useEnrolment(offer)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    steps.ask()
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_21.5rem]"
    >
      {/* What gets the focus must not lie behind the bar. */}
      <div className="grid content-start gap-9 pb-6 max-lg:[&_input]:scroll-mb-40 max-lg:[&_select]:scroll-mb-40">
        <PersonFields form={form} dispatch={dispatch} today={today} />
        <ParadeChoice offer={offer} form={form} dispatch={dispatch} today={today} />
      </div>
      <EnrolmentSummary
        title="Deine Anmeldung"
        sum={sum}
        birthday={birthday}
        today={today}
        missing={missing}
        note="Bezahlt wird im nächsten Schritt."
      />
      <ConfirmEnrolmentDialog
        open={steps.isConfirming}
        onClose={steps.cancel}
        person={{ ...form, birthday }}
        sum={sum}
        isBusy={steps.isBusy}
        failure={steps.failure}
        onConfirm={steps.confirm}
      />
    </form>
  )
}
