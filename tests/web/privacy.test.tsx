import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
// Loaded before the first test looks for it: the router would fetch its code only then.
import '#web/privacy/retention-page.tsx'
import { aStoredMember } from '#tests/support/member-details.ts'
import { bodies, openDetails } from '#tests/support/member-pages.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'
import type { Retention, RuleRun } from '#worker/privacy/privacy.contract.ts'

afterEach(() => vi.restoreAllMocks())

const retentionCall = 'GET /api/privacy/retention'

const run = (rule: RuleRun['rule'], last: RuleRun['last'] = null): RuleRun => ({ rule, last })

const someRetention = (changes: Partial<Retention> = {}): Retention => ({
  rules: [
    run('unpaidOrders', { at: '2027-01-16T01:05:00Z', rowCount: 12 }),
    run('bookings', { at: '2027-01-16T01:05:00Z', rowCount: 0 }),
    run('bankDataOfFormerMembers', { at: '2027-01-16T01:05:00Z', rowCount: 1 }),
    run('networks'),
    run('history'),
  ],
  members: [
    { id: 7, firstName: 'Otto', lastName: 'Gast', membershipState: 'Died', leftOn: '2001-05-06' },
  ],
  ...changes,
})

function openRetention(wire: WireTable = {}, role: Role = 'management') {
  const table = { [retentionCall]: json(someRetention()), ...wire }
  return renderApp({ path: '/retention', user: withRoles(role), wire: table })
}

