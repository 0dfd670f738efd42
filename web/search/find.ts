import { costumeSearchText, guildAsOwner, memberSearchText } from '#web/lib/search-texts.ts'
import {
  type Closeness,
  closeness,
  type Marked,
  markDigits,
  markMatches,
  matcherOf,
  searchTextOf,
  wholeWordMatcher,
} from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import type { CostumeRow } from '#worker/costumes/costumes.contract.ts'
import { berlinDay, germanDate, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName, listName, normaliseName } from '#worker/domain/names.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import type { FoundOrder, FoundParade } from '#worker/search/search.contract.ts'
import type { PageLink } from './page-links.ts'

/** How many hits a group shows. */
const maxHits = 8

/** A hit in the dialog. */
export type Hit = {
  key: string
  to: string
  /** A document outside the app. */
  isOutside?: boolean
  title: Marked[]
  /** The matched text, and details that distinguish hits. */
  notes: Marked[][]
  end: string
}

export type SearchHits = {
  hits: Hit[]
  total: number
  /** How close the closest hit is: a lower number is closer, and its group is shown first. */
  level: Closeness
  /** Whether a hit has exactly the typed name. Its group is shown before all others. */
  isExact: boolean
}

export const noHits: SearchHits = { hits: [], total: 0, level: closeness.start, isExact: false }

/** What was typed, and how close a text must be to match it. */
export type Typed = { text: string; level: Closeness }

/** A searchable list. `prepare` computes its search texts before the first key press. */
export type Findable = { find: (typed: string) => SearchHits; prepare: () => unknown }

type Entry<Row> = {
  row: Row
  text: string
  /** The name alone, since matches in the name rank higher. */
  called: () => string
  /** Whether the row has this name, given as in `normaliseName`. */
  isCalled: (name: string) => boolean
  isGone: boolean
}

type SearchRules<Row> = {
  text: (row: Row) => string
  called: (row: Row) => readonly string[]
  isGone?: (row: Row) => boolean
  hit: (row: Row, typed: Typed) => Hit
  isByName?: boolean
}

/**
 * Exact names rank first, then names with the whole words, beginnings of names, other beginnings, then matches inside words;
 * former members last in each. Typing errors are only considered when nothing else was found.
 */
function findable<Row>(rows: readonly Row[], look: SearchRules<Row>): Findable {
  let entries: readonly Entry<Row>[] | undefined
  const prepare = () => {
    entries ??= entriesOf(rows, look)
    return entries
  }
  const find = (text: string): SearchHits => {
    const begins = matcherOf(text)
    const isWhole = wholeWordMatcher(text)
    const name = normaliseName(text)
    const nameRank = (entry: Entry<Row>) => {
      const called = entry.called()
      if (!begins(called)) return 3
      if (entry.isCalled(name)) return 0
      return isWhole(called) ? 1 : 2
    }
    const ranked = (level: Closeness): SearchHits => {
      const matches = matcherOf(text, level)
      const ranks: Entry<Row>[][] = Array.from({ length: 10 }, () => [])
      for (const entry of prepare()) {
        if (!matches(entry.text)) continue
        const rank = begins(entry.text) ? nameRank(entry) : 4
        ranks[2 * rank + Number(entry.isGone)]?.push(entry)
      }
      const found = ranks.flat()
      const first = found[0]
      return {
        hits: found.slice(0, maxHits).map(({ row }) => look.hit(row, { text, level })),
        total: found.length,
        level: first && begins(first.text) ? closeness.start : level,
        isExact: first?.isCalled(name) ?? false,
      }
    }
    const close = ranked(closeness.inside)
    if (close.total > 0) return close
    const misspelt = ranked(closeness.typo)
    return misspelt.total > 0 ? misspelt : noHits
  }
  return { find, prepare }
}

function entriesOf<Row>(rows: readonly Row[], look: SearchRules<Row>): Entry<Row>[] {
  const entries = rows.map((row): Entry<Row> => {
    let called: string | undefined
    return {
      row,
      text: look.text(row),
      called: () => {
        called ??= searchTextOf(look.called(row))
        return called
      },
      isCalled: (name) => look.called(row).some((one) => normaliseName(one) === name),
      isGone: look.isGone?.(row) ?? false,
    }
  })
  // Sorted by the search text, since it begins with the name.
  if (look.isByName) entries.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  return entries
}

export function findableMembers(members: readonly MemberRow[]): Findable {
  return findable(members, {
    text: memberSearchText,
    called: ({ lastName, firstName, maidenName, memberNumber }) => [
      lastName,
      firstName,
      maidenName,
      String(memberNumber),
    ],
    isGone: ({ membershipState: state }) => state === 'Left' || state === 'Died',
    hit: memberHit,
    isByName: true,
  })
}

