import { Bus, CalendarPlus, CircleX, Printer, Shirt } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { dropDraft, forgetLastEmail } from '#web/enrolment/draft.ts'
import { calendarAddress } from '#web/enrolment/enrolment.api.ts'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { publicPaths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { CostumeType, MyOrder, MyPerson } from '#worker/enrolment/enrolment.contract.ts'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import { CodeButton, CodesSheet } from './check-in-code.tsx'
import { deleteCachedPage } from './keep-page.ts'
import { forgetKeptOrders } from './kept-order.ts'
import { LinkAgain } from './link-again.tsx'
import { NativeDialog } from './native-dialog.tsx'
import {
  Box,
  ExtraLines,
  ForgetOrder,
  OrderColumn,
  ParadeRow,
  PlaceNote,
  StateLine,
} from './order-parts.tsx'
import {
  costumeWords,
  fullName,
  holdWords,
  isOnWaitingList,
  isOver,
  isUpcoming,
  joinNames,
  offlineCopyText,
  payUrlOf,
  placesOf,
  placeWords,
  reviewWords,
  shortNames,
  stateWords,
  takesPart,
  untilWords,
} from './order-words.ts'
import {
  CancelPlacesDialog,
  ChangeCostumeDialog,
  ChangeExtrasDialog,
  type PlaceOfPerson,
} from './place-dialogs.tsx'
import { PublicFrame } from './public-frame.tsx'
import { useMyOrder } from './use-my-order.ts'
import { WaitingPart } from './waiting-part.tsx'

export type MyOrderPageProps = {
  guild: PublicGuild
  /** The types that a costume can be changed to. */
  costumeTypes: readonly CostumeType[]
  /** What the worker renders for browsers without scripts; React does not hydrate it. */
  withoutScript?: ReactNode
}

/** "Meine Anmeldung": the worker renders the frame, the order is loaded with the token in the fragment. */
export function MyOrderPage({ guild, costumeTypes, withoutScript }: MyOrderPageProps) {
  const { sight, load, take } = useMyOrder()
  switch (sight.is) {
    case 'arriving':
      return (
        <Page guild={guild}>
          <noscript>{withoutScript}</noscript>
          <Waiting />
        </Page>
      )
    case 'loading':
      return (
        <Page guild={guild}>
          <Waiting />
        </Page>
      )
    case 'noLink':
      return (
        <Page guild={guild}>
          <NothingToShow title="Hier fehlt der Link zu Deiner Anmeldung">
            Öffne die Seite mit dem Link aus der E-Mail oder von der Seite nach Deiner Anmeldung.
          </NothingToShow>
        </Page>
      )
    case 'unknown':
      return (
        <Page guild={guild}>
          <NothingToShow title="Diese Anmeldung gibt es nicht (mehr)">
            Vielleicht ist der Link nicht vollständig.
          </NothingToShow>
        </Page>
      )
    case 'failed': {
      const detail = failureDetail(sight.failure, '')
      return (
        <Page guild={guild}>
          <Alert
            tone="error"
            title="Deine Anmeldung konnte nicht geladen werden"
            action={
              <Button size="sm" onClick={() => void load(sight.token)}>
                Erneut laden
              </Button>
            }
          >
            {detail && <p>{detail}</p>}
          </Alert>
        </Page>
      )
    }
    case 'shown':
      return (
        <Page guild={guild} lead={`Für ${joinNames(shortNames(sight.order.people))}`}>
          {/* Another order remounts the page, which closes the dialogs of the first. */}
          <Order
            key={sight.token}
            guild={guild}
            costumeTypes={costumeTypes}
            token={sight.token}
            order={sight.order}
            isKept={sight.isKept}
            seenAt={sight.seenAt}
            take={take}
            reload={() => void load(sight.token, true)}
          />
        </Page>
      )
  }
}

type PageProps = { guild: PublicGuild; lead?: string; children: ReactNode }

function Page({ guild, lead, children }: PageProps) {
  return (
    // Until the lead is known, a blank keeps its line, so that nothing shifts.
    <PublicFrame guild={guild} title="Meine Anmeldung" lead={lead ?? '\u00a0'}>
      <OrderColumn>{children}</OrderColumn>
    </PublicFrame>
  )
}

function Waiting() {
  return (
    <Loading className="noscript:hidden">
      <Skeleton className="h-6 w-3/5" />
      {/* As high as the loaded page, so that what follows does not shift. */}
      <Skeleton className="mt-5 h-dvh rounded-xl" />
    </Loading>
  )
}

/** Explains that there is nothing to show, with a link onwards. */
function NothingToShow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <div>
        <h2>{title}</h2>
        <p className="mt-1 text-pretty text-muted-foreground">{children}</p>
      </div>
      <LinkAgain />
      <p>
        <a href={publicPaths.paradeEnrolment}>Zur Umzugsanmeldung</a>
      </p>
    </>
  )
}

