import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { someSettings } from '#tests/support/guild-settings.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/guild/settings-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'

const load = 'GET /api/guild/settings'
const save = 'PUT /api/guild/settings'

const legal = {
  legalName: 'Narrenzunft Schellental e.V.',
  street: 'Zunftstraße 3',
  plz: '72999',
  town: 'Schellental',
  representatives: 'Hans Kächele, Sabine Abele',
  contactEmail: 'zunft@schellental.example',
  contactPhone: '07071 4710',
  registerCourt: 'Amtsgericht Stuttgart',
  registerNumber: 'VR 100',
  vatId: '',
  privacyContact: '',
  imprintText: '',
  privacyText: 'Wir schützen Daten.',
  accessibilityText: '',
}

async function open(
  stored: Partial<GuildSettings>,
  wire: WireTable = {},
  role: Role = 'management',
) {
  const settings = json(someSettings(stored))
  const app = renderApp({
    path: '/guild',
    user: withRoles(role),
    wire: { [load]: settings, ...wire },
  })
  await screen.findByRole('heading', { name: 'Impressum und Datenschutz' })
  return app
}

async function openDialog(button: string, stored: Partial<GuildSettings>, wire: WireTable = {}) {
  const app = await open(stored, wire)
  await app.person.click(screen.getByRole('button', { name: button }))
  const dialog = within(screen.getByRole('dialog'))
  const type = async (label: string, text: string) => {
    await app.person.clear(dialog.getByLabelText(label))
    if (text) await app.person.type(dialog.getByLabelText(label), text)
  }
  return { ...app, dialog, type, press: () => app.person.click(dialog.getByText('OK')) }
}

const cardOf = (title: string) =>
  screen.getByRole('heading', { name: title }).closest<HTMLElement>('[data-slot="card"]')

