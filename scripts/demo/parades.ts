import { addDays, type Day } from '#worker/domain/dates.ts'
import { paradeSearchKey, withoutTimes } from '#worker/domain/parade.ts'
import { earliest, latest, shroveTuesday } from './days.ts'
import { demoExtras } from './extras.ts'
import { type HostGuild, hostGuilds, ownGuild } from './places.ts'
import type { Random } from './random.ts'
import type { ParadeRow, ParticipationRow } from './rows.ts'
import type { Size } from './size.ts'

/** A parade before its enrolment dates and number are set. */
type Plan = { date: Day; title: string; guild: HostGuild; isChildParade: boolean }

/** Parades away from home, which have prices, to come on every day of the year: the last one has a bus. */
const toComeAtLeast = 5

const titles = {
  storming: 'Rathaussturm mit Hemdglonkerumzug',
  jump: 'Großer Narrensprung',
  children: 'Kinderumzug',
}

/**
 * The seasons up to the one open for enrolment, and one parade today. Late in a season too few parades are
 * left for the enrolment page, so the next season is open already.
 */
export function makeParades(random: Random, size: Size, today: Day): ParadeRow[] {
  const plansOf = (year: number) => planSeason(random.fork(`season ${year}`), year, size)
  const isEnough = (plans: Plan[]) =>
    plans.filter(({ date, guild }) => date > today && guild !== ownGuild).length >= toComeAtLeast
  let last = Number(today.slice(0, 4))
  while (!isEnough(plansOf(last))) last++
  const seasons = Array.from(
    { length: size.seasons },
    (_, index) => last - size.seasons + 1 + index,
  )
  const plans = seasons.flatMap((year) => plansOf(year).map((plan) => ({ ...plan, season: year })))
  const hasToday = plans.some(({ date }) => date === today)
  if (!hasToday) plans.push({ ...planToday(random.fork('today'), today), season: 0 })
  const rows = plans
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .map((plan, index) => makeRow(random, plan, index + 1, today))
  return withSpecials(rows, today)
}

/**
 * Parades to come that show what a parade can have: the last one away from home a bus, and at home one without a free
 * place, one whose enrolment opens later, and one for which children need a guardian.
 */
export function specialsOf(parades: readonly ParadeRow[], today: Day) {
  const toCome = parades.filter(({ date }) => date > today)
  const atHome = (title: string) =>
    toCome.findLast((one) => one.host === ownGuild.host && one.title === title)
  return {
    bus: toCome.findLast(({ host }) => host !== ownGuild.host),
    full: atHome(titles.storming),
    later: atHome(titles.jump),
    minors: atHome(titles.children),
  }
}

function withSpecials(parades: readonly ParadeRow[], today: Day): ParadeRow[] {
  const { bus, later, minors } = specialsOf(parades, today)
  return parades.map((parade) => {
    if (parade === bus) return { ...parade, extras: demoExtras }
    if (parade === minors) return { ...parade, guardianBelow: 16 }
    if (parade !== later) return parade
    const opensOn = nextFriday(today)
    return {
      ...parade,
      dateEnrolmentStart: opensOn,
      timeEnrolmentStart: '20:00',
      dateEnrolmentEnd: latest(opensOn, parade.dateEnrolmentEnd),
    }
  })
}

/** The parades after people have enrolled: one of them has as many places as are taken. */
export function withFullParade(
  parades: readonly ParadeRow[],
  participations: readonly ParticipationRow[],
  today: Day,
): ParadeRow[] {
  const { full } = specialsOf(parades, today)
  const isTaken = ({ paradeId, state }: ParticipationRow) =>
    paradeId === full?.id && state === 'booked'
  const capacity = participations.filter(isTaken).length
  return parades.map((parade) => (parade === full ? { ...parade, capacity } : parade))
}

function nextFriday(today: Day): Day {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, ((5 - weekday + 6) % 7) + 1)
}

/** From 6 January to Shrove Tuesday: away on weekends, at home on the main days. */
function planSeason(random: Random, year: number, size: Size): Plan[] {
  const end = shroveTuesday(year)
  const home = (date: Day, title: string, isChildParade = false): Plan => ({
    date,
    title,
    guild: ownGuild,
    isChildParade,
  })
  const away = awayDays(random, year, size.paradesPerSeason - 3)
  const hosts = random.shuffled(hostGuilds)
  return [
    ...away.map((date, index) => planAway(random, date, hosts[index % hosts.length] ?? ownGuild)),
    home(addDays(end, -5), titles.storming),
    home(addDays(end, -2), titles.jump),
    home(end, titles.children, true),
  ]
}