type OrderProps = MyOrderPageProps & {
  token: string
  order: MyOrder
  isKept: boolean
  seenAt: string | null
  take: (order: MyOrder) => void
  /** Reloads the order without a message. */
  reload: () => void
}

const ChangeAddressDialog = lazy(() =>
  import('./address-dialog.tsx').then(
    ({ ChangeAddressDialog }) => ({ default: ChangeAddressDialog }),
    () => ({ default: NotLoaded }),
  ),
)

type Asked =
  | { act: 'address' }
  | (PlaceOfPerson & { act: 'change' | 'extras' })
  | { act: 'cancel'; placeIds: readonly number[]; words: string }

function Order({ guild, costumeTypes, token, order, take, reload, ...rest }: OrderProps) {
  const { isKept, seenAt } = rest
  const [asked, setAsked] = useState<Asked | null>(null)
  const [done, setDone] = useState<{ placeId: number | null; words: string } | null>(null)
  const now = new Date()
  const finish = (placeId: number | null, words: string) => (changed: MyOrder) => {
    setAsked(null)
    setDone({ placeId, words })
    take(changed)
  }
  const ask = (act: Asked) => {
    setDone(null)
    setAsked(act)
  }
  const askToCancel = (chosen: readonly PlaceOfPerson[], words: string) =>
    ask({ act: 'cancel', placeIds: chosen.map(({ place }) => place.id), words })
  const cancellable = everyPlace(order).filter(({ place }) => place.mayCancelUntil)
  const close = () => setAsked(null)
  return (
    <>
      <p className="hidden font-semibold print:block">{guild.name}</p>
      {seenAt !== null && (
        <Alert tone="info" title="Gerade ohne Netz">
          <p>{offlineCopyText(seenAt)}</p>
        </Alert>
      )}
      <StateLine order={order} words={stateWords(order, now)} />
      {isOnWaitingList(order, now) && seenAt === null ? (
        <WaitingPart order={order} token={token} now={now} reload={reload} />
      ) : (
        <OrderState order={order} now={now} />
      )}
      <Address
        order={order}
        isDone={done?.placeId === null}
        onChange={() => ask({ act: 'address' })}
      />
      <p role="status" className="sr-only">
        {done?.words}
      </p>
      {order.people.map((person, index) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: people have no id here and a fixed order
          key={index}
          titleId={`person-${index}`}
          title={<PersonTitle person={person} />}
          action={<CodeButton people={order.people} index={index} />}
        >
          <ul>
            {person.places.map((place) => (
              <ParadeRow
                key={place.id}
                parade={place.parade}
                price={germanEuro(place.priceInCent)}
                isOver={isOver(place)}
                isDone={done?.placeId === place.id}
                note={
                  <>
                    <PlaceNote place={place} words={placeWords(place)} />
                    {place.mayCancelUntil && (
                      <p className="text-sm print:hidden">{untilWords(place.mayCancelUntil)}</p>
                    )}
                  </>
                }
                actions={
                  <Acts
                    of={{ person, place }}
                    onChange={() => ask({ act: 'change', person, place })}
                    onExtras={() => ask({ act: 'extras', person, place })}
                    onCancel={() =>
                      askToCancel([{ person, place }], `${person.firstName} ist abgesagt.`)
                    }
                  />
                }
              >
                <p className="wrap-anywhere text-muted-foreground text-sm">{costumeWords(place)}</p>
                <ExtraLines of={place} />
                {place.guardianName && (
                  <p className="wrap-anywhere text-sm">Begleitung: {place.guardianName}</p>
                )}
              </ParadeRow>
            ))}
          </ul>
        </Box>
      ))}
      <CancelSeveral places={cancellable} onAsk={askToCancel} />
      <CodesSheet people={order.people} />
      {seenAt === null && <ContactHint order={order} />}
      <div className="grid grid-cols-1 gap-3 print:hidden">
        {seenAt === null && placesOf(order).some((place) => isUpcoming(place, now)) && (
          <Button asChild size="lg" className="wrap-anywhere">
            <a href={calendarAddress(token)} download="umzuege.ics">
              <CalendarPlus />
              Kalenderdatei herunterladen
            </a>
          </Button>
        )}
        <Button size="lg" onClick={() => window.print()}>
          <Printer />
          Drucken
        </Button>
      </div>
      <p className="text-balance px-2 text-center text-muted-foreground text-sm print:hidden">
        Nur wer den Link hat, sieht diese Seite. Gib ihn nicht weiter.
      </p>
      {isKept && (
        <ForgetOrder onForget={forgetAll}>
          Dieses Gerät zeigt die Anmeldung auch ohne Netz, bis der letzte Umzug vorbei ist.
        </ForgetOrder>
      )}
      {asked?.act === 'address' && (
        <Suspense>
          <ChangeAddressDialog
            order={order}
            token={token}
            onClose={close}
            onRefused={reload}
            onDone={finish(null, 'Die E-Mail Adresse ist geändert.')}
          />
        </Suspense>
      )}
      {asked?.act === 'change' && (
        <ChangeCostumeDialog
          {...asked}
          token={token}
          costumeTypes={costumeTypes}
          onClose={close}
          onDone={finish(asked.place.id, 'Das Kleid ist geändert.')}
        />
      )}
      {asked?.act === 'extras' && (
        <ChangeExtrasDialog
          {...asked}
          order={order}
          token={token}
          onClose={close}
          onRefused={reload}
          onDone={finish(asked.place.id, 'Die Zusätze sind geändert.')}
        />
      )}
      {asked?.act === 'cancel' && (
        <CancelPlacesDialog
          order={order}
          chosen={everyPlace(order).filter(({ place }) => asked.placeIds.includes(place.id))}
          token={token}
          onClose={close}
          onRefused={reload}
          onDone={finish(asked.placeIds[0] ?? 0, asked.words)}
        />
      )}
    </>
  )
}

