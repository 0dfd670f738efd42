import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fact, FactBox, Facts, FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { groupedIban } from '#web/lib/iban.ts'
import { useUser } from '#web/lib/session.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { type Day, fullYears, germanDate } from '#worker/domain/dates.ts'
import {
  labelAlone,
  type MemberFieldName,
  type MemberPart,
  memberFieldNames,
  memberFields,
  memberGroups,
  type Timespan,
} from '#worker/domain/member.ts'
import { valueInWords } from '#worker/domain/member-values.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { can } from '#worker/domain/rights.ts'
import { mailtoLink } from '#worker/domain/text.ts'
import type { Family, Member, MembershipFee } from '#worker/members/members.contract.ts'
import { FamilyWords, PersonLink } from './family-words.tsx'

type Box = {
  title: string
  parts: readonly MemberPart[]
  /** The fields shown first; the part's other fields follow in the order of the form. */
  first: readonly MemberFieldName[]
  /** The fields that the box leaves out: the page shows them elsewhere or together with another field. */
  without: readonly MemberFieldName[]
}

const general: Box = {
  title: 'Allgemein',
  parts: ['allgemein', 'mitgliedschaft'],
  first: [],
  without: [
    'firstName',
    'lastName',
    'maidenName',
    'memberNumber',
    'membershipState',
    'paradesBefore',
    'paradesBeforeUntil',
  ],
}
const contact: Box = {
  title: 'Kontaktdaten',
  parts: ['kontaktdaten'],
  first: [],
  without: ['addressNumber', 'addressPlz', 'addressTown', 'mailOptOut'],
}
const bank: Box = {
  title: 'Bankdaten',
  parts: ['bankdaten'],
  first: ['bankingAccountOwner', 'bankingIban', 'bankingBic'],
  without: ['bankingSepaAllowedDate', 'mandateReference'],
}

function namesIn({ parts, first, without }: Box): MemberFieldName[] {
  const names = memberFieldNames.filter((name) => parts.includes(memberFields[name].form.part))
  return [...new Set([...first, ...names])].filter((name) => !without.includes(name))
}

/** Labels of fields that are shown together. */
const labels: Partial<Record<MemberFieldName, string>> = {
  addressStreet: memberGroups.address,
  bankingSepaAllowed: labelAlone('bankingSepaAllowed'),
}
const labelOf = (name: MemberFieldName) => labels[name] ?? memberFields[name].label
/** A death ends the membership, so its day is stored as that of the exit. */
const labelFor = (name: MemberFieldName, { membershipState }: Member) =>
  name === 'dateLeft' && membershipState === 'Died' ? 'Todestag' : labelOf(name)

type MemberFactsProps = {
  member: Member
  fee: SectionQuery<MembershipFee>
  family: SectionQuery<Family>
  today: Day
}

export function MemberFacts({ member, fee, family, today }: MemberFactsProps) {
  const { mandateReference } = member
  const payer = family.data?.payer
  const seesBankData = can(useUser(), 'seeBankData')
  const drawn: Partial<Record<MemberFieldName, ReactNode>> = {
    birthday: <Birthday member={member} today={today} />,
    membershipActiveTimespan: <Timespans member={member} today={today} />,
    comment: <span className="whitespace-pre-line">{member.comment}</span>,
    addressStreet: <Address member={member} />,
    phone: <PhoneLink number={member.phone} />,
    phoneMobile: <PhoneLink number={member.phoneMobile} />,
    eMail: <a href={mailtoLink(member.eMail)}>{member.eMail}</a>,
    bankingIban: (
      <span className="max-md:text-[0.9375rem]">{groupedIban(member.bankingIban ?? '')}</span>
    ),
    bankingSepaAllowed: <Mandate member={member} />,
  }
  const facts = (box: Box) =>
    namesIn(box).map((name) => {
      const words = valueInWords(name, member[name])
      return (
        <Fact key={name} label={labelFor(name, member)}>
          {(words || name === 'addressStreet') && (drawn[name] ?? words)}
        </Fact>
      )
    })
  return (
    <FactsCard aria-label="Daten des Mitglieds">
      <FactBox title={general.title}>
        <Facts>{facts(general)}</Facts>
      </FactBox>
      <FactBox title={contact.title}>
        <Facts>{facts(contact)}</Facts>
      </FactBox>
      <FactBox title={bank.title}>
        <Facts>
          {seesBankData ? (
            facts(bank)
          ) : (
            <Fact label={memberFields.bankingIban.label}>
              {member.bankingIbanTail && `… ${member.bankingIbanTail}`}
            </Fact>
          )}
          {mandateReference && (
            <Fact label={memberFields.mandateReference.label}>{mandateReference}</Fact>
          )}
        </Facts>
        {payer && member.membershipState !== 'Died' && (
          <p className="mt-3.5 text-muted-foreground">
            Der Beitrag wird vom Konto des Zahlers eingezogen: <PersonLink person={payer} />.
          </p>
        )}
      </FactBox>
      <FeeBox member={member} fee={fee} family={family} today={today} />
    </FactsCard>
  )
}

