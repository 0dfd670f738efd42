import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  anUnmatched,
  aSuggestion,
  lena,
  matchCall,
  matchedCall,
  openCorrection,
  renderCorrection,
  rowOf,
  takeSuggestion,
  togetherCall,
  undoActCall,
  unmatchedCall,
} from '#tests/support/data-correction.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { json, offline, refusal } from '#tests/support/wire.ts'
import type { MatchedAct, UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'

/** A person whose name and birthday match exactly one member. */
function sure(id: number, lastName: string, changes: Partial<UnmatchedPerson> = {}) {
  return anUnmatched({
    id,
    memberName: `${lastName}, Anna`,
    suggestions: [aSuggestion({ id: id + 1000, firstName: 'Anna', lastName })],
    isSure: true,
    ...changes,
  })
}

const abele = sure(1, 'Abele')
const buck = sure(2, 'Buck')
const matchedRow = (name: string) => rowOf(name).queryByText(/^Zugeordnet:/)
const allSure = (count: number) =>
  screen.findByRole('button', { name: `Alle sicheren übernehmen (${count})` })

fixToday()

describe('matching all sure suggestions together', () => {
  const done = json({ act: 7, linked: 4, left: [] })

  async function takeAll(wire = {}, people = [abele, lena, buck]) {
    const app = renderCorrection({
      [unmatchedCall]: [json(people), json([lena])],
      [togetherCall]: done,
      ...wire,
    })
    await app.person.click(await allSure(2))
    const dialog = within(await screen.findByRole('alertdialog', { name: '2 Personen zuordnen?' }))
    return { app, dialog, ok: () => app.person.click(dialog.getByRole('button', { name: 'OK' })) }
  }

  test('All sure suggestions are matched with one confirmation and one request; their rows are locked, and other rows stay open', async () => {
    const { app, ok } = await takeAll()
    expect(app.wire.sent(togetherCall)).toEqual([])
    await ok()
    const band = (await screen.findByText('2 Personen sind zugeordnet.')).closest('[tabindex]')
    expect(band).toHaveFocus()
    expect(app.wire.sent(togetherCall).map(({ body }) => body)).toEqual([
      {
        matches: [
          { id: 1, memberId: 1001 },
          { id: 2, memberId: 1002 },
        ],
      },
    ])
    for (const name of ['Abele, Anna', 'Buck, Anna']) {
      expect(matchedRow(name)).toBeVisible()
      expect(rowOf(name).getByRole('combobox')).toBeDisabled()
    }
    expect(rowOf('Eberle, Lena').getByRole('combobox')).toBeEnabled()
    expect(screen.queryByRole('button', { name: /^Alle sicheren/ })).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Teilnehmer 2 von 3 zugeordnet' })).toBeVisible()
  })

  test('Suggestions that were matched together are undone with one click and can be matched again', async () => {
    const { app, ok } = await takeAll({
      [unmatchedCall]: [json([abele, lena, buck]), json([lena]), json([abele, lena, buck])],
      [undoActCall]: json({ unlinked: 4, left: [] }),
    })
    await ok()
    await app.person.click(await screen.findByRole('button', { name: 'Alle rückgängig' }))
    expect(await allSure(2)).toHaveFocus()
    expect(app.wire.sent('POST /api/participation/matched/7/undo')).toHaveLength(1)
    expect(matchedRow('Abele, Anna')).not.toBeInTheDocument()
    expect(rowOf('Abele, Anna').getByText('Die Zuordnung ist aufgehoben.')).toBeVisible()
    expect(screen.queryByText(/sind zugeordnet/)).not.toBeInTheDocument()
    // A suggestion taken alone does not show the message for several.
    const [one] = rowOf('Abele, Anna').getAllByRole('button', { name: /^Diesem Mitglied/ })
    await app.person.click(one as HTMLElement)
    await waitFor(() => expect(matchedRow('Abele, Anna')).toBeVisible())
    expect(screen.queryByText(/ist zugeordnet\.$/)).not.toBeInTheDocument()
  })

  test('After all sure suggestions are matched, enrolments for a parade in which the member is already enrolled stay unmatched, and the row lists the parade', async () => {
    const [moosried, jubilee] = abele.parades
    const { ok } = await takeAll({
      [unmatchedCall]: [
        json([abele, lena, buck]),
        json([lena, { ...abele, id: 0, parades: [jubilee] }, { ...buck, parades: buck.parades }]),
      ],
      [togetherCall]: json({ act: 7, linked: 1, left: [moosried?.id, jubilee?.id] }),
    })
    await ok()
    await screen.findByText('1 Person ist zugeordnet.')
    expect(matchedRow('Abele, Anna')).toBeVisible()
    expect(rowOf('Abele, Anna').getByText(/schon angemeldet für „Jubiläumsumzug“/)).toBeVisible()
    expect(matchedRow('Buck, Anna')).not.toBeInTheDocument()
    expect(rowOf('Buck, Anna').getByText(/schon angemeldet für „Ringtreffen/)).toBeVisible()
  })

  test('Rejected suggestions show the reason (409) and lock no row', async () => {
    const { app, dialog, ok } = await takeAll({
      [togetherCall]: [refusal(409, 'Conflict', 'Schon zugeordnet.'), offline, done],
    })
    await ok()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Das Mitglied konnte nicht zugeordnet werden.Schon zugeordnet.',
    )
    expect(matchedRow('Abele, Anna')).not.toBeInTheDocument()
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(await allSure(2)).toHaveFocus()
  })

  test('Without sure suggestions the button for matching them all is missing', async () => {
    await openCorrection()
    expect(screen.queryByRole('button', { name: /^Alle sicheren/ })).not.toBeInTheDocument()
  })
})

