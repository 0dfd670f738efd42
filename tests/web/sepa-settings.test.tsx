import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { someSettings } from '#tests/support/guild-settings.ts'
import { guildName, renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/guild/settings-page.tsx'
import '#web/shell/staff-shell.tsx'

const load = 'GET /api/guild/settings'
const save = 'PUT /api/guild/settings'

const stored = someSettings({
  address: 'Rathausplatz 1, 88999 Schellental',
  creditorName: 'Narrenzunft Schellental e.V.',
  creditorId: 'DE98ZZZ09999999999',
  creditorIban: 'DE02120300000000202051',
})

async function openDialog(button: string, wire: WireTable = {}) {
  const app = renderApp({
    path: '/guild',
    user: withRoles('management'),
    wire: { [load]: json(stored), ...wire },
  })
  await app.person.click(await screen.findByRole('button', { name: button }))
  const dialog = within(screen.getByRole('dialog'))
  const type = async (label: string | RegExp, text: string) => {
    await app.person.clear(dialog.getByLabelText(label))
    if (text) await app.person.type(dialog.getByLabelText(label), text)
  }
  return { ...app, dialog, type, press: () => app.person.click(dialog.getByText('OK')) }
}

describe('the account of the guild', () => {
  test('The account of the guild is shown with its IBAN in groups of four, and with a dash for each missing value', async () => {
    renderApp({ path: '/guild', user: withRoles('readonly'), wire: { [load]: json(stored) } })
    const iban = await screen.findByText('DE02 1203 0000 0000 2020 51')
    const values = [...(iban.closest('dl')?.querySelectorAll('dd') ?? [])]
    expect(values.map(({ textContent }) => textContent)).toEqual([
      'Narrenzunft Schellental e.V.',
      'DE98ZZZ09999999999',
      'DE02 1203 0000 0000 2020 51',
      '–',
      '14 Tage',
    ])
  })

  test("Each field of the guild's account has a help text", async () => {
    const { dialog } = await openDialog('Konto ändern')
    for (const field of dialog.getAllByRole('textbox')) {
      expect(field).toHaveAccessibleDescription(/\w/)
    }
  })

  test('The account of the guild is saved with the IBAN without spaces, and only changed fields are sent', async () => {
    const { wire, type, press } = await openDialog('Konto ändern', { [save]: json(stored) })
    await type('IBAN', 'de89 3704 0044 0532 0130 00')
    await type('BIC', 'COBADEFFXXX')
    await type('Vorlauf in Tagen', '20')
    await press()
    expect(await screen.findByText('Konto gespeichert')).toBeVisible()
    expect(wire.sent(save).map(({ body }) => body)).toEqual([
      {
        creditorIban: 'DE89370400440532013000',
        creditorBic: 'COBADEFFXXX',
        sepaLeadDays: 20,
        before: {
          creditorName: 'Narrenzunft Schellental e.V.',
          creditorId: 'DE98ZZZ09999999999',
          creditorIban: 'DE02120300000000202051',
          creditorBic: '',
          sepaLeadDays: 14,
        },
      },
    ])
  })

  test('When the field of an invalid IBAN is left, an error is shown', async () => {
    const { dialog, person, type } = await openDialog('Konto ändern')
    await type('IBAN', 'DE89 3704 0044 0532 0130 01')
    await person.tab()
    expect(dialog.getByLabelText('IBAN')).toHaveAccessibleDescription(/^Die Prüfziffer passt nicht/)
  })

  test.each([
    ['Gläubiger-ID', 'creditorId'],
    ['IBAN', 'creditorIban'],
    ['BIC', 'creditorBic'],
    ['Kontoinhaber', 'creditorName'],
  ])('If the account is rejected (422), the error is shown beside %s', async (label, field) => {
    const { dialog, press } = await openDialog('Konto ändern', {
      [save]: refusal(422, 'ValidationFailed', 'x', { fields: { [field]: 'Das geht so nicht.' } }),
    })
    await press()
    await dialog.findByRole('alert')
    expect(dialog.getByLabelText(label)).toBeInvalid()
    expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(/^Das geht so nicht\./)
  })

  test.each(['', 'zwei', '1,5'])(
    'The lead days "%s" are reported as invalid and not sent',
    async (typed) => {
      const { dialog, wire, type, press } = await openDialog('Konto ändern')
      await type('Vorlauf in Tagen', typed)
      await press()
      expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
      expect(dialog.getByLabelText('Vorlauf in Tagen')).toBeInvalid()
      expect(wire.sent(save)).toEqual([])
    },
  )
})

describe('the association', () => {
  test('When the guild is renamed, the head shows the new name at once', async () => {
    const changed = { ...stored, name: 'Hexenzunft Moosried' }
    const { wire, type, press } = await openDialog('Verein ändern', {
      [load]: [json(stored), json(changed)],
      [save]: json(changed),
    })
    await type('Name', 'Hexenzunft Moosried')
    await press()
    expect(await screen.findByText('Verein gespeichert')).toBeVisible()
    expect(wire.sent(save).map(({ body }) => body)).toEqual([
      { name: 'Hexenzunft Moosried', before: { name: guildName, address: stored.address } },
    ])
    expect(await screen.findByRole('link', { name: /Hexenzunft\s+Moosried/ })).toBeVisible()
  })
})
