import { Check } from 'lucide-react'
import { Fact, FactBox, Facts, FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { groupedIban } from '#web/lib/iban.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Day, fullYears, germanDate } from '#worker/domain/dates.ts'
import type { Timespan } from '#worker/domain/member.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { mailtoLink } from '#worker/domain/text.ts'
import type { Family, Member, MembershipFee, Person } from '#worker/members/members.contract.ts'
import { FamilyWords, PersonLink } from './family-words.tsx'
import { memberFields } from './member-sections.ts'

type MemberFactsProps = {
  member: Member
  fee: SectionQuery<MembershipFee>
  family: SectionQuery<Family>
  today: Day
}

export function MemberFacts({ member, fee, family, today }: MemberFactsProps) {
  return (
    <FactsCard aria-label="Daten des Mitglieds">
      <GeneralBox member={member} today={today} />
      <ContactBox member={member} />
      <BankBox member={member} payer={family.data?.payer ?? null} />
      <FeeBox member={member} fee={fee} family={family} today={today} />
    </FactsCard>
  )
}

const waiting = {
  Allgemein: ['Geburtstag', 'Eintrittsdatum', 'Austrittsdatum', 'Mitgliedszeiten', 'Kommentar'],
  Kontaktdaten: ['Anschrift', 'Telefon', 'Mobil', 'E-Mail'],
  Bankdaten: ['Kontoinhaber', 'IBAN', 'BIC', 'Bank', 'SEPA-Mandat'],
  Mitgliedsbeitrag: [],
}

export function MemberFactsSkeleton() {
  return <FactsSkeleton boxes={waiting} />
}

function GeneralBox({ member, today }: { member: Member; today: Day }) {
  const { dateJoined, dateLeft, membershipActiveTimespan: timespans, comment } = member
  return (
    <FactBox title="Allgemein">
      <Facts>
        <Fact label={memberFields.birthday.label}>
          <Birthday member={member} today={today} />
        </Fact>
        <Fact label={memberFields.dateJoined.label}>{dateJoined && germanDate(dateJoined)}</Fact>
        <Fact label={memberFields.dateLeft.label}>{dateLeft && germanDate(dateLeft)}</Fact>
        <Fact label={memberFields.membershipActiveTimespan.label}>
          {timespans.length > 0 && (
            <>
              {timespans.map((span) => (
                <span key={span.from} className="block">
                  {words(span)}
                </span>
              ))}
              <MembershipBar timespans={timespans} today={today} />
            </>
          )}
        </Fact>
        <Fact label={memberFields.comment.label}>
          {comment && <span className="whitespace-pre-line">{comment}</span>}
        </Fact>
      </Facts>
    </FactBox>
  )
}

function Birthday({
  member: { birthday, membershipState },
  today,
}: {
  member: Member
  today: Day
}) {
  if (!birthday) return '–'
  return (
    <>
      {germanDate(birthday)}
      {membershipState !== 'Died' && (
        <span className="text-muted-foreground">{` (${fullYears(birthday, today)}\u00a0Jahre)`}</span>
      )}
    </>
  )
}

function words({ from, to }: Timespan): string {
  return to ? `${germanDate(from)} – ${germanDate(to)}` : `seit ${germanDate(from)}`
}

/** The times of membership on a line from the first year to the last one. */
function MembershipBar({ timespans, today }: { timespans: Timespan[]; today: Day }) {
  const spans = timespans.map(({ from, to }) => ({ from, to: to ?? later(from, today) }))
  const [first = today] = spans.map(({ from }) => from).sort()
  const last =
    spans
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? first
  const length = daysBetween(first, last)
  // Nothing to draw for somebody who joined today or will join.
  if (length === 0) return null
  const percent = (day: Day) => `${(daysBetween(first, day) / length) * 100}%`
  return (
    <div aria-hidden="true" className="mt-2.5">
      <div className="relative h-2.5 overflow-hidden rounded-full bg-muted">
        {spans.map(({ from, to }) => (
          <span
            key={from}
            className="absolute inset-y-0 min-w-1 rounded-full bg-chart-1 forced-color-adjust-none [print-color-adjust:exact]"
            style={{ left: percent(from), width: `calc(${percent(to)} - ${percent(from)})` }}
          />
        ))}
      </div>
      <div className="mt-1.5 flex justify-between text-muted-foreground text-xs tabular-nums">
        <span>{first.slice(0, 4)}</span>
        <span>{last.slice(0, 4)}</span>
      </div>
    </div>
  )
}

function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

function later(...days: Day[]): Day {
  return days.sort().at(-1) ?? ''
}

function ContactBox({ member }: { member: Member }) {
  const lines = [
    [member.addressStreet, member.addressNumber],
    [member.addressPlz, member.addressTown],
  ]
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean)
  return (
    <FactBox title="Kontaktdaten">
      <Facts>
        <Fact label="Anschrift">
          {lines.length > 0 &&
            lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
        </Fact>
        <Fact label={memberFields.phone.label}>
          <PhoneLink number={member.phone} />
        </Fact>
        <Fact label={memberFields.phoneMobile.label}>
          <PhoneLink number={member.phoneMobile} />
        </Fact>
        <Fact label={memberFields.eMail.label}>
          {member.eMail && <a href={mailtoLink(member.eMail)}>{member.eMail}</a>}
        </Fact>
      </Facts>
    </FactBox>
  )
}

function PhoneLink({ number }: { number: string }) {
  return number ? <a href={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</a> : '–'
}

type BankBoxProps = { member: Member; payer: Person | null }

function BankBox({ member, payer }: BankBoxProps) {
  return (
    <FactBox title="Bankdaten">
      <Facts>
        <Fact label={memberFields.bankingAccountOwner.label}>{member.bankingAccountOwner}</Fact>
        <Fact label={memberFields.bankingIban.label}>
          {member.bankingIban && (
            <span className="max-md:text-[0.9375rem]">{groupedIban(member.bankingIban)}</span>
          )}
        </Fact>
        <Fact label={memberFields.bankingBic.label}>{member.bankingBic}</Fact>
        <Fact label={memberFields.bankingBank.label}>{member.bankingBank}</Fact>
        <Fact label="SEPA-Mandat">
          <Mandate member={member} />
        </Fact>
        {member.mandateReference && (
          <Fact label={memberFields.mandateReference.label}>{member.mandateReference}</Fact>
        )}
      </Facts>
      {payer && (
        <p className="mt-3.5 text-muted-foreground">
          Der Beitrag wird vom Konto des Zahlers eingezogen: <PersonLink person={payer} />.
        </p>
      )}
    </FactBox>
  )
}

function Mandate({ member }: { member: Member }) {
  const { bankingSepaAllowed, bankingSepaAllowedDate: date } = member
  if (!bankingSepaAllowed) return <span className="text-muted-foreground">nicht erteilt</span>
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-success-soft-foreground">
      <Check />
      {date ? `erteilt am ${germanDate(date)}` : 'erteilt'}
    </span>
  )
}

type FeeBoxProps = {
  member: Member
  fee: SectionQuery<MembershipFee>
  family: SectionQuery<Family>
  today: Day
}

function FeeBox({ member, fee, family, today }: FeeBoxProps) {
  return (
    <FactBox title="Mitgliedsbeitrag">
      <QuerySection query={fee} waiting={<Waiting />}>
        {({ amountInCent, reason }) => (
          <>
            <p className="font-[650] font-display text-4xl/[1.05] tracking-[-0.02em] tabular-nums">
              {amountInCent === null ? '–' : germanEuro(amountInCent)}
            </p>
            <p className="mt-1.5 text-muted-foreground">
              {`für das Jahr ${today.slice(0, 4)}`}
              {amountInCent !== null &&
              amountInCent > 0 &&
              member.payerId === null &&
              member.bankingSepaAllowed
                ? ', per Lastschrift'
                : ''}
            </p>
            <p className="text-muted-foreground">{reason}</p>
          </>
        )}
      </QuerySection>
      <QuerySection query={family} waiting={null} className="mt-3">
        {(known) => (
          <div className="mt-3 grid gap-1 empty:hidden">
            <FamilyWords family={known} />
          </div>
        )}
      </QuerySection>
    </FactBox>
  )
}

function Waiting() {
  return (
    <Loading>
      <Skeleton width="8rem" className="my-2 h-6" />
      <Skeleton width="60%" className="my-1.25" />
    </Loading>
  )
}
