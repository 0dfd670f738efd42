import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openForm } from '#tests/support/costume-pages.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { aDutyEntry, anHonor, aStoredMember } from '#tests/support/member-details.ts'
import {
  bodies,
  field,
  openDetails,
  openStoredMember,
  saveButton,
  saveCall,
  whereabouts,
} from '#tests/support/member-pages.ts'
import { openStoredParade } from '#tests/support/parade-form.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/guild/settings-page.tsx'
import '#web/shell/staff-shell.tsx'
import { memberWords } from '#web/members/member-words.ts'
import { paradeWords } from '#web/parades/parade-edit-page.tsx'
import { emptyMember } from '#worker/domain/member.ts'

fixToday()

const sabine = { id: 3, firstName: 'Sabine', lastName: 'Kächele' }
const at = '2026-11-21T13:32:00.000Z'

type Clash = { field: string; stored: unknown; yours: unknown; at?: string | null; by?: unknown }

/** A conflict (409) with changes that Sabine Kächele made at 14:32. */
const conflictAnswer = (...clashes: Clash[]) =>
  refusal(409, 'ChangedMeanwhile', 'Das hat inzwischen jemand anderes geändert.', {
    conflicts: clashes.map((clash) => ({ at, by: sabine, ...clash })),
  })

const asked = () => screen.findByRole('alertdialog', { name: 'Inzwischen geändert' })
const press = (person: { click: (button: HTMLElement) => Promise<void> }, name: string) =>
  person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))
const mine = 'Meine Eingabe speichern'
const theirs = 'Gespeicherten Stand behalten'
/** The two choices for a field, with the chosen one marked. */
const choices = (legend: string) =>
  within(screen.getByRole('group', { name: legend }))
    .getAllByRole<HTMLInputElement>('radio')
    .map(
      (radio) =>
        `${radio.checked ? '● ' : ''}${radio.labels?.[0]?.innerText ?? radio.labels?.[0]?.textContent}`,
    )

const phone = { field: 'phone', stored: '0700 99', yours: '0700 1234567' }

async function meet(...answers: ReturnType<typeof json>[]) {
  const app = await openStoredMember({
    'PUT /api/member/:id': [...answers, json(aStoredMember())],
  })
  await app.person.type(field('Telefon'), '7')
  await app.person.type(field('Mädchenname'), '!')
  await app.person.click(saveButton())
  await asked()
  return app
}

