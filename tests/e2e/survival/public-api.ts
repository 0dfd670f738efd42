import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import type { EnrolBody, EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'

// The public API as used by any client: plain HTTP without a page.

export type Offer = {
  parades: [EnrolmentParade, EnrolmentParade, EnrolmentParade]
  costumeType: CostumeType
}

/** Three parades with a price that are open today, and a costume type. */
export async function findOffer(origin: string): Promise<Offer> {
  const open: EnrolmentParade[] = await getJson(`${origin}/api/enrolment/parades`)
  const [costumeType]: CostumeType[] = await getJson(`${origin}/api/costumeType`)
  const [a, b, c] = open.filter((parade) => parade.priceForAdultsInCent > 0)
  if (!costumeType || !a || !b || !c) throw new Error('The demo guild offers too little')
  return { parades: [a, b, c], costumeType }
}

/** An adult enrolling for all parades of the offer in the same costume. */
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
    guardian: null,
    age: 'Adult',
    successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
    errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
    parades: parades.map(({ id }) => ({
      paradeId: id,
      costumeTypeId: costumeType.id,
      costumeNumber,
      extras: [],
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

/** The provider's token at the end of the payment's address. */
export function tokenOf({ redirectUrl }: Answer): string {
  return redirectUrl.split('/').at(-1) ?? ''
}

/** Pays on the sandbox page; returns the address where the browser ends up. */
export async function pay(redirectUrl: string): Promise<string> {
  const response = await fetch(redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'paid' }),
  })
  return response.url
}

/** Returns from the payment; returns the address where the browser ends up. */
export async function returnFromPayment(origin: string, token: string): Promise<string> {
  return (await fetch(`${origin}/api/payments/return/${token}`)).url
}

/** Triggers the cron. */
export async function runCron(origin: string): Promise<void> {
  const response = await fetch(`${origin}/cdn-cgi/local/scheduled?cron=*/5+*+*+*+*`)
  const word = await response.text()
  // An unknown address also answers 200, with a page.
  if (word !== 'ok') throw new Error(`The cron failed: ${response.status} ${word}`)
}

async function getJson<T>(url: string): Promise<T> {
  return (await fetch(url)).json() as Promise<T>
}
