import { screen, within } from '@testing-library/react'
import { aMemberRow } from './member-rows.ts'
import { openParticipants } from './parade-page.ts'
import { json, type WireTable } from './wire.ts'

type Owner = { id: number; firstName: string; lastName: string } | null

const costume = (id: number, number: string, currentOwner: Owner, registeredUntil?: string) => ({
  id,
  number,
  type: { id: 1, name: 'Schellenhansel' },
  registeredSince: '2010-01-01',
  registeredUntil: registeredUntil ?? null,
  currentOwner,
})

const hepp = aMemberRow({ id: 51, lastName: 'Hepp', firstName: 'Manuel' })
const zoller = aMemberRow({ id: 52, lastName: 'Zoller', firstName: 'Pia' })
const gone = aMemberRow({ id: 53, lastName: 'Zoll', firstName: 'Kurt', membershipState: 'Left' })

const wardrobe = [
  costume(10, '100', null),
  costume(2, '20', hepp),
  costume(3, '3', null),
  costume(4, '4', zoller),
  costume(5, '5', zoller),
  costume(6, '6', hepp, '2020-01-01'),
]

const enteringWire: WireTable = {
  'GET /api/member': json([hepp, zoller, gone]),
  'GET /api/costume/info': json(wardrobe),
}

/** The dialog "Teilnahme eintragen" over the page of a parade. */
export async function openEntering(wire: WireTable = {}) {
  const app = await openParticipants({ wire: { ...enteringWire, ...wire } })
  await app.person.click(screen.getByRole('button', { name: 'Teilnahme eintragen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Teilnahme eintragen' }))
  return { ...app, dialog, ok: dialog.getByRole('button', { name: 'OK' }) }
}

type Entering = Awaited<ReturnType<typeof openEntering>>

export const memberField = ({ dialog }: Entering) =>
  dialog.findByRole('combobox', { name: /^Mitglied/ })
export const costumeField = ({ dialog }: Entering) =>
  dialog.getByRole<HTMLInputElement>('combobox', { name: /^Kleid/ })

export async function chooseMember(entering: Entering, typed: string) {
  await entering.person.type(await memberField(entering), typed)
  await entering.person.keyboard('{Enter}')
}
