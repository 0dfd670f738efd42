import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aStoredMember } from '#tests/support/member-details.ts'
import {
  bodies,
  field,
  openDetails,
  openStoredMember,
  saveButton,
  saveCall,
} from '#tests/support/member-pages.ts'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { json, refusal } from '#tests/support/wire.ts'

const person = (id: number, firstName: string) => {
  return { id, firstName, lastName: 'Gruber', birthday: null }
}
const members = json([
  aMemberRow({ id: 41, firstName: 'Annegret' }),
  aMemberRow({ id: 42, firstName: 'Max' }),
  aMemberRow({ id: 43, firstName: 'Xaver', membershipState: 'Died' }),
  aMemberRow({ id: 44, firstName: 'Rosa' }),
])
const stored = (payerId: number | null) => json(aStoredMember({ payerId }))
const familyCall = 'GET /api/member/:id/family'

describe('the payer in the form of a member', () => {
  test('All members can be chosen as payer except the member itself and the dead', async () => {
    const app = await openStoredMember({ 'GET /api/member': members })
    await app.person.type(field('Zahler'), 'Gruber')
    const list = within(screen.getByRole('listbox', { name: 'Mitglieder' }))
    expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual([
      expect.stringMatching(/^Gruber, Max/),
      expect.stringMatching(/^Gruber, Rosa/),
    ])
    await app.person.click(list.getByRole('option', { name: /Max/ }))
    expect(field('Zahler')).toHaveValue('Gruber, Max')
    await app.person.click(saveButton())
    await waitFor(() => expect(bodies(app, saveCall)).toHaveLength(1))
    expect(bodies(app, saveCall)[0]).toMatchObject({ payerId: 42, before: { payerId: null } })
  })

  test('The form shows the stored payer; with an empty field the member pays the fee', async () => {
    const app = await openStoredMember({
      'GET /api/member': members,
      'GET /api/member/:id': stored(42),
    })
    await waitFor(() => expect(field('Zahler')).toHaveValue('Gruber, Max'))
    await app.person.clear(field('Zahler'))
    expect(field('Zahler')).toHaveAttribute('placeholder', 'zahlt selbst')
    await app.person.click(saveButton())
    await waitFor(() => expect(bodies(app, saveCall)[0]).toMatchObject({ payerId: null }))
  })

  test('A name typed as payer without choosing a member is reported, and saved only once one is chosen or the field is empty', async () => {
    const app = await openStoredMember({
      'GET /api/member': members,
      'GET /api/member/:id': stored(42),
    })
    await waitFor(() => expect(field('Zahler')).toHaveValue('Gruber, Max'))
    await app.person.clear(field('Zahler'))
    await app.person.type(field('Zahler'), 'Ros')
    await app.person.tab()
    await app.person.click(saveButton())
    await waitFor(() =>
      expect(field('Zahler')).toHaveAccessibleDescription(
        expect.stringContaining('Wähle das Mitglied aus der Liste oder leere das Feld.'),
      ),
    )
    expect(bodies(app, saveCall)).toEqual([])
    expect(field('Zahler')).toHaveValue('Ros')
    await app.person.click(field('Zahler'))
    await app.person.click(await screen.findByRole('option', { name: /Rosa/ }))
    await app.person.click(saveButton())
    await waitFor(() => expect(bodies(app, saveCall)[0]).toMatchObject({ payerId: 44 }))
  })

  test('If the chosen member cannot be the payer (422), the reason is shown beside the field', async () => {
    const message = 'Für Max Gruber zahlt schon Rosa Gruber.'
    const app = await openStoredMember({
      'GET /api/member': members,
      [saveCall]: refusal(422, 'PayerImpossible', message, { fields: { payerId: message } }),
    })
    await app.person.type(field('Zahler'), 'Max{Enter}')
    await app.person.click(saveButton())
    await waitFor(() =>
      expect(field('Zahler')).toHaveAccessibleDescription(expect.stringContaining(message)),
    )
  })

  test('If two users chose different payers (409), the conflict shows both names', async () => {
    const conflict = { field: 'payerId', stored: 44, yours: 42, at: null, by: null }
    const app = await openStoredMember({
      'GET /api/member': members,
      [saveCall]: refusal(409, 'ChangedMeanwhile', 'Inzwischen geändert', {
        conflicts: [conflict],
      }),
    })
    await app.person.type(field('Zahler'), 'Max{Enter}')
    await app.person.click(saveButton())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Inzwischen geändert' }))
    expect(dialog.getByText('Max Gruber')).toBeVisible()
    expect(dialog.getByText('Rosa Gruber')).toBeVisible()
  })
})

describe('the payer on the page of a member', () => {
  test('The page of a member shows a link to the payer, and whose account is used', async () => {
    openDetails({
      'GET /api/member/:id': stored(42),
      [familyCall]: json({ payer: person(42, 'Max'), payees: [] }),
    })
    const links = await screen.findAllByRole('link', { name: 'Max Gruber' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/members/details/42',
      '/members/details/42',
    ])
    expect(screen.getByText(/vom Konto des Zahlers eingezogen/)).toBeVisible()
    expect(screen.getByText('für das Jahr 2026', { exact: false })).not.toHaveTextContent(
      'per Lastschrift',
    )
  })

  test('The page of a payer lists the members whose fees are paid', async () => {
    openDetails({
      [familyCall]: json({ payer: null, payees: [person(42, 'Max'), person(44, 'Lisa')] }),
    })
    const line = await screen.findByText(/^Zahlt auch für/)
    expect(line).toHaveTextContent('Zahlt auch für Max Gruber, Lisa Gruber')
  })

  test('The exit dialog of a payer lists these members and says what happens to their fees', async () => {
    const { person: user } = openDetails({
      [familyCall]: json({ payer: null, payees: [person(42, 'Max'), person(44, 'Lisa')] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Austritt eintragen' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Austritt eintragen' }))
    expect(await dialog.findByText('Zahlt auch für Max Gruber, Lisa Gruber')).toBeVisible()
    expect(dialog.getByText(/^Das bleibt so/)).toBeVisible()
    await user.selectOptions(dialog.getByLabelText('Mitgliedsstatus'), 'Verstorben')
    expect(screen.getByText(/Bis dahin wird deren Beitrag nicht eingezogen/)).toBeVisible()
  })
})
