import type { AgeClass, ExtraKind } from './codes.ts'
import type { Day } from './dates.ts'
import type { FieldMessages } from './errors.ts'
import { germanEuro, sumOfPrices } from './money.ts'
import { normaliseName } from './names.ts'
import { freePlacesText, type Prices, priceFor, skippedHourProblem } from './parade.ts'
import { berlinInstant, clockTime, type Departure, departureList } from './times.ts'

// What can be booked beside a place in a parade: seats of a bus, and things (docs/rules.md, "Zusätze").

/** An extra of a parade; stored in the parade's row. */
export type Extra = Prices & {
  /** Unique among the parade's extras; a deleted extra's id is not used again. */
  id: number
  title: string
  kind: ExtraKind
  /** The most that can be booked, of a bus its seats; null = no limit. */
  capacity: number | null
  /** Where and when the bus leaves; null = not said. */
  departure: Departure | null
}

/** An extra as it is booked with a place; stored in the participation's row. */
export type BookedExtra = {
  id: number
  quantity: number
  /** The price of the whole quantity, part of the place's price. */
  priceInCent: number
  /** What each cost when it was booked, the person's own first; an extra that is given up goes back with its price. */
  unitPricesInCent: readonly number[]
}

/** A booked extra, with title, kind and departure from the parade. */
export type PlacedExtra = Omit<BookedExtra, 'unitPricesInCent'> &
  Pick<Extra, 'title' | 'kind' | 'departure'>

/** A booked extra that the payer can change. */
export type OwnExtra = PlacedExtra & BookedExtra

/** An extra as it is offered; `freePlaces`: 0 to 10, null when there are more or no limit. */
export type OfferedExtra = Omit<Extra, 'capacity'> & { freePlaces: number | null }

/** An extra that a person chooses for one parade. */
export type ChosenExtra = { id: number; quantity: number }

/** Seats that one person may take in a bus: their own and those of companions without a costume. */
export const maxSeats = 4

/** The price of the whole quantity: the person's own by age, those of companions at the price for adults. */
export function priceOfExtra(age: AgeClass, extra: Prices, quantity: number): number {
  return priceFor(age, extra) + (quantity - 1) * extra.priceForAdultsInCent
}

/** What each costs: by how much it raises the price of the whole quantity. */
const unitPrices = (age: AgeClass, extra: Prices, quantity: number) => {
  const prices = Array.from({ length: quantity }, (_, n) => priceOfExtra(age, extra, n + 1))
  return prices.map((price, n) => price - (prices[n - 1] ?? 0))
}

function booking({ id, quantity }: ChosenExtra, unitPricesInCent: readonly number[]): BookedExtra {
  const priceInCent = unitPricesInCent.reduce((sum, price) => sum + price, 0)
  return { id, quantity, priceInCent, unitPricesInCent }
}

type Offer = Omit<Extra, 'capacity'>

/**
 * The extras of a person's place with their prices. A message for each extra that cannot be booked is added to
 * `problems`.
 * @param path the list's position in the request body: `parades.1.extras`
 */
export function bookExtras(
  age: AgeClass,
  chosen: readonly ChosenExtra[],
  offered: readonly Offer[],
  path: string,
  problems: FieldMessages,
): BookedExtra[] {
  return chosen.flatMap(({ id, quantity }, index) => {
    const extra = offered.find((one) => one.id === id)
    const isTwice = chosen.findIndex((one) => one.id === id) < index
    if (!extra) problems[`${path}.${index}`] = 'Diesen Zusatz gibt es nicht mehr.'
    else if (isTwice) problems[`${path}.${index}`] = `„${extra.title}“ steht zweimal da.`
    else if (extra.kind === 'item' && quantity > 1)
      problems[`${path}.${index}`] = `Von „${extra.title}“ gibt es eins für jede Person.`
    else return booking({ id, quantity }, unitPrices(age, extra, quantity))
    return []
  })
}

/** What a change of a place's extras means. */
export type RebookedExtras = {
  extras: BookedExtra[]
  /** By how much the place becomes cheaper; negative: dearer. */
  savedInCent: number
  /** Extras of which more is booked than before, and whether there are any. */
  added: number[]
  isMore: boolean
  /** Whether an extra is given up, or some of its seats. */
  isLess: boolean
}

/**
 * The extras of a place after a change. What stays keeps the price at which it was booked, and what is added has the
 * present one. A message for each extra that cannot be booked is added to `problems`.
 */
