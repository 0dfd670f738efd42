import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  anUnmatched,
  type Correction,
  lena,
  matchCall,
  newMemberButton,
  openCorrection,
  renderCorrection,
  rowOf,
  takeSuggestion,
  unmatchedCall,
} from '#tests/support/data-correction.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, offline, refusal } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'

const gruber = 'Gruber, Annegrete'
const spec = 'Das Mitglied konnte nicht zugeordnet werden.'
const bodies = ({ wire }: Correction) =>
  wire.calls.filter((call) => call.method === 'POST').map((call) => [call.path, call.body])

describe('the list of unmatched participants', () => {
  test('Each unmatched person has one row with birthday and parades', async () => {
    await openCorrection()
    expect(
      screen.getByRole('heading', { level: 1, name: 'Datenkorrektur nach Anmeldung' }),
    ).toBeVisible()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Person',
      'Geburtstag',
      'Zuordnung',
    ])
    const row = rowOf(gruber)
    expect(row.getAllByRole('cell')[1]).toHaveTextContent('14.03.1968')
    expect(row.getByText('So 10.01.2027').closest('li')).toHaveTextContent('Ringtreffen Moosried')
    expect(rowOf('Eberle, Lena').getAllByRole('cell')[1]).toHaveTextContent('–')
    expect(screen.getByRole('heading', { level: 2, name: 'Teilnehmer 2' })).toBeVisible()
  })

  test('Only the five latest parades are shown; expanding the rest moves the focus to the first of them', async () => {
    const parades = Array.from({ length: 12 }, (_, index) => ({
      id: 100 + index,
      title: `Umzug ${index + 1}`,
      date: `2026-01-${index + 10}`,
    }))
    const { person } = await openCorrection({
      [unmatchedCall]: json([anUnmatched({ parades }), lena]),
    })
    const titles = () =>
      rowOf(gruber)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.slice(14).trim())
        .filter((title) => title?.startsWith('Umzug'))
    expect(titles()).toEqual(['Umzug 8', 'Umzug 9', 'Umzug 10', 'Umzug 11', 'Umzug 12'])
    await person.click(rowOf(gruber).getByRole('button', { name: '7 frühere zeigen' }))
    expect(titles()).toHaveLength(12)
    expect(document.activeElement).toHaveTextContent('Umzug 1')
    expect(rowOf(gruber).queryByRole('button', { name: /frühere/ })).not.toBeInTheDocument()
  })

  test('Suggestions are shown in the order of the server with the reason for each', async () => {
    await openCorrection()
    const [first, second] = rowOf(gruber).getAllByRole('button', { name: /^Diesem Mitglied/ })
    expect(first).toHaveAccessibleName(
      'Diesem Mitglied zuordnen Gruber, Annegret 14.03.1968 Aktiv gleicher Geburtstag, ähnlicher Name',
    )
    expect(second).toHaveAccessibleName(/Gruber, Anna ohne Geburtstag Aktiv/)
  })

  test.each<Role>(['readonly', 'helper'])(
    'The page of unmatched participants is closed to the role %s',
    async (role) => {
      const { wire } = renderApp({ path: '/enrolment-data-cleanup', user: withRoles(role) })
      expect(await screen.findByText('Diese Seite ist nicht für Dich freigegeben')).toBeVisible()
      expect(wire.sent(unmatchedCall)).toEqual([])
    },
  )

  test('Without unmatched people a note says that everybody is matched', async () => {
    renderCorrection({ [unmatchedCall]: json([]) })
    expect(await screen.findByText('Alles zugeordnet')).toBeVisible()
  })

  test('Unmatched people that fail to load show an error and can be loaded again', async () => {
    const { person, wire } = renderCorrection({ [unmatchedCall]: refusal(500, 'InternalError') })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Teilnehmer konnten nicht geladen werden')
    wire.answer({ [unmatchedCall]: json([lena]) })
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Eberle, Lena')).toBeVisible()
  })

  test('A suggestion can be accepted even if the members failed to load', async () => {
    const app = await openCorrection({ 'GET /api/member': refusal(500, 'InternalError') })
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Die Mitglieder konnten nicht geladen werden',
    )
    expect(rowOf(gruber).getByRole('combobox')).toBeDisabled()
    await takeSuggestion(app)
    expect(await rowOf(gruber).findByText(/^Zugeordnet:/)).toBeVisible()
  })
})

