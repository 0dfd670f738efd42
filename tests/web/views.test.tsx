import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { aMemberRow, baisch, gruber, oettinger, zoller } from '#tests/support/member-rows.ts'
import { openMembers, shownNames } from '#tests/support/members-page.tsx'
import { json, noContent, refusal } from '#tests/support/wire.ts'
import { applyView, viewSearchOf } from '#web/views/saved-views.tsx'
import type { Role } from '#worker/domain/codes.ts'
import type { SavedView } from '#worker/views/views.contract.ts'

const path = '/members'
const call = 'GET /api/view'

function aView(changes: Partial<SavedView> = {}): SavedView {
  return {
    id: 7,
    grid: 'members',
    name: 'Passive',
    search: '?filter.membershipState=Passive',
    shared: false,
    own: true,
    ...changes,
  }
}

const strip = () => screen.getByRole('region', { name: 'Ansichten' })
const chip = (name: string | RegExp) => within(strip()).findByRole('button', { name })
const chipNames = () =>
  within(strip())
    .getAllByRole('button')
    .filter((one) => one.hasAttribute('aria-pressed'))
    .map((one) => one.textContent)
const pressed = () =>
  within(strip())
    .queryAllByRole('button', { pressed: true })
    .map((one) => one.textContent)

describe('a view of a list', () => {
  test('A click applies a view, which is marked while the list matches it; "Back" undoes the choice', async () => {
    const { person, router } = await openMembers({ wire: { [call]: json([aView()]) } })
    await chip('Passive')
    expect(pressed()).toEqual(['Alle'])
    await person.click(await chip('Passive'))
    await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang']))
    expect(pressed()).toEqual(['Passive'])
    await person.type(screen.getByRole('searchbox'), 'gru')
    await waitFor(() => expect(pressed()).toEqual([]))
    await person.click(await chip('Alle'))
    await waitFor(() => expect(shownNames()).toHaveLength(4))
    expect(screen.getByRole('searchbox')).toHaveValue('')
    await router.navigate(-1)
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('gru'))
  })

  test('Views of another list are not shown, and a shared view is shown with its author', async () => {
    const views = [
      aView({ id: 1, name: 'Kleider ohne Besitzer', grid: 'costumes' }),
      aView({ id: 2, name: 'Unsere', own: false, shared: true, by: 'Jörg Dorn' }),
      aView({ id: 3, name: 'Geteilte', shared: true }),
    ]
    await openMembers({ wire: { [call]: json(views) } })
    await chip(/^Unsere/)
    expect(chipNames().slice(-2)).toEqual(['Unsere von Jörg Dorn', 'Geteilte für alle'])
    expect(chipNames()).not.toContain('Kleider ohne Besitzer')
  })

  test('A read-only user cannot change a shared view of another user', async () => {
    const shared = aView({ own: false, shared: true, by: 'Jörg Dorn' })
    await openMembers({ wire: { [call]: json([shared]) }, roles: ['readonly'] })
    await chip(/^Passive/)
    expect(screen.queryByRole('button', { name: 'Ansicht „Passive“ ändern' })).toBeNull()
  })

  test('If the views fail to load, the built-in ones are shown, and the others can be loaded again', async () => {
    const wire = { [call]: [refusal(500, 'InternalError'), json([aView()])] }
    const { person } = await openMembers({ wire })
    const again = await screen.findByRole('button', { name: /noch einmal$/ })
    expect(chipNames()).toContain('Aktive')
    await person.click(again)
    expect(await chip('Passive')).toBeVisible()
  })
})

describe('columns chosen by hand', () => {
  afterEach(() => localStorage.removeItem('grid.members'))

  test('With columns chosen by hand "Alle" is marked, and a built-in view shows these columns again after a saved view', async () => {
    const phones = aView({ name: 'Telefone', search: '?columns=phone' })
    const { person } = await openMembers({ wire: { [call]: json([phones]) } })
    await chip('Telefone')
    await person.click(screen.getByRole('button', { name: 'Spalten' }))
    await person.click(await screen.findByRole('switch', { name: 'Ort' }))
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('columnheader', { name: 'Ort' })).toBeVisible())
    expect(pressed()).toEqual(['Alle'])
    await person.click(await chip('Telefone'))
    await waitFor(() => expect(pressed()).toEqual(['Telefone']))
    await person.click(await chip('Aktive'))
    await waitFor(() => expect(pressed()).toEqual(['Aktive']))
    expect(screen.getByRole('columnheader', { name: 'Ort' })).toBeVisible()
  })
})

