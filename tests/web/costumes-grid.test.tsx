import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aCostumeRow, butz, hansel, openCostumes } from '#tests/support/costume-pages.ts'
import { json, later, offline } from '#tests/support/wire.ts'
import type { CostumeRow } from '#worker/costumes/costumes.contract.ts'

const baisch = { id: 42, firstName: 'Wolfgang', lastName: 'Baisch' }
const register: CostumeRow[] = [
  aCostumeRow({ id: 1, number: '10', type: hansel, currentOwner: baisch }),
  aCostumeRow({ id: 2, number: '2', type: hansel, currentOwner: null }),
  aCostumeRow({ id: 3, number: '12 A' }),
  aCostumeRow({ id: 4, number: '1', currentOwner: null, registeredUntil: '2020-02-29' }),
]

async function openRegister(rows = register, search = '') {
  const app = openCostumes({ wire: { 'GET /api/costume/info': json(rows) }, search })
  await screen.findByRole('searchbox')
  await waitFor(() => expect(screen.queryByText('Laden...')).not.toBeInTheDocument())
  return app
}

const section = () => within(screen.getByRole('region', { name: 'Kleider' }))
const names = () =>
  section()
    .queryAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').getAttribute('aria-label'))
const cells = () =>
  section()
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1, -1)
        .map((cell) => cell.textContent),
    )

describe('the costume register', () => {
  test('The register shows number, type, owner and dates, and lists the number 2 before 10', async () => {
    await openRegister()
    const heads = section().getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent).slice(1, 6)).toEqual([
      'Nummer',
      'Kleidertyp',
      'Besitzer',
      'Angemeldet seit',
      'Abgemeldet am',
    ])
    expect(cells()).toEqual([
      ['1', 'Flecklesbutz', '–', '03.09.2011', '29.02.2020'],
      ['12 A', 'Flecklesbutz', 'Gruber, Annegret', '03.09.2011', '–'],
      ['2', 'Schellenhansel', 'bei der Zunft', '03.09.2011', '–'],
      ['10', 'Schellenhansel', 'Baisch, Wolfgang', '03.09.2011', '–'],
    ])
  })

  test('The register sorts costume numbers in numeric order', async () => {
    const { person } = await openRegister()
    await person.click(screen.getByRole('button', { name: 'Nummer' }))
    expect(cells().map(([number]) => number)).toEqual(['1', '2', '10', '12 A'])
  })

  test.each([
    ['12a', ['Flecklesbutz 12 A']],
    ['schell 10', ['Schellenhansel 10']],
    ['wolfgang bai', ['Schellenhansel 10']],
    ['Baisch, W', ['Schellenhansel 10']],
    ['gruber', ['Flecklesbutz 12 A']],
    ['zunft', ['Schellenhansel 2']],
    ['99', []],
  ])('A search for "%s" in the costume register finds %o', async (typed, found) => {
    const { person } = await openRegister()
    await person.type(screen.getByRole('searchbox'), typed)
    expect(names()).toEqual(found)
    expect(screen.queryByText('Kein Kleid gefunden') !== null).toBe(found.length === 0)
  })

  test('The register is filtered by type, from the address or the filter panel', async () => {
    const { person } = await openRegister(register, `?filter.type=${hansel.id}`)
    expect(names()).toEqual(['Schellenhansel 2', 'Schellenhansel 10'])
    await person.click(screen.getByRole('button', { name: 'Filter 1 aktiv' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filter' }))
    await person.click(panel.getByRole('button', { name: /^Kleidertyp/ }))
    const types = panel.getAllByRole('checkbox')
    expect(types.map((box) => box.closest('label')?.textContent)).toEqual([butz.name, hansel.name])
    await person.click(panel.getByRole('checkbox', { name: butz.name }))
    await person.click(panel.getByRole('checkbox', { name: hansel.name }))
    await person.keyboard('{Escape}')
    expect(names()).toEqual(['Flecklesbutz 1', 'Flecklesbutz 12 A'])
  })

  test('A click on a row of the costume register opens the costume', async () => {
    const { person, router } = await openRegister()
    await person.click(screen.getByRole('cell', { name: 'Baisch, Wolfgang' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/costumes/details/1'))
  })
})

describe('the actions of the costume page', () => {
  test('The management can create a costume', async () => {
    openCostumes()
    expect(await screen.findByRole('link', { name: '+ Kleid Anlegen' })).toHaveAttribute(
      'href',
      '/costumes/create',
    )
  })

  test('A read-only user has no buttons to create costumes or types', async () => {
    openCostumes({ role: 'readonly' })
    await screen.findByText('Gruber, Annegret')
    await screen.findByRole('heading', { level: 2, name: /Kleidertypen/ })
    expect(screen.queryByRole('link', { name: '+ Kleid Anlegen' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Kleidertyp anlegen' })).not.toBeInTheDocument()
  })

  test('An empty costume register shows a hint instead of an error', async () => {
    openCostumes({ wire: { 'GET /api/costume/info': json([]) } })
    expect(await screen.findByText('Noch kein Kleid')).toBeVisible()
  })
})

describe('a failed part of the costume page', () => {
  test('If the costumes fail to load, the types are shown and the costumes can be loaded again', async () => {
    const { person } = openCostumes({
      wire: { 'GET /api/costume/info': [offline, json([aCostumeRow()])] },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Kleider konnten nicht geladen werden',
    )
    expect(await screen.findByText('Schellenhansel')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByRole('link', { name: 'Flecklesbutz 12' })).toBeVisible()
  })

  test('If the costume types fail to load, the costumes are shown', async () => {
    openCostumes({ wire: { 'GET /api/costumeType': offline } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Kleidertypen konnten nicht geladen werden',
    )
    expect(await screen.findByRole('link', { name: 'Flecklesbutz 12' })).toBeVisible()
  })

  test('The costume types are shown before the costumes have loaded', async () => {
    const costumes = later(json([aCostumeRow()]))
    openCostumes({ wire: { 'GET /api/costume/info': costumes.answer } })
    expect(await screen.findByText('Schellenhansel')).toBeVisible()
    costumes.come()
    expect(await screen.findByRole('link', { name: 'Flecklesbutz 12' })).toBeVisible()
  })
})
