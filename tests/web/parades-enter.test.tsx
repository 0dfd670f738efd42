import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aBus } from '#tests/support/extras.ts'
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
  paradeCall,
  participantsCall,
  shownNames,
} from '#tests/support/parade-page.ts'
import { aParade, aParticipation } from '#tests/support/parade-rows.ts'
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
    expect(sent?.body).toEqual({
      memberId: 51,
      costumeId: 2,
      extras: [],
      overCapacity: false,
      ...withoutMinor,
    })
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
      { memberId: 51, costumeId: 2, extras: [], overCapacity: false, ...withoutMinor },
      { memberId: 52, costumeId: 10, extras: [], overCapacity: false, ...withoutMinor },
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

describe('entering a participation with extras', () => {
  const bus = aBus()
  const badge = { ...bus, id: 2, title: 'Plakette', kind: 'item', capacity: 3 } as const
  const full = { ...bus, id: 3, title: 'Bus ab Schule' }
  const extraCounts: [number, number][] = [
    [1, 43],
    [2, 1],
    [3, 50],
  ]
  const opened = (wire = {}) =>
    openEntering({
      [paradeCall]: json(aParade({ extras: [bus, badge, full], extraCounts })),
      ...wire,
    })
  const boxes = ({ dialog }: Entering) =>
    within(dialog.getByRole('group', { name: 'Zusätze' })).getAllByRole('checkbox')
  const sent = ({ wire }: Entering) =>
    wire.sent('POST /api/parade/7/participation').map(({ body }) => body)

  test('Extras can be chosen at the price of the member, with up to four seats, also those of which none is left; they are sent, and empty for the next person', async () => {
    const entering = await opened({ [enterCall]: json(manuel, 201) })
    await chooseMember(entering, 'hepp')
    expect(boxes(entering).map((box) => box.closest('label')?.textContent)).toEqual([
      'Bus ab Rathaus · 5,00\u00a0€ · noch 7 Plätze',
      'Plakette · 5,00\u00a0€ · noch 2',
      'Bus ab Schule · 5,00\u00a0€ · ausgebucht',
    ])
    for (const box of boxes(entering)) {
      expect(box).toBeEnabled()
      await entering.person.click(box)
    }
    expect(entering.dialog.getAllByRole('combobox', { name: /^Plätze/ })).toHaveLength(2)
    const seats = entering.dialog.getByRole('combobox', { name: 'Plätze: Bus ab Rathaus' })
    await entering.person.selectOptions(seats, '4 Plätze')
    await entering.person.click(entering.dialog.getByRole('button', { name: 'OK und nächste' }))
    expect(await entering.dialog.findByText('Manuel Hepp ist eingetragen.')).toBeVisible()
    expect(sent(entering)).toMatchObject([
      {
        extras: [
          { id: 2, quantity: 1 },
          { id: 3, quantity: 1 },
          { id: 1, quantity: 4 },
        ],
      },
    ])
    for (const box of boxes(entering)) expect(box).not.toBeChecked()
  })

  test('A full bus asks for the confirmation, and a guardian who was asked for before stays visible and is sent with it', async () => {
    const guardian = 'Unter 16 Jahren ist eine Begleitung mit Einwilligung nötig.'
    const entering = await opened({
      [enterCall]: [
        refusal(422, 'ValidationFailed', 'Prüfe die Angaben.', { fields: { guardian } }),
        refusal(409, 'ParadeFull', 'Für „Bus ab Schule“ ist kein Platz mehr frei.', { fields: {} }),
        json(manuel, 201),
      ],
    })
    const { dialog, person, ok } = entering
    await chooseMember(entering, 'hepp')
    await person.click(boxes(entering)[2] as HTMLElement)
    await person.click(ok)
    await person.type(await dialog.findByLabelText(/^Name der Begleitung/), 'Eva')
    await person.type(dialog.getByLabelText(/^Telefon am Umzugstag/), '0171 23456')
    await person.click(dialog.getByRole('checkbox', { name: 'Einwilligung liegt vor' }))
    await person.click(ok)
    await person.click(await dialog.findByRole('checkbox', { name: /^Trotzdem anmelden/ }))
    expect(dialog.getByLabelText(/^Name der Begleitung/)).toHaveValue('Eva')
    await person.click(ok)
    expect(await screen.findByText('Manuel Hepp ist eingetragen.')).toBeVisible()
    const eva = { name: 'Eva', phone: '0171 23456', consent: true }
    const extras = [{ id: 3, quantity: 1 }]
    expect(sent(entering)).toMatchObject([
      { extras, overCapacity: false, guardian: null },
      { extras, overCapacity: false, guardian: eva },
      { extras, overCapacity: true, guardian: eva },
    ])
  })

  test('An extra that another user has removed meanwhile is rejected with the error beside it', async () => {
    const gone = 'Diesen Zusatz gibt es nicht mehr.'
    const entering = await opened({
      [enterCall]: refusal(422, 'ValidationFailed', 'Prüfe die Angaben.', {
        fields: { 'parades.0.extras.0': gone },
      }),
    })
    await chooseMember(entering, 'hepp')
    await entering.person.click(boxes(entering)[1] as HTMLElement)
    await entering.person.click(entering.ok)
    expect(await entering.dialog.findByText(gone)).toBeVisible()
  })
})
