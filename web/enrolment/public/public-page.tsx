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
  forgetLastEmail,
  formWithLastEmail,
  type KeptOrder,
  keepDraft,
  newOrderToken,
  onChangeInOtherTab,
  readDraft,
} from '#web/enrolment/draft.ts'
import {
  type EnrolmentForm,
  emptyForm,
  enrolmentFormReducer,
} from '#web/enrolment/enrolment-form.ts'
import { formFromFields, mergeForms } from '#web/enrolment/form-fields.ts'
import { leadLine } from '#web/enrolment/lead-line.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { ComingParade, EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import type { ComingProps } from './coming.tsx'
import { EnrolmentFormView } from './enrolment-form-view.tsx'
import { PublicWrap } from './public-band.tsx'
import type { PublicFrameProps } from './public-frame.tsx'
import { onPageRestore, useEnrolment, useIsHydrated, useToday } from './use-enrolment.ts'
import { usePreloadedDialogs } from './use-preloaded-dialogs.ts'

export type PublicPageProps = {
  guild: PublicGuild
  /** The day in Berlin when the page was rendered. */
  today: Day
  parades: EnrolmentParade[]
  coming: ComingParade[]
  costumeTypes: CostumeType[]
  /** What a guardian of minors consents to; '' when no parade asks for one. */
  consentText?: string
  consentVersion?: number
  /** A form sent without scripts that was rejected, with the errors at its fields. */
  entered?: EnrolmentForm
  /** The reason for the rejection, when it belongs to no field. */
  refusal?: string
}

type FramedPageProps = PublicPageProps & {
  Frame: ComponentType<PublicFrameProps>
  /**
   * Announces the parades to come: `ComingParades` on the server; in the browser first an element that
   * keeps the markup of the server, until the code of `ComingParades` is loaded.
   */
  Coming: ComponentType<ComingProps>
}

