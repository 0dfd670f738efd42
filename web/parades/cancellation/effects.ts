import type { RefundsOfParade } from '#web/data/orders.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'

/** What an act means for some of the people, each with its number. */
export type Effect = { label: string; text: string }

type Place = RefundsOfParade['places'][number]

/** What calling a parade off does; `booked` are all who are enrolled. */
export function effectsOfCancelling(refunds: RefundsOfParade, booked: number): Effect[] {
  const { places, unpaidCount, openPaymentCount, confirmedCount } = refunds
  const { mailCount, withoutAddressCount } = refunds
  const online = places.filter(({ paid, refund }) => paid === 'online' && refund === null)
  const cash = places.filter(({ paid, cashReturnedAt }) => paid === 'cash' && !cashReturnedAt)
  return [
    effect(booked, 'Angemeldet', `${people(booked)}. Alle bleiben in der Liste.`),
    effect(online.length, 'Online bezahlt', `${withSum(online)}. Erstatten kannst Du danach.`),
    effect(cash.length, 'Bar bezahlt', `${withSum(cash)}. Das gibst Du von Hand zurück.`),
    effect(unpaidCount, 'Nicht bezahlt', `${people(unpaidCount)}.`),
    effect(
      openPaymentCount,
      'Offene Zahlungen',
      openPaymentCount === 1
        ? '1 Platz: sie wird beendet.'
        : `${openPaymentCount} Plätze: sie werden beendet.`,
    ),
    effect(
      confirmedCount,
      'Schon bestätigt',
      `${people(confirmedCount)}. Das bleibt so und zählt als Sprung.`,
    ),
    effect(
      booked,
      'E-Mails',
      mailCount === 1
        ? '1 E-Mail sagt die Absage weiter.'
        : `${mailCount} E-Mails sagen die Absage weiter.`,
    ),
    effect(
      withoutAddressCount,
      'Ohne E-Mail Adresse',
      `${people(withoutAddressCount)}. Sag ${withoutAddressCount === 1 ? 'ihr' : 'ihnen'} selbst Bescheid.`,
    ),
  ].filter((one) => one !== null)
}

/** Whose money has gone back, or is on its way: they owe it again when the parade takes place. */
export function effectsOfReinstating(
  { places, mailCount }: RefundsOfParade,
  booked: number,
): Effect[] {
  const isBooked = ({ state }: Place) => state === 'booked'
  const back = places.filter(
    (place) => isBooked(place) && (place.refund !== null || place.cashReturnedAt !== null),
  )
  const pending = places.filter(({ refund }) => refund === 'pending').length
  return [
    effect(booked, 'Angemeldet', `${people(booked)}, wie vor der Absage.`),
    effect(back.length, 'Geld zurück', `${withSum(back)}. Vor Ort ist wieder zu bezahlen.`),
    effect(
      pending,
      'Erstattung läuft',
      pending === 1
        ? '1 Erstattung geht trotzdem hinaus.'
        : `${pending} Erstattungen gehen trotzdem hinaus.`,
    ),
    effect(mailCount, 'E-Mails', 'Wer von der Absage hörte, bekommt eine E-Mail.'),
  ].filter((one) => one !== null)
}

function effect(count: number, label: string, text: string): Effect | null {
  return count > 0 ? { label, text } : null
}

function people(count: number): string {
  return count === 1 ? '1 Person' : `${count} Personen`
}

function withSum(places: readonly Place[]): string {
  const sum = sumOfPrices(places)
  return `${people(places.length)}, ${germanEuro(sum)}`
}