function everyPlace({ people }: MyOrder): PlaceOfPerson[] {
  return people.flatMap((person) => person.places.map((place) => ({ person, place })))
}

type CancelSeveralProps = {
  /** All places that can be given up. */
  places: readonly PlaceOfPerson[]
  onAsk: (chosen: readonly PlaceOfPerson[], words: string) => void
}

/** A family cancels once, for one parade or for all of them. */
function CancelSeveral({ places, onAsk }: CancelSeveralProps) {
  if (places.length < 2) return null
  const parades = [...Map.groupBy(places, ({ place }) => place.parade.id).values()]
  const several = parades.filter((inParade) => inParade.length > 1)
  return (
    <div className="grid gap-2 print:hidden">
      {parades.length > 1 &&
        several.map((inParade) => {
          const { title = '' } = inParade[0]?.place.parade ?? {}
          return (
            <Button
              key={title}
              variant="danger"
              className="wrap-anywhere"
              onClick={() => onAsk(inParade, `Alle ${inParade.length} sind abgesagt.`)}
            >
              <CircleX />
              Alle {inParade.length} für „{title}“ absagen
            </Button>
          )
        })}
      <Button
        variant="danger"
        onClick={() => onAsk(places, `Alle ${places.length} Plätze sind abgesagt.`)}
      >
        <CircleX />
        Alle absagen
      </Button>
    </div>
  )
}

function forgetAll(): void {
  dropDraft()
  forgetLastEmail()
  forgetKeptOrders()
  void deleteCachedPage()
}

