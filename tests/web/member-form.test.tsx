import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { aStoredMember } from '#tests/support/member-details.ts'
import {
  bodies,
  createCall,
  field,
  openNewMember,
  openStoredMember,
  saveButton,
  saveCall,
  whereabouts,
} from '#tests/support/member-pages.ts'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, offline, refusal } from '#tests/support/wire.ts'
import { emptyMember } from '#worker/domain/member.ts'

const notCreated =
  'Das Mitglied konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.'
const notSaved = 'Das Mitglied konnte nicht gespeichert werden'
const invalid = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'

fixToday()

describe('a new member', () => {
  test('A new member is sent as typed and the list opens', async () => {
    const app = await openNewMember()
    const { person } = app
    await person.type(field('Vorname'), 'Lena')
    await person.type(field('Nachname'), 'Wäschle')
    await person.type(field('Mädchenname'), 'Häußler')
    await person.type(field('Geburtstag'), '11.11.09')
    await person.type(field('Kommentar'), 'Spielt Trompete')
    await person.selectOptions(field('Mitgliedsstatus'), 'Passiv')
    await person.type(field('Eintrittsdatum'), '1.2.1990')
    await person.type(field('Straße'), 'Lindengasse')
    await person.type(field('Nr\\.'), '14')
    await person.type(field('PLZ'), '72999')
    await person.type(field('Ort'), 'Schellental')
    await person.type(field('Telefon'), '07523 1')
    await person.type(field('Mobil'), '0155 2')
    await person.type(field('E-Mail'), 'lena@example.de')
    await person.type(field('Kontoinhaber'), 'Petra Wäschle')
    await person.type(field('IBAN'), 'FR7630006000011234567890189')
    await person.type(field('Bank'), 'Crédit')
    await person.type(field('BIC'), 'AGRIFRPP')
    await person.click(field('SEPA-Lastschrift erlaubt'))
    await person.type(field('SEPA erlaubt seit'), '21.11.2026')
    await person.type(field('Persönlicher Beitrag'), '7,5')
    await person.type(field('Grund'), 'Familie')
    await person.type(field('Mandatsreferenz'), 'ALT-7')
    await person.type(field('Sprünge vor der Erfassung'), '48')
    await person.type(field('Gezählt bis'), '31.12.2024')
    await person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/members'))
    expect(bodies(app, createCall)).toEqual([
      {
        ...emptyMember,
        firstName: 'Lena',
        lastName: 'Wäschle',
        maidenName: 'Häußler',
        birthday: '2009-11-11',
        memberNumber: 1413,
        comment: 'Spielt Trompete',
        membershipState: 'Passive',
        dateJoined: '1990-02-01',
        dateLeft: null,
        membershipActiveTimespan: [],
        addressStreet: 'Lindengasse',
        addressNumber: '14',
        addressPlz: '72999',
        addressTown: 'Schellental',
        phone: '07523 1',
        phoneMobile: '0155 2',
        eMail: 'lena@example.de',
        bankingAccountOwner: 'Petra Wäschle',
        bankingIban: 'FR7630006000011234567890189',
        bankingBank: 'Crédit',
        bankingBic: 'AGRIFRPP',
        bankingSepaAllowed: true,
        bankingSepaAllowedDate: '2026-11-21',
        individualFeeInCent: 750,
        individualFeeReason: 'Familie',
        mandateReference: 'ALT-7',
        paradesBefore: 48,
        paradesBeforeUntil: '2024-12-31',
        payerId: null,
        mailOptOut: false,
      },
    ])
    expect(screen.getByText('Mitglied angelegt')).toBeVisible()
  }, 20_000)

  test('A new member has the state "Aktiv" and the next free number by default', async () => {
    await openNewMember()
    expect(field('Mitgliedsstatus')).toHaveDisplayValue('Aktiv')
    expect(field('Mitgliedsnummer')).toHaveValue('1413')
    expect(field('Mitgliedsnummer')).toHaveAccessibleDescription('Nächste freie Nummer')
  })

  test('If the next free number cannot be loaded, the number of a new member is empty', async () => {
    await openNewMember({ 'GET /api/member/number': offline })
    expect(field('Mitgliedsnummer')).toHaveValue('')
    expect(screen.queryByText('Nächste freie Nummer')).not.toBeInTheDocument()
  })

  test.each(['', 'zwölf', '12a'])(
    'If the member number is typed as %j, 0 is sent',
    async (typed) => {
      const app = await openNewMember()
      await app.person.clear(field('Mitgliedsnummer'))
      if (typed) await app.person.type(field('Mitgliedsnummer'), typed)
      await app.person.click(saveButton())
      await waitFor(() => expect(bodies(app, createCall)).toHaveLength(1))
      expect(bodies(app, createCall)).toEqual([expect.objectContaining({ memberNumber: 0 })])
    },
  )

  test('If a member is rejected (422), errors are shown above the form and beside the fields', async () => {
    const fields = { lastName: 'Gib den Nachnamen an.', birthday: 'Der Geburtstag liegt …' }
    const app = await openNewMember({
      [createCall]: [
        refusal(422, 'ValidationFailed', invalid, { fields }),
        json(aStoredMember(), 201),
      ],
    })
    await app.person.type(field('Vorname'), 'Lena')
    expect(field('Vorname')).not.toBeRequired()
    expect(field('Nachname')).toBeRequired()
    await app.person.click(saveButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(`${notCreated}Sieh hier nach: Nachname, Geburtstag.`)
    expect(alert).toHaveFocus()
    expect(field('Nachname')).toHaveAccessibleDescription(fields.lastName)
    expect(field('Geburtstag')).toHaveAccessibleDescription(fields.birthday)
    expect(field('Vorname')).toHaveValue('Lena')
    await app.person.type(field('Nachname'), 'Wäschle')
    expect(field('Nachname')).not.toHaveAccessibleDescription()
    await app.person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/members'))
  })

  test('A member number already in use (409) shows an error beside it', async () => {
    const message = 'Diese Mitgliedsnummer hat schon ein anderes Mitglied.'
    const { person } = await openNewMember({
      [createCall]: refusal(409, 'MemberNumberTaken', message, {
        fields: { memberNumber: message },
      }),
    })
    await person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(notCreated)
    expect(field('Mitgliedsnummer')).toHaveAccessibleDescription(expect.stringContaining(message))
  })

  test('A member with an unreadable date and fee is not sent', async () => {
    const app = await openNewMember()
    await app.person.type(field('Geburtstag'), '31.2.1990')
    await app.person.type(field('Persönlicher Beitrag'), 'viel')
    await app.person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Sieh hier nach: Geburtstag, Persönlicher Beitrag.',
    )
    expect(field('Geburtstag')).toBeInvalid()
    expect(field('Persönlicher Beitrag')).toHaveAccessibleDescription(
      expect.stringContaining('Das ist kein Betrag. Schreib ihn so: 10,00'),
    )
    expect(bodies(app, createCall)).toEqual([])
  })

  test('If a member is saved offline, the values stay and an error is shown', async () => {
    const { person } = await openNewMember({ [createCall]: offline })
    await person.type(field('Vorname'), 'Lena')
    await person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(`${notCreated}Der Server ist nicht`)
    expect(field('Vorname')).toHaveValue('Lena')
  })

  test('After an expired session (401) the form keeps its input and offers the sign-in in a new tab', async () => {
    const { person } = await openNewMember({ [createCall]: refusal(401, 'Unauthenticated') })
    await person.type(field('Vorname'), 'Lena')
    await person.click(saveButton())
    const alert = within(await screen.findByRole('alert'))
    const link = alert.getByRole('link', { name: 'Neu anmelden' })
    expect(link).toHaveAttribute('target', '_blank')
    expect(field('Vorname')).toHaveValue('Lena')
  })

  test('A new member is sent once even if Enter is pressed several times', async () => {
    const answer = later(json(aStoredMember(), 201))
    const app = await openNewMember({ [createCall]: answer.answer })
    await app.person.type(field('Vorname'), 'Lena{Enter}{Enter}')
    expect(saveButton()).toHaveAttribute('aria-busy', 'true')
    answer.come()
    await waitFor(() => expect(whereabouts(app)).toBe('/members'))
    expect(bodies(app, createCall)).toHaveLength(1)
  })
})

