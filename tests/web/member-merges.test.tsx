import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
// Loaded before the first test looks for them: the router would fetch their code only then.
import '#web/members/duplicates-page.tsx'
import '#web/members/merge-page.tsx'
import { fixToday } from '#tests/support/fixed-today.ts'
import { aStoredMember } from '#tests/support/member-details.ts'
import { bodies, openAt, whereabouts } from '#tests/support/member-pages.ts'
import { json, noContent, refusal, type WireTable } from '#tests/support/wire.ts'
import { mergeFields } from '#worker/domain/merge.ts'
import type {
  DuplicateMember,
  DuplicatePair,
  Duplicates,
  MergePreview,
} from '#worker/merges/merges.contract.ts'

fixToday()

const one: DuplicateMember = {
  id: 41,
  firstName: 'Annegret',
  lastName: 'Gruber',
  maidenName: 'Häußler',
  birthday: '1968-03-14',
  memberNumber: 1187,
  membershipState: 'Active',
}
const other: DuplicateMember = { ...one, id: 99, birthday: null, memberNumber: 0, maidenName: '' }
const aPair: DuplicatePair = { members: [one, other], kind: 'withoutBirthday' }

const someDuplicates = (changes: Partial<Duplicates> = {}): Duplicates => ({
  pairs: [aPair],
  dismissed: [],
  hasMore: false,
  ...changes,
})

const { exit: _, ...stored } = aStoredMember()
const keptMember = { ...stored, phoneMobile: '', mandateReference: '' }
const removedRecord = {
  ...keptMember,
  id: 99,
  memberNumber: 7,
  phoneMobile: '0171 2',
  bankingIban: '',
  bankingSepaAllowed: false,
  bankingSepaAllowedDate: null,
  bankingBic: '',
  bankingBank: '',
  bankingAccountOwner: '',
}

const aPreview = (changes: Partial<MergePreview> = {}): MergePreview => ({
  kept: keptMember,
  gone: removedRecord,
  preset: {
    ...(Object.fromEntries(mergeFields.map((field) => [field, 'kept'])) as MergePreview['preset']),
    phoneMobile: 'gone',
  },
  mandates: { kept: 'M1187-20140312', gone: null },
  payers: { kept: null, gone: null },
  timespans: [{ from: '1986-01-01', to: null }],
  stands: [
    { choice: 'kept', paradesBefore: 40, paradesBeforeUntil: '2019-12-31', total: 43 },
    { choice: 'gone', paradesBefore: 0, paradesBeforeUntil: null, total: 4 },
    { choice: 'sum', paradesBefore: 40, paradesBeforeUntil: '2019-12-31', total: 43 },
  ],
  presetStand: 'kept',
  conflicts: ['Nachtumzug, 24.01.2026: Beide sind dabei.'],
  refusals: [],
  moves: { participations: 3, ownerships: 0, honors: 1, duties: 0, exits: 0, fees: 0 },
  seen: 'a1',
  ...changes,
})

const openDuplicates = (wire: WireTable = {}) =>
  openAt('/members/duplicates', {
    'GET /api/members/duplicates': json(someDuplicates()),
    'POST /api/members/duplicates/dismissed': noContent,
    'DELETE /api/members/duplicates/dismissed/:a/:b': noContent,
    ...wire,
  })

const mergeCall = 'POST /api/member/:id/merge'
const openMerge = (wire: WireTable = {}) =>
  openAt('/members/merge/41/99', {
    'GET /api/member/:id/merge': json(aPreview()),
    [mergeCall]: json({ mergeId: 5, keptId: 41, goneId: 99 }),
    'POST /api/members/merges/:id/undo': json({ mergeId: 5, keptId: 41, goneId: 99 }),
    ...wire,
  })

const group = (name: string) => within(screen.getByRole('group', { name }))
const mergeButton = () => screen.findByRole('button', { name: 'Zusammenführen' })

