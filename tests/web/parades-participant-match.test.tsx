import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { baisch, oettinger, gruber as storedGruber, zoller } from '#tests/support/member-rows.ts'
import { choose, openParticipants, participantsCall } from '#tests/support/parade-page.ts'
import { aParticipation } from '#tests/support/parade-rows.ts'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'

const matchCall = 'POST /api/participation/:id/member'
const sentCall = 'POST /api/participation/1/member'
const gruber = aParticipation({ memberId: storedGruber.id })
const guest = aParticipation({ id: 2, memberId: null, memberName: 'Gast, Wendelin' })
const third = aParticipation({ id: 3, memberId: 44, memberName: 'Kopp, Finn' })
const matched = json({ linked: 2, left: [] })

async function open(wire: WireTable = {}, name = 'Gruber, Annegret', item = 'Zuordnung ändern …') {
  const app = await openParticipants({
    wire: {
      [participantsCall]: json([gruber, guest, third]),
      'GET /api/member': json([zoller, storedGruber, oettinger, baisch]),
      [matchCall]: matched,
      ...wire,
    },
  })
  await choose(app.person, name, item)
  const dialog = within(await screen.findByRole('dialog'))
  const ok = dialog.getByRole('button', { name: 'OK' })
  const pick = async (typed: string) => {
    await waitFor(() => expect(dialog.getByRole('combobox')).toBeEnabled())
    await app.person.type(dialog.getByRole('combobox'), typed)
    await app.person.click(await screen.findByRole('option'))
  }
  return { ...app, dialog, ok, pick }
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const bodies = ({ wire }: Awaited<ReturnType<typeof open>>) =>
  wire.sent(sentCall).map(({ body }) => body)

describe('the match of a participant', () => {
  test('A participation can be matched to another member, and then the list is loaded again', async () => {
    const app = await open()
    expect(
      app.dialog.getByText(/^Zugeordnet ist Annegret Gruber\. Die Änderung gilt/),
    ).toBeVisible()
    expect(app.ok).toBeDisabled()
    await app.pick('öttinger')
    await app.person.click(app.ok)
    await gone()
    expect(bodies(app)).toEqual([{ memberId: oettinger.id, instead: storedGruber.id }])
    expect(screen.getByText('Zuordnung geändert')).toBeVisible()
    await waitFor(() =>
      expect(app.wire.sent('GET /api/parade/7/participation').length).toBeGreaterThan(1),
    )
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Gruber, Annegret: Aktionen' })).toHaveFocus(),
    )
  })

  test('A participation can be detached from its member', async () => {
    const app = await open()
    await app.person.click(app.dialog.getByLabelText('Keinem Mitglied zuordnen'))
    expect(app.dialog.queryByRole('combobox')).not.toBeInTheDocument()
    await app.person.click(app.ok)
    await gone()
    expect(bodies(app)).toEqual([{ memberId: null, instead: storedGruber.id }])
  })

  test('The member to whom a participation is matched cannot be chosen', async () => {
    const app = await open()
    await waitFor(() => expect(app.dialog.getByRole('combobox')).toBeEnabled())
    await app.person.type(app.dialog.getByRole('combobox'), 'gruber')
    expect(await app.dialog.findAllByText('Kein Mitglied gefunden')).not.toEqual([])
  })

  test('If a match could not be changed in two other parades, the message says so with their number', async () => {
    const app = await open({ [matchCall]: json({ linked: 1, left: [12, 13] }) })
    await app.pick('öttinger')
    await app.person.click(app.ok)
    await gone()
    expect(
      screen.getByText('Zuordnung geändert, in 2 Umzügen blieb sie, wie sie war'),
    ).toBeVisible()
  })

  test.each([
    ['the member takes part already', 'member', /^Dieses Mitglied ist für den Umzug schon/],
    ['the given name is taken', 'nobody', /^Unter dem Namen, der bei der Anmeldung/],
  ] as const)(
    'If a match cannot be changed (%s), the reason is shown in the dialog',
    async (_, whom, words) => {
      const app = await open({ [matchCall]: json({ linked: 0, left: [7] }) })
      if (whom === 'member') await app.pick('öttinger')
      else await app.person.click(app.dialog.getByLabelText('Keinem Mitglied zuordnen'))
      await app.person.click(app.ok)
      expect(await app.dialog.findByText(words)).toBeVisible()
    },
  )

  test('If another user has changed the match (409), the reason is shown and the chosen member stays', async () => {
    const reason = 'Diese Teilnahme ist schon einem Mitglied zugeordnet.'
    const app = await open({ [matchCall]: refusal(409, 'Conflict', reason) })
    await app.pick('öttinger')
    await app.person.click(app.ok)
    expect(await app.dialog.findByRole('alert')).toHaveTextContent(
      `Die Zuordnung konnte nicht geändert werden.${reason}`,
    )
    expect(app.dialog.getByRole('combobox')).toHaveValue('Öttinger, Leonie')
  })
})

test('An unmatched participant can be matched to a member', async () => {
  const app = await open({}, 'Gast, Wendelin', 'Mitglied zuordnen …')
  expect(app.dialog.queryByRole('radio')).not.toBeInTheDocument()
  await app.pick('öttinger')
  await app.person.click(app.ok)
  await gone()
  expect(app.wire.sent('POST /api/participation/2/member').map(({ body }) => body)).toEqual([
    { memberId: oettinger.id, instead: null },
  ])
})