/** Epiphany, the weekends, Shrove Monday; in short seasons some days have two parades. */
function awayDays(random: Random, year: number, count: number): Day[] {
  const end = shroveTuesday(year)
  const days: Day[] = [addDays(end, -1)]
  for (let day = `${year}-01-06`; day < addDays(end, -2); day = addDays(day, 1)) {
    const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
    if (isWeekend || day.endsWith('01-06')) days.push(day)
  }
  const once = random.shuffled(days)
  return [...once, ...random.shuffled(days)].slice(0, count)
}

function planAway(random: Random, date: Day, guild: HostGuild): Plan {
  const age = Number(date.slice(0, 4)) - guild.founded
  const isJubilee = age > 0 && (age % 10 === 0 || age % 11 === 0)
  const title = isJubilee
    ? `Jubiläumsumzug ${age} Jahre ${guild.town}`
    : makeTitle(random, date, guild.town)
  return { date, title, guild, isChildParade: false }
}

function makeTitle(random: Random, date: Day, town: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  if (date.endsWith('01-06')) return `Häsabstauben ${town}`
  if (weekday === 6)
    return `${random.pick(['Nachtumzug', 'Dämmerungsumzug', 'Nachtumzug'])} ${town}`
  if (weekday === 1) return `Rosenmontagsumzug ${town}`
  return `${random.pick(['Narrensprung', 'Ringtreffen', 'Fasnetsumzug', 'Narrentreffen'])} ${town}`
}

/** A parade today, so that the check-in can be tried on every day of the year. */
function planToday(random: Random, date: Day): Plan {
  const guild = random.pick(hostGuilds)
  const month = Number(date.slice(5, 7))
  const occasion =
    month <= 3
      ? 'Narrensprung'
      : month >= 10
        ? 'Umzug zum Martinimarkt'
        : 'Festumzug zum Heimatfest'
  return { date, title: `${occasion} ${guild.town}`, guild, isChildParade: false }
}

function makeRow(
  random: Random,
  { date, title, guild, isChildParade, season }: Plan & { season: number },
  number: number,
  today: Day,
): ParadeRow {
  const isFree = isChildParade
  const adults = isFree ? 0 : random.pick([500, 550, 600, 600, 700, 800])
  const children = isFree || guild === ownGuild ? 0 : random.pick([200, 300, 300, 400])
  return {
    id: number,
    title,
    host: guild.host,
    hostTown: guild.town,
    hostPlz: guild.plz,
    searchKey: paradeSearchKey({ host: guild.host, title, hostTown: guild.town }),
    date,
    paradeNumber: number,
    comment: random.chance(0.15) ? random.pick(comments) : '',
    priceForAdultsInCent: adults,
    priceForChildrenInCent: children,
    ...planOf(number, title, guild),
    ...enrolmentWindow(date, season, today),
    isChildParade,
    extras: [],
  }
}

const comments = [
  'Der Fanfarenzug läuft mit.',
  'Zwei Busse bestellt.',
  'Umkleiden in der Turnhalle.',
]

/** Every second parade away from home has two stops of the bus, and an enrolment that opened at eight in the evening. */
function planOf(number: number, title: string, guild: HostGuild) {
  const isEvening = /^(Nacht|Dämmerungs)umzug/.test(title)
  const timeStart = isEvening ? '18:30' : '14:00'
  if (guild === ownGuild || number % 2 === 1) return { ...withoutTimes, timeStart }
  return {
    ...withoutTimes,
    timeEnrolmentStart: '20:00',
    timeStart,
    lineUpNumber: String(10 + (number % 30)),
    lineUpPlace: 'Schulhof',
    departures: [
      { time: isEvening ? '16:00' : '11:30', place: 'Zunftstüble' },
      { time: isEvening ? '16:10' : '11:40', place: 'Bahnhof' },
    ],
  }
}

/** The enrolment of a parade: from 11 November to eight days before it. Parades to come are open now. */
function enrolmentWindow(date: Day, season: number, today: Day) {
  const usualStart = season === 0 ? addDays(date, -42) : `${season - 1}-11-11`
  const dateEnrolmentStart = usualStart < today ? usualStart : addDays(today, -10)
  const usualEnd = addDays(date, -8)
  return {
    dateEnrolmentStart,
    dateEnrolmentEnd:
      date > today ? latest(usualEnd, earliest(addDays(date, -1), today)) : usualEnd,
  }
}