describe('possible duplicates', () => {
  test('Possible duplicates are shown side by side with the reason and a link to merge them', async () => {
    openDuplicates()
    await screen.findByRole('heading', { level: 2, name: /Vielleicht dieselbe Person/ })
    expect(screen.getByText('Gleicher Name, ein Geburtstag fehlt')).toBeVisible()
    expect(screen.getByText('geboren am 14.03.1968, Mädchenname Häußler, Nr. 1187')).toBeVisible()
    expect(screen.getByText('ohne Geburtstag')).toBeVisible()
    const link = screen.getByRole('link', {
      name: 'Zusammenführen: Gruber, Annegret und Gruber, Annegret',
    })
    expect(link).toHaveAttribute('href', '/members/merge/41/99')
  })

  test('If there are no possible duplicates, the page shows a note', async () => {
    openDuplicates({ 'GET /api/members/duplicates': json(someDuplicates({ pairs: [] })) })
    expect(await screen.findByText('Niemand steht doppelt da')).toBeVisible()
    expect(screen.queryByRole('heading', { name: /Kein Duplikat/ })).toBeNull()
  })

  test('"Kein Duplikat" is stored and can be undone', async () => {
    const app = openDuplicates()
    await app.person.click(await screen.findByRole('button', { name: /^Kein Duplikat:/ }))
    await screen.findByText('Kein Duplikat: gemerkt.')
    expect(bodies(app, 'POST /api/members/duplicates/dismissed')).toEqual([
      { memberId: 41, otherId: 99 },
    ])
    await app.person.click(screen.getByRole('button', { name: 'Rückgängig' }))
    await waitFor(() =>
      expect(app.wire.sent('DELETE /api/members/duplicates/dismissed/41/99')).toHaveLength(1),
    )
  })

  test('Two members marked as different people can be marked as possible duplicates again', async () => {
    const app = openDuplicates({
      'GET /api/members/duplicates': json(someDuplicates({ pairs: [], dismissed: [aPair] })),
    })
    await app.person.click(await screen.findByRole('button', { name: /^Doch fragen:/ }))
    await screen.findByText('Wird wieder gefragt.')
    expect(app.wire.sent('DELETE /api/members/duplicates/dismissed/41/99')).toHaveLength(1)
  })
})

