import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { someSettings } from '#tests/support/guild-settings.ts'
import { fact, healthCall, openSetup } from '#tests/support/order-pages.ts'
import { someHealth } from '#tests/support/order-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, offline } from '#tests/support/wire.ts'

const known = () => screen.findByRole('heading', { level: 2, name: 'Zahlungsdienst' })

describe('the setup of the payment', () => {
  test('The setup of the payment shows provider, live mode, connection, mail and the last events', async () => {
    openSetup()
    await known()
    expect(fact('Eingerichtet')).toHaveTextContent('Stripe')
    expect(fact('Betrieb')).toHaveTextContent('Echtes Geld')
    expect(fact('Verbindung')).toHaveTextContent('Antwortet')
    expect(fact('Absender')).toHaveTextContent('anmeldung@narrenzunft.example')
    expect(fact('Warten')).toHaveTextContent('2')
    const events = within(
      screen.getByRole('table', { name: 'Letzte Meldungen des Zahlungsdienstes' }),
    )
    const [, first, second] = events.getAllByRole('row')
    expect(first).toHaveTextContent('Sa 16.01.2027, 12:03 UhrBezahltNr. 7')
    expect(events.getByRole('link', { name: 'Nr. 7' })).toHaveAttribute('href', '/orders/7')
    expect(second).toHaveTextContent('–')
  })

  test('The setup of the payment lists its problems, and can be checked again', async () => {
    const broken = someHealth({
      provider: 'paypol',
      isLive: false,
      answers: null,
      problems: ['Diesen Zahlungsdienst gibt es nicht.', 'Der Schlüssel fehlt.'],
      events: [],
      mail: { from: null, waiting: 0, failed: 3 },
    })
    const { person } = openSetup({ wire: { [healthCall]: [json(broken), json(someHealth())] } })
    await known()
    expect(screen.getByText('2 Probleme')).toBeVisible()
    expect(screen.getByText('Der Schlüssel fehlt.')).toBeVisible()
    expect(fact('Eingerichtet')).toHaveTextContent('paypol')
    expect(fact('Betrieb')).toHaveTextContent('Test')
    expect(fact('Verbindung')).toHaveTextContent('Nicht geprüft')
    expect(screen.getByText(/Ohne Absender verschickt das Programm keine E-Mails/)).toBeVisible()
    expect(screen.getByText(/^Noch keine\./)).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Noch einmal prüfen' }))
    expect(await screen.findByText('Antwortet')).toBeVisible()
    expect(screen.queryByText('2 Probleme')).not.toBeInTheDocument()
  })

  test('If the payment provider does not answer, the setup of the payment says so', async () => {
    openSetup({ wire: { [healthCall]: json(someHealth({ answers: false })) } })
    await known()
    expect(fact('Verbindung')).toHaveTextContent('Antwortet nicht')
  })

  test('A setup of the payment that fails to load shows an error and can be loaded again', async () => {
    const { person } = openSetup({ wire: { [healthCall]: [offline, json(someHealth())] } })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Der Stand der Einrichtung konnte nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await known()).toBeVisible()
  })

  test('Only management can open the setup of the payment', async () => {
    const { wire } = openSetup({ role: 'readonly' })
    await screen.findByRole('heading', { level: 1 })
    expect(wire.sent(healthCall)).toEqual([])
  })

  test.each([
    ['management', true],
    ['readonly', false],
  ] as const)(
    'The settings show to the role %s a link to the setup of the payment: %s',
    async (role, isThere) => {
      const settings = { 'GET /api/guild/settings': json(someSettings()) } as const
      renderApp({ path: '/guild', user: withRoles(role), wire: settings })
      await screen.findByRole('heading', { level: 2, name: 'SEPA-Lastschrift' })
      await screen.findByRole('table', { name: 'Regeln für Ehrungen' })
      const link = screen.queryByRole('link', { name: 'Einrichtung ansehen' })
      if (isThere) expect(link).toHaveAttribute('href', '/orders/setup')
      else expect(link).not.toBeInTheDocument()
    },
  )
})
