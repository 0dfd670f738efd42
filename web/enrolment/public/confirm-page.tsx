import { Amount } from '#web/enrolment/amount.tsx'
import { type Entry, paidLater, toWaitingList } from '#web/enrolment/chosen-parades.ts'
import { correctedAddress } from '#web/enrolment/email-typo.ts'
import { ParadeLines } from '#web/enrolment/parade-lines.tsx'
import { counted } from '#web/lib/german-count.ts'
import type { Failure } from '#web/lib/result.ts'
import { publicPaths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { noWithdrawal } from '#worker/domain/legal.ts'
import type { Guardian } from '#worker/domain/minors.ts'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import { EnrolmentFailure, GuardianLine, personText } from './confirm-step.tsx'
import { PublicWrap } from './public-band.tsx'
import { PublicFrame } from './public-frame.tsx'
import { mustWait, onlyOpen, splitByRoom, waitingListWords } from './refusal-words.ts'

type Fields = readonly (readonly [name: string, value: string])[]

/** Carries the typed values in hidden fields. */
function Hidden({ fields }: { fields: Fields }) {
  return fields.map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ))
}

type ConfirmPageProps = {
  guild: PublicGuild
  entry: Entry
  emailAddress: string
  guardian: Guardian | null
  /** The typed values by field name, sent back and forth. */
  fields: Fields
  /** The token that the order will get. */
  orderToken: string
  failure: Failure | null
  /** It was sent for the waiting list. */
  isForWaitingList: boolean
  /** Under heavy load: when it may be sent, and with which ticket. */
  waiting: { seconds: number; ticket: string } | null
}

/** The confirmation as a page of its own, for one person without scripts. */
export function ConfirmPage({ guild, entry, emailAddress, fields, ...props }: ConfirmPageProps) {
  const { orderToken, failure, waiting, guardian } = props
  const { lines, totalInCent } = entry.sum
  const isFree = totalInCent === 0
  const isFull = props.isForWaitingList || mustWait([entry], failure)
  const { full, open } = splitByRoom([entry])
  const booking = isFull ? toWaitingList : isFree ? 'Anmelden' : 'Zahlungspflichtig anmelden'
  const meant = correctedAddress(emailAddress)
  return (
    <PublicFrame guild={guild} title="Stimmt alles?">
      <PublicWrap className="flex-1 pt-5 pb-16">
        <form method="post" action={publicPaths.paradeEnrolment} className="grid max-w-140 gap-5">
          <Hidden fields={fields} />
          <input type="hidden" name="expectedTotalInCent" value={totalInCent} />
          <input type="hidden" name="orderToken" value={orderToken} />
          {isFull && <input type="hidden" name="waitingList" value="true" />}
          {waiting && (
            <>
              <input type="hidden" name="challenge" value={waiting.ticket} />
              <Alert tone="warn" title="Gerade sind sehr viele gleichzeitig da." focusOnMount>
                <p>
                  Warte bitte {counted(waiting.seconds, 'Sekunde', 'Sekunden')} und drücke dann noch
                  einmal „{booking}“. Angemeldet bist Du noch nicht; Deine Angaben stehen noch da.
                </p>
              </Alert>
            </>
          )}
          {failure && <EnrolmentFailure failure={failure} entries={[entry]} withoutScript />}
          <h2 className="wrap-anywhere">{personText(entry, 0)}</h2>
          <ParadeLines lines={lines} />
          {!isFree && (
            <p className="flex items-baseline justify-between border-foreground border-t-2 pt-3.5 font-semibold">
              <span>{isFull ? paidLater : 'Summe'}</span>
              <Amount cents={totalInCent} />
            </p>
          )}
          {guardian && <GuardianLine of={guardian} />}
          <p className="wrap-anywhere text-muted-foreground">
            Die Bestätigung geht an <b className="text-foreground">{emailAddress}</b>.
            {meant && ` Meintest Du ${meant}? Dann geh zurück und ändere es.`}
          </p>
          {isFull && waitingListWords([entry]).map((sentence) => <p key={sentence}>{sentence}</p>)}
          {isFull && full.length > 0 && open.length > 0 && (
            <Button type="submit" name="step" value="onlyOpen">
              {onlyOpen}
            </Button>
          )}
          {!isFree && !isFull && (
            <>
              <p className="text-muted-foreground">
                Du wirst jetzt zur Bezahlung weitergeleitet. Erst mit der Zahlung bist Du
                angemeldet.
              </p>
              <p className="text-muted-foreground">{noWithdrawal}</p>
            </>
          )}
          <p className="flex flex-wrap justify-end gap-3 max-md:flex-col-reverse">
            <Button type="submit" size="lg" name="step" value="edit">
              Zurück
            </Button>
            <Button type="submit" size="lg" variant="primary" name="step" value="book">
              {booking}
            </Button>
          </p>
        </form>
      </PublicWrap>
    </PublicFrame>
  )
}

/** Shown on the way to the payment, for browsers that do not follow the redirect. */
export function LeavingPage({ guild, url }: { guild: PublicGuild; url: string }) {
  return (
    <PublicFrame guild={guild} title="Gleich geht es weiter">
      <PublicWrap className="flex-1 pt-5 pb-16">
        <p className="mb-5 text-[1.0625rem]">
          Alles ist vorgemerkt. Erst mit der Zahlung bist Du angemeldet.
        </p>
        <Button asChild variant="primary" size="lg">
          <a href={url}>Weiter zur Bezahlung</a>
        </Button>
      </PublicWrap>
    </PublicFrame>
  )
}

type TroublePageProps = {
  sentence: string
  /** The fields of a form that failed because of a server error; it can be sent again unchanged. */
  sent?: Fields
}

/** Replaces a page that could not be rendered. */
export function TroublePage({ sentence, sent }: TroublePageProps) {
  return (
    <PublicFrame guild={{ name: '' }} title="Das hat nicht geklappt">
      <PublicWrap className="flex-1 pt-5 pb-16">
        <p className="mb-5 max-w-140 text-[1.0625rem]">{sentence}</p>
        {sent ? (
          <form method="post" action={publicPaths.paradeEnrolment}>
            <Hidden fields={sent} />
            <Button type="submit" size="lg" variant="primary">
              Noch einmal versuchen
            </Button>
          </form>
        ) : (
          <Button asChild>
            <a href={publicPaths.paradeEnrolment}>Zur Umzugsanmeldung</a>
          </Button>
        )}
      </PublicWrap>
    </PublicFrame>
  )
}
