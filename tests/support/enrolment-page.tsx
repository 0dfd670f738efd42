import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ComingParades } from '#web/enrolment/public/coming.tsx'
import { PublicFrame } from '#web/enrolment/public/public-frame.tsx'
import { PublicPage, type PublicPageProps } from '#web/enrolment/public/public-page.tsx'
import { loadDialogs } from '#web/enrolment/public/use-preloaded-dialogs.ts'
import { endSession } from '#web/lib/session.ts'
import type { EnrolmentParade, OfferedExtra } from '#worker/enrolment/enrolment.contract.ts'
import { guildName } from './render-app.tsx'
import { stubWire, type WireTable } from './wire.ts'

// A browser loads it at the first touch.
await loadDialogs()

export const costumeTypes = [
  { id: 1, name: 'Schellenhansel' },
  { id: 3, name: 'Bachhexe' },
]

export function anOpenParade(changes: Partial<EnrolmentParade> = {}): EnrolmentParade {
  return {
    id: 11,
    title: 'Ringtreffen Moosried',
    host: 'Butzenzunft Moosried',
    hostTown: 'Moosried',
    date: '2027-01-10',
    priceForAdultsInCent: 800,
    priceForChildrenInCent: 300,
    dateEnrolmentEnd: '2027-01-03',
    timeEnrolmentEnd: null,
    timeStart: null,
    lineUpNumber: null,
    lineUpPlace: null,
    departures: [],
    isChildParade: false,
    freePlaces: null,
    minAge: null,
    guardianBelow: null,
    extras: [],
    ...changes,
  }
}

export const moosried = anOpenParade()
export const hohenkirch = anOpenParade({
  id: 12,
  title: 'Jubiläumsumzug 60 Jahre',
  host: 'Narrenzunft Hohenkirch',
  hostTown: 'Hohenkirch',
  date: '2027-01-17',
  priceForAdultsInCent: 600,
  priceForChildrenInCent: 150,
})

export const bus: OfferedExtra = {
  id: 1,
  title: 'Bus ab Rathaus',
  kind: 'bus',
  priceForAdultsInCent: 500,
  priceForChildrenInCent: 200,
  freePlaces: 3,
  departure: { time: '09:10', place: 'Rathaus' },
}
export const badge: OfferedExtra = {
  id: 2,
  title: 'Plakette',
  kind: 'item',
  priceForAdultsInCent: 150,
  priceForChildrenInCent: 150,
  freePlaces: 0,
  departure: null,
}
export const withExtras = { ...moosried, extras: [bus, badge] }

export const enrolCall = 'POST /api/parades/enrol'
export const paradesCall = 'GET /api/enrolment/parades'
export const typesCall = 'GET /api/costumeType'

/** The data of the public page: two parades, two costume types, a day in November. */
export function publicData(changes: Partial<PublicPageProps> = {}): PublicPageProps {
  return {
    guild: { name: guildName },
    today: '2026-11-21',
    parades: [moosried, hohenkirch],
    coming: [],
    costumeTypes,
    ...changes,
  }
}

/** Renders the public page with its scripts; only the network is fake. */
export function openEnrolment(wire: WireTable = {}, data: Partial<PublicPageProps> = {}) {
  endSession()
  const played = stubWire(wire)
  const view = render(
    <PublicPage {...publicData(data)} Frame={PublicFrame} Coming={ComingParades} />,
  )
  return { ...view, wire: played, person: userEvent.setup() }
}

export type App = ReturnType<typeof openEnrolment>

/** A text field of the enrolment form by its label; the page has a second form at its foot. */
export function field(name: string) {
  const [form] = document.forms
  if (!form) throw new Error('There is no form')
  return within(form).getByRole('textbox', { name: new RegExp(`^${name}`) })
}

export async function fillPerson({ person }: App) {
  await person.type(field('Vorname'), 'Jörg')
  await person.type(field('Nachname'), 'Straßer')
  await person.type(field('E-Mail Adresse'), 'joerg.strasser@example.de')
}

export const paradeBox = (title: string) => screen.getByRole('checkbox', { name: title })

/** The section of one parade. */
export function card(title: string) {
  const item = paradeBox(title).closest('li')
  if (!item) throw new Error(`"${title}" stands in no list`)
  return within(item)
}

export async function choose({ person }: App, title: string, number = '118', type = 'Bachhexe') {
  await person.click(paradeBox(title))
  const numberField = card(title).getByRole('textbox', { name: /^Kleidernummer/ })
  await person.clear(numberField)
  await person.type(numberField, number)
  await person.selectOptions(card(title).getByRole('combobox', { name: /^Kleidertyp/ }), type)
}

export const submitButton = () => screen.getByRole('button', { name: /^Für .*anmelden$/ })

/** Fills in the form for one parade and opens the dialog. */
export async function openConfirmation(wire: WireTable = {}, data: Partial<PublicPageProps> = {}) {
  const app = openEnrolment(wire, data)
  await fillPerson(app)
  await choose(app, 'Ringtreffen Moosried')
  await app.person.click(submitButton())
  return { ...app, dialog: await screen.findByRole('dialog', { name: 'Stimmt alles?' }) }
}
