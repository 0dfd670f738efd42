import {
  type ComponentType,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { CostumeType } from '#web/enrolment/chosen-parades.ts'
import {
  canKeep,
  type Draft,
  finishDraft,
  forgetEmail,
  freshForm,
  type KeptOrder,
  keepDraft,
  newOrderToken,
  onOtherTab,
  readDraft,
} from '#web/enrolment/draft.ts'
import {
  type EnrolmentForm,
  emptyForm,
  enrolmentFormReducer,
} from '#web/enrolment/enrolment-form.ts'
import { formOf, mergeForms } from '#web/enrolment/form-fields.ts'
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
import { onReturn, useEnrolment, useIsLive, useToday } from './use-enrolment.ts'
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
  const { form, dispatch, order, setOrder, paid, leaveFor, beginAttempt, endAttempt } = kept
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
            onPaid={paid}
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

/**
 * The form and the order left behind, kept as a draft with every change. The first render knows
 * nothing of either: it is the server's.
 * @param entered what the server has answered filled in
 */
function useKeptForm(
  formRef: RefObject<HTMLFormElement | null>,
  today: Day,
  entered: EnrolmentForm | undefined,
) {
  const [form, dispatch] = useReducer(enrolmentFormReducer, entered ?? emptyForm)
  const [order, setOrder] = useState<KeptOrder | null>(null)
  const [isRestored, setRestored] = useState(false)
  const isKept = useRef(false)
  /** As it was read from the draft, before anything was typed into it. */
  const keptForm = useRef(emptyForm)
  /** The order of the payment that this page has left for. */
  const leavingFor = useRef<KeptOrder | null>(null)
  /** What is being sent, or was without an answer (`Draft`). */
  const attempt = useRef<string | null>(null)
  /** The same, after a reload: the server is asked whether it became an order. */
  const [unheard, setUnheard] = useState<string | null>(null)

  const take = (draft: Draft | null) => {
    keptForm.current = draft?.form ?? freshForm()
    dispatch({ type: 'restored', form: keptForm.current })
    setOrder(draft?.order ?? null)
    attempt.current = draft?.attempt ?? null
  }

  // Before React draws again: it would overwrite what was typed while its code was on the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive.
  useLayoutEffect(() => {
    const draft = readDraft()
    const typed =
      formRef.current && !isBackAfterSuccess(draft)
        ? formOf(new FormData(formRef.current), today)
        : emptyForm
    keptForm.current = entered ?? draft?.form ?? freshForm()
    dispatch({ type: 'restored', form: mergeForms(keptForm.current, typed) })
    setOrder(draft?.order ?? null)
    attempt.current = draft?.attempt ?? null
    setUnheard(attempt.current)
    setRestored(true)
  }, [])

  useEffect(() => {
    if (isRestored) isKept.current = keepDraft({ form, order, attempt: attempt.current })
  }, [form, order, isRestored])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it uses never changes.
  useEffect(() => {
    const stops = [
      onOtherTab(take),
      // A draft that is gone was dropped by the result page: this enrolment is done.
      onReturn(() => {
        const draft = readDraft()
        if (!draft && isKept.current) take(null)
        else setOrder((before) => draft?.order ?? leavingFor.current ?? before)
        leavingFor.current = null
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  return {
    form,
    dispatch,
    /** One that nobody has heard of yet stands before the one that it was to replace. */
    order:
      unheard === null
        ? order
        : { token: unheard, holdUntil: null, isReplaced: true, isUnheard: true },
    setOrder(next: KeptOrder | null) {
      // There is none, or it is over; another one may come of what is sent next.
      if (unheard === null || next) setOrder(next)
      setUnheard(null)
    },
    /** The order left behind is paid: its form is done, but not what was typed while the answer came. */
    paid() {
      finishDraft()
      attempt.current = null
      setUnheard(null)
      setOrder(null)
      dispatch({ type: 'paid', kept: keptForm.current, fresh: freshForm() })
    },
    /** Kept before it is sent: the answer may never come. */
    beginAttempt(): string {
      attempt.current ??= newOrderToken()
      keepDraft({ form, order, attempt: attempt.current })
      return attempt.current
    },
    /** What is typed from now on has nothing to do with what was sent. */
    endAttempt() {
      attempt.current = null
      setUnheard(null)
    },
    /** Written at once, since the page goes away; on the screen it is only after coming back. */
    leaveFor(next: KeptOrder) {
      leavingFor.current = next
      attempt.current = null
      keepDraft({ form, order: next, attempt: null })
    },
  }
}

/** The browser fills in what stood there when one goes back, but that enrolment is done. */
function isBackAfterSuccess(draft: Draft | null): boolean {
  if (draft || !canKeep()) return false
  const visit = performance.getEntriesByType?.('navigation')[0]
  return !!visit && 'type' in visit && visit.type === 'back_forward'
}