describe('Impressum und Datenschutz', () => {
  test('The card of the Impressum shows the stored values and links to the public pages', async () => {
    await open(legal, {}, 'readonly')
    const card = cardOf('Impressum und Datenschutz')
    const values = [...(card?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)
    expect(values).toEqual([
      'Narrenzunft Schellental e.V.',
      'Zunftstraße 3, 72999 Schellental',
      'Hans Kächele, Sabine Abele',
      'zunft@schellental.example',
      '07071 4710',
      'Amtsgericht Stuttgart, VR 100',
      '–',
      '–',
      'Aus diesen Angaben geschrieben',
      'Eigener Text',
      'Vom Programm geschrieben',
    ])
    const link = (name: string) => within(card as HTMLElement).getByRole('link', { name })
    expect(link('Impressum')).toHaveAttribute('href', '/impressum?from=staff')
    expect(link('Datenschutz')).toHaveAttribute('href', '/datenschutz?from=staff')
    expect(card).not.toHaveTextContent('Es fehlt noch etwas')
    expect(within(card as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  })

  test('A value that is missing in Impressum and Datenschutz is listed once', async () => {
    await open({ ...legal, town: '', registerNumber: '', privacyText: '' })
    expect(cardOf('Impressum und Datenschutz')).toHaveTextContent(
      'Es fehlt noch etwasOrt, Registernummer.',
    )
  })

  test('When the Impressum is changed, only the changed fields are sent, with their line breaks', async () => {
    const { wire, type, press } = await openDialog('Angaben ändern', legal, {
      [save]: json(someSettings(legal)),
    })
    await type('Telefon', '0221 4710')
    await type('Eigener Text für das Impressum', 'Wir.{Enter}{Enter}Und Ihr.')
    await type('Eigener Text für den Datenschutz', '')
    await press()
    expect(await screen.findByText('Angaben gespeichert')).toBeVisible()
    expect(wire.sent(save).map(({ body }) => body)).toEqual([
      {
        contactPhone: '0221 4710',
        imprintText: 'Wir.\n\nUnd Ihr.',
        privacyText: '',
        before: legal,
      },
    ])
  })

  test.each([
    ['Name des Vereins', 'legalName'],
    ['PLZ', 'plz'],
    ['E-Mail Adresse', 'contactEmail'],
    ['Ansprechperson für Datenschutz', 'privacyContact'],
    ['Eigener Text für den Datenschutz', 'privacyText'],
  ])(
    'If %s is rejected (422), the error is shown at the field and the input stays',
    async (label, field) => {
      const { dialog, type, press } = await openDialog('Angaben ändern', legal, {
        [save]: refusal(422, 'ValidationFailed', 'x', {
          fields: { [field]: 'Das geht so nicht.' },
        }),
      })
      await type(label, 'so nicht')
      await press()
      await dialog.findByRole('alert')
      expect(dialog.getByLabelText(label)).toBeInvalid()
      expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(/^Das geht so nicht\./)
      expect(dialog.getByLabelText(label)).toHaveValue('so nicht')
    },
  )
})

describe('Absagen durch die Angemeldeten', () => {
  test.each<[Partial<GuildSettings>, string]>([
    [{ selfCancel: 'off' }, 'Nicht möglichWer nicht kommen kann, meldet sich bei der Zunft.'],
    [
      { selfCancel: 'withoutRefund', selfCancelDays: 7 },
      'Möglich, ohne ErstattungWer sich öffentlich angemeldet hat, kann einen Platz bis 7 Tage vor dem Umzug selbst absagen. Die Gebühr bleibt bei der Zunft.',
    ],
    [{ selfCancel: 'refund', selfCancelDays: 1 }, 'bis 1 Tag vor dem Umzug selbst absagen'],
    [
      { selfCancel: 'refund', selfCancelDays: 0 },
      'bis zum Tag des Umzugs selbst absagen. Die Gebühr geht von selbst zurück.',
    ],
  ])('If the setting of self-cancellation is %j, a sentence explains it', async (stored, words) => {
    await open(stored, {}, 'readonly')
    const card = cardOf('Absagen durch die Angemeldeten')
    expect(card).toHaveTextContent(words)
    expect(within(card as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  })

  test('The rules of self-cancellation can be changed', async () => {
    const { person, dialog, wire, type, press } = await openDialog(
      'Absagen ändern',
      { selfCancel: 'off', selfCancelDays: 7 },
      { [save]: json(someSettings({ selfCancel: 'refund', selfCancelDays: 14 })) },
    )
    await person.selectOptions(dialog.getByLabelText('Selbst absagen'), 'Möglich, mit Erstattung')
    await type('Tage vor dem Umzug', '14')
    await press()
    expect(await screen.findByText('Absagen gespeichert')).toBeVisible()
    expect(wire.sent(save).map(({ body }) => body)).toEqual([
      {
        selfCancel: 'refund',
        selfCancelDays: 14,
        before: { selfCancel: 'off', selfCancelDays: 7 },
      },
    ])
  })

  test.each(['', 'sieben', '1,5', '-1'])(
    'The number of days "%s" for self-cancellation is reported as invalid and not sent',
    async (typed) => {
      const { dialog, wire, type, press } = await openDialog('Absagen ändern', {})
      await type('Tage vor dem Umzug', typed)
      await press()
      expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
      expect(dialog.getByLabelText('Tage vor dem Umzug')).toBeInvalid()
      expect(wire.sent(save)).toEqual([])
    },
  )

  test('If the number of days is rejected (422), the error is shown beside its field', async () => {
    const { dialog, type, press } = await openDialog(
      'Absagen ändern',
      {},
      {
        [save]: refusal(422, 'ValidationFailed', 'x', {
          fields: { selfCancelDays: 'Es sind 0 bis 60 Tage.' },
        }),
      },
    )
    await type('Tage vor dem Umzug', '61')
    await press()
    expect(await dialog.findByText('Es sind 0 bis 60 Tage.')).toBeVisible()
    expect(dialog.getByLabelText('Tage vor dem Umzug')).toBeInvalid()
  })
})

describe('Bargeld beim Abhaken', () => {
  test('Before cash at the check-in is turned off, a question explains it', async () => {
    const saved = someSettings({ cashAtCheckIn: false })
    const app = await open({}, { [save]: json(saved) })
    expect(cardOf('Bargeld beim Abhaken')).toHaveTextContent(/^Bargeld beim Abhaken.*An/)
    await app.person.click(screen.getByRole('button', { name: 'Bargeld ausschalten' }))
    await app.person.click(screen.getByRole('button', { name: 'Ausschalten' }))
    expect(await screen.findByText('Bargeld ausgeschaltet')).toBeVisible()
    expect(app.wire.sent(save)).toMatchObject([{ body: { cashAtCheckIn: false } }])
  })
})
