import type { Day } from '#worker/domain/dates.ts'
import { addYears } from './days.ts'
import { firstNamesOf, lastNames, type Sex } from './names.ts'
import { homeTowns, streets, type Town } from './places.ts'
import type { Random } from './random.ts'

export type Household = Town & { street: string; houseNumber: string; phone: string; owner: string }

export type Person = {
  sex: Sex
  firstName: string
  lastName: string
  maidenName: string
  birthday: Day
  home: Household
}

/** People in households: singles, couples, families that share a name and an address. */
export function makePeople(random: Random, count: number, today: Day): Person[] {
  const people: Person[] = []
  const taken = new Set<string>()
  while (people.length < count) {
    for (const person of makeHousehold(random, today)) {
      // Names with birthdays are unique, so that an enrolment matches exactly one member.
      const key = `${person.firstName}|${person.lastName}|${person.birthday}`
      if (taken.has(key) || people.length >= count) continue
      taken.add(key)
      people.push(person)
    }
  }
  return people
}

function makeHousehold(random: Random, today: Day): Person[] {
  const lastName = random.pick(lastNames)
  const head = makePerson(random, makeHeadBirthday(random, today), lastName)
  const home = makeHome(random, `${head.firstName} ${lastName}`)
  const isYoung = head.birthday > addYears(today, -26)
  const kind = random.weighted([
    ['single', 45],
    ['couple', isYoung ? 0 : 22],
    ['family', isYoung ? 0 : 33],
  ])
  const members = [head]
  if (kind !== 'single') members.push(makePartner(random, head))
  if (kind === 'family') members.push(...makeChildren(random, head, today))
  // First names are unique within a family.
  const byName = new Map(members.map((person) => [person.firstName, person]))
  return [...byName.values()].map((person) => ({ ...person, home }))
}

type Homeless = Omit<Person, 'home'>

function makePerson(
  random: Random,
  birthday: Day,
  lastName: string,
  sex: Sex = random.pick(['f', 'm']),
): Homeless {
  const firstName = random.pick(firstNamesOf(sex, Number(birthday.slice(0, 4))))
  const isMarried = sex === 'f' && random.chance(0.25) && birthday < '1996'
  const maidenName = isMarried ? random.pick(lastNames) : ''
  return { sex, firstName, lastName, maidenName, birthday }
}

function makeHeadBirthday(random: Random, today: Day): Day {
  const [youngest, oldest] = random.weighted([
    [[17, 29], 22],
    [[30, 49], 34],
    [[50, 69], 29],
    [[70, 91], 15],
  ] as const)
  return makeBirthday(random, addYears(today, -oldest), addYears(today, -youngest))
}

/** Raises the number of birthdays on 29 February, which matter for every rule of age. */
function makeBirthday(random: Random, from: Day, to: Day): Day {
  const birthday = random.day(from, to)
  const isLeapYear = Number(birthday.slice(0, 4)) % 4 === 0
  return isLeapYear && random.chance(0.04) ? `${birthday.slice(0, 4)}-02-29` : birthday
}

function makePartner(random: Random, head: Homeless): Homeless {
  const birthday = makeBirthday(random, addYears(head.birthday, -5), addYears(head.birthday, 5))
  const sex = head.sex === 'f' ? 'm' : 'f'
  const partner = makePerson(random, birthday, head.lastName, sex)
  const maidenName = sex === 'f' && random.chance(0.75) ? random.pick(lastNames) : ''
  return { ...partner, maidenName }
}

function makeChildren(random: Random, head: Homeless, today: Day): Homeless[] {
  const first = random.int(23, 34)
  return Array.from({ length: random.int(1, 3) }, (_, index) => {
    const born = addYears(head.birthday, first + index * random.int(2, 3))
    return makePerson(random, makeBirthday(random, born, addYears(born, 1)), head.lastName)
  }).filter((child) => child.birthday <= addYears(today, -4))
}

function makeHome(random: Random, owner: string): Household {
  return {
    ...random.weighted(homeTowns),
    street: random.pick(streets),
    houseNumber: `${random.int(1, 94)}${random.chance(0.08) ? random.pick(['a', 'b', '/1']) : ''}`,
    // The network agency reserves 0221 4710… and 0171 39200… for fiction.
    phone: random.chance(0.6) ? `0221 4710${random.int(100, 999)}` : '',
    owner,
  }
}
