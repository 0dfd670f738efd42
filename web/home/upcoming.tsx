import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { addDays, type Day, daysBetween, germanDate, weekdayName } from '#worker/domain/dates.ts'
import { seasonOf } from '#worker/domain/season.ts'
import type { Home } from '#worker/home/home.contract.ts'
import { ArrowLink, DayTongue, Section } from './pieces.tsx'

/** How many birthdays are shown; further ones are in the list of birthdays. */
const shownBirthdays = 6

/** Assembly, birthdays, pending exits and the season; empty parts are left out. */
export function Upcoming({ home, today }: { home: Home; today: Day }) {
  const { assembly, birthdays = [], leaving = [], season } = home
  return (
    <>
      {assembly && <Assembly {...assembly} today={today} />}
      {birthdays.length > 0 && <Birthdays birthdays={birthdays} today={today} />}
      {leaving.length > 0 && <Leaving leaving={leaving} />}
      {season && <Season {...season} today={today} />}
    </>
  )
}

function Assembly({ date, due, today }: { date: Day; due?: number | undefined; today: Day }) {
  const days = daysBetween(today, date)
  const when = days === 0 ? 'Heute' : days === 1 ? 'Morgen' : `In ${days} Tagen`
  return (
    <Section title="Generalversammlung">
      <div className="flex items-start gap-4 pt-3.5">
        <DayTongue day={date} tone="gold" />
        <div>
          {due !== undefined && (
            <p className="font-semibold">{due === 1 ? '1 Ehrung' : `${due} Ehrungen`} erreicht</p>
          )}
          <p className="text-muted-foreground">
            {when}, am {germanDate(date)}
          </p>
          <ArrowLink to={paths.assembly}>Ehrungen vorbereiten</ArrowLink>
        </div>
      </div>
    </Section>
  )
}

type PersonLinkProps = { member: { id: number; firstName: string; lastName: string } }

function PersonLink({ member: { id, firstName, lastName } }: PersonLinkProps) {
  return (
    <Link
      to={paths.member(id)}
      className="flex min-h-11 items-center font-semibold text-inherit no-underline wrap-anywhere hover:underline"
    >
      {firstName} {lastName}
    </Link>
  )
}

const rowLook =
  'flex flex-wrap items-center gap-x-3 border-t first:border-t-0 [&>:first-child]:w-22 [&>:nth-child(2)]:min-w-0 [&>:nth-child(2)]:flex-[1_1_7rem]'

function Birthdays({
  birthdays,
  today,
}: {
  birthdays: NonNullable<Home['birthdays']>
  today: Day
}) {
  const more = birthdays.length - shownBirthdays
  return (
    <Section title="Geburtstage diese Woche">
      <ul>
        {birthdays.slice(0, shownBirthdays).map(({ member, age, day, round }) => (
          <li key={member.id} className={rowLook}>
            <span className="text-muted-foreground">{dayWords(day, today)}</span>
            <PersonLink member={member} />
            {round ? (
              <span className="rounded-t-sm rounded-b-lg bg-gold-soft px-2 py-0.5 font-semibold text-gold-soft-foreground tabular-nums">
                {ageWords(age)}
              </span>
            ) : (
              <span className="tabular-nums">{ageWords(age)}</span>
            )}
          </li>
        ))}
      </ul>
      <ArrowLink to={paths.upcomingBirthdays}>
        {more > 0 ? `${more} weitere` : 'Alle Geburtstage'}
      </ArrowLink>
    </Section>
  )
}

const ageWords = (age: number) => (age === 1 ? '1 Jahr' : `${age} Jahre`)

function dayWords(day: Day, today: Day): string {
  if (day === today) return 'Heute'
  return day === addDays(today, 1) ? 'Morgen' : weekdayName(day)
}

function Leaving({ leaving }: { leaving: NonNullable<Home['leaving']> }) {
  return (
    <Section title="Tritt aus">
      <ul>
        {leaving.map(({ member, date }) => (
          <li key={member.id} className={rowLook}>
            <span className="text-muted-foreground tabular-nums">{germanDate(date)}</span>
            <PersonLink member={member} />
          </li>
        ))}
      </ul>
      <ArrowLink to={`${paths.members}?empty.exitDate=no`}>Alle, die austreten</ArrowLink>
    </Section>
  )
}

function Season({ parades, sprünge, before, today }: NonNullable<Home['season']> & { today: Day }) {
  return (
    <Section title={`Saison ${seasonOf(today)}`}>
      <p className="pt-3">
        <b className="font-semibold tabular-nums">{paradeWords(parades)}</b>,{' '}
        <b className="font-semibold tabular-nums">{jumpWords(sprünge)}</b> bisher
      </p>
      <p className="text-muted-foreground tabular-nums">
        Saison davor: {paradeWords(before.parades)}, {jumpWords(before.sprünge)}
      </p>
    </Section>
  )
}

const paradeWords = (count: number) => (count === 1 ? '1 Umzug' : `${count} Umzüge`)
const jumpWords = (count: number) => (count === 1 ? '1 Sprung' : `${count} Sprünge`)
