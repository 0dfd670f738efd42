/** A seeded random number generator (mulberry32), so that a run can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Applicant = {
  /** Milliseconds after the opening. */
  at: number
  body: object
  /** An address of the person's own network. */
  address: string
  /** Presses the button twice at the same moment. */
  isTwice: boolean
  /** Never returns from the payment. */
  givesUp: boolean
  /** Milliseconds until the person has paid and the notification is sent. */
  paysAfter: number
}

type Opening = {
  count: number
  minutes: number
  origin: string
  parades: readonly number[]
  costumeTypeId: number
}

const firstNames = ['Anna', 'Berta', 'Clara', 'Dieter', 'Emil', 'Frieda', 'Gustav', 'Hanna']

/** Half of them arrive in the first fifth of the time, the others spread over all of it. */
export function applicantsOf(opening: Opening, random: () => number): Applicant[] {
  const { count, minutes } = opening
  const inMs = minutes * 60_000
  const people = Array.from({ length: count }, (_, index) => ({
    at: (index % 2 === 0 ? random() / 5 : random()) * inMs,
    body: bodyOf(opening, index, random),
    address: `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    isTwice: random() < 0.01,
    givesUp: random() < 0.05,
    paysAfter: 2000 + random() * random() * 60_000,
  }))
  return people.toSorted((a, b) => a.at - b.at)
}

/** One in ten enrols a family of three; each person chooses one to three parades. */
function bodyOf({ origin, parades, costumeTypeId }: Opening, index: number, random: () => number) {
  const chosen = parades.slice(0, 1 + Math.floor(random() * Math.min(3, parades.length)))
  const person = (member: number) => ({
    firstName: `${firstNames[member % firstNames.length]} ${index}`,
    lastName: 'Andrang',
    birthday: '1988-04-12',
    age: 'Adult',
    parades: chosen.map((paradeId) => ({
      paradeId,
      costumeTypeId,
      costumeNumber: `9${index}${member}`,
    })),
  })
  const order = {
    emailAddress: `rush-${index}@example.test`,
    successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
    errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
  }
  if (random() < 0.1) return { ...order, people: [0, 1, 2].map(person) }
  return { ...order, ...person(0) }
}
