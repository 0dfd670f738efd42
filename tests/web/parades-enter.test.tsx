import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  chooseMember,
  costumeField,
  memberField,
  openEntering,
} from '#tests/support/parade-entering.ts'
import {
  binder,
  countsShown,
  fact,
  gruber,
  kopp,
  participantsCall,
  shownNames,
} from '#tests/support/parade-page.ts'
import { aParticipation } from '#tests/support/parade-rows.ts'
import { json, offline, refusal, unanswered } from '#tests/support/wire.ts'

const withoutMinor = { guardian: null, withoutGuardian: false }

const enterCall = 'POST /api/parade/:id/participation'
const notEntered = 'Die Umzugsteilnahme konnte nicht eingetragen werden'

const manuel = aParticipation({ id: 9, memberName: 'Hepp, Manuel', costumeNumber: '20' })

type Entering = Awaited<ReturnType<typeof openEntering>>

const offered = ({ dialog }: Entering) =>
  within(dialog.getByRole('listbox', { name: 'Kleider' }))
    .getAllByRole('option')
    .map((option) => option.textContent)

describe('entering a participation', () => {
  test('A participation cannot be entered without a member and a costume, and what is missing is shown', async () => {
    const entering = await openEntering()
    const { dialog, ok, person } = entering
    await waitFor(async () => expect(await memberField(entering)).toHaveFocus())
    expect(dialog.getByText('Es fehlen Mitglied und Kleid.')).toBeVisible()
    expect(ok).toBeDisabled()
    expect(costumeField(entering)).toBeDisabled()
    await chooseMember(entering, 'zoller')
    expect(dialog.getByText('Es fehlt das Kleid.')).toBeVisible()
    expect(ok).toBeDisabled()
    await person.type(costumeField(entering), '100')
    await person.keyboard('{Enter}')
    expect(ok).toBeEnabled()
  })

  test('The only costume of a member is proposed', async () => {
    const entering = await openEntering()
    await chooseMember(entering, 'hepp')
    expect(costumeField(entering)).toHaveValue('Schellenhansel 20')
    expect(entering.ok).toBeEnabled()
  })

  test('The costumes of the chosen member are listed first, then all registered ones by number', async () => {
    const entering = await openEntering()
    await chooseMember(entering, 'zoller')
    expect(costumeField(entering)).toHaveValue('')
    expect(entering.dialog.getByText(/^Die 2 eigenen Kleider stehen oben/)).toBeVisible()
    await entering.person.click(costumeField(entering))
    expect(offered(entering)).toEqual([
      'Schellenhansel 4Pia Zoller',
      'Schellenhansel 5Pia Zoller',
      'Schellenhansel 3bei der Zunft',
      'Schellenhansel 20Manuel Hepp',
      'Schellenhansel 100bei der Zunft',
    ])
    await entering.person.type(costumeField(entering), 'hepp man')
    expect(offered(entering)).toEqual(['Schellenhansel 20Manuel Hepp'])
  })

  test('When another member is chosen, a costume proposed for the previous one is removed', async () => {
    const entering = await openEntering()
    await chooseMember(entering, 'hepp')
    await entering.person.click(entering.dialog.getByRole('button', { name: 'Auswahl leeren' }))
    await chooseMember(entering, 'zoller')
    expect(costumeField(entering)).toHaveValue('')
    expect(entering.ok).toBeDisabled()
  })

  test('A member who has left or died cannot be chosen for a participation', async () => {
    const entering = await openEntering()
    await entering.person.type(await memberField(entering), 'zoll')
    expect(entering.dialog.getAllByRole('option')).toHaveLength(1)
  })

  test('A participation is sent with member and costume; then the list and its counts contain it', async () => {
    const entering = await openEntering({
      [participantsCall]: [json([gruber, binder, kopp]), unanswered],
      [enterCall]: json(manuel, 201),
    })
    await chooseMember(entering, 'hepp')
    await entering.person.click(entering.ok)
    expect(await screen.findByText('Manuel Hepp ist eingetragen.')).toBeVisible()
    expect(shownNames()).toContain('Hepp, Manuel')
    expect(countsShown()).toContain('Schellenhansel 3')
    expect(fact('Anmeldungen')).toHaveTextContent('4')
    const [sent] = entering.wire.sent('POST /api/parade/7/participation')
    expect(sent?.body).toEqual({ memberId: 51, costumeId: 2, overCapacity: false, ...withoutMinor })
  })

  test("If a participation is rejected (409), the server's messages are shown and the member stays chosen", async () => {
    const reason = 'Unter diesem Namen gibt es schon eine Anmeldung.'
    const twice = 'Dieses Mitglied ist schon angemeldet.'
    const entering = await openEntering({
      [enterCall]: refusal(409, 'PersonAlreadyEnrolled', reason, { fields: { memberId: twice } }),
    })
    await chooseMember(entering, 'hepp')
    await entering.person.click(entering.ok)
    const alert = await entering.dialog.findByRole('alert')
    expect(alert).toHaveTextContent(notEntered)
    expect(alert).toHaveTextContent(reason)
    const field = await memberField(entering)
    expect(field).toHaveValue('Hepp, Manuel')
    expect(field).toHaveAccessibleDescription(twice)
  })

  test('Members and costumes that fail to load in the dialog can be loaded again', async () => {
    const entering = await openEntering({
      'GET /api/member': [offline, json([])],
      'GET /api/costume/info': [offline, json([])],
    })
    expect(
      await entering.dialog.findByText('Die Mitglieder konnten nicht geladen werden'),
    ).toBeVisible()
    expect(entering.dialog.getByText('Die Kleider konnten nicht geladen werden')).toBeVisible()
    for (const button of entering.dialog.getAllByRole('button', { name: 'Erneut laden' })) {
      await entering.person.click(button)
    }
    expect(await memberField(entering)).toBeVisible()
    expect(entering.dialog.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('entering several participations', () => {
  test('"OK und nächste" empties the dialog, and shows who was entered last and how many in all', async () => {
    const pia = aParticipation({ id: 10, memberName: 'Zoller, Pia', costumeNumber: '3' })
    const entering = await openEntering({ [enterCall]: [json(manuel, 201), json(pia, 201)] })
    const { dialog, person, wire } = entering
    const pressAnother = async () => {
      const button = dialog.getByRole('button', { name: 'OK und nächste' })
      while (document.activeElement !== button) await person.tab()
      await person.keyboard('{Enter}')
    }
    expect(dialog.getByRole('button', { name: 'OK und nächste' })).toBeDisabled()
    await chooseMember(entering, 'hepp')
    await pressAnother()
    expect(await dialog.findByText('Manuel Hepp ist eingetragen.')).toBeVisible()
    await waitFor(async () => expect(await memberField(entering)).toHaveFocus())
    expect(await memberField(entering)).toHaveValue('')
    expect(costumeField(entering)).toHaveValue('')
    await person.keyboard('zoller{Enter}')
    await person.type(costumeField(entering), '100')
    await person.keyboard('{Enter}')
    await pressAnother()
    expect(await dialog.findByText('Pia Zoller ist eingetragen. Das waren schon 2.')).toBeVisible()
    expect(wire.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { memberId: 51, costumeId: 2, overCapacity: false, ...withoutMinor },
      { memberId: 52, costumeId: 10, overCapacity: false, ...withoutMinor },
    ])
    await person.click(dialog.getByRole('button', { name: 'Fertig' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('If "OK und nächste" is rejected (409), the member stays chosen', async () => {
    const entering = await openEntering({
      [enterCall]: refusal(409, 'PersonAlreadyEnrolled', 'Schon dabei.'),
    })
    await chooseMember(entering, 'hepp')
    await entering.person.click(entering.dialog.getByRole('button', { name: 'OK und nächste' }))
    expect(await entering.dialog.findByRole('alert')).toHaveTextContent('Schon dabei.')
    expect(await memberField(entering)).toHaveValue('Hepp, Manuel')
  })
})