/** The public enrolment page. The first render uses only these props, as on the server. */
export function PublicPage({ Frame, Coming, guild, entered, refusal, ...first }: FramedPageProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const isLive = useIsHydrated()
  const today = useToday(first.today)
  const [parades, setParades] = useState<readonly EnrolmentParade[]>(first.parades)
  const Announcement = useLoadedComing(Coming, first.coming.length > 0)
  const offer = { parades, costumeTypes: first.costumeTypes }
  const kept = useKeptForm(formRef, first.today, entered)
  const { form, dispatch, order, setOrder, paid, leaveFor, beginAttempt, endAttempt } = kept
  const enrolment = useEnrolment({
    ...{ formRef, form, dispatch, order, setOrder, leaveFor, beginAttempt, endAttempt },
    ...{ offer, today },
    onParades: setParades,
  })
  const dialogs = usePreloadedDialogs(
    order !== null || form.people.length > 1 || parades.length === 0,
  )
  const later = first.coming.filter(({ id }) => !parades.some((one) => one.id === id)).length
  // Keyed, so that the announcement lives on when the first parade opens and the form comes before it.
  const announced = first.coming.length > 0 && (
    <div key="coming" className={parades.length > 0 ? 'mt-10' : undefined}>
      <Announcement parades={first.coming} today={first.today} onOpen={setParades} />
    </div>
  )
  const enrolmentForm = (
    <EnrolmentFormView
      key="form"
      {...{ formRef, form, dispatch, offer, today, isLive, enrolment, dialogs }}
      consentText={first.consentText ?? ''}
      consentVersion={first.consentVersion}
      isReplacing={order?.isReplaced ?? false}
      onEmptied={() => {
        forgetLastEmail()
        endAttempt()
        if (order) setOrder({ ...order, isReplaced: false })
        dispatch(() => emptyForm)
      }}
    />
  )
  return (
    <Frame guild={guild} title="Umzugsanmeldung" lead={leadLine(parades)}>
      <PublicWrap className="flex-1 pt-5 lg:pb-16 print:px-0">
        {isLive && dialogs && (
          <dialogs.PendingOrder
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
        {parades.length > 0 && later > 0 && <OpenNow open={parades.length} later={later} />}
        {parades.length > 0 ? (
          [enrolmentForm, announced]
        ) : announced ? (
          [announced]
        ) : (
          <NothingOpen />
        )}
        {dialogs && <dialogs.LinkAgain className="mt-10 border-t pt-8 print:hidden" />}
      </PublicWrap>
    </Frame>
  )
}

/** Loads the code of the countdown after hydration, and again after a failure. */
function useLoadedComing(Served: ComponentType<ComingProps>, isComing: boolean) {
  const [Coming, setComing] = useState(() => Served)
  useEffect(() => {
    if (!isComing) return
    let timer: ReturnType<typeof setTimeout>
    const load = () =>
      import('./coming.tsx').then(
        ({ ComingParades }) => setComing(() => ComingParades),
        () => {
          timer = setTimeout(load, 20_000)
        },
      )
    void load()
    return () => clearTimeout(timer)
  }, [isComing])
  return Coming
}

/** The first element to edit: a field or, while all cards of a family are closed, a card's button. */
const firstToChange = 'input, [data-change]'

/** Says first what can be chosen now; the announcement stands behind the form. */
function OpenNow({ open, later }: { open: number; later: number }) {
  return (
    <p className="mb-6 print:hidden">
      <b>{open === 1 ? '1 Umzug ist jetzt offen.' : `${open} Umzüge sind jetzt offen.`}</b>{' '}
      <a href="#coming" className="underline">
        {later === 1 ? '1 weiterer öffnet später' : `${later} weitere öffnen später`}
      </a>
    </p>
  )
}

function NothingOpen() {
  return (
    <Empty level="h2" title="Zurzeit ist kein Umzug zur Anmeldung offen.">
      Sobald die Anmeldung beginnt, stehen die Umzüge hier.
    </Empty>
  )
}

/**
 * The form and the unpaid order, stored as a draft on every change. The first render ignores both,
 * because the server cannot know them.
 * @param entered the form that the server has sent back
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
  /** The form as the draft held it, before any input. */
  const keptForm = useRef(emptyForm)
  /** The order whose payment this page has navigated to. */
  const leavingFor = useRef<KeptOrder | null>(null)
  /** The token of a request that is being sent or was never answered (`Draft`). */
  const attempt = useRef<string | null>(null)
  /** The same token after a reload: the server is asked whether an order exists. */
  const [unanswered, setUnanswered] = useState<string | null>(null)

  const applyDraft = (draft: Draft | null) => {
    keptForm.current = draft?.form ?? formWithLastEmail()
    dispatch(() => keptForm.current)
    setOrder(draft?.order ?? null)
    attempt.current = draft?.attempt ?? null
  }

  // A layout effect runs before React draws again, which would overwrite input typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after hydration.
  useLayoutEffect(() => {
    const draft = readDraft()
    const typed =
      formRef.current && !isBackAfterSuccess(draft)
        ? formFromFields(new FormData(formRef.current), today)
        : emptyForm
    keptForm.current = entered ?? draft?.form ?? formWithLastEmail()
    dispatch(() => mergeForms(keptForm.current, typed))
    setOrder(draft?.order ?? null)
    attempt.current = draft?.attempt ?? null
    setUnanswered(attempt.current)
    setRestored(true)
  }, [])

  useEffect(() => {
    if (isRestored) isKept.current = keepDraft({ form, order, attempt: attempt.current })
  }, [form, order, isRestored])

  // biome-ignore lint/correctness/useExhaustiveDependencies: its dependencies never change.
  useEffect(() => {
    const stops = [
      onChangeInOtherTab(applyDraft),
      // Without a draft the enrolment is done: the result page has deleted it.
      onPageRestore(() => {
        const draft = readDraft()
        if (!draft && isKept.current) applyDraft(null)
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
    /** An order of unknown outcome is shown rather than the one it was to replace. */
    order:
      unanswered === null
        ? order
        : { token: unanswered, holdUntil: null, isReplaced: true, isUnanswered: true },
    setOrder(next: KeptOrder | null) {
      // `next` is null when the unanswered request has made no order; the earlier order then stays.
      if (unanswered === null || next) setOrder(next)
      setUnanswered(null)
    },
    /** The order is paid: its form is done, but input typed while the answer was loading stays. */
    paid(remainder: (form: EnrolmentForm, kept: EnrolmentForm) => EnrolmentForm) {
      attempt.current = null
      setUnanswered(null)
      setOrder(null)
      const kept = keptForm.current
      dispatch((form) => remainder(form, kept))
    },
    /** Stored before sending, because the answer may never arrive. */
    beginAttempt(): string {
      attempt.current ??= newOrderToken()
      keepDraft({ form, order, attempt: attempt.current })
      return attempt.current
    },
    /** Later input no longer belongs to the request that was sent. */
    endAttempt() {
      attempt.current = null
      setUnanswered(null)
    },
    /** Written at once because the page unloads; the state shows it only after a return. */
    leaveFor(next: KeptOrder) {
      leavingFor.current = next
      attempt.current = null
      keepDraft({ form, order: next, attempt: null })
    },
  }
}

/** Whether the browser has restored the fields of an enrolment that is done, after Back. */
function isBackAfterSuccess(draft: Draft | null): boolean {
  if (draft || !canKeep()) return false
  const visit = performance.getEntriesByType?.('navigation')[0]
  return !!visit && 'type' in visit && visit.type === 'back_forward'
}