function PersonTitle({ person }: { person: MyPerson }) {
  return (
    <>
      {/* The blank separates the words for screen readers. */}
      {fullName(person)}{' '}
      {person.ageClass === 'Child' && (
        <span className="font-normal font-sans text-muted-foreground text-sm tracking-normal">
          · Kind
        </span>
      )}
    </>
  )
}

/** The banner for an order that is not simply paid. */
function OrderState({ order, now }: { order: MyOrder; now: Date }) {
  const payUrl = payUrlOf(order, now)
  switch (order.state) {
    case 'paid':
    case 'refund_pending':
    case 'refunded':
    case 'waiting':
      return null
    case 'review':
      return (
        <Alert tone="warn">
          <p>{reviewWords}</p>
        </Alert>
      )
    case 'pending':
      return (
        <>
          <Alert tone="warn">
            <p>{holdWords(order, now)}</p>
          </Alert>
          {payUrl ? (
            <Button asChild variant="primary" size="lg">
              <a href={payUrl}>Weiter bezahlen</a>
            </Button>
          ) : (
            <EnrolAgain />
          )}
        </>
      )
    case 'expired':
    case 'cancelled':
    case 'failed':
      return <EnrolAgain />
  }
}

function EnrolAgain() {
  return (
    <Button asChild variant="primary" size="lg">
      <a href={publicPaths.paradeEnrolment}>Noch einmal anmelden</a>
    </Button>
  )
}

type ActsProps = {
  of: PlaceOfPerson
  onChange: () => void
  onExtras: () => void
  onCancel: () => void
}

/** A button for each action that the place allows. */
function Acts({ of: { person, place }, onChange, onExtras, onCancel }: ActsProps) {
  if (!place.mayChange && !place.mayCancelUntil) return null
  const what = `${person.firstName}, ${place.parade.title}`
  return (
    <div className="col-span-full mt-2 flex flex-wrap gap-2 *:flex-auto print:hidden">
      {place.mayChange && (
        <Button aria-label={`Kleid ändern: ${what}`} onClick={onChange}>
          <Shirt />
          Kleid ändern
        </Button>
      )}
      {place.offeredExtras.length > 0 && (
        <Button aria-label={`Zusätze ändern: ${what}`} onClick={onExtras}>
          <Bus />
          Zusätze ändern
        </Button>
      )}
      {place.mayCancelUntil && (
        <Button variant="danger" aria-label={`Absagen: ${what}`} onClick={onCancel}>
          <CircleX />
          Absagen
        </Button>
      )}
    </div>
  )
}

/** Shown when a dialog's code did not load, as offline. React's `lazy` tries only once. */
function NotLoaded({ onClose }: { onClose: () => void }) {
  return (
    <NativeDialog
      title="Das Formular konnte nicht geladen werden"
      description="Prüfe, ob Du Internet hast, und lade die Seite neu."
      onClose={onClose}
      footer={<Button onClick={onClose}>Schließen</Button>}
    />
  )
}

type AddressProps = {
  order: MyOrder
  /** Whether to show "Geändert.": the new address, shortened for display, can look like the old one. */
  isDone: boolean
  onChange: () => void
}

/** The address for messages about the order, and the link to correct it. */
function Address({ order, isDone, onChange }: AddressProps) {
  if (!order.mayChangeAddress) return null
  return (
    <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 px-0.5 print:hidden">
      E-Mail: {order.emailAddress}
      <Button variant="ghost" size="sm" aria-label="E-Mail Adresse ändern" onClick={onChange}>
        Ändern
      </Button>
      {isDone && <span className="text-success-soft-foreground">Geändert.</span>}
    </p>
  )
}

/** Points to the guild's contact for everything that has no button (any more). */
function ContactHint({ order }: { order: MyOrder }) {
  const isLeft = placesOf(order).some(
    (place) =>
      takesPart(place) &&
      !place.participationConfirmed &&
      !(place.mayChange && place.mayCancelUntil),
  )
  if (!isLeft) return null
  return (
    <p className="text-pretty px-0.5 text-muted-foreground text-sm print:hidden">
      Wo kein Knopf steht, geht Ändern oder Absagen hier nicht (mehr). Wende Dich dann an die Zunft:{' '}
      <a href={publicPaths.imprint}>Kontakt</a>
    </p>
  )
}
