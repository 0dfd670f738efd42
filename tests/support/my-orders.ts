import type { MyOrder, MyPerson, MyPlace } from '#worker/enrolment/enrolment.contract.ts'

// Responses of a payer's order; a test gives only the values it is about.

export function aParadeOf(changes: Partial<MyPlace['parade']> = {}): MyPlace['parade'] {
  return {
    id: 11,
    title: 'Ringtreffen Moosried',
    date: '2027-01-10',
    host: 'Butzenzunft Moosried',
    hostTown: 'Moosried',
    timeStart: null,
    lineUpNumber: null,
    lineUpPlace: null,
    departures: [],
    cancelledAt: null,
    ...changes,
  }
}

export function aPlace(changes: Partial<MyPlace> = {}): MyPlace {
  return {
    id: 101,
    parade: aParadeOf(),
    costumeTypeId: 1,
    costumeType: 'Schellenhansel',
    costumeNumber: '142',
    priceInCent: 800,
    extras: [],
    guardianName: null,
    state: 'booked',
    participationConfirmed: false,
    refund: null,
    owed: null,
    mayChange: false,
    offeredExtras: [],
    mayCancelUntil: null,
    cancelRefundInCent: null,
    ...changes,
  }
}

export function aPerson(changes: Partial<MyPerson> = {}): MyPerson {
  return {
    firstName: 'Jörg',
    lastName: 'Straßer',
    ageClass: 'Adult',
    checkInCode: null,
    checkInSvg: null,
    places: [aPlace()],
    ...changes,
  }
}

export function anOrder(changes: Partial<MyOrder> = {}): MyOrder {
  return {
    state: 'paid',
    waiting: null,
    amountInCent: 800,
    paidAt: '2026-11-21T10:00:00.000Z',
    refundedInCent: 0,
    holdUntil: null,
    payUrl: null,
    refundableInCent: 800,
    emailAddress: 'j…@example.de',
    mayChangeAddress: false,
    mail: 'sent',
    people: [aPerson()],
    ...changes,
  }
}

/** A code as the worker draws it, but small. */
export const aCode = (digit: string) => ({
  checkInCode: digit.repeat(16),
  checkInSvg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>#${digit}</title></svg>`,
})

const kinderumzug = aParadeOf({ id: 12, title: 'Kinderumzug', date: '2027-02-09' })

/** A father and two children: two parades, one of them the children's alone. */
export function aFamily(changes: Partial<MyOrder> = {}): MyOrder {
  const child = { ageClass: 'Child', lastName: 'Straßer' } as const
  return anOrder({
    amountInCent: 1400,
    people: [
      aPerson(),
      aPerson({
        ...child,
        firstName: 'Mia',
        places: [
          aPlace({ id: 102, costumeType: 'Kinderhansel', costumeNumber: '23', priceInCent: 300 }),
          aPlace({ id: 103, parade: kinderumzug, costumeNumber: '23', priceInCent: 0 }),
        ],
      }),
      aPerson({
        ...child,
        firstName: 'Ben',
        places: [
          aPlace({ id: 104, costumeType: 'Kinderhansel', costumeNumber: '31', priceInCent: 300 }),
          aPlace({ id: 105, parade: kinderumzug, costumeNumber: '31', priceInCent: 0 }),
        ],
      }),
    ],
    ...changes,
  })
}