const cells = (what: string) =>
  within(screen.getByText(what).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('the page of retention periods', () => {
  test('Each retention rule shows its period, reason and last run', async () => {
    openRetention()
    await screen.findByRole('table', { name: 'Was von selbst gelöscht wird' })
    expect(cells('Anmeldungen, die nicht bezahlt wurden')).toEqual([
      'Anmeldungen, die nicht bezahlt wurden',
      '30 Tage nach der Anmeldung',
      'Niemand bezahlt sie mehr.',
      '16.01.2027, 02:05\u00a0Uhr: 12 Einträge',
    ])
    expect(cells('Namen von Zahlern').slice(1)).toEqual([
      '8 Jahre nach Ende des Jahres',
      'Belege: § 147 Abs. 3 AO.',
      '16.01.2027, 02:05\u00a0Uhr: nichts zu löschen',
    ])
    expect(cells('Bankverbindungen ehemaliger Mitglieder').at(-1)).toMatch(/: 1 Eintrag$/)
    expect(cells('Prüfsummen der Anschlüsse bei der Anmeldung').at(-1)).toBe(
      'laufend, alle fünf Minuten',
    )
    expect(cells('Verlauf: wer was geändert hat').at(-1)).toBe('noch nie')
  })

  test('Former members are proposed for anonymisation with a link to their page', async () => {
    openRetention()
    const link = await screen.findByRole('link', { name: 'Gast, Otto' })
    expect(link).toHaveAttribute('href', '/members/details/7')
    expect(link.closest('tr')).toHaveTextContent('Verstorben06.05.2001')
    expect(screen.getByText(/Von selbst geschieht das nie\./)).toBeVisible()
  })

  test('If no former member can be anonymised, a note is shown', async () => {
    openRetention({ [retentionCall]: json(someRetention({ members: [] })) })
    expect(await screen.findByText(/^Niemand ist seit mehr als 14 Monaten/)).toBeVisible()
    expect(screen.queryByRole('table', { name: 'Ehemalige Mitglieder' })).not.toBeInTheDocument()
  })

  test('A read-only user sees the retention rules without buttons', async () => {
    openRetention({}, 'readonly')
    await screen.findByRole('table', { name: 'Was von selbst gelöscht wird' })
    expect(screen.queryByRole('button', { name: 'Auskunft per E-Mail' })).not.toBeInTheDocument()
  })

  test('Retention data that fail to load can be loaded again', async () => {
    const { person } = openRetention({ [retentionCall]: [offline, json(someRetention())] })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Aufbewahrung konnte nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Namen von Zahlern')).toBeVisible()
  })
})

describe('a disclosure by mail', () => {
  const call = 'POST /api/privacy/disclosure'
  async function openDialog(wire: WireTable) {
    const app = openRetention(wire)
    await app.person.click(await screen.findByRole('button', { name: 'Auskunft per E-Mail' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Auskunft per E-Mail' }))
    const address = dialog.getByLabelText(/^E-Mail Adresse/)
    const send = dialog.getByRole('button', { name: 'Link verschicken' })
    return { ...app, dialog, address, send }
  }

  test('The disclosure is sent by mail to the typed address', async () => {
    const answer = later(json({ sent: true }, 202))
    const { person, wire, address, send } = await openDialog({ [call]: answer.answer })
    expect(send).toBeDisabled()
    await person.type(address, 'anna@gast.example')
    await person.click(send)
    expect(send).toHaveAttribute('aria-busy', 'true')
    answer.come()
    expect(await screen.findByText('Auskunft ist unterwegs')).toBeVisible()
    expect(wire.sent(call).map(({ body }) => body)).toEqual([{ emailAddress: 'anna@gast.example' }])
  })

  test('If the disclosure cannot be mailed, the dialog says that mail is not set up', async () => {
    const { person, address, send } = await openDialog({ [call]: json({ sent: false }, 202) })
    await person.type(address, 'anna@gast.example')
    await person.click(send)
    expect(await screen.findByText(/E-Mails sind nicht eingerichtet$/)).toBeVisible()
  })

  test('If the address for a disclosure is rejected, it stays in the field with the error', async () => {
    const wrong = refusal(422, 'ValidationFailed', 'Prüfe, ob alle Werte stimmen.', {
      fields: { emailAddress: 'Das ist keine gültige E-Mail Adresse.' },
    })
    const { person, address, send } = await openDialog({ [call]: wrong })
    await person.type(address, 'anna')
    await person.click(send)
    expect(await screen.findByText('Das ist keine gültige E-Mail Adresse.')).toBeVisible()
    expect(address).toHaveValue('anna')
    expect(address).toHaveAttribute('aria-invalid', 'true')
  })
})

describe('privacy on the page of a member', () => {
  const memberCall = 'GET /api/member/:id'
  const left = aStoredMember({ membershipState: 'Left', dateLeft: '2020-01-01' })
  const anonymised = aStoredMember({
    membershipState: 'Left',
    firstName: '',
    lastName: 'Anonymisiert',
    anonymisedAt: '2027-01-16T12:00:00.000Z',
  })

  test("The disclosure is saved as a file with the member's name", async () => {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    const page = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })
    const { person } = openDetails({ 'GET /api/member/:id/disclosure': page })
    await person.click(await screen.findByRole('button', { name: 'Auskunft herunterladen' }))
    await waitFor(() => expect(names).toEqual(['Auskunft Annegret Gruber.html']))
  })

  test('A failed disclosure shows an error', async () => {
    const { person } = openDetails({ 'GET /api/member/:id/disclosure': offline })
    await person.click(await screen.findByRole('button', { name: 'Auskunft herunterladen' }))
    expect(await screen.findByText('Die Auskunft konnte nicht geladen werden')).toBeVisible()
  })

  test('An active member cannot be anonymised', async () => {
    openDetails()
    await screen.findByRole('button', { name: 'Auskunft herunterladen' })
    expect(screen.queryByRole('button', { name: 'Anonymisieren' })).not.toBeInTheDocument()
  })

  test('A read-only user does not see the privacy section of a member', async () => {
    openDetails({ [memberCall]: json(left) }, 'readonly')
    await screen.findByRole('heading', { name: /^Annegret Gruber/ })
    await screen.findByText('Dienstbuch')
    expect(screen.queryByText('Datenschutz')).not.toBeInTheDocument()
  })

  test('A former member is anonymised only after the name is typed, and can then no longer be changed', async () => {
    const call = 'POST /api/member/:id/anonymise'
    const wrong = refusal(422, 'ValidationFailed', 'Prüfe, ob alle Werte stimmen.', {
      fields: { name: 'Das ist nicht der Name dieses Mitglieds.' },
    })
    const app = openDetails({
      [memberCall]: [json(left), json(anonymised)],
      [call]: [wrong, json(anonymised)],
    })
    const { person } = app
    await person.click(await screen.findByRole('button', { name: 'Anonymisieren' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Mitglied anonymisieren?' }))
    const confirm = dialog.getByRole('button', { name: 'Anonymisieren' })
    expect(confirm).toBeDisabled()
    const name = dialog.getByLabelText(/^Zur Bestätigung: „Annegret Gruber“/)
    await person.type(name, 'Annegret Grube')
    await person.click(confirm)
    expect(await dialog.findByText('Das ist nicht der Name dieses Mitglieds.')).toBeVisible()
    await person.type(name, 'r')
    await person.click(confirm)
    expect(await screen.findByText('Mitglied anonymisiert')).toBeVisible()
    expect(bodies(app, 'POST /api/member/41/anonymise').at(-1)).toEqual({ name: 'Annegret Gruber' })
    expect(await screen.findByText('Anonymisiert am 16.01.2027')).toBeVisible()
    for (const gone of ['Anonymisieren', 'Bearbeiten', 'Löschen', 'Ehrung eintragen']) {
      expect(screen.queryByRole('button', { name: gone })).not.toBeInTheDocument()
    }
    expect(screen.queryByRole('link', { name: 'Bearbeiten' })).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: /^Anonymisiert/ })).toBeVisible()
  })

  test('A rejected anonymisation (409) shows the reason', async () => {
    const message = 'Das geht noch nicht. Eine Zahlung ist noch offen.'
    const { person } = openDetails({
      [memberCall]: json(left),
      'POST /api/member/:id/anonymise': refusal(409, 'NotYet', message),
    })
    await person.click(await screen.findByRole('button', { name: 'Anonymisieren' }))
    await person.type(screen.getByLabelText(/^Zur Bestätigung/), 'Annegret Gruber')
    await person.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Anonymisieren' }),
    )
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByText('Das Mitglied konnte nicht anonymisiert werden')).toBeVisible()
  })
})
