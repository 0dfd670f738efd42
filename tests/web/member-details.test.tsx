import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import {
  aCostumeOfMember,
  aParadeOfMember,
  aStoredMember,
  givenBack,
} from '#tests/support/member-details.ts'
import { openDetails, whereabouts } from '#tests/support/member-pages.ts'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'

fixToday()

const titleShown = () => screen.findByRole('heading', { level: 1, name: /^Annegret Gruber/ })
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
/** A table below the facts, found by its heading. */
const card = (title: RegExp) => {
  const section = screen.getByRole('heading', { level: 2, name: title }).closest('section')
  return within(section as HTMLElement)
}
const rows = (title: RegExp) =>
  card(title)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )

async function openWith(changes: Parameters<typeof aStoredMember>[0], wire: WireTable = {}) {
  const app = openDetails({ 'GET /api/member/:id': json(aStoredMember(changes)), ...wire })
  await titleShown()
  return app
}

describe('the facts of a member', () => {
  test('The facts of a member are shown in four sections', async () => {
    openDetails()
    await titleShown()
    expect(screen.getByText('geb. Häußler · Mitgliedsnummer 1187')).toBeVisible()
    expect(screen.getByText('Aktiv')).toBeVisible()
    expect(fact('Geburtstag')).toHaveTextContent('14.03.1968 (58 Jahre)')
    expect(fact('Eintrittsdatum')).toHaveTextContent('01.01.1986')
    expect(fact('Austrittsdatum')).toHaveTextContent('–')
    expect(fact('Mitgliedszeiten')).toHaveTextContent('01.01.1986 – 31.12.1994seit 06.01.1999')
    expect(fact('Kommentar')).toHaveTextContent('Näht Fleckle für die Jungnarren.')
    expect(fact('Anschrift')).toHaveTextContent('Lindengasse 1472999 Schellental')
    expect(screen.getByRole('link', { name: '0700 123456' })).toHaveAttribute(
      'href',
      'tel:0700123456',
    )
    expect(fact('Mobil')).toHaveTextContent('–')
    expect(screen.getByRole('link', { name: 'annegret.gruber@example.de' })).toHaveAttribute(
      'href',
      'mailto:annegret.gruber@example.de',
    )
    expect(fact('Kontoinhaber')).toHaveTextContent('Annegret Gruber')
    expect(fact('IBAN')).toHaveTextContent('DE89 3704 0044 0532 0130 00')
    expect(fact('BIC')).toHaveTextContent('COBADEFFXXX')
    expect(fact('Bank')).toHaveTextContent('Commerzbank')
    expect(fact('SEPA-Mandat')).toHaveTextContent('erteilt am 12.03.2014')
    expect(await screen.findByText('18,00 €')).toBeVisible()
    expect(screen.getByText('für das Jahr 2026, per Lastschrift')).toBeVisible()
    expect(screen.getByText('Aktiv ab 18')).toBeVisible()
  })

  test('Missing facts of a member are shown as a dash', async () => {
    await openWith({
      maidenName: '',
      memberNumber: 0,
      birthday: null,
      membershipActiveTimespan: [],
      addressStreet: '',
      addressNumber: '',
      addressPlz: '',
      addressTown: '',
      bankingIban: '',
      bankingSepaAllowed: false,
    })
    expect(screen.getByText('Noch ohne Mitgliedsnummer')).toBeVisible()
    for (const label of ['Geburtstag', 'Mitgliedszeiten', 'Anschrift', 'IBAN']) {
      expect(fact(label), label).toHaveTextContent(/^–$/)
    }
    expect(fact('SEPA-Mandat')).toHaveTextContent('nicht erteilt')
  })

  test('A dead member has no age', async () => {
    await openWith({ membershipState: 'Died' })
    expect(fact('Geburtstag')).toHaveTextContent(/^14\.03\.1968$/)
  })

  test('The page of a dead member says that nothing is collected any more', async () => {
    await openWith({ membershipState: 'Died' })
    expect(fact('SEPA-Mandat')).toHaveTextContent('erteilt am 12.03.2014, wird nicht mehr benutzt')
    expect(await screen.findByText('für das Jahr 2026, wird nicht eingezogen')).toBeVisible()
  })

  test('The page of a dead member does not say that the payer is debited', async () => {
    const payer = { id: 9, firstName: 'Eva', lastName: 'Blum' }
    await openWith(
      { membershipState: 'Died', payerId: 9, bankingSepaAllowed: false },
      { 'GET /api/member/:id/family': json({ payer, payees: [] }) },
    )
    expect(await screen.findByText(/^Es zahlt/)).toBeVisible()
    expect(screen.queryByText(/eingezogen: /)).not.toBeInTheDocument()
    expect(screen.getByText('für das Jahr 2026, wird nicht eingezogen')).toBeVisible()
  })

  test('If no row of the fee table matches a member, the page shows the reason', async () => {
    await openWith(
      {},
      {
        'GET /api/member/:id/membershipfee': json({ amountInCent: null, reason: 'Keine Zeile' }),
      },
    )
    expect(await screen.findByText('Keine Zeile')).toBeVisible()
    expect(screen.getByText('für das Jahr 2026')).toBeVisible()
  })
})

