import { type ComponentType, useRef, useState } from 'react'
import type { CostumeType } from '#web/enrolment/chosen-parades.ts'
import { finishDraft, forgetEmail, freshForm } from '#web/enrolment/draft.ts'
import { type EnrolmentForm, emptyForm } from '#web/enrolment/enrolment-form.ts'
import { leadLine } from '#web/enrolment/season.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import { EnrolmentFormView } from './enrolment-form-view.tsx'
import { LinkAgain } from './link-again.tsx'
import { PublicWrap } from './public-band.tsx'
import type { PublicFrameProps } from './public-frame.tsx'
import { useEnrolment, useIsLive, useToday } from './use-enrolment.ts'
import { useKeptForm } from './use-kept-form.ts'
import { useLater } from './use-later.ts'

export type PublicPageProps = {
  guild: PublicGuild
  /** In Berlin, when the page was made. */
  today: Day
  parades: EnrolmentParade[]
  costumeTypes: CostumeType[]
  /** What was sent without a script and cannot be taken: the form, with the sentences in place. */
  entered?: EnrolmentForm
  /** Why it cannot be taken, as far as it belongs to no field. */
  refusal?: string
}

type FramedPageProps = PublicPageProps & { Frame: ComponentType<PublicFrameProps> }

/** The public enrolment. Its first render is made of these alone, on the server as in the browser. */
export function PublicPage({ Frame, guild, entered, refusal, ...first }: FramedPageProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const isLive = useIsLive()
  const today = useToday(first.today)
  const [parades, setParades] = useState<readonly EnrolmentParade[]>(first.parades)
  const offer = { parades, costumeTypes: first.costumeTypes }
  const kept = useKeptForm(formRef, first.today, entered)
  const { form, dispatch, order, setOrder, leaveFor, beginAttempt, endAttempt } = kept
  const enrolment = useEnrolment({
    ...{ formRef, form, dispatch, order, setOrder, leaveFor, beginAttempt, endAttempt },
    ...{ offer, today },
    onParades: setParades,
  })
  const later = useLater(order !== null || form.people.length > 1)
  return (
    <Frame guild={guild} title="Umzugsanmeldung" lead={leadLine(parades)}>
      <PublicWrap className="flex-1 pt-5 lg:pb-16 print:px-0">
        {isLive && later && (
          <later.PendingOrder
            order={order}
            onOver={() => setOrder(null)}
            onPaid={() => {
              finishDraft()
              endAttempt()
              setOrder(null)
              dispatch({ type: 'restored', form: freshForm() })
            }}
            onPay={() => void enrolment.ask()}
            onChange={() => formRef.current?.querySelector<HTMLElement>(firstToChange)?.focus()}
          />
        )}
        {refusal && (
          <Alert tone="error" className="mb-6">
            <p>{refusal}</p>
          </Alert>
        )}
        {parades.length === 0 ? (
          <NothingOpen />
        ) : (
          <EnrolmentFormView
            {...{ formRef, form, dispatch, offer, today, isLive, enrolment, later }}
            isReplacing={order?.isReplaced ?? false}
            onEmptied={() => {
              forgetEmail()
              endAttempt()
              if (order) setOrder({ ...order, isReplaced: false })
              dispatch({ type: 'restored', form: emptyForm })
            }}
          />
        )}
        <LinkAgain className="mt-10 border-t pt-8 print:hidden" />
      </PublicWrap>
    </Frame>
  )
}

/** Of several people all cards may be closed: then the first one's button opens it. */
const firstToChange = 'input, [data-change]'

function NothingOpen() {
  return (
    <Empty level="h2" title="Zurzeit ist kein Umzug zur Anmeldung offen.">
      Sobald die Anmeldung beginnt, stehen die Umzüge hier.
    </Empty>
  )
}
