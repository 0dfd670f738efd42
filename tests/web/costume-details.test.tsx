import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  anOwnership,
  aStoredCostume,
  openCostume,
  openCostumePage,
  wolfgang,
} from '#tests/support/costume-pages.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { json, noContent, offline, refusal } from '#tests/support/wire.ts'

fixToday()

const load = 'GET /api/costume/:id'
const owners = 'GET /api/costume/:id/ownerships'
const remove = 'DELETE /api/costume/:id'

const withoutOwners = { [owners]: json([]) }

const openCostumeFailing = () =>
  openCostumePage({ wire: { [load]: [offline, json(aStoredCostume())] } })

const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
const timeline = () => screen.getAllByRole('listitem').map((item) => item.textContent)

describe('the facts of a costume', () => {
  test('The page of a costume has type and number as its title, with the facts below', async () => {
    await openCostume()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Flecklesbutz 12')
    expect(fact('Nummer')).toHaveTextContent('12')
    expect(fact('Kleidertyp')).toHaveTextContent('Flecklesbutz')
    expect(fact('Angemeldet seit')).toHaveTextContent('03.09.2011')
    expect(fact('Abgemeldet am')).toHaveTextContent('–')
    expect(fact('Kommentar')).toHaveTextContent('Maske von 1987')
    expect(screen.queryByText('Abgemeldet')).not.toBeInTheDocument()
  })

  test('A user of the management can edit and delete a costume and change its owner', async () => {
    await openCostume()
    expect(screen.getByRole('link', { name: 'Bearbeiten' })).toHaveAttribute(
      'href',
      '/costumes/edit/12',
    )
    expect(screen.getByRole('button', { name: 'Löschen' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Besitzer ändern' })).toBeVisible()
  })

  test('A read-only user sees a costume without actions', async () => {
    await openCostume({ role: 'readonly' })
    const main = within(screen.getByRole('main'))
    expect(main.queryByRole('button')).not.toBeInTheDocument()
    expect(main.queryByRole('link', { name: 'Bearbeiten' })).not.toBeInTheDocument()
    expect(main.getByRole('link', { name: 'Annegret Gruber' })).toBeVisible()
  })
})

describe('the owners of a costume', () => {
  test('Owners are listed newest first with the time at the guild, the current one marked', async () => {
    await openCostume({
      wire: {
        [owners]: json([
          anOwnership({ id: 9, ownedFrom: '2021-05-01' }),
          anOwnership({ id: 8, member: wolfgang, ownedFrom: '2021-05-01', ownedTo: '2021-05-01' }),
          anOwnership({ id: 7, member: wolfgang, ownedFrom: '2015-01-06', ownedTo: '2019-11-11' }),
        ]),
      },
    })
    expect(timeline()).toEqual([
      'Annegret GruberHeuteseit 01.05.2021',
      'Wolfgang Baischam 01.05.2021',
      'bei der Zunft11.11.2019 – 01.05.2021',
      'Wolfgang Baisch06.01.2015 – 11.11.2019',
    ])
    expect(screen.getByRole('link', { name: 'Annegret Gruber' })).toHaveAttribute(
      'href',
      '/members/details/41',
    )
  })

  test('A costume whose last ownership has ended shows the guild as its current holder', async () => {
    await openCostume({ wire: { [owners]: json([anOwnership({ ownedTo: '2021-05-01' })]) } })
    expect(timeline()).toEqual([
      'bei der ZunftHeuteseit 01.05.2021',
      'Annegret Gruber11.11.2019 – 01.05.2021',
    ])
  })

  test('An ownership that ends in the future is still current', async () => {
    await openCostume({ wire: { [owners]: json([anOwnership({ ownedTo: '2026-12-31' })]) } })
    expect(timeline()).toEqual([
      'bei der Zunftab 31.12.2026',
      'Annegret GruberHeuteseit 11.11.2019, noch bis 31.12.2026',
    ])
  })

  test('An ownership of one day within another ownership does not show a time at the guild', async () => {
    const none = { ownedFrom: '2021-05-01', ownedTo: '2021-05-01' }
    await openCostume({
      wire: {
        [owners]: json([anOwnership({ id: 9, member: wolfgang, ...none }), anOwnership()]),
      },
    })
    expect(timeline()).toEqual([
      'Wolfgang Baischam 01.05.2021',
      'Annegret GruberHeuteseit 11.11.2019',
    ])
  })

  test('A deregistered costume that still has an owner shows a note naming the owner', async () => {
    const costume = aStoredCostume({ registeredUntil: '2026-10-31' })
    await openCostume({ wire: { [load]: json(costume) } })
    expect(screen.getByText('Abgemeldet')).toBeVisible()
    expect(
      screen.getByText('Das Kleid ist abgemeldet und gehört noch Annegret Gruber.'),
    ).toBeVisible()
  })
})

describe('a costume that fails to load', () => {
  test('If the owners fail to load, the facts are shown and the owners can be loaded again', async () => {
    const { person } = await openCostume({ wire: { [owners]: [offline, json([anOwnership()])] } })
    expect(screen.getByRole('alert')).toHaveTextContent('Die Besitzer konnten nicht geladen werden')
    expect(fact('Nummer')).toHaveTextContent('12')
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByRole('link', { name: 'Annegret Gruber' })).toBeVisible()
  })

  test('If a costume fails to load, its owners are shown and the costume can be loaded again', async () => {
    const { person } = openCostumeFailing()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Das Kostüm konnte nicht geladen werden',
    )
    expect(await screen.findByRole('link', { name: 'Annegret Gruber' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByRole('heading', { name: 'Flecklesbutz 12' })).toBeVisible()
  })

  test('The page of a costume that does not exist says so (404)', async () => {
    openCostumePage({
      wire: { [load]: refusal(404, 'NotFound'), [owners]: refusal(404, 'NotFound') },
    })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Dieses Kleid gibt es nicht' }),
    ).toBeVisible()
  })
})

describe('deleting a costume', () => {
  test('A costume is deleted after a question, and the list opens', async () => {
    const { person, router } = await openCostume({
      wire: { [owners]: json([]), [remove]: noContent },
    })
    await person.click(screen.getByRole('button', { name: 'Löschen' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Kleid löschen?' })
    expect(dialog).toHaveTextContent(
      'Flecklesbutz 12 wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.',
    )
    expect(within(dialog).getByRole('button', { name: 'Abbrechen' })).toBeVisible()
    await person.click(within(dialog).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/costumes'))
    expect(screen.getByText('Kleid gelöscht')).toBeVisible()
  })

  test('A costume that had owners cannot be deleted: the dialog offers to deregister it', async () => {
    const { person } = await openCostume()
    await person.click(screen.getByRole('button', { name: 'Löschen' }))
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'Flecklesbutz 12 hat eine Geschichte: Es hatte schon Besitzer. Ein solches Kleid wird nicht gelöscht, sondern abgemeldet.',
    )
    expect(screen.queryByRole('button', { name: 'OK' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Kleid abmelden' })).toBeVisible()
  })

  test('A rejected deletion of a costume (409) shows the reason and links to the deregistration', async () => {
    const references = { ownerships: 0, participations: 1 }
    const { person } = await openCostume({
      wire: {
        ...withoutOwners,
        [remove]: refusal(409, 'CostumeInUse', 'Geht nicht.', { references }),
      },
    })
    await person.click(screen.getByRole('button', { name: 'Löschen' }))
    await person.click(screen.getByRole('button', { name: 'OK' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Das Kleid konnte nicht gelöscht werdenDazu gehört noch 1 Umzug.',
    )
    expect(screen.queryByRole('button', { name: 'OK' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Kleid abmelden' })).toHaveAttribute(
      'href',
      '/costumes/edit/12',
    )
  })

  test('A failed deletion of a costume shows an error and can be tried again', async () => {
    const { person } = await openCostume({ wire: { ...withoutOwners, [remove]: offline } })
    await person.click(screen.getByRole('button', { name: 'Löschen' }))
    await person.click(screen.getByRole('button', { name: 'OK' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Das Kleid konnte nicht gelöscht werden')
    expect(alert).toHaveTextContent('Der Server ist nicht erreichbar.')
    expect(screen.getByRole('button', { name: 'OK' })).toBeEnabled()
  })
})
