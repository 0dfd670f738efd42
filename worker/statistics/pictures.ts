import { ageOn } from '#worker/domain/age.ts'
import type { Day } from '#worker/domain/dates.ts'
import { seasonOf } from '#worker/domain/season.ts'
import {
  selectAges,
  selectChanges,
  selectParadesUntil,
  selectTypesSince,
} from './pictures.queries.ts'
import { statistic } from './prepared.ts'
import type { Pictures } from './statistics.contract.ts'

const firstAges = [0, 6, 16, 18, 30, 40, 50, 60, 70, 80]
const yearsOfChanges = 30
/** Costume types are compared over this season and the four before it. */
const seasonsOfTypes = 5

/** What the pictures show, in one read. */
export const pictures = (today: Day) => {
  const year = Number(today.slice(0, 4))
  const firstYear = Number(seasonOf(today).slice(0, 4)) - seasonsOfTypes + 1
  return statistic({
    name: 'pictures',
    read: (db, gate) => [
      selectAges(db, gate),
      selectChanges(db, gate, today),
      selectParadesUntil(db, gate, today),
      selectTypesSince(db, gate, `${firstYear}-11-11`, today),
    ],
    build: ([people, changes, parades, types]): Pictures => ({
      ...ageBands(people, today),
      changes: Array.from({ length: yearsOfChanges }, (_, index) => {
        const of = year - yearsOfChanges + 1 + index
        return changes.find((row) => row.year === of) ?? { year: of, entries: 0, exits: 0 }
      }),
      seasons: [...Map.groupBy(parades, ({ date }) => seasonOf(date))].map(([season, rows]) => ({
        season,
        parades: rows.reduce((sum, row) => sum + row.takesPlace, 0),
        enrolled: rows.reduce((sum, row) => sum + row.enrolled, 0),
        confirmed: rows.reduce((sum, row) => sum + row.confirmed, 0),
      })),
      costumeTypes: typesBySeason(types),
    }),
  })
}

type People = readonly { state: 'Active' | 'Passive'; birthday: Day | null }[]

function ageBands(people: People, today: Day): Pick<Pictures, 'ages' | 'withoutBirthday'> {
  const count = (rows: People) => ({
    active: rows.filter(({ state }) => state === 'Active').length,
    passive: rows.filter(({ state }) => state === 'Passive').length,
  })
  const byBand = Map.groupBy(people, ({ birthday }) =>
    birthday === null ? null : firstAges.findLast((from) => from <= ageOn(birthday, today)),
  )
  const ages = firstAges.map((from, index) => {
    const next = firstAges[index + 1]
    return { from, to: next === undefined ? null : next - 1, ...count(byBand.get(from) ?? []) }
  })
  return { ages, withoutBirthday: count(byBand.get(null) ?? []) }
}

type TypeRows = readonly { date: Day; id: number; name: string; confirmed: number }[]

function typesBySeason(rows: TypeRows): Pictures['costumeTypes'] {
  const seasons = [...new Set(rows.map(({ date }) => seasonOf(date)))].sort()
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofType]) => ({
    costumeType: { id, name: ofType[0]?.name ?? '' },
    seasons: seasons.map((season) => ({
      season,
      confirmed: ofType
        .filter(({ date }) => seasonOf(date) === season)
        .reduce((sum, { confirmed }) => sum + confirmed, 0),
    })),
  }))
}