describe('editing a member', () => {
  test('An edited member sends only the changed fields', async () => {
    const stored = later(json(aStoredMember()))
    const opened = openStoredMember({ 'GET /api/member/:id': stored.answer })
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Laden...'))
    expect(screen.queryByRole('button', { name: 'Speichern' })).not.toBeInTheDocument()
    stored.come()
    const app = await opened
    expect(field('Mitgliedsnummer')).toHaveValue('1187')
    expect(field('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 00')
    await app.person.type(field('Telefon'), '7')
    await app.person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    expect(bodies(app, saveCall)).toEqual([
      { phone: '0700 1234567', before: { phone: '0700 123456' } },
    ])
    expect(screen.getByText('Mitglied gespeichert')).toBeVisible()
  })

  test("A member that could not be saved (503) shows the server's message", async () => {
    const { person } = await openStoredMember({
      'PUT /api/member/:id': refusal(503, 'Busy', 'Gerade ist viel los.'),
    })
    await person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(`${notSaved}Gerade ist viel los.`)
  })

  test('A member that fails to load can be loaded again', async () => {
    const opened = openStoredMember({
      'GET /api/member/:id': [offline, json(aStoredMember())],
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Das Mitglied konnte nicht geladen werden',
    )
    screen.getByRole('button', { name: 'Erneut laden' }).click()
    await opened
    expect(field('Vorname')).toHaveValue('Annegret')
  })
})

describe('periods of membership', () => {
  const row = (number: number) => within(screen.getByRole('group', { name: `${number}. Zeitraum` }))
  const add = () => screen.getByRole('button', { name: 'Zeitraum' })

  test('Added and removed periods of membership are sent together with the loaded ones, so that the server can detect conflicts', async () => {
    const app = await openStoredMember()
    await app.person.type(row(2).getByLabelText('Bis'), '31.12.2010')
    await app.person.click(add())
    expect(row(3).getByLabelText('Von')).toHaveFocus()
    await app.person.type(row(3).getByLabelText('Von'), '6.1.2020')
    await app.person.click(row(1).getByRole('button', { name: '1. Zeitraum entfernen' }))
    expect(add()).toHaveFocus()
    await app.person.click(saveButton())
    await waitFor(() => expect(bodies(app, saveCall)).toHaveLength(1))
    expect(bodies(app, saveCall)).toEqual([
      {
        membershipActiveTimespan: [
          { from: '1999-01-06', to: '2010-12-31' },
          { from: '2020-01-06', to: null },
        ],
        before: {
          membershipState: 'Active',
          dateJoined: '1986-01-01',
          dateLeft: null,
          membershipActiveTimespan: [
            { from: '1986-01-01', to: '1994-12-31' },
            { from: '1999-01-06', to: null },
          ],
        },
      },
    ])
  })

  test('An added period of a new member begins on the date of joining', async () => {
    const { person } = await openNewMember()
    await person.type(field('Eintrittsdatum'), '21.11.2026')
    await person.click(add())
    expect(row(1).getByLabelText('Von')).toHaveValue('21.11.2026')
  })

  test('An error about a period of membership (422) is shown beside the date concerned', async () => {
    const message = 'Dieser Zeitraum überschneidet sich mit einem anderen.'
    const app = await openStoredMember({
      'PUT /api/member/:id': [
        refusal(422, 'ValidationFailed', invalid, {
          fields: { 'membershipActiveTimespan.1.from': message },
        }),
        json(aStoredMember()),
      ],
    })
    await app.person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('Sieh hier nach: 2. Zeitraum, Von.')
    expect(row(2).getByLabelText('Von')).toHaveAccessibleDescription(message)
    expect(row(1).getByLabelText('Von')).not.toHaveAccessibleDescription()
    await app.person.clear(row(2).getByLabelText('Von'))
    await app.person.type(row(2).getByLabelText('Von'), '7.1.1999')
    await app.person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
  })

  test('A period of membership without a beginning is reported and not sent', async () => {
    const app = await openStoredMember()
    await app.person.click(add())
    await app.person.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(notSaved)
    expect(row(3).getByLabelText('Von')).toHaveAccessibleDescription(
      'Gib an, wann der Zeitraum beginnt, oder entferne ihn.',
    )
    expect(bodies(app, saveCall)).toEqual([])
  })
})

test('A click in the list of sections moves the focus to the chosen section', async () => {
  const { person } = await openNewMember()
  const toc = within(screen.getByRole('navigation', { name: 'Abschnitte' }))
  const titles = ['Allgemein', 'Mitgliedschaft', 'Kontaktdaten', 'Bankdaten', 'Beitrag']
  expect(toc.getAllByRole('link').map((link) => link.textContent)).toEqual(titles)
  await person.click(toc.getByRole('link', { name: 'Bankdaten' }))
  expect(document.activeElement).toContainElement(field('IBAN'))
  expect(document.activeElement).not.toContainElement(field('Vorname'))
})

test.each(['/members/create', '/members/edit/41'])(
  'The page %s is open to management only and loads nothing for others',
  async (path) => {
    const { wire } = renderApp({ path, user: withRoles('readonly', 'helper') })
    const name = 'Diese Seite ist nicht für Dich freigegeben'
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    expect(wire.calls.map((call) => call.path)).not.toContainEqual(
      expect.stringContaining('/api/member'),
    )
  },
)

describe('leaving the form of a member', () => {
  const leave = () => screen.getByRole('link', { name: 'Abbrechen' })

  test('An unchanged member form is left without a question', async () => {
    const app = await openNewMember()
    await app.person.click(leave())
    await waitFor(() => expect(whereabouts(app)).toBe('/members'))
  })

  test('A changed member form asks before it is left', async () => {
    const app = await openStoredMember()
    await app.person.click(screen.getByRole('button', { name: 'Zeitraum' }))
    await app.person.click(leave())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Änderungen verwerfen?' }))
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(whereabouts(app)).toBe('/members/edit/41')
    await app.person.click(leave())
    await app.person.click(await screen.findByRole('button', { name: 'Verwerfen' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
  })
})

describe('an address that changes', () => {
  const old = {
    addressStreet: 'Lindengasse',
    addressNumber: '14',
    addressPlz: '72999',
    addressTown: 'Schellental',
  }
  const rows = [
    aMemberRow({ id: 41, firstName: 'Annegret', lastName: 'Gruber', ...old }),
    aMemberRow({ id: 51, firstName: 'Elias', lastName: 'Gruber', ...old }),
    aMemberRow({
      id: 52,
      firstName: 'Marie',
      lastName: 'Roth',
      ...old,
      addressStreet: 'LINDENGASSE',
    }),
    aMemberRow({ id: 53, firstName: 'Karl', lastName: 'Gruber', ...old, membershipState: 'Died' }),
    aMemberRow({ id: 54, firstName: 'Udo', lastName: 'Gruber', ...old, addressNumber: '15' }),
  ]
  const wire = { 'GET /api/member': json(rows), 'GET /api/member/:id': json(aStoredMember(old)) }

  test('When the address of a member changes, the other members at the old address are listed and ticked for the same change', async () => {
    const app = await openStoredMember(wire)
    expect(screen.queryByRole('group', { name: /^Auch für/ })).not.toBeInTheDocument()
    await app.person.clear(field('Straße'))
    await app.person.type(field('Straße'), 'Bachstraße')
    const group = await screen.findByRole('group', { name: 'Auch für Elias und Marie ändern' })
    const ticks = within(group).getAllByRole('checkbox')
    expect(ticks).toHaveLength(2)
    for (const tick of ticks) expect(tick).toBeChecked()
    await app.person.click(within(group).getByRole('checkbox', { name: 'Marie Roth' }))
    await app.person.click(saveButton())
    await waitFor(() =>
      expect(bodies(app, saveCall)).toMatchObject([
        { addressStreet: 'Bachstraße', household: [51] },
      ]),
    )
  })

  test('If a postcode of four digits is typed, the form asks once, and "Trotzdem speichern" saves it', async () => {
    const app = await openStoredMember(wire)
    await app.person.clear(field('PLZ'))
    await app.person.type(field('PLZ'), '7299')
    expect(field('PLZ')).toHaveAccessibleDescription(/^Eine deutsche PLZ hat fünf Ziffern/)
    expect(field('PLZ')).toBeValid()
    await app.person.click(saveButton())
    expect(bodies(app, saveCall)).toEqual([])
    expect(field('PLZ')).toHaveFocus()
    await app.person.click(screen.getByRole('button', { name: 'Trotzdem speichern' }))
    await waitFor(() => expect(bodies(app, saveCall)).toMatchObject([{ addressPlz: '7299' }]))
  })

  test('A stored postcode of four digits is not questioned when another field is saved', async () => {
    const app = await openStoredMember({
      ...wire,
      'GET /api/member/:id': json(aStoredMember({ ...old, addressPlz: '7299' })),
    })
    await app.person.type(field('Telefon'), '7')
    await app.person.click(saveButton())
    await waitFor(() => expect(bodies(app, saveCall)).toHaveLength(1))
  })
})
