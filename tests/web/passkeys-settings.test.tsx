import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { someSettings } from '#tests/support/guild-settings.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/guild/settings-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'

const save = 'PUT /api/guild/settings'

async function open(
  passkeysRequired: boolean,
  wire: WireTable = {},
  role: Role = 'management',
  more: Partial<GuildSettings> = {},
) {
  const app = renderApp({
    path: '/guild',
    user: withRoles(role),
    wire: { 'GET /api/guild/settings': json(someSettings({ passkeysRequired, ...more })), ...wire },
  })
  const heading = await screen.findByRole('heading', { name: 'Verwaltung nur mit Passkey' })
  const card = heading.closest<HTMLElement>('[data-slot="card"]')
  if (!card) throw new Error('no card')
  return { ...app, card }
}

describe('"Verwaltung nur mit Passkey"', () => {
  test.each([
    [false, 'NeinEin Passwort genügt.'],
    [true, 'JaWer verwalten darf, meldet sich mit einem Passkey an.'],
  ])(
    'The passkey requirement (%s) is explained to a read-only user, who cannot change it',
    async (isOn, words) => {
      const { card } = await open(isOn, {}, 'readonly')
      expect(card).toHaveTextContent(words)
      expect(within(card).queryByRole('button')).not.toBeInTheDocument()
    },
  )

  test.each([
    [false, 'Passkey verlangen', 'Verlangen', 'Passkey verlangt ab 30.01.2027'],
    [true, 'Nicht mehr verlangen', 'Nicht mehr verlangen', 'Ein Passwort genügt wieder'],
  ])(
    'The passkey requirement (%s) can be changed after a question',
    async (isOn, opens, confirms, done) => {
      const passkeysRequiredFrom = isOn ? null : '2027-01-30'
      const stored = json(someSettings({ passkeysRequired: !isOn, passkeysRequiredFrom }))
      const { person, card, wire } = await open(isOn, { [save]: stored })
      await person.click(within(card).getByRole('button', { name: opens }))
      const dialog = within(screen.getByRole('alertdialog'))
      expect(wire.sent(save)).toEqual([])
      await person.click(dialog.getByRole('button', { name: confirms }))
      expect(await screen.findByText(done)).toBeVisible()
      expect(wire.sent(save).map(({ body }) => body)).toEqual([{ passkeysRequired: !isOn }])
    },
  )

  test('A passkey requirement that begins later shows its day, and the managers who have no passkey yet', async () => {
    const more = {
      passkeysRequiredFrom: '2099-01-30',
      passkeyRule: { isOffered: true, without: ['Hans Kächele', 'Lena Wäschle'] },
    }
    const { card } = await open(true, {}, 'management', more)
    expect(card).toHaveTextContent('Ab 30.01.2099Bis dahin genügt ein Passwort.')
    expect(card).toHaveTextContent('Noch ohne Passkey: Hans Kächele, Lena Wäschle.')
  })

  test('A read-only user does not see which managers have no passkey', async () => {
    const { card } = await open(true, {}, 'readonly', { passkeyRule: { isOffered: true } })
    expect(card).not.toHaveTextContent('ohne Passkey:')
  })

  test('A manager without a passkey cannot require passkeys (422): a link leads to the account, where one is created', async () => {
    const fields = {
      passkeysRequired: 'Lege zuerst selbst einen Passkey an, unter „Mein Account“.',
    }
    const { person, card } = await open(false, {
      [save]: refusal(422, 'ValidationFailed', 'Prüfe, ob alle Werte korrekt sind.', { fields }),
    })
    await person.click(within(card).getByRole('button', { name: 'Passkey verlangen' }))
    const dialog = within(screen.getByRole('alertdialog'))
    await person.click(dialog.getByRole('button', { name: 'Verlangen' }))
    expect(await dialog.findByText(/Lege zuerst selbst einen Passkey an/)).toBeVisible()
    expect(dialog.getByRole('alert')).not.toHaveTextContent('alle Werte')
    expect(dialog.getByRole('link', { name: 'Zu „Mein Account“' })).toHaveAttribute(
      'href',
      '/profile',
    )
  })
})