describe('marking as a guest', () => {
  const guestCall = 'POST /api/participation/:id/guest'

  test('Marking a person as a guest locks the row, and undo unlocks it', async () => {
    const app = await openCorrection({
      [guestCall]: [json({ marked: 1 }), json({ marked: 1 })],
    })
    const button = () => rowOf('Eberle, Lena').getByRole('button', { name: 'Kein Mitglied' })
    const { person } = app
    await person.click(button())
    expect(await rowOf('Eberle, Lena').findByText('Gast, kein Mitglied')).toBeVisible()
    expect(button()).toBeDisabled()
    expect(screen.getByRole('heading', { level: 2, name: /^Teilnehmer/ })).toHaveTextContent(
      '1 von 2 erledigt',
    )
    await person.click(rowOf('Eberle, Lena').getByRole('button', { name: 'Rückgängig' }))
    await waitFor(() => expect(button()).toBeEnabled())
    expect(rowOf('Eberle, Lena').queryByText('Gast, kein Mitglied')).not.toBeInTheDocument()
    expect(bodies(app).map(([, body]) => body)).toEqual([{ isGuest: true }, { isGuest: false }])
  })

  test('If a guest mark cannot be stored, an error is shown and the row stays open', async () => {
    const { person } = await openCorrection({ [guestCall]: offline })
    await person.click(rowOf('Eberle, Lena').getByRole('button', { name: 'Kein Mitglied' }))
    expect(await rowOf('Eberle, Lena').findByRole('alert')).toHaveTextContent(
      'Das konnte nicht vermerkt werden.',
    )
    expect(rowOf('Eberle, Lena').getByRole('button', { name: 'Kein Mitglied' })).toBeEnabled()
  })
})