describe('the tables of a member', () => {
  test('The page of a member lists costumes, honors, duties and parades', async () => {
    openDetails()
    await titleShown()
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(4))
    expect(rows(/^Kleider 2$/).map((cells) => cells.slice(0, 4))).toEqual([
      ['118', 'Schellenhansel · 06.01.1999 – heute', '06.01.1999', 'heute'],
      ['42', 'Flecklesbutz · 01.02.1986 – 31.12.1994', '01.02.1986', '31.12.1994'],
    ])
    expect(rows(/^Ehrungen 1$/)[0]?.slice(0, 3)).toEqual([
      'Sprungorden 100 Sprünge',
      '16.04.2016',
      'Nadel',
    ])
    expect(rows(/^Dienstbuch 2$/).map((cells) => cells.slice(0, 4))).toEqual([
      ['Kleiderchef', '14.04.2018', 'heute', 'mit Markus'],
      ['Schriftführer', '10.04.2004', '12.04.2008', '–'],
    ])
    // Spec §2 calls a parade's title its "Beschreibung", here as in every list.
    expect(screen.getByRole('columnheader', { name: 'Beschreibung' })).toBeVisible()
    expect(rows(/^Umzüge 1 bestätigt$/).map((cells) => cells[3])).toEqual([
      'Angemeldet',
      'Bestätigt',
    ])
  })

  test('Above the parades the Sprünge from before the register are shown, which management can change', async () => {
    await openWith({ paradesBefore: 48, paradesBeforeUntil: '2024-12-31' })
    expect(card(/^Umzüge/).getByText(/^Vor der Erfassung:/)).toHaveTextContent(
      'Vor der Erfassung: 48, bis 31.12.2024',
    )
    expect(card(/^Umzüge/).getByRole('link', { name: 'Ändern' })).toHaveAttribute(
      'href',
      '/members/edit/41',
    )
  })

  test('On a phone the parades of earlier seasons are folded', async () => {
    const parade = (id: number, date: string, participationConfirmed: boolean) =>
      aParadeOfMember({ id, title: `Umzug ${id}`, date, participationConfirmed })
    const { person } = openDetails({
      'GET /api/member/:id/parades': json([
        parade(6, '2027-01-10', false),
        parade(5, '2025-11-11', true),
        parade(4, '2025-11-10', true),
        parade(3, '2025-02-01', false),
        parade(2, '2025-01-06', true),
        parade(1, '2019-01-06', true),
      ]),
    })
    await titleShown()
    const shown = card(/^Umzüge/)
    const season = await shown.findByRole('button', {
      name: 'Saison 2024/25: 3 Umzüge, 2 bestätigt',
    })
    expect(
      shown.getByRole('button', { name: 'Saison 2018/19: 1 Umzug, 1 bestätigt' }),
    ).toBeVisible()
    const folded = () =>
      shown
        .getAllByRole('link', { name: /^Umzug/ })
        .filter((link) => link.closest('tr')?.className.includes('max-md:hidden'))
        .map((link) => link.textContent)
    expect(folded()).toEqual(['Umzug 4', 'Umzug 3', 'Umzug 2', 'Umzug 1'])
    expect(season).toHaveAttribute('aria-expanded', 'false')
    await person.click(season)
    expect(season).toHaveAttribute('aria-expanded', 'true')
    expect(season).toHaveFocus()
    expect(folded()).toEqual(['Umzug 1'])
  })

  test('A click anywhere in the row of a parade opens it', async () => {
    const app = openDetails({
      'GET /api/parade/:id': refusal(404, 'NotFound'),
      'GET /api/parade/:id/participation': refusal(404, 'NotFound'),
    })
    await titleShown()
    await app.person.click(
      (await card(/^Umzüge/).findAllByText('Butzenzunft Moosried'))[0] as HTMLElement,
    )
    await waitFor(() => expect(whereabouts(app)).toBe('/parades/details/160'))
  })

  test('The number of a costume is a link to its page', async () => {
    openDetails()
    expect(await screen.findByRole('link', { name: 'Kleid 118' })).toHaveAttribute(
      'href',
      '/costumes/details/9',
    )
  })

  test('The list of costumes starts with the current one, even if others were received later', async () => {
    openDetails({ 'GET /api/member/:id/costumes': json([givenBack, aCostumeOfMember()]) })
    await screen.findByRole('link', { name: 'Kleid 118' })
    expect(rows(/^Kleider 2$/).map(([number]) => number)).toEqual(['118', '42'])
  })

  test('A past parade without a confirmation is shown as not confirmed', async () => {
    openDetails({ 'GET /api/member/:id/parades': json([aParadeOfMember({ date: '2026-01-10' })]) })
    expect(await screen.findByText('Nicht bestätigt')).toBeVisible()
    expect(screen.queryByText('Abgesagt')).not.toBeInTheDocument()
  })

  test('A cancelled parade is shown as cancelled, not as not confirmed', async () => {
    const calledOff = aParadeOfMember({
      date: '2026-01-10',
      cancelledAt: '2026-01-09T11:00:00.000Z',
    })
    openDetails({ 'GET /api/member/:id/parades': json([calledOff]) })
    expect(await screen.findByText('Abgesagt')).toBeVisible()
    expect(screen.queryByText('Nicht bestätigt')).not.toBeInTheDocument()
  })

  test('The empty tables of a member show notes', async () => {
    const empty = json([])
    openDetails({
      'GET /api/member/:id/costumes': empty,
      'GET /api/member/:id/honors': empty,
      'GET /api/member/:id/duties': empty,
      'GET /api/member/:id/parades': empty,
    })
    for (const words of [
      'Noch kein Kleid.',
      'Noch keine Ehrung.',
      'Noch kein Eintrag.',
      'Noch kein Umzug.',
    ]) {
      expect(await screen.findByText(words)).toBeVisible()
    }
  })
})

