import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aCostumeRow, openCostumes as openPage } from '#tests/support/costume-pages.ts'
import { json, later, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'

const list = 'GET /api/costumeType'
const create = 'POST /api/costumeType'
const rename = 'PUT /api/costumeType/:id'
const remove = 'DELETE /api/costumeType/:id'

const hansel = { id: 1, name: 'Schellenhansel' }
const butz = { id: 2, name: 'Flecklesbutz' }
const sameName = 'Einen Kleidertyp mit diesem Namen gibt es schon.'

async function openCostumes(wire: WireTable = {}, role: Role = 'management') {
  const rest: WireTable = { 'GET /api/costume/info': json([]), [list]: json([butz, hansel]) }
  const app = openPage({ wire: { ...rest, ...wire }, role })
  await screen.findByRole('heading', { level: 1, name: 'Kleider' })
  return app
}

const press = async ({ person }: Awaited<ReturnType<typeof openCostumes>>, name: string) =>
  person.click(await screen.findByRole('button', { name }))
const names = () => screen.getAllByRole('cell').map((cell) => cell.textContent)
const nameField = () => screen.getByLabelText(/^Name/)

describe('the list of costume types', () => {
  test('A read-only user sees the costume types without buttons', async () => {
    await openCostumes({}, 'readonly')
    await screen.findByText('Flecklesbutz')
    expect(names()).toEqual(['Flecklesbutz', 'Schellenhansel'])
    const types = within(screen.getByRole('region', { name: /Kleidertypen/ }))
    expect(types.queryByRole('button')).not.toBeInTheDocument()
  })

  test('An empty list of costume types shows a note instead of an error', async () => {
    await openCostumes({ [list]: json([]) })
    expect(await screen.findByText('Noch kein Kleidertyp')).toBeVisible()
  })

  test('Costume types that fail to load can be loaded again', async () => {
    const app = await openCostumes({ [list]: [offline, json([butz])] })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Kleidertypen konnten nicht geladen werden',
    )
    await press(app, 'Erneut laden')
    expect(await screen.findByText('Flecklesbutz')).toBeVisible()
  })
})

describe('creating a costume type', () => {
  test('A new costume type is sent with its name and appears in the list', async () => {
    const hexe = { id: 3, name: 'Bachhexe' }
    const app = await openCostumes({
      [list]: [json([butz]), json([hexe, butz])],
      [create]: json(hexe, 201),
    })
    await press(app, 'Kleidertyp anlegen')
    expect(nameField()).toHaveFocus()
    await app.person.type(nameField(), 'Bachhexe{Enter}')
    expect(await screen.findByText('Bachhexe')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByText('Kleidertyp angelegt')).toBeVisible()
    expect(app.wire.calls.find((call) => call.method === 'POST')?.body).toEqual({
      name: 'Bachhexe',
    })
  })

  test('If the name of a costume type is in use (409), an error is shown beside the field and the name stays', async () => {
    const fields = { name: sameName }
    const app = await openCostumes({
      [create]: refusal(409, 'CostumeTypeExists', sameName, { fields }),
    })
    await press(app, 'Kleidertyp anlegen')
    await app.person.type(nameField(), 'flecklesbutz')
    await press(app, 'Speichern')
    expect(await screen.findByText(sameName)).toBeVisible()
    expect(nameField()).toHaveAccessibleDescription(sameName)
    expect(nameField()).toHaveValue('flecklesbutz')
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^Der Kleidertyp konnte nicht angelegt werden$/,
    )
  })

  test('The dialog for a costume type sends one request and stays open until the server has answered', async () => {
    const answer = later(json(hansel, 201))
    const app = await openCostumes({ [create]: answer.answer })
    await press(app, 'Kleidertyp anlegen')
    await app.person.type(nameField(), 'Garde{Enter}{Enter}{Escape}')
    expect(screen.getByRole('button', { name: 'Speichern' })).toHaveAttribute('aria-busy', 'true')
    answer.come()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(app.wire.calls.filter((call) => call.method === 'POST')).toHaveLength(1)
  })
})

describe('changing a costume type', () => {
  test('After a costume type is renamed, the list of costumes shows the new name too', async () => {
    const app = await openCostumes({
      [rename]: json({ id: 1, name: 'Hansel' }),
      'GET /api/costume/info': [
        json([aCostumeRow({ type: hansel })]),
        json([aCostumeRow({ type: { id: 1, name: 'Hansel' } })]),
      ],
    })
    await press(app, 'Schellenhansel umbenennen')
    expect(nameField()).toHaveValue('Schellenhansel')
    await app.person.clear(nameField())
    await app.person.type(nameField(), 'Hansel')
    await press(app, 'Speichern')
    expect(await screen.findByText('Kleidertyp umbenannt')).toBeVisible()
    const call = app.wire.calls.find(({ method }) => method === 'PUT')
    expect(call).toMatchObject({ params: { id: '1' }, body: { name: 'Hansel' } })
    expect(await screen.findByRole('link', { name: 'Hansel 12' })).toBeVisible()
  })

  test('If a costume type cannot be renamed, an error is shown', async () => {
    const app = await openCostumes({ [rename]: offline })
    await press(app, 'Schellenhansel umbenennen')
    await press(app, 'Speichern')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Der Kleidertyp konnte nicht umbenannt werden',
    )
  })

  test('A costume type is deleted after a question', async () => {
    const app = await openCostumes({
      [list]: [json([butz, hansel]), json([butz])],
      [remove]: noContent,
    })
    await press(app, 'Schellenhansel löschen')
    expect(screen.getByRole('alertdialog')).toHaveTextContent('„Schellenhansel“ wird gelöscht.')
    await press(app, 'OK')
    await waitFor(() => expect(screen.queryByText('Schellenhansel')).not.toBeInTheDocument())
    expect(screen.getByText('Kleidertyp gelöscht')).toBeVisible()
  })

  test.each([
    [1, 'solange ein Kleid ihn hat.'],
    [2, 'solange 2 Kleider ihn haben.'],
  ])(
    'A costume type used by %i costumes cannot be deleted, and its dialog gives the reason',
    async (count, words) => {
      const costumes = Array.from({ length: count }, (_, id) => aCostumeRow({ id, type: hansel }))
      const app = await openCostumes({ 'GET /api/costume/info': json(costumes) })
      await press(app, 'Schellenhansel löschen')
      expect(screen.getByRole('alertdialog')).toHaveTextContent(
        `„Schellenhansel“ lässt sich nicht löschen, ${words}`,
      )
      expect(screen.queryByRole('button', { name: 'OK' })).not.toBeInTheDocument()
    },
  )

  test('The rejected deletion of a costume type in use (409) shows the reason', async () => {
    const why = 'Der Kleidertyp wird noch verwendet und kann deshalb nicht gelöscht werden.'
    const app = await openCostumes({ [remove]: refusal(409, 'CostumeTypeInUse', why) })
    await press(app, 'Schellenhansel löschen')
    await press(app, 'OK')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Der Kleidertyp konnte nicht gelöscht werden')
    expect(alert).toHaveTextContent(why)
  })
})