describe('a long list', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    sure(index + 1, `Nr${String(index + 1).padStart(2, '0')}`, { suggestions: [], isSure: false }),
  )
  const rowCount = () => screen.getAllByRole('row').length - 1

  test('A long list of unmatched people is shown 25 rows at a time, and the focus moves to the first new row', async () => {
    const { person } = renderCorrection({ [unmatchedCall]: json(many) })
    await screen.findByText('Nr01, Anna')
    expect(rowCount()).toBe(25)
    expect(screen.getByText('25 von 60 gezeigt')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Weitere 25 zeigen' }))
    expect(rowCount()).toBe(50)
    expect(screen.getByText('Nr26, Anna')).toHaveFocus()
    await person.click(screen.getByRole('button', { name: 'Die letzten 10 zeigen' }))
    expect(rowCount()).toBe(60)
    expect(screen.getByText('Nr51, Anna')).toHaveFocus()
    expect(screen.queryByText(/gezeigt$/)).not.toBeInTheDocument()
  })

  test('The unmatched people are searched by first or last name in either order', async () => {
    const { person } = renderCorrection({ [unmatchedCall]: json([...many, lena]) })
    await screen.findByText('Nr01, Anna')
    const search = screen.getByRole('searchbox', { name: 'Suchen' })
    await person.type(search, 'lena eb')
    expect(await screen.findByText('1 von 61 gefunden')).toBeVisible()
    expect(rowCount()).toBe(1)
    expect(rowOf('Eberle, Lena')).toBeDefined()
    await person.clear(search)
    await person.type(search, 'niemand')
    expect(await screen.findByText('Niemand gefunden')).toBeVisible()
  })
})

