import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  createCall,
  matchCall,
  newMemberButton,
  openCorrection,
  rowOf,
} from '#tests/support/data-correction.ts'
import { aStoredMember } from '#tests/support/member-details.ts'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'

const lena = 'Eberle, Lena'
const spec = 'Das Mitglied konnte nicht neu angelegt werden.'
const created = json(aStoredMember({ id: 500, firstName: 'Lena', lastName: 'Eberle' }), 201)
const exists = refusal(409, 'MemberExists', 'Es gibt schon ein Mitglied, das so heißt.', {
  candidates: [
    {
      id: 60,
      firstName: 'Lena',
      lastName: 'Eberle',
      birthday: null,
      membershipState: 'Left',
    },
  ],
})

async function createLena(wire: WireTable = {}) {
  const app = await openCorrection(wire)
  await app.person.click(newMemberButton(lena))
  return app
}

const question = () => screen.findByRole('alertdialog', { name: 'Gibt es dieses Mitglied schon?' })

describe('creating a passive member from an enrolment', () => {
  test("After a member is created from an enrolment, the enrolment's row shows a link to the member's page and its button is disabled", async () => {
    const { wire } = await createLena()
    const result = await rowOf(lena).findByText(/^Neu angelegt:/)
    expect(within(result).getByRole('link', { name: lena })).toHaveAttribute(
      'href',
      '/members/details/500',
    )
    expect(newMemberButton(lena)).toBeDisabled()
    const [call] = wire.calls.filter(({ method }) => method === 'POST')
    expect(call?.path).toBe('/api/participation/901/member/create')
    expect(call?.body).toBeUndefined()
    expect(call?.query.get('allowDuplicate')).toBeNull()
  })

  test('A new member can be chosen in the other rows', async () => {
    const made = aMemberRow({ id: 500, firstName: 'Lena', lastName: 'Eberle' })
    const { person, wire } = await createLena({ 'GET /api/member': [json([]), json([made])] })
    await rowOf(lena).findByText(/^Neu angelegt:/)
    await waitFor(() => expect(wire.sent('GET /api/member')).toHaveLength(2))
    await person.type(rowOf('Gruber, Annegrete').getByRole('combobox'), 'eberle')
    expect(await rowOf('Gruber, Annegrete').findByRole('option', { name: /Eberle/ })).toBeVisible()
  })

  test('A member that could not be created (500) shows an error in the row', async () => {
    await createLena({ [createCall]: refusal(500, 'InternalError', 'Etwas ist schiefgegangen.') })
    const alert = await rowOf(lena).findByRole('alert')
    expect(alert).toHaveTextContent(spec)
    expect(alert).toHaveTextContent('Etwas ist schiefgegangen.')
    expect(newMemberButton(lena)).toBeEnabled()
  })

  test('When the match is undone, the member created for it still exists', async () => {
    const { person } = await createLena({ [matchCall]: json({ linked: 1, left: [] }) })
    await person.click(await rowOf(lena).findByRole('button', { name: 'Rückgängig' }))
    expect(
      await rowOf(lena).findByText(
        'Die Zuordnung ist aufgehoben. Das Mitglied Eberle, Lena gibt es weiterhin.',
      ),
    ).toBeVisible()
  })
})

describe('a new member with an existing name', () => {
  test('Before a member of an existing name is created, a question is asked, and cancelling it sends nothing', async () => {
    const { person, wire } = await createLena({ [createCall]: exists })
    const dialog = within(await question())
    expect(dialog.getByText(lena)).toBeVisible()
    expect(dialog.getByText('Ausgetreten')).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(newMemberButton(lena)).toHaveFocus()
    expect(wire.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('The member is created after confirming that it is another person', async () => {
    const { person, wire } = await createLena({ [createCall]: [exists, created] })
    await person.click(within(await question()).getByRole('button', { name: 'Trotzdem anlegen' }))
    expect(await rowOf(lena).findByText(/^Neu angelegt:/)).toBeVisible()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    const [, call] = wire.sent('POST /api/participation/901/member/create')
    expect(call?.query.get('allowDuplicate')).toBe('true')
  })

  test('The enrolment can be matched to the existing member instead', async () => {
    const { person, wire } = await createLena({
      [createCall]: exists,
      [matchCall]: json({ linked: 1, left: [] }),
    })
    await person.click(
      within(await question()).getByRole('button', { name: 'Diesem Mitglied zuordnen' }),
    )
    expect(await rowOf(lena).findByText(/^Zugeordnet:/)).toBeVisible()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    const [call] = wire.sent('POST /api/participation/901/member')
    expect(call?.body).toEqual({ memberId: 60 })
  })

  test('A rejection (409) after the question about a namesake is shown in the row', async () => {
    const { person } = await createLena({
      [createCall]: [exists, refusal(409, 'Conflict', 'Schon zugeordnet.')],
    })
    await person.click(within(await question()).getByRole('button', { name: 'Trotzdem anlegen' }))
    const alert = await rowOf(lena).findByRole('alert')
    expect(alert).toHaveTextContent(spec)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
})