export function rebookExtras(
  age: AgeClass,
  booked: readonly BookedExtra[],
  chosen: readonly ChosenExtra[],
  offered: readonly Offer[],
  problems: FieldMessages,
): RebookedExtras {
  const before = (id: number) => booked.find((one) => one.id === id)
  const extras = bookExtras(age, chosen, offered, 'extras', problems).map((extra) => {
    const had = before(extra.id)?.unitPricesInCent ?? []
    const prices = [...had, ...extra.unitPricesInCent.slice(had.length)]
    return booking(extra, prices.slice(0, extra.quantity))
  })
  const added = extras.flatMap(({ id, quantity }) =>
    quantity > (before(id)?.quantity ?? 0) ? id : [],
  )
  const isLess = booked.some(
    ({ id, quantity }) => (extras.find((one) => one.id === id)?.quantity ?? 0) < quantity,
  )
  const savedInCent = sumOfPrices(booked) - sumOfPrices(extras)
  return { extras, savedInCent, added, isMore: added.length > 0, isLess }
}

/** Problems of a parade's extras, by field: two of the same title, a departure at a time that does not exist. */
export function extraProblems(
  extras: readonly Omit<Extra, 'id'>[],
  date: Day | null,
): FieldMessages {
  const problems: FieldMessages = {}
  const titles = extras.map(({ title }) => normaliseName(title))
  extras.forEach(({ title, departure }, index) => {
    if (titles.indexOf(normaliseName(title)) < index)
      problems[`extras.${index}.title`] = `„${title}“ gibt es bei diesem Umzug schon.`
    if (date && departure && berlinInstant(date, departure.time) === null)
      problems[`extras.${index}.departure.time`] = skippedHourProblem(date, departure.time)
  })
  return problems
}

/** The booked extras with title, kind and departure from the parade; extras that the parade lacks are left out. */
export function extrasOf(booked: readonly BookedExtra[], offered: readonly Extra[]): OwnExtra[] {
  return booked.flatMap((one) => {
    const extra = offered.find(({ id }) => id === one.id)
    return extra ? { ...one, title: extra.title, kind: extra.kind, departure: extra.departure } : []
  })
}

/** An extra with its quantity, if that is not one: „Bus ab Rathaus“, „Bus ab Rathaus, 3 Plätze“, „Plakette“. */
export function extraWords({ title }: Pick<Extra, 'title'>, quantity: number): string {
  return quantity === 1 ? title : `${title}, ${quantity} Plätze`
}

/** An extra with quantity and departure: „Bus ab Rathaus, 3 Plätze, 09:10 Uhr“; a place in the title is not repeated. */
export function extraLine(extra: Pick<Extra, 'title' | 'departure'>, quantity: number): string {
  const { title, departure } = extra
  const when =
    departure && title.includes(departure.place) ? clockTime(departure.time) : departureOf(extra)
  return [extraWords(extra, quantity), when].filter(Boolean).join(', ')
}

/** What is left of an extra: „noch 3 Plätze“, of an item „noch 3“, „ausgebucht“; null above ten or unlimited. */
export function freeExtraText({ kind }: Pick<Extra, 'kind'>, free: number | null): string | null {
  return kind === 'item' && free ? `noch ${free}` : freePlacesText(free)
}

/** The line for an extra below the price of its place: „darin Bus ab Rathaus, 3 Plätze, 09:10 Uhr: 15,00 €“. */
export function bookedExtraLine(extra: PlacedExtra): string {
  return `darin ${extraLine(extra, extra.quantity)}: ${germanEuro(extra.priceInCent)}`
}

/** „Bus ab Rathaus, 3 Plätze · Plakette“; '' without one. */
export function extrasWords(extras: readonly Pick<PlacedExtra, 'title' | 'quantity'>[]): string {
  return extras.map((extra) => extraWords(extra, extra.quantity)).join(' · ')
}

/** The booked and reserved quantity of an extra. */
export function takenOfExtra(id: number, counts: readonly (readonly [number, number])[]): number {
  return counts.find(([one]) => one === id)?.[1] ?? 0
}

/** Time and place of the departure: „9:10 Uhr Rathaus“; '' without a departure. */
export function departureOf({ departure }: Pick<Extra, 'departure'>): string {
  return departureList(departure ? [departure] : [])
}

/** The extras for the history, each as „Bus ab Rathaus (5,00 € / 3,00 €)“; '' when there are none. */
export function extrasList(
  extras: readonly ((Prices & Pick<Extra, 'title'>) | BookedExtra)[],
): string {
  return extras
    .map((extra) =>
      'title' in extra
        ? `${extra.title} (${germanEuro(extra.priceForAdultsInCent)} / ${germanEuro(extra.priceForChildrenInCent)})`
        : `${extra.quantity} × Zusatz ${extra.id} (${germanEuro(extra.priceInCent)})`,
    )
    .join(', ')
}