describe('a suggestion', () => {
  test('A click on a suggestion matches the person and locks the row', async () => {
    const app = await openCorrection()
    await takeSuggestion(app)
    const result = await rowOf(gruber).findByText(/^Zugeordnet:/)
    expect(within(result).getByRole('link', { name: 'Gruber, Annegret' })).toHaveAttribute(
      'href',
      '/members/details/41',
    )
    expect(bodies(app)).toEqual([['/api/participation/900/member', { memberId: 41 }]])
    for (const button of rowOf(gruber).getAllByRole('button', {
      name: /zuordnen|Zuordnen|Neues/,
    })) {
      expect(button).toBeDisabled()
    }
    expect(rowOf(gruber).getByRole('combobox')).toBeDisabled()
    expect(newMemberButton('Eberle, Lena')).toBeEnabled()
    expect(screen.getByRole('heading', { name: 'Teilnehmer 1 von 2 zugeordnet' })).toBeVisible()
    expect(result.closest('[tabindex]')).toHaveFocus()
  })

  test('A suggestion clicked twice is sent once, and until the answer only that row is disabled', async () => {
    const slow = later(json({ linked: 1, left: [] }))
    const app = await openCorrection({ [matchCall]: slow.answer })
    const [first, second] = rowOf(gruber).getAllByRole('button', { name: /^Diesem Mitglied/ })
    act(() => {
      first?.click()
      first?.click()
    })
    await waitFor(() => expect(first).toHaveAttribute('aria-busy', 'true'))
    expect(second).toBeDisabled()
    expect(newMemberButton(gruber)).toBeDisabled()
    expect(newMemberButton('Eberle, Lena')).toBeEnabled()
    slow.come()
    await rowOf(gruber).findByText(/^Zugeordnet:/)
    expect(bodies(app)).toHaveLength(1)
  })

  test('If a suggestion is rejected (409), the reason is shown and the row stays open', async () => {
    const app = await openCorrection({
      [matchCall]: [refusal(409, 'Conflict', 'Schon zugeordnet.'), json({ linked: 2, left: [] })],
    })
    await takeSuggestion(app)
    const alert = await rowOf(gruber).findByRole('alert')
    expect(alert).toHaveTextContent(spec)
    expect(alert).toHaveTextContent('Schon zugeordnet.')
    await takeSuggestion(app)
    expect(await rowOf(gruber).findByText(/^Zugeordnet:/)).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('A suggestion accepted while offline shows that the server is unreachable', async () => {
    const app = await openCorrection({ [matchCall]: offline })
    await takeSuggestion(app)
    const alert = await rowOf(gruber).findByRole('alert')
    expect(alert).toHaveTextContent(spec)
    expect(alert).toHaveTextContent('Der Server ist nicht erreichbar.')
  })

  test('If a suggestion is matched only in part, the parades in which the member is already enrolled are listed', async () => {
    const app = await openCorrection({ [matchCall]: json({ linked: 1, left: [12] }) })
    await takeSuggestion(app)
    expect(
      await screen.findByText(
        'Annegret Gruber ist schon angemeldet für „Jubiläumsumzug“: Das bleibt offen.',
      ),
    ).toBeVisible()
    expect(rowOf(gruber).getByText(/^Zugeordnet:/)).toBeVisible()
  })

  test('If a suggestion matched no parade, the row stays open', async () => {
    const app = await openCorrection({ [matchCall]: json({ linked: 0, left: [11, 12] }) })
    await takeSuggestion(app)
    expect(
      await screen.findByText(/schon angemeldet für „Ringtreffen Moosried“, „Jubiläumsumzug“/),
    ).toBeVisible()
    expect(rowOf(gruber).queryByText(/^Zugeordnet:/)).not.toBeInTheDocument()
    expect(newMemberButton(gruber)).toBeEnabled()
    expect(screen.getByRole('heading', { name: 'Teilnehmer 2' })).toBeVisible()
  })
})

describe('a matched row', () => {
  test('A matched row stays in the list until the page is opened again', async () => {
    const app = await openCorrection({
      [unmatchedCall]: [json([anUnmatched(), lena]), json([lena])],
    })
    await takeSuggestion(app)
    expect(await rowOf(gruber).findByText(/^Zugeordnet:/)).toBeVisible()
    // Returning from another tab reloads the data of other pages, but not of this one.
    const seen = new Event('visibilitychange', { bubbles: true })
    await act(() => document.dispatchEvent(seen))
    await waitFor(() => expect(app.wire.sent('GET /api/member')).toHaveLength(2))
    expect(app.wire.sent(unmatchedCall)).toHaveLength(1)
    expect(rowOf(gruber).getByText(/^Zugeordnet:/)).toBeVisible()

    await act(() => app.router.navigate('/'))
    await act(() => app.router.navigate(-1))
    expect(await screen.findByText('Eberle, Lena')).toBeVisible()
    expect(screen.queryByText(gruber)).not.toBeInTheDocument()
  })
})

describe('choosing another member', () => {
  test('A member who was not suggested can be searched for and matched', async () => {
    const app = await openCorrection({ [matchCall]: json({ linked: 1, left: [] }) })
    const row = rowOf('Eberle, Lena')
    expect(row.getByRole('button', { name: 'Zuordnen' })).toBeDisabled()
    await app.person.type(row.getByRole('combobox', { name: 'Mitglied wählen' }), 'leonie')
    await app.person.click(row.getByRole('option', { name: /Öttinger/ }))
    await app.person.click(row.getByRole('button', { name: 'Zuordnen' }))
    expect(await row.findByRole('link', { name: 'Öttinger, Leonie' })).toBeVisible()
    expect(bodies(app)).toEqual([['/api/participation/901/member', { memberId: 43 }]])
  })

  test('Former and dead members cannot be matched', async () => {
    const { person } = await openCorrection()
    await person.type(rowOf(gruber).getByRole('combobox'), 'zoller')
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
  })
})

describe('undoing a match', () => {
  test('The match of a person can be undone', async () => {
    const app = await openCorrection()
    await takeSuggestion(app)
    await app.person.click(await rowOf(gruber).findByRole('button', { name: 'Rückgängig' }))
    expect(await rowOf(gruber).findByText('Die Zuordnung ist aufgehoben.')).toBeVisible()
    expect(bodies(app)[1]).toEqual([
      '/api/participation/900/member',
      { memberId: null, instead: 41 },
    ])
    expect(newMemberButton(gruber)).toBeEnabled()
    await waitFor(() => {
      expect(screen.getByRole('heading', { name: 'Teilnehmer 2' })).toBeVisible()
    })
  })

  test('If a match cannot be undone, it stays and an error is shown', async () => {
    const app = await openCorrection({
      [matchCall]: [
        json({ linked: 2, left: [] }),
        refusal(500, 'InternalError'),
        json({ linked: 0, left: [] }),
      ],
    })
    await takeSuggestion(app)
    const undo = await rowOf(gruber).findByRole('button', { name: 'Rückgängig' })
    await app.person.click(undo)
    expect(await rowOf(gruber).findByRole('alert')).toHaveTextContent(
      'Die Zuordnung konnte nicht rückgängig gemacht werden.',
    )
    await app.person.click(undo)
    expect(
      await rowOf(gruber).findByText('Diese Zuordnung lässt sich hier nicht mehr aufheben.'),
    ).toBeVisible()
    expect(newMemberButton(gruber)).toBeDisabled()
  })

  test('If a match is undone only in part, the parades that remain matched are listed', async () => {
    const app = await openCorrection({
      [matchCall]: [json({ linked: 2, left: [] }), json({ linked: 1, left: [11] })],
    })
    await takeSuggestion(app)
    await app.person.click(await rowOf(gruber).findByRole('button', { name: 'Rückgängig' }))
    expect(
      await rowOf(gruber).findByText(/Für „Ringtreffen Moosried“ bleibt sie bestehen\.$/),
    ).toBeVisible()
  })
})
