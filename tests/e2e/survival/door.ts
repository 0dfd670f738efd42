import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import type { EnrolBody, EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'

// The public door as any client may knock on it: plain HTTP, no page.

export type Offer = {
  parades: [EnrolmentParade, EnrolmentParade, EnrolmentParade]
  costumeType: CostumeType
}

/** What can be paid for today, in a costume type of the guild. */
export async function findOffer(origin: string): Promise<Offer> {
  const open: EnrolmentParade[] = await getJson(`${origin}/api/enrolment/parades`)
  const [costumeType]: CostumeType[] = await getJson(`${origin}/api/costumeType`)
  const [a, b, c] = open.filter((parade) => parade.priceForAdultsInCent > 0)
  if (!costumeType || !a || !b || !c) throw new Error('The demo guild offers too little')
  return { parades: [a, b, c], costumeType }
}

/** A grown-up who wants to walk in all parades of the offer, always in the same costume. */
export function aRequest(
  origin: string,
  { parades, costumeType }: Offer,
  person: { lastName: string; costumeNumber: string },
): EnrolBody {
  const { lastName, costumeNumber } = person
  return {
    firstName: 'Jörg',
    lastName,
    emailAddress: 'joerg@example.de',
    birthday: '1991-11-01',
    age: 'Adult',
    successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
    errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
    parades: parades.map(({ id }) => ({
      paradeId: id,
      costumeTypeId: costumeType.id,
      costumeNumber,
    })),
  }
}

export type Answer = { status: number; redirectUrl: string; code: string }

export async function enrol(origin: string, request: EnrolBody): Promise<Answer> {
  const response = await fetch(`${origin}/api/parades/enrol`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  })
  const body = await response.json()
  return {
    status: response.status,
    redirectUrl: body.redirectUrl ?? '',
    code: body.error?.code ?? '',
  }
}

/** The payment's name stands at the end of its address. */
export function tokenOf({ redirectUrl }: Answer): string {
  return redirectUrl.split('/').at(-1) ?? ''
}

/** The button on the test payment's page; answers where the browser ends up. */
export async function pay(redirectUrl: string): Promise<string> {
  const response = await fetch(redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'paid' }),
  })
  return response.url
}

/** The browser comes back from the payment; answers where it ends up. */
export async function comeBack(origin: string, token: string): Promise<string> {
  return (await fetch(`${origin}/api/payments/return/${token}`)).url
}

/** The clock of the platform strikes. */
export async function runCron(origin: string): Promise<void> {
  const response = await fetch(`${origin}/cdn-cgi/local/scheduled?cron=*/5+*+*+*+*`)
  const word = await response.text()
  // Any other address answers 200 as well, with a page.
  if (word !== 'ok') throw new Error(`The cron failed: ${response.status} ${word}`)
}

async function getJson<T>(url: string): Promise<T> {
  return (await fetch(url)).json() as Promise<T>
}