describe('a field changed by a colleague', () => {
  test('A conflict shows the colleague, the time and the field, and offers both values', async () => {
    await meet(conflictAnswer(phone))
    const dialog = screen.getByRole('alertdialog')
    expect(dialog).toHaveAccessibleDescription(
      'Sabine Kächele hat um 14:32 „Telefon“ geändert. Was soll gelten?',
    )
    expect(choices('Telefon')).toEqual(['● 0700 1234567Deine Eingabe', '0700 99Sabine Kächele'])
    expect(screen.getByRole('radio', { name: /Deine Eingabe/ })).toHaveFocus()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('If a colleague saves again while a conflict is being decided, a second conflict is shown', async () => {
    const more = { field: 'maidenName', stored: 'Häussler', yours: 'Häußler!' }
    const app = await meet(
      conflictAnswer(phone),
      conflictAnswer({ ...phone, stored: '0700 55', by: null }, more),
    )
    await press(app.person, mine)
    expect(await screen.findByRole('group', { name: 'Mädchenname' })).toBeVisible()
    expect(choices('Telefon')[1]).toBe('0700 55Gespeicherter Stand')
    // Each field is decided separately.
    await app.person.click(
      within(screen.getByRole('group', { name: 'Mädchenname' })).getByRole('radio', {
        name: /Sabine/,
      }),
    )
    await press(app.person, mine)
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    expect(bodies(app, saveCall).at(-1)).toEqual({
      phone: '0700 1234567',
      before: { phone: '0700 55' },
    })
  })

  test('If saving fails with another error (422), the value chosen in the conflict stays in the form', async () => {
    const fields = { maidenName: 'Höchstens 100 Zeichen.' }
    const app = await meet(conflictAnswer(phone), refusal(422, 'ValidationFailed', '', { fields }))
    await press(app.person, theirs)
    expect(await screen.findByRole('alert')).toHaveTextContent('Sieh hier nach: Mädchenname.')
    expect(field('Telefon')).toHaveValue('0700 99')
    expect(field('Mädchenname')).toHaveValue('Häußler!')
  })

  test('If one part of an address was edited, the conflict and the next save cover the whole address', async () => {
    const app = await openStoredMember({
      'PUT /api/member/:id': [
        conflictAnswer({ field: 'addressTown', stored: 'Moosried', yours: 'Schellental' }),
        json(aStoredMember()),
      ],
    })
    await app.person.type(field('Straße'), '!')
    await app.person.click(saveButton())
    await asked()
    const home = { addressNumber: '14', addressPlz: '72999' }
    const addressStreet = 'Lindengasse'
    const before = { addressStreet, ...home, addressTown: 'Schellental' }
    expect(bodies(app, saveCall)).toEqual([{ addressStreet: 'Lindengasse!', before }])
    await press(app.person, mine)
    await waitFor(() => expect(bodies(app, saveCall)).toHaveLength(2))
    // The edited address is sent as a whole.
    expect(bodies(app, saveCall)[1]).toEqual({
      addressStreet: 'Lindengasse!',
      addressTown: 'Schellental',
      before: { ...before, addressTown: 'Moosried' },
    })
  })
})

test('The fields in conflict are listed in the order of the form', async () => {
  await meet(
    conflictAnswer(
      { field: 'phoneMobile', stored: 'a', yours: 'b' },
      { field: 'comment', stored: 'a', yours: 'b' },
      { field: 'membershipState', stored: 'Active', yours: 'Passive' },
      { field: 'lastName', stored: 'a', yours: 'b' },
    ),
  )
  const groups = within(screen.getByRole('alertdialog')).getAllByRole('group')
  expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual([
    'Nachname',
    'Kommentar',
    'Mitgliedsstatus',
    'Mobil',
  ])
})

describe('the description of a conflict', () => {
  const two = [
    { field: 'addressTown', stored: 'b', yours: 'c' },
    { field: 'phone', stored: 'b', yours: 'c' },
    { field: 'firstName', stored: 'b', yours: 'c' },
  ] as const
  const [town, tel, first] = two
  const yesterday = '2026-11-20T23:30:00.000Z'
  const longAgo = '2026-11-19T08:05:00.000Z'

  test.each([
    [[town, tel, first], 'Sabine Kächele hat um 14:32 „Vorname“, „Ort“ und „Telefon“ geändert.'],
    // 23:30 in Greenwich is today in Berlin.
    [[{ ...tel, at: yesterday }], 'Sabine Kächele hat um 00:30 „Telefon“ geändert.'],
    [[{ ...tel, at: longAgo }], 'Sabine Kächele hat am 19.11.2026 um 09:05 „Telefon“ geändert.'],
    [
      [tel, { ...town, at: longAgo, by: null }],
      'Am 19.11.2026 um 09:05 wurde „Ort“ geändert. Sabine Kächele hat um 14:32 „Telefon“ geändert.',
    ],
    [
      [
        { ...tel, at: null, by: null },
        { ...town, at: null, by: null },
      ],
      'Inzwischen wurden „Ort“ und „Telefon“ geändert.',
    ],
  ])(
    'The sentence of a conflict contains the changed fields, the time and the user (case %#)',
    async (clashes, sentence) => {
      await meet(conflictAnswer(...clashes))
      expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
        `${sentence} Was soll gelten?`,
      )
    },
  )
})

describe('the values of a conflict', () => {
  test("A conflict of a member shows the values in the format of the member's page", async () => {
    await meet(
      conflictAnswer(
        { field: 'birthday', stored: '1968-03-15', yours: null },
        { field: 'memberNumber', stored: 0, yours: 12 },
        { field: 'membershipState', stored: 'Left', yours: 'Passive' },
        {
          field: 'membershipActiveTimespan',
          stored: [
            { from: '1986-01-01', to: '1994-12-31' },
            { from: '1999-01-06', to: null },
          ],
          yours: [],
        },
        { field: 'bankingIban', stored: 'DE89370400440532013000', yours: '' },
        { field: 'bankingSepaAllowed', stored: false, yours: true },
        { field: 'individualFeeInCent', stored: 1000, yours: 0 },
      ),
    )
    expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
      'GeburtstagKein EintragDeine Eingabe15.03.1968Sabine Kächele',
      'Mitgliedsnummer12Deine EingabeKein EintragSabine Kächele',
      'MitgliedsstatusPassivDeine EingabeAusgetretenSabine Kächele',
      'MitgliedszeitenKein EintragDeine Eingabe01.01.1986 – 31.12.1994\n06.01.1999 – heuteSabine Kächele',
      'IBANKein EintragDeine EingabeDE89 3704 0044 0532 0130 00Sabine Kächele',
      'SEPA-Lastschrift erlaubtJaDeine EingabeNeinSabine Kächele',
      'Persönlicher Beitrag0,00\u00a0€Deine Eingabe10,00\u00a0€Sabine Kächele',
    ])
  })

  test('Each field of a member has a label that a conflict can show', () => {
    expect(Object.keys(memberWords).toSorted()).toEqual(Object.keys(emptyMember).toSorted())
  })

  test('The conflict of a parade uses the labels of its form', async () => {
    const app = await openStoredParade({
      'PUT /api/parade/:id': conflictAnswer(
        { field: 'priceForAdultsInCent', stored: 900, yours: 800 },
        { field: 'dateEnrolmentEnd', stored: '2027-01-03', yours: '2027-01-02' },
      ),
    })
    for (const { label } of Object.values(paradeWords)) {
      // The departures are a group of fields.
      const field = screen.queryByLabelText(new RegExp(`^${label}\\*?$`))
      expect(field ?? screen.getByRole('group', { name: label })).toBeInTheDocument()
    }
    await app.person.click(saveButton())
    await asked()
    expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
      'Anmeldung bis02.01.2027Deine Eingabe03.01.2027Sabine Kächele',
      'Preis Erwachsene8,00\u00a0€Deine Eingabe9,00\u00a0€Sabine Kächele',
    ])
    await press(app.person, theirs)
    expect(screen.getByLabelText(/^Preis Erwachsene/)).toHaveValue('9,00')
  })

  test('The conflict of a costume shows the costume type by its name', async () => {
    const { person } = await openForm('/costumes/edit/12', {
      'PUT /api/costume/:id': conflictAnswer(
        { field: 'costumeTypeId', stored: 1, yours: 2 },
        { field: 'registeredUntil', stored: null, yours: '2026-11-21' },
      ),
    })
    await person.click(saveButton())
    await asked()
    expect(choices('Kleidertyp')).toEqual([
      '● FlecklesbutzDeine Eingabe',
      'SchellenhanselSabine Kächele',
    ])
    expect(choices('Abgemeldet am')[0]).toBe('● 21.11.2026Deine Eingabe')
    await press(person, theirs)
    expect(screen.getByLabelText(/^Kleidertyp/)).toHaveDisplayValue('Schellenhansel')
  })
})