/** A member as a hit. Number and town distinguish namesakes; other fields are shown if they hold the match. */
function memberHit(member: MemberRow, typed: Typed): Hit {
  const { firstName, lastName, maidenName, memberNumber } = member
  const { addressStreet, addressNumber, addressPlz, addressTown } = member
  const state = member.membershipState
  const finds = matcherOf(typed.text, typed.level)
  const words = [lastName, firstName]
  const numbers: string[] = []
  const isExplained = () => finds(searchTextOf(words, numbers))
  const reason = (label: string, text: string): Marked[] | null => {
    const pieces = text && !isExplained() ? marksOf(text, typed) : []
    if (!isMarked(pieces)) return null
    words.push(text)
    return labelled(label, pieces)
  }
  const dialled = (number: string): Marked[] | null => {
    const pieces = isExplained() ? [] : markDigits(number, typed.text)
    if (!isMarked(pieces)) return null
    numbers.push(number)
    return labelled('Tel. ', pieces)
  }
  const maiden = reason('geb: ', maidenName)
  if (memberNumber > 0) words.push(String(memberNumber))
  const street = reason('', [addressStreet, addressNumber].filter(Boolean).join(' '))
  const town = reason('', [addressPlz, addressTown].filter(Boolean).join(' '))
  const notes = [
    maiden,
    memberNumber > 0 ? labelled('Nr. ', marksOf(String(memberNumber), typed)) : null,
    street,
    town ?? (addressTown ? markMatches(addressTown, '') : null),
    reason('geboren ', member.birthday ? germanDate(member.birthday) : ''),
    dialled(member.phone) ?? dialled(member.phoneMobile),
    reason('', member.eMail),
  ]
  return {
    key: `member-${member.id}`,
    to: paths.member(member.id),
    title: marksOf(listName(member), typed),
    notes: notes.filter((note) => note !== null),
    end: state === 'Active' ? '' : membershipStateLabels[state],
  }
}

export function findableCostumes(costumes: readonly CostumeRow[]): Findable {
  return findable(costumes, {
    text: costumeSearchText,
    called: ({ type, number }) => [type.name, number],
    isGone: ({ registeredUntil }) => registeredUntil !== null,
    hit: (costume, typed) => {
      const { id, type, number, currentOwner, registeredUntil } = costume
      const owner = currentOwner ? fullName(currentOwner) : ''
      const has = owner || (registeredUntil ? '' : guildAsOwner)
      return {
        key: `costume-${id}`,
        to: paths.costume(id),
        title: marksOf(`${type.name} ${number}`, typed),
        notes: has ? [marksOf(has, typed)] : [],
        end: registeredUntil ? `Abgemeldet am ${germanDate(registeredUntil)}` : '',
      }
    },
  })
}

/** @param toOf the address of a parade: its page or its check-in */
export function findableParades(
  parades: readonly FoundParade[],
  toOf: (id: number) => string,
): Findable {
  return findable(parades, {
    text: ({ title, host, hostTown, hostPlz, date }) =>
      searchTextOf([title, host, hostTown, hostPlz, germanDate(date)]),
    called: ({ title }) => [title],
    hit: ({ id, title, host, hostTown, hostPlz, date }, typed) => {
      // Title and host often contain the town already.
      const finds = matcherOf(typed.text, typed.level)
      const isExplained = finds(searchTextOf([title, host, germanDate(date)]))
      const town = isExplained ? [] : marksOf([hostPlz, hostTown].filter(Boolean).join(' '), typed)
      const notes = [
        host && host !== title ? marksOf(host, typed) : null,
        isMarked(town) ? town : null,
      ]
      return {
        key: `parade-${id}`,
        to: toOf(id),
        title: marksOf(title, typed),
        notes: notes.filter((note) => note !== null),
        end: germanDateWithWeekday(date),
      }
    },
  })
}

export function findableOrders(orders: readonly FoundOrder[]): Findable {
  return findable(orders, {
    text: ({ firstName, lastName, createdAt, amountInCent }) =>
      searchTextOf([
        lastName,
        firstName,
        germanEuro(amountInCent),
        germanDate(berlinDay(new Date(createdAt))),
      ]),
    called: ({ firstName, lastName }) => [lastName, firstName],
    hit: ({ id, firstName, lastName, createdAt, amountInCent }, typed) => ({
      key: `order-${id}`,
      to: paths.order(id),
      title: [
        ...marksOf(fullName({ firstName, lastName }), typed),
        ...labelled(', ', marksOf(germanEuro(amountInCent), typed)),
      ],
      notes: [],
      end: germanDate(berlinDay(new Date(createdAt))),
    }),
  })
}

/** All pages in their order; an empty search matches all. */
export function findablePages(pages: readonly PageLink[]): Findable {
  return findable(pages, {
    text: ({ label, words = [] }) => searchTextOf([label, ...words]),
    called: ({ label }) => [label],
    hit: ({ to, label, words = [], isOutside = false }, typed) => {
      const finds = matcherOf(typed.text, typed.level)
      const reason = finds(searchTextOf([label]))
        ? undefined
        : words.find((word) => finds(searchTextOf([label, word])))
      return {
        key: `page-${label}`,
        to,
        isOutside,
        title: marksOf(label, typed),
        notes: reason ? [marksOf(reason, typed)] : [],
        end: '',
      }
    },
  })
}

function marksOf(shown: string, { text, level }: Typed): Marked[] {
  return markMatches(shown, text, level)
}

const isMarked = (pieces: readonly Marked[]) => pieces.some((piece) => piece.isMarked)

function labelled(label: string, pieces: Marked[]): Marked[] {
  return label ? [{ text: label, isMarked: false }, ...pieces] : pieces
}