describe('the list of recent matches', () => {
  const at = '2026-11-21T12:42:00.000Z'
  const by = { id: 1, firstName: 'Sabine', lastName: 'Kächele' }
  const { suggestions: _, isSure: __, ...gruber } = anUnmatched()
  const entry = (act: number, changes: Partial<MatchedAct> = {}): MatchedAct => ({
    act,
    at,
    by,
    member: { id: 41, firstName: 'Annegret', lastName: 'Gruber', birthday: null },
    people: [gruber],
    ...changes,
  })
  const list = async () => {
    const heading = await screen.findByRole('heading', { level: 2, name: 'Zuletzt zugeordnet' })
    return within(heading.closest('section') as HTMLElement)
  }

  test('A recent match shows person, user and time; matches made together share one line that can be unfolded', async () => {
    const other = { ...gruber, id: 902, memberName: 'Buck, Anna', birthday: null }
    await openCorrection({
      [matchedCall]: json([
        entry(8),
        entry(7, { at: '2026-11-19T08:05:00.000Z' }),
        entry(7, {
          at: '2026-11-19T08:05:00.000Z',
          member: { id: 42, firstName: 'Anna', lastName: 'Buck', birthday: null },
          people: [other],
        }),
      ]),
    })
    const matched = await list()
    const [first, second] = (await matched.findAllByRole('button')).map(
      (button) => button.closest('li')?.textContent,
    )
    expect(first).toBe(
      'Gruber, Annegrete (14.03.1968) ist Gruber, AnnegretRingtreffen Moosried (10.01.2027), Jubiläumsumzug (17.01.2027)Heute, 13:42 Uhr, Sabine KächeleRückgängig',
    )
    expect(second).toMatch(
      /^2 PersonenGruber, Annegrete.*Buck, Anna {2}ist Buck, Anna.*19\.11\.2026, 09:05 Uhr/,
    )
    expect(matched.getByRole('button', { name: 'Rückgängig: 2 Personen' })).toBeVisible()
  })

  test('Undoing a match of an earlier visit lists the person as unmatched again', async () => {
    const { person, wire } = renderCorrection({
      [unmatchedCall]: [json([]), json([anUnmatched()])],
      [matchedCall]: [json([entry(8)]), json([])],
      [undoActCall]: json({ unlinked: 2, left: [] }),
    })
    expect(await screen.findByText('Alles zugeordnet')).toBeVisible()
    await person.click(await screen.findByRole('button', { name: 'Rückgängig: Gruber, Annegrete' }))
    expect(await screen.findByText('Aufgehoben: Gruber, Annegrete.')).toHaveFocus()
    expect(rowOf('Gruber, Annegrete').getByRole('combobox')).toBeEnabled()
    expect(wire.sent('POST /api/participation/matched/8/undo')).toHaveLength(1)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^Rückgängig: Gruber/ })).not.toBeInTheDocument(),
    )
  })

  test('After a match of this visit is undone, its row is open again and other rows are unchanged', async () => {
    const app = await openCorrection({
      [unmatchedCall]: [json([anUnmatched(), lena]), json([anUnmatched(), lena])],
      [matchedCall]: [json([]), json([entry(8)]), json([])],
      [matchCall]: json({ linked: 2, left: [] }),
      [undoActCall]: json({ unlinked: 2, left: [] }),
    })
    await takeSuggestion(app)
    await waitFor(() => expect(matchedRow('Gruber, Annegrete')).toBeVisible())
    await app.person.click(
      await screen.findByRole('button', { name: 'Rückgängig: Gruber, Annegrete' }),
    )
    await waitFor(() => expect(matchedRow('Gruber, Annegrete')).not.toBeInTheDocument())
    expect(rowOf('Gruber, Annegrete').getByRole('combobox')).toBeEnabled()
    expect(screen.getAllByRole('row')).toHaveLength(3)
  })

  test('If a recent match is undone only in part, the parades that remain matched are listed', async () => {
    const { person } = await openCorrection({
      [matchedCall]: json([entry(8)]),
      [undoActCall]: json({ unlinked: 0, left: [12] }),
    })
    await person.click(await screen.findByRole('button', { name: 'Rückgängig: Gruber, Annegrete' }))
    expect(
      await screen.findByText(
        'Für „Jubiläumsumzug“ bleibt die Zuordnung bestehen: Unter diesem Namen steht dort inzwischen jemand.',
      ),
    ).toBeVisible()
  })

  test('A recent match that cannot be undone shows an error', async () => {
    const { person } = await openCorrection({
      [matchedCall]: json([entry(8)]),
      [undoActCall]: offline,
    })
    await person.click(await screen.findByRole('button', { name: 'Rückgängig: Gruber, Annegrete' }))
    expect(await (await list()).findByRole('alert')).toHaveTextContent(
      'Die Zuordnung konnte nicht rückgängig gemacht werden.',
    )
  })

  test('If the recent matches fail to load, the list above them can still be used', async () => {
    await openCorrection({ [matchedCall]: refusal(500, 'InternalError') })
    expect(await (await list()).findByRole('alert')).toHaveTextContent(
      'Die letzten Zuordnungen konnten nicht geladen werden',
    )
    expect(rowOf('Eberle, Lena').getByRole('combobox')).toBeEnabled()
  })
})