describe('loading the page of a member', () => {
  test.each([
    ['', 'Das Mitglied konnte nicht geladen werden', aStoredMember()],
    ['/costumes', 'Die Kleider konnten nicht geladen werden', []],
    ['/honors', 'Die Ehrungen konnten nicht geladen werden', []],
    ['/duties', 'Das Dienstbuch konnten nicht geladen werden', []],
    ['/parades', 'Die Umzüge konnten nicht geladen werden', []],
  ] as const)(
    'If the part "%s" of a member fails to load, it shows an error and can be loaded again alone',
    async (part, sentence, then) => {
      const { person, wire } = openDetails({
        'GET /api/member/:id/page': offline,
        [`GET /api/member/:id${part}`]: json(then),
      })
      const findAlert = async () =>
        (await screen.findAllByRole('alert')).find(({ textContent }) =>
          textContent?.startsWith(sentence),
        )
      const alert = await findAlert()
      expect(alert).toBeVisible()
      expect(wire.calls.filter(({ path }) => path.startsWith('/api/member/'))).toHaveLength(1)
      const again = within(alert as HTMLElement).getByRole('button', { name: 'Erneut laden' })
      await person.click(again)
      await waitFor(() => expect(alert).not.toBeInTheDocument())
      expect(screen.getByText('Geladen')).toHaveFocus()
      const asked = wire.calls.map(({ path }) => path).filter((path) => /^.api.member/.test(path))
      expect(asked).toEqual(['/api/member/41/page', `/api/member/41${part}`])
    },
  )

  test('If the fee of a member fails to load, it can be loaded again alone', async () => {
    const { person } = openDetails({ 'GET /api/member/:id/page': offline })
    const reload = async (sentence: RegExp) => {
      const alerts = await screen.findAllByRole('alert')
      const alert = alerts.find(({ textContent }) => sentence.test(textContent ?? ''))
      await person.click(within(alert as HTMLElement).getByRole('button', { name: 'Erneut laden' }))
    }
    await reload(/^Das Mitglied konnte nicht geladen werden/)
    await titleShown()
    await reload(/^Der Mitgliedsbeitrag konnte nicht geladen werden/)
    expect(await screen.findByText(/Aktiv ab 18/)).toBeVisible()
  })

  test('Until its sections are loaded, the page of a member shows placeholders', async () => {
    const member = later(json(aStoredMember()))
    openDetails({ 'GET /api/member/:id': member.answer })
    expect(await screen.findByRole('heading', { level: 1, name: 'Mitglied' })).toBeVisible()
    expect(screen.getAllByText('Laden...')[0]).toHaveAttribute('role', 'status')
    member.come()
    await titleShown()
  })

  test('The page of a deleted member shows a note with a link to the list', async () => {
    openDetails({
      'GET /api/member/:id': refusal(404, 'NotFound'),
      'GET /api/member/:id/:part': refusal(404, 'NotFound'),
    })
    const name = 'Dieses Mitglied gibt es nicht'
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Zur Mitgliederliste' })).toHaveAttribute(
      'href',
      '/members',
    )
  })
})

describe('the rights on the page of a member', () => {
  const acts = /Löschen|Austritt|eintragen|bearbeiten|löschen/

  test('Management sees all actions on a member', async () => {
    const app = openDetails()
    await titleShown()
    expect(await screen.findByRole('button', { name: /Sprungorden.* bearbeiten/ })).toBeVisible()
    expect(screen.getAllByRole('button', { name: acts })).not.toHaveLength(0)
    await app.person.click(screen.getByRole('link', { name: 'Bearbeiten' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/members/edit/41'))
  })

  test('A read-only user sees a member without actions', async () => {
    openDetails({}, 'readonly')
    await titleShown()
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(4))
    expect(await screen.findByText('18,00 €')).toBeVisible()
    expect(screen.queryByRole('button', { name: acts })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Bearbeiten' })).not.toBeInTheDocument()
    expect(screen.queryByText('Aktionen')).not.toBeInTheDocument()
  })

  test('A helper sees no data of members', async () => {
    const { wire } = openDetails({}, 'helper')
    const name = 'Diese Seite ist nicht für Dich freigegeben'
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    expect(wire.calls.filter(({ path }) => path.startsWith('/api/member'))).toEqual([])
  })
})
