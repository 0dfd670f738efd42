import type { ParadeDetails, Participation } from '#worker/parades/parades.contract.ts'

// Responses of parades.

export function aParade(changes: Partial<ParadeDetails> = {}): ParadeDetails {
  return {
    id: 7,
    title: 'Ringtreffen Moosried',
    host: 'Butzenzunft Moosried',
    hostTown: 'Moosried',
    hostPlz: '72996',
    date: '2027-01-10',
    paradeNumber: 12,
    comment: 'Bus ab 11:15 Uhr',
    priceForAdultsInCent: 800,
    priceForChildrenInCent: 400,
    dateEnrolmentStart: '2026-11-11',
    timeEnrolmentStart: null,
    dateEnrolmentEnd: '2027-01-02',
    timeEnrolmentEnd: null,
    timeStart: null,
    lineUpNumber: null,
    lineUpPlace: null,
    departures: [],
    capacity: null,
    minAge: null,
    guardianBelow: null,
    extras: [],
    isChildParade: false,
    cancelledAt: null,
    cancelReason: '',
    registrationCount: 3,
    participationCount: 1,
    takenCount: 3,
    takesCash: true,
    extraCounts: [],
    ...changes,
  }
}

export function aParticipation(changes: Partial<Participation> = {}): Participation {
  return {
    id: 1,
    memberId: 41,
    memberName: 'Gruber, Annegret',
    costumeType: { id: 1, name: 'Schellenhansel' },
    costumeNumber: '118',
    ageClass: 'Adult',
    participationFeePayed: true,
    priceInCent: 800,
    feePayedByHand: false,
    feePayedBy: null,
    cashWhileOff: false,
    cashReturnedAt: null,
    participationConfirmed: false,
    participationConfirmedAt: null,
    minor: null,
    extras: [],
    birthday: '1968-03-14',
    ...changes,
  }
}