describe('saving a view', () => {
  test('A view stores search, filters, order and columns, but not the page', async () => {
    const saved = aView({ id: 8, name: 'Gruber' })
    const { person, wire } = await openMembers({
      path: `${path}?q=gru&sort=-birthday&filter.membershipState=Active&size=50&density=compact`,
      wire: { [call]: [json([]), json([saved])], 'POST /api/view': json(saved, 201) },
    })
    await person.click(await screen.findByRole('button', { name: 'Ansicht speichern' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ansicht speichern' })
    const name = within(dialog).getByRole('textbox', { name: 'Name' })
    expect(name).toHaveFocus()
    await person.type(name, 'Gruber')
    await person.click(within(dialog).getByRole('checkbox', { name: 'Für alle' }))
    await person.click(within(dialog).getByRole('button', { name: 'Speichern' }))
    expect(await screen.findByText('Ansicht „Gruber“ gespeichert')).toBeVisible()
    expect(wire.sent('POST /api/view')[0]?.body).toEqual({
      grid: 'members',
      name: 'Gruber',
      shared: true,
      search: '?filter.membershipState=Active&q=gru&sort=-birthday',
    })
    expect(await chip('Gruber')).toBeVisible()
  })

  test('If the name of a view is in use (409), an error is shown beside the field and the input stays', async () => {
    const message = 'Eine Ansicht mit diesem Namen hast Du schon.'
    const { person } = await openMembers({
      wire: {
        'POST /api/view': refusal(409, 'ViewExists', message, { fields: { name: message } }),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Ansicht speichern' }))
    await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'Passive{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(message),
    )
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Passive')
  })
})

describe('the menu of a view', () => {
  const put = 'PUT /api/view/7'
  const open = async (view: SavedView, more: object, at = path) => {
    const app = await openMembers({ path: at, wire: { [call]: json([view]), ...more } })
    const button = await screen.findByRole('button', { name: `Ansicht „${view.name}“ ändern` })
    await app.person.click(button)
    return app
  }
  const choose = async (person: { click: (item: HTMLElement) => Promise<void> }, name: string) =>
    person.click(await screen.findByRole('menuitem', { name }))

  test('Overwriting a view sends the current list, and the loaded state so that the server can detect conflicts', async () => {
    const { person, wire } = await open(aView(), { [put]: json(aView()) }, `${path}?q=gru`)
    await choose(person, 'Mit jetziger Auswahl überschreiben')
    expect(await screen.findByText('Ansicht „Passive“ überschrieben')).toBeVisible()
    expect(wire.sent(put)[0]?.body).toEqual({
      search: '?q=gru',
      before: { search: '?filter.membershipState=Passive' },
    })
  })

  test('Renaming a view sends the new name, and the loaded one so that the server can detect conflicts', async () => {
    const { person, wire } = await open(aView(), { [put]: json(aView({ name: 'Stille' })) })
    await choose(person, 'Umbenennen')
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await person.clear(name)
    await person.type(name, 'Stille{Enter}')
    expect(await screen.findByText('Ansicht umbenannt')).toBeVisible()
    expect(wire.sent(put)[0]?.body).toEqual({ name: 'Stille', before: { name: 'Passive' } })
  })

  test('A read-only user can delete an own view and then undo that', async () => {
    const { person, wire } = await openMembers({
      roles: ['readonly'],
      wire: {
        [call]: [json([aView()]), json([]), json([aView({ id: 9 })])],
        'DELETE /api/view/7': noContent,
        'POST /api/view': json(aView({ id: 9 }), 201),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Ansicht „Passive“ ändern' }))
    await choose(person, 'Löschen')
    expect(await screen.findByText('Ansicht „Passive“ gelöscht')).toBeVisible()
    await waitFor(() => expect(chipNames()).not.toContain('Passive'))
    expect(screen.getByRole('button', { name: 'Ansicht speichern' })).toHaveFocus()
    await person.click(screen.getByRole('button', { name: 'Rückgängig' }))
    expect(await chip('Passive')).toBeVisible()
    const { id: _, own: _own, ...body } = aView()
    expect(wire.sent('POST /api/view')[0]?.body).toEqual(body)
  })

  test('If a view cannot be deleted (404), an error is shown', async () => {
    const { person } = await open(aView(), { 'DELETE /api/view/7': refusal(404, 'NotFound') })
    await choose(person, 'Löschen')
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Die Ansicht konnte nicht gelöscht werden',
    )
  })
})

describe('built-in views', () => {
  test.each<[Role, boolean]>([
    ['treasurer', true],
    ['secretary', false],
    ['readonly', false],
  ])(
    'The role %s, which may see bank data: %s, gets the view "Ohne Mandat" accordingly',
    async (role, isOffered) => {
      await openMembers({ roles: [role] })
      await chip('Alle')
      expect(chipNames().includes('Ohne Mandat')).toBe(isOffered)
    },
  )

  test('The built-in views of the member list filter by missing e-mail, missing mandate and exit', async () => {
    const rows = [
      gruber,
      baisch,
      oettinger,
      zoller,
      aMemberRow({ id: 60, firstName: 'Mit', lastName: 'Mandat', hasMandate: true }),
      aMemberRow({ id: 61, firstName: 'Ohne', lastName: 'Mail', eMail: '' }),
      aMemberRow({ id: 62, firstName: 'Tritt', lastName: 'Aus', exitDate: '2027-12-31' }),
    ]
    const { person } = await openMembers({ rows })
    expect(chipNames()).toEqual([
      'Alle',
      'Heutige Mitglieder',
      'Aktive',
      'Ohne E-Mail',
      'Ohne Mandat',
      'Tritt aus',
    ])
    await person.click(await chip('Ohne E-Mail'))
    await waitFor(() => expect(shownNames()).toEqual(['Mail, Ohne']))
    await person.click(await chip('Ohne Mandat'))
    await waitFor(() => expect(shownNames()).toContain('Aus, Tritt'))
    expect(shownNames()).not.toContain('Mandat, Mit')
    expect(shownNames()).toContain('Mail, Ohne')
    await person.click(await chip('Tritt aus'))
    await waitFor(() => expect(shownNames()).toEqual(['Aus, Tritt']))
  })
})

describe('the address of a view', () => {
  test.each([
    ['', ''],
    ['?page=3&size=50&density=compact', ''],
    ['?sort=-birthday&q=a', '?q=a&sort=-birthday'],
    ['?columns=birthday%2Cphone', '?columns=birthday,phone'],
  ])('The address "%s" is the view "%s"', (search, view) => {
    expect(viewSearchOf(search)).toBe(view)
  })

  test('Applying a view does not change page size and density, and shows the first page', () => {
    expect(applyView('?q=x&page=4&size=50&density=compact', '?sort=birthday')).toBe(
      '?sort=birthday&size=50&density=compact',
    )
    expect(applyView('?q=x&page=4', '')).toBe('')
  })
})
