import { call, json, origin, rows } from './api.ts'

type Person = { firstName: string; lastName: string; emailAddress: string; birthday: string | null }

const jörg: Person = {
  firstName: 'Jörg',
  lastName: 'Straßer',
  emailAddress: 'joerg.strasser@example.de',
  birthday: '1991-11-01',
}

export type Chosen = { paradeId: number; costumeTypeId: number; costumeNumber: string }

/** The body of a public enrolment as the page sends it. */
export function anEnrolment(parades: Chosen[], change: Record<string, unknown> = {}) {
  return {
    ...jörg,
    age: 'Adult',
    successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
    errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
    parades,
    ...change,
  }
}

export function enrol(parades: Chosen[], change: Record<string, unknown> = {}) {
  return call('POST', '/api/parades/enrol', anEnrolment(parades, change))
}

export type Relative = Record<string, unknown> & { parades: Chosen[] }

/** The body of an enrolment of several people, by default adults named Straßer. */
export function aFamily(people: Relative[], change: Record<string, unknown> = {}) {
  const { firstName: _f, lastName, birthday, age, parades: _p, ...order } = anEnrolment([])
  const relatives = people.map((one, n) => ({
    firstName: `Narr ${n}`,
    lastName,
    birthday,
    age,
    ...one,
  }))
  return { ...order, people: relatives, ...change }
}

export function enrolFamily(people: Relative[], change: Record<string, unknown> = {}) {
  return call('POST', '/api/parades/enrol', aFamily(people, change))
}

/** Enrols and returns the order's token, the last part of the payment page's address. */
export async function enrolled(parades: Chosen[], change: Record<string, unknown> = {}) {
  const answer = await json(enrol(parades, change))
  const token = String(answer.redirectUrl).split('/').at(-1) ?? ''
  return { ...answer, token } as { redirectUrl: string; token: string }
}

/** Presses a button on the test payment's page. */
export function decide(token: string, outcome: 'paid' | 'cancelled') {
  return call('POST', `/api/payments/sandbox/${token}`, `outcome=${outcome}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
}

/** The browser's request on its return from the payment; returns where it is redirected. */
export async function comeBack(token: string) {
  const response = await call('GET', `/api/payments/return/${token}`)
  return { status: response.status, location: response.headers.get('Location') }
}

/** Orders and participations as stored, oldest first. */
export async function states() {
  const of = async (table: string) =>
    (await rows<{ state: string }>(`SELECT state FROM ${table} ORDER BY id`)).map(
      (row) => row.state,
    )
  return { orders: await of('orders'), places: await of('participations') }
}