describe('a conflict in a dialog', () => {
  const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))

  test('The dialog of an honor closes once its conflict is decided and saved', async () => {
    const app = openDetails({
      'PUT /api/member/:id/honors/:honor': [
        conflictAnswer({ field: 'date', stored: '2016-05-01', yours: '2016-04-17' }),
        json(anHonor()),
      ],
    })
    const name = 'Sprungorden 100 Sprünge vom 16.04.2016 bearbeiten'
    await app.person.click(await screen.findByRole('button', { name }))
    const dialog = await dialogNamed('Ehrung ändern')
    await app.person.clear(dialog.getByLabelText(/^Datum/))
    await app.person.type(dialog.getByLabelText(/^Datum/), '17.4.2016')
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    await asked()
    expect(choices('Datum')).toEqual(['● 17.04.2016Deine Eingabe', '01.05.2016Sabine Kächele'])
    await press(app.person, mine)
    expect(await screen.findByText('Ehrung geändert')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(bodies(app, 'PUT /api/member/41/honors/5').at(-1)).toEqual({
      date: '2016-04-17',
      before: { date: '2016-05-01' },
    })
  })

  test('Cancelling the conflict of a duty returns to its dialog with the input', async () => {
    const app = openDetails({
      'PUT /api/member/:id/duties/:duty': [
        conflictAnswer({ field: 'duty', stored: 'Kassier', yours: 'Einkauf' }),
        json(aDutyEntry()),
      ],
    })
    const name = 'Kleiderchef ab 14.04.2018 bearbeiten'
    await app.person.click(await screen.findByRole('button', { name }))
    const dialog = await dialogNamed('Dienst ändern')
    await app.person.clear(dialog.getByLabelText(/^Amt/))
    await app.person.type(dialog.getByLabelText(/^Amt/), 'Einkauf{Enter}')
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    await asked()
    expect(choices('Amt')).toEqual(['● EinkaufDeine Eingabe', 'KassierSabine Kächele'])
    await press(app.person, 'Abbrechen')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    const still = await dialogNamed('Dienst ändern')
    expect(still.getByLabelText(/^Amt/)).toHaveDisplayValue('Einkauf')
    expect(still.getByRole('button', { name: 'OK' })).toHaveFocus()
  })

  const save = 'PUT /api/guild/settings'
  function openSettings(wire: WireTable, changes = {}) {
    return renderApp({
      path: '/guild',
      user: withRoles('management'),
      wire: {
        'GET /api/guild/settings': json(someSettings(changes)),
        'POST /api/billing/preview': json({
          beforeInCent: 0,
          afterInCent: 0,
          changed: [],
          withoutRow: [],
        }),
        'POST /api/statistics/honors/preview': json([]),
        ...wire,
      },
    })
  }
  const sent = ({ wire }: ReturnType<typeof openSettings>) =>
    wire.sent(save).map(({ body }) => body)

  test('If one field of the bank account was edited, the conflict covers all its fields', async () => {
    const app = openSettings({
      [save]: [
        conflictAnswer({ field: 'creditorName', stored: 'Zunft e.V.', yours: '' }),
        json(someSettings()),
      ],
    })
    await app.person.click(await screen.findByRole('button', { name: 'Konto ändern' }))
    await app.person.type(screen.getByLabelText('BIC'), 'COBADEFFXXX')
    await app.person.click(screen.getByRole('button', { name: 'OK' }))
    await asked()
    expect(choices('Kontoinhaber')).toEqual([
      '● Kein EintragDeine Eingabe',
      'Zunft e.V.Sabine Kächele',
    ])
    await press(app.person, theirs)
    expect(await screen.findByText('Konto gespeichert')).toBeVisible()
    expect(sent(app).at(-1)).toEqual({
      creditorBic: 'COBADEFFXXX',
      before: {
        creditorName: 'Zunft e.V.',
        creditorId: '',
        creditorIban: '',
        creditorBic: '',
        sepaLeadDays: 14,
      },
    })
  })

  const old = { validFrom: 2000, state: 'Active', ageFrom: 0, ageTo: null, amountInCent: 1000 }
  const now = { validFrom: 2020, state: 'Active', ageFrom: 0, ageTo: null, amountInCent: 2000 }
  const hers = { ...old, amountInCent: 1200 }

  async function meetAtFees() {
    const app = openSettings(
      {
        [save]: [
          conflictAnswer({
            field: 'feeRules',
            stored: [hers, now],
            yours: [old, { ...now, amountInCent: 2500 }],
          }),
          json(someSettings()),
        ],
      },
      { feeRules: [old, now] },
    )
    await app.person.click(await screen.findByRole('button', { name: 'Beiträge ab 2020 ändern' }))
    await app.person.clear(screen.getByLabelText('Euro'))
    await app.person.type(screen.getByLabelText('Euro'), '25')
    const dialog = within(screen.getByRole('dialog'))
    await app.person.click(await dialog.findByLabelText('Trotzdem so speichern'))
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    await asked()
    return app
  }

  test('If a conflict of fees is decided for the own input, only the edited fee table changes', async () => {
    const app = await meetAtFees()
    expect(choices('Beiträge')).toEqual([
      '● Ab 2020: Aktiv, 25,00\u00a0€Deine Eingabe',
      'Ab 2020: Aktiv, 20,00\u00a0€Sabine Kächele',
    ])
    await press(app.person, mine)
    expect(await screen.findByText('Beiträge gespeichert')).toBeVisible()
    expect(sent(app).at(-1)).toEqual({
      feeRules: [hers, { ...now, amountInCent: 2500 }],
      before: { feeRules: [hers, now] },
    })
  })

  test('If the stored fees are chosen in a conflict, no fees are sent', async () => {
    const app = await meetAtFees()
    await press(app.person, theirs)
    expect(await screen.findByText('Beiträge gespeichert')).toBeVisible()
    expect(sent(app).at(-1)).toEqual({ before: {} })
  })

  test('When a conflict of an honor rule is decided, other rules that a colleague has changed are sent as stored', async () => {
    const { honorRules } = someSettings()
    const withLabel = (rules: typeof honorRules, type: string, label: string) =>
      rules.map((rule) => (rule.type === type ? { ...rule, label } : rule))
    const stored = withLabel(honorRules, 'Parades_50', 'Silber')
    const app = openSettings({
      [save]: [
        conflictAnswer({
          field: 'honorRules',
          stored,
          yours: withLabel(honorRules, 'Parades_100', 'Gold'),
        }),
        json(someSettings()),
      ],
    })
    const name = 'Sprungorden 100 Sprünge ändern'
    await app.person.click(await screen.findByRole('button', { name }))
    await app.person.clear(screen.getByLabelText(/^Name/))
    await app.person.type(screen.getByLabelText(/^Name/), 'Gold')
    await app.person.click(screen.getByRole('button', { name: 'OK' }))
    await asked()
    expect(choices('Regeln für Ehrungen')).toEqual([
      '● Gold: Sprünge, ab 100Deine Eingabe',
      'Sprungorden 100 Sprünge: Sprünge, ab 100Sabine Kächele',
    ])
    await press(app.person, mine)
    expect(await screen.findByText('Regel geändert')).toBeVisible()
    expect(sent(app).at(-1)).toEqual({
      honorRules: withLabel(stored, 'Parades_100', 'Gold'),
      before: { honorRules: stored },
    })
  })
})