const waiting = {
  ...Object.fromEntries(
    [general, contact, bank].map((box) => [box.title, namesIn(box).map(labelOf)]),
  ),
  Mitgliedsbeitrag: [],
}

export function MemberFactsSkeleton() {
  return <FactsSkeleton boxes={waiting} />
}

function Birthday({ member, today }: { member: Member; today: Day }) {
  const { birthday, membershipState } = member
  if (!birthday) return null
  return (
    <>
      {germanDate(birthday)}
      {membershipState !== 'Died' && (
        <span className="text-muted-foreground">{` (${fullYears(birthday, today)}\u00a0Jahre)`}</span>
      )}
    </>
  )
}

function Timespans({ member, today }: { member: Member; today: Day }) {
  const { membershipActiveTimespan: timespans } = member
  return (
    <>
      {timespans.map(({ from, to }) => (
        <span key={from} className="block">
          {to ? `${germanDate(from)} – ${germanDate(to)}` : `seit ${germanDate(from)}`}
        </span>
      ))}
      <MembershipBar timespans={timespans} today={today} />
    </>
  )
}

/** The periods of membership on a line from the first to the last year. */
function MembershipBar({ timespans, today }: { timespans: Timespan[]; today: Day }) {
  const spans = timespans.map(({ from, to }) => ({ from, to: to ?? latestDay(from, today) }))
  const [first = today] = spans.map(({ from }) => from).sort()
  const last =
    spans
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? first
  const length = daysBetween(first, last)
  // From the first to the last day there is no time to draw, for a member who joins today or later.
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

function latestDay(...days: Day[]): Day {
  return days.sort().at(-1) ?? ''
}

function Address({ member }: { member: Member }) {
  const lines = [
    [member.addressStreet, member.addressNumber],
    [member.addressPlz, member.addressTown],
  ]
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean)
  if (lines.length === 0) return '–'
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}

function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</a>
}

function Mandate({ member }: { member: Member }) {
  const { bankingSepaAllowed, bankingSepaAllowedDate: date } = member
  if (!bankingSepaAllowed) return <span className="text-muted-foreground">nicht erteilt</span>
  const given = date ? `erteilt am ${germanDate(date)}` : 'erteilt'
  if (member.membershipState === 'Died')
    return <span className="text-muted-foreground">{given}, wird nicht mehr benutzt</span>
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-success-soft-foreground">
      <Check />
      {given}
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
              {amountInCent !== null && amountInCent > 0 && howCollected(member)}
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

function howCollected({ membershipState, payerId, bankingSepaAllowed }: Member): string {
  if (membershipState === 'Died') return ', wird nicht eingezogen'
  return payerId === null && bankingSepaAllowed ? ', per Lastschrift' : ''
}

function Waiting() {
  return (
    <Loading>
      <Skeleton width="8rem" className="my-2 h-6" />
      <Skeleton width="60%" className="my-1.25" />
    </Loading>
  )
}