describe('merging two records', () => {
  test('A merge offers only the values that differ, chooses the filled one, and offers the bank data as a whole', async () => {
    openMerge()
    await mergeButton()
    expect(group('Mobil').getByRole('radio', { name: /^0171 2/ })).toBeChecked()
    expect(group('Mitgliedsnummer').getByRole('radio', { name: /^1187/ })).toBeChecked()
    const bank = group('Bankdaten').getByRole('radio', { name: /Referenz M1187-20140312/ })
    expect(bank).toBeChecked()
    expect(group('Bankdaten').getByRole('radio', { name: /^Kein Eintrag/ })).not.toBeChecked()
    expect(screen.queryByRole('group', { name: 'Telefon' })).toBeNull()
    expect(screen.getByText('Nachtumzug, 24.01.2026: Beide sind dabei.')).toBeVisible()
    expect(
      screen.getByText('Von Annegret Gruber kommt dazu: 3 Teilnahmen und 1 Ehrung.'),
    ).toBeVisible()
    expect(screen.getByRole('radio', { name: /danach 4 Sprünge/ })).not.toBeChecked()
  })

  test('After a merge with the chosen values the remaining member is shown, and the merge can be undone', async () => {
    const app = openMerge()
    await mergeButton()
    await app.person.click(group('Mitgliedsnummer').getByRole('radio', { name: /^7/ }))
    await app.person.click(screen.getByRole('radio', { name: /Beide zusammen/ }))
    await app.person.click(await mergeButton())
    await screen.findByText('Zusammengeführt.')
    expect(bodies(app, 'POST /api/member/41/merge')).toEqual([
      { goneId: 99, fields: { memberNumber: 'gone' }, paradesBefore: 'sum', seen: 'a1' },
    ])
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    await app.person.click(screen.getByRole('button', { name: 'Rückgängig' }))
    await screen.findByText('Es sind wieder zwei Einträge.')
    expect(app.wire.sent('POST /api/members/merges/5/undo')).toHaveLength(1)
  })

  test('The record that remains after a merge can be chosen', async () => {
    const app = openMerge()
    await mergeButton()
    const both = group('Welcher Eintrag bleibt?')
    expect(both.getByRole('radio', { name: /Nr\. 1187/ })).toBeChecked()
    await app.person.click(both.getByRole('radio', { name: /Nr\. 7/ }))
    await waitFor(() => expect(whereabouts(app)).toBe('/members/merge/99/41'))
    await waitFor(() => expect(app.wire.sent('GET /api/member/99/merge')).toHaveLength(1))
  })

  test('If a merge is not possible, the reasons are shown and the button is disabled', async () => {
    const refusals = ['Umzug, 24.01.2026: Beide Plätze sind online bezahlt.']
    openMerge({ 'GET /api/member/:id/merge': json(aPreview({ refusals })) })
    expect(await mergeButton()).toBeDisabled()
    expect(screen.getByRole('alert')).toHaveTextContent(refusals[0] ?? '')
  })

  test('If a record has changed since it was loaded (409), the merge is sent with the new state after loading again', async () => {
    const app = openMerge({ [mergeCall]: refusal(409, 'Conflict', 'Seit Du nachgesehen hast.') })
    await app.person.click(await mergeButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('Seit Du nachgesehen hast.')
    app.wire.answer({ 'GET /api/member/:id/merge': json(aPreview({ seen: 'b2' })) })
    await app.person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await app.person.click(await mergeButton())
    expect(bodies(app, 'POST /api/member/41/merge').at(-1)).toMatchObject({ seen: 'b2' })
  })

  test('A rejected merge (409) shows the reasons', async () => {
    const app = openMerge({
      [mergeCall]: refusal(409, 'MergeRefused', 'Geht nicht.', {
        reasons: ['Eine Zahlung läuft.'],
      }),
    })
    await app.person.click(await mergeButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('Eine Zahlung läuft.')
  })

  test('If a record of the merge was deleted (404), the page says that the member does not exist', async () => {
    openMerge({ 'GET /api/member/:id/merge': refusal(404, 'NotFound') })
    expect(await screen.findByText('Dieses Mitglied gibt es nicht')).toBeVisible()
  })
})

describe('after a merge', () => {
  test('The address of the merged record leads to the remaining one', async () => {
    const app = openAt('/members/details/99', {
      'GET /api/member/:id': ({ params }) =>
        params.id === '99'
          ? Response.json(
              { error: { code: 'NotFound', message: '', mergedInto: 41 } },
              { status: 404 },
            )
          : Response.json(aStoredMember()),
    })
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    await screen.findByRole('heading', { level: 1, name: /^Annegret Gruber/ })
  })

  const history = (at: string, undo = 'never') =>
    json({
      entries: [
        {
          requestId: 'r1',
          at,
          via: 'import',
          by: { id: 2, firstName: 'Sabine', lastName: 'Kächele' },
          act: 'POST /api/member/:id/merge',
          lines: [
            {
              entity: 'merge',
              entityId: 5,
              op: 'event',
              changes: { goneId: [null, 99], goneName: [null, 'Anne Gruber'] },
            },
          ],
          undo,
        },
      ],
      next: null,
      names: { member: {}, costume: {}, parade: {} },
      about: { r1: { member: [41], costume: [], parade: [] } },
    })
  const now = new Date().toISOString()

  test('If the server rejects the undo of a merge (409), the history shows the reasons', async () => {
    const reasons = ['Die Daten des Mitglieds wurden seither geändert.']
    const app = openAt('/members/details/41', {
      'GET /api/history': history(now),
      'POST /api/members/merges/:id/undo': refusal(409, 'MergeRefused', 'Nein.', { reasons }),
    })
    expect(await screen.findByText('Zusammengeführt mit Anne Gruber')).toBeVisible()
    const button = screen.getByRole('button', {
      name: 'Zusammenführung mit Anne Gruber zurücknehmen',
    })
    await app.person.click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent(reasons[0] ?? '')
  })

  test.each([
    ['after 30 days', '2001-01-01T00:00:00.000Z', 'never', 'Älter als 30 Tage'],
    ['once the merge is undone', now, 'undone', 'Rückgängig gemacht'],
  ])('No undo of a merge is offered %s', async (_, at, undo, words) => {
    openAt('/members/details/41', { 'GET /api/history': history(at, undo) })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: /zurücknehmen$/ })).toBeNull()
  })
})
