import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  aParticipation,
  baisch,
  confirmed,
  hexe,
  listCall,
  onSiteCall,
  openCheckIn,
  shownNames,
} from '#tests/support/check-in-page.tsx'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'

const spec = 'Die Umzugsteilnahme konnte nicht eingetragen werden'

const lena = confirmed(
  aParticipation({
    id: 40,
    memberName: 'Eberle, Lena',
    costumeType: hexe,
    participationFeePayed: false,
  }),
)

async function openSheet(wire: WireTable = {}) {
  const app = await openCheckIn(wire)
  await app.person.click(screen.getByRole('button', { name: 'Vor Ort eintragen' }))
  return { ...app, sheet: screen.getByRole('dialog', { name: 'Teilnahme vor Ort eintragen' }) }
}

const okButton = () => screen.getByRole('button', { name: 'OK' })
const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })

async function fillInLena(wire: WireTable) {
  const app = await openSheet(wire)
  await app.person.type(field('Vorname'), 'Lena')
  await app.person.type(field('Nachname'), 'Eberle')
  await app.person.selectOptions(screen.getByRole('combobox'), 'Bachhexe')
  return app
}

async function enterLena(wire: WireTable) {
  const app = await fillInLena(wire)
  await app.person.click(okButton())
  return app
}

describe('the sheet', () => {
  test('asks whether it is the one of that name on the list, however it is written', async () => {
    const beate = aParticipation({ id: 12, memberName: 'Bäntle, Beate', costumeNumber: '89' })
    const { person, sheet } = await openSheet({ [listCall]: json([baisch, beate]) })
    await person.type(field('Vorname'), ' beate')
    await person.type(field('Nachname'), 'Baentl')
    expect(sheet).not.toHaveTextContent('Ist das')
    await person.type(field('Nachname'), 'e')
    expect(within(sheet).getByText(/^Ist das Beate Bäntle, .* 89\?$/)).toBeVisible()
    // It may be somebody else: a question, no refusal.
    await person.selectOptions(screen.getByRole('combobox'), 'Bachhexe')
    expect(okButton()).toBeEnabled()
  })

  test('is ready with both names and a costume type, and says what is missing', async () => {
    const { person, sheet } = await openSheet()
    expect(sheet).toHaveTextContent('Wird als „Nicht bezahlt“ eingetragen.')
    expect(sheet).toHaveTextContent('Es fehlen Vorname, Nachname und Kleidertyp.')
    await person.type(field('Vorname'), 'Lena')
    await person.type(field('Nachname'), ' ')
    await person.selectOptions(screen.getByRole('combobox'), 'Bachhexe')
    expect(okButton()).toBeDisabled()
    expect(sheet).toHaveTextContent('Es fehlt der Nachname.')
    await person.type(field('Nachname'), 'Eberle')
    expect(okButton()).toBeEnabled()
  })

  test('does not take a broken birthday for none', async () => {
    const { person, sheet } = await openSheet()
    await person.type(field('Vorname'), 'Lena')
    await person.type(field('Nachname'), 'Eberle')
    await person.selectOptions(screen.getByRole('combobox'), 'Bachhexe')
    await person.type(field('Geburtstag'), '31.02.2010')
    expect(okButton()).toBeDisabled()
    expect(sheet).toHaveTextContent('Der Geburtstag ist kein gültiges Datum.')
  })

  test('asks again for costume types that did not come', async () => {
    const { person, wire, sheet } = await openSheet({
      'GET /api/costumeType': refusal(500, 'InternalError'),
    })
    const alert = await within(sheet).findByRole('alert')
    expect(alert).toHaveTextContent('Die Kleidertypen konnten nicht geladen werden')
    wire.answer({ 'GET /api/costumeType': json([hexe]) })
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByRole('option', { name: 'Bachhexe' })).toBeInTheDocument()
  })
})

describe('an entry on site', () => {
  test('is sent once and stands in the list by name, confirmed', async () => {
    const slow = later(json(lena, 201))
    const { wire } = await fillInLena({ [onSiteCall]: slow.answer })
    act(() => {
      okButton().click()
      okButton().click()
    })
    await waitFor(() => expect(okButton()).toHaveAttribute('aria-busy', 'true'))
    slow.come()
    expect(await screen.findByText('Lena Eberle ist eingetragen.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(shownNames()).toEqual([
      'Baisch, Wolfgang',
      'Dorn, Christa',
      'Eberle, Lena',
      'Straßer, Jörg',
    ])
    expect(screen.getByText('2 von 4')).toBeVisible()
    expect(wire.sent(onSiteCall).map((call) => call.body)).toEqual([
      {
        firstName: 'Lena',
        lastName: 'Eberle',
        birthday: null,
        costumeNumber: '',
        selectedCostumeTypeId: 3,
      },
    ])
  })

  test('that fails says so and keeps what was typed', async () => {
    const { sheet } = await enterLena({ [onSiteCall]: offline })
    expect(await within(sheet).findByRole('alert')).toHaveTextContent(spec)
    expect(field('Nachname')).toHaveValue('Eberle')
    await waitFor(() => expect(okButton()).toBeEnabled())
  })

  test("shows the server's sentences beside the fields", async () => {
    const worn = 'Dieses Kleid ist für diesen Umzug schon angemeldet.'
    const { sheet } = await enterLena({
      [onSiteCall]: refusal(409, 'CostumeAlreadyEnrolled', 'Das Kleid ist schon angemeldet.', {
        fields: { 'parades.0.costumeNumber': worn, firstName: 'Zu lang.' },
      }),
    })
    const alert = await within(sheet).findByRole('alert')
    expect(alert).toHaveTextContent(spec)
    expect(alert).toHaveTextContent('Das Kleid ist schon angemeldet.')
    expect(field('Kleidernummer')).toHaveAccessibleDescription(worn)
    expect(field('Vorname')).toHaveAccessibleDescription('Zu lang.')
  })
})
