import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '#web/members/members-page.tsx'
import '#web/costumes/costumes-page.tsx'
import { fixToday } from '#tests/support/fixed-today.ts'
import { openMembers } from '#tests/support/members-page.tsx'
import { kopp, openParticipants, participantsCall, shownNames } from '#tests/support/parade-page.ts'
import { aParticipation } from '#tests/support/parade-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, noContent, refusal, type WireTable } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'

fixToday()

let printed: string[]

beforeEach(() => {
  printed = []
  vi.stubGlobal('print', () => {
    const list = document.querySelector('[data-slot=printed-list]')
    printed.push(list?.textContent ?? '')
    window.dispatchEvent(new Event('afterprint'))
  })
})
afterEach(() => vi.unstubAllGlobals())

const undo = 'POST /api/history/:requestId/undo'

type Person = Awaited<ReturnType<typeof openMembers>>['person']

async function tick(person: Person, ...names: RegExp[]) {
  for (const name of names) await person.click(screen.getByRole('checkbox', { name }))
}

/** The actions on ticked rows are loaded on first use. */
const press = async (person: Person, name: string | RegExp) =>
  person.click(await screen.findByRole('button', { name }))

/** An answer with the request id that the undo of a message needs. */
const named = (body: unknown, status: number) => () =>
  Response.json(body, { status, headers: { 'X-Request-Id': 'req-1' } })

test('One honor is entered for all ticked members and can be undone', async () => {
  const honors = 'POST /api/member/honors'
  const { person, wire } = await openMembers({
    wire: {
      [honors]: named([{ id: 1 }, { id: 2 }], 201),
      [undo]: json({ entries: [] }),
      'GET /api/guild/settings': json({ honorRules: [], assemblyDate: '2026-11-11' }),
    },
  })
  await tick(person, /^Gruber/, /^Baisch/)
  await press(person, 'Ehrung eintragen')
  const dialog = within(await screen.findByRole('dialog', { name: 'Ehrung eintragen' }))
  expect(dialog.getByText('Für 2 Mitglieder')).toBeVisible()
  await person.type(dialog.getByLabelText(/^Ehrung/), 'Sprungorden 25 Sprünge{Enter}')
  await person.click(await dialog.findByRole('button', { name: /^Tag der Versammlung/ }))
  await person.type(dialog.getByLabelText('Kommentar'), 'Mit Nadel')
  await person.click(dialog.getByRole('button', { name: 'OK' }))
  expect(await screen.findByText('Ehrung für 2 Mitglieder eingetragen')).toBeVisible()
  const ids = wire.sent(honors).map(({ body }) => body as { memberIds: number[] })
  expect(ids).toMatchObject([{ memberIds: [expect.any(Number), expect.any(Number)] }])
  expect(ids[0]).toEqual({
    memberIds: expect.any(Array),
    type: 'Parades_25',
    date: '2026-11-11',
    comment: 'Mit Nadel',
  })
  // The ticks are cleared.
  expect(screen.queryByRole('button', { name: 'Aufheben' })).not.toBeInTheDocument()
  await press(person, 'Rückgängig')
  await waitFor(() => expect(wire.calls.some(({ path }) => path.endsWith('/undo'))).toBe(true))
})

test('Members who already have the honor are listed (409), and one click enters it for the others', async () => {
  const honors = 'POST /api/member/honors'
  const { person, wire } = await openMembers()
  await tick(person, /^Gruber/, /^Baisch/, /^Zoller/)
  await press(person, 'Ehrung eintragen')
  const dialog = within(await screen.findByRole('dialog', { name: 'Ehrung eintragen' }))
  await person.type(dialog.getByLabelText(/^Ehrung/), 'Sprungorden 25 Sprünge{Enter}')
  await person.type(dialog.getByLabelText('Kommentar'), 'bleibt')
  // The ids as they were sent; the server rejects two of them.
  wire.answer({
    [honors]: [
      ({ body }) => {
        const [first, second] = (body as { memberIds: number[] }).memberIds
        const rows = [
          { id: first, code: 'HonorExists', message: 'Wolfgang Baisch hat diese Ehrung schon.' },
          { id: second, code: 'NotFound', message: 'Dieses Mitglied gibt es nicht mehr.' },
        ]
        const message = 'Bei 2 von 3 geht das nicht. Es ist nichts geändert.'
        return Response.json({ error: { code: 'RowsRefused', message, rows } }, { status: 409 })
      },
      json([{ id: 1 }], 201),
    ],
  })
  await person.click(dialog.getByRole('button', { name: 'OK' }))
  expect(await dialog.findByText('Wolfgang Baisch hat diese Ehrung schon.')).toBeVisible()
  expect(dialog.getByText('Dieses Mitglied gibt es nicht mehr.')).toBeVisible()
  expect(dialog.getByRole('alert')).toHaveTextContent('Bei 2 von 3 geht das nicht.')
  expect(dialog.getAllByRole('link', { name: 'Ansehen' })).toHaveLength(1)
  expect(dialog.getByLabelText('Kommentar')).toHaveValue('bleibt')
  await person.click(dialog.getByRole('button', { name: 'Ohne diese 2 eintragen' }))
  expect(await screen.findByText('Ehrung für ein Mitglied eingetragen')).toBeVisible()
  const [all, one] = wire.sent(honors).map(({ body }) => body as { memberIds: number[] })
  expect(one?.memberIds).toEqual(all?.memberIds.slice(2))
})

test('A read-only user has no button to enter honors', async () => {
  const { person } = await openMembers({ roles: ['readonly'] })
  await tick(person, /^Gruber/)
  expect(screen.getByRole('button', { name: 'Aufheben' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ehrung eintragen' })).not.toBeInTheDocument()
})

const paid = 'POST /api/participation/paid'
const noted = (id: number, wasChanged = true) => ({
  ...aParticipation({ id, participationFeePayed: true, feePayedByHand: true }),
  wasChanged,
})

test('"Bezahlt" marks only the unpaid of the ticked people, and its undo changes only these', async () => {
  const { person, wire } = await openParticipants({ wire: { [paid]: json([noted(2)]) } })
  await tick(person, /^Gruber/, /^Binder/)
  await press(person, 'Bezahlt')
  expect(await screen.findByText('Als bezahlt markiert')).toBeVisible()
  expect(wire.sent(paid).map(({ body }) => body)).toEqual([{ ids: [2], paid: true }])
  await press(person, 'Rückgängig')
  await waitFor(() => expect(wire.sent(paid)).toHaveLength(2))
  expect(wire.sent(paid)[1]?.body).toEqual({ ids: [2], paid: false })
})

test('The undo of "Bezahlt" does not change a fee that another user had already marked as paid', async () => {
  const { person, wire } = await openParticipants({
    wire: {
      [participantsCall]: json(
        [1, 2, 3].map((id) =>
          aParticipation({ id, memberName: `Narr, ${id}`, participationFeePayed: false }),
        ),
      ),
      [paid]: json([noted(1), noted(2, false), noted(3)]),
    },
  })
  await tick(person, /^Narr, 1/, /^Narr, 2/, /^Narr, 3/)
  await press(person, 'Bezahlt')
  expect(await screen.findByText('2 als bezahlt markiert')).toBeVisible()
  await press(person, 'Rückgängig')
  await waitFor(() => expect(wire.sent(paid)).toHaveLength(2))
  expect(wire.sent(paid)[1]?.body).toEqual({ ids: [1, 3], paid: false })
})

test('If all ticked people have paid, "Bezahlt" sends no request', async () => {
  const { person, wire } = await openParticipants()
  await tick(person, /^Gruber/)
  await press(person, 'Bezahlt')
  expect(await screen.findByText('Hier haben schon alle bezahlt.')).toBeVisible()
  expect(wire.sent(paid)).toEqual([])
})

test("If a fee cannot be marked as paid (409), the error contains the person's name", async () => {
  const rows = [{ id: 2, code: 'NotFound', message: 'Leonie Binder ist nicht mehr angemeldet.' }]
  const message = 'Das geht nicht. Es ist nichts geändert.'
  const { person } = await openParticipants({
    wire: { [paid]: refusal(409, 'RowsRefused', message, { rows }) },
  })
  await tick(person, /^Binder/)
  await press(person, 'Bezahlt')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Leonie Binder ist nicht mehr angemeldet.')).toBeVisible()
  await person.click(dialog.getByRole('button', { name: 'Schließen' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByText('1 ausgewählt')).toBeVisible()
})

test('Of the ticked people only the costumes are printed, sorted by costume', async () => {
  const { person } = await openParticipants({ roles: ['readonly'] })
  await tick(person, /^Kopp/, /^Gruber/)
  await press(person, 'Kleid-Liste')
  expect(printed).toHaveLength(1)
  expect(printed[0]).toMatch(
    /Kleid-Liste.*Kleid.*Nummer.*Name.*Flecklesbutz.*Kopp, Finn.*Schellenhansel118Gruber, Annegret.*Flecklesbutz: 1 · Schellenhansel: 1/,
  )
  expect(printed[0]).not.toContain('Binder')
  expect(document.querySelector('[data-slot=printed-list]')).toBeNull()
  for (const name of ['Bezahlt', 'Streichen']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  }
})

const cancel = 'POST /api/participation/cancel'

test('Cancelling participations asks a question that mentions the payments, and then updates the list', async () => {
  const { person, wire } = await openParticipants({
    wire: { [cancel]: noContent },
  })
  await tick(person, /^Gruber/, /^Binder/)
  await press(person, 'Streichen')
  const question = within(
    await screen.findByRole('alertdialog', { name: '2 Teilnahmen streichen?' }),
  )
  const text = question.getByText(/stehen dann nicht mehr in der Liste/)
  expect(text).toHaveTextContent('Leonie Binder und Annegret Gruber stehen')
  expect(text).toHaveTextContent('Bezahlt hat einer: 1 online.')
  expect(text).toHaveTextContent('lässt es sich nicht rückgängig machen')
  wire.answer({ [participantsCall]: json([kopp]) })
  await person.click(question.getByRole('button', { name: 'Streichen' }))
  expect(await screen.findByText('2 Teilnahmen gestrichen')).toBeVisible()
  expect(wire.sent(cancel)[0]?.body).toEqual({ ids: expect.arrayContaining([1, 2]) })
  // An online payment is handled with its order, so there is no undo here.
  expect(screen.queryByRole('button', { name: 'Rückgängig' })).not.toBeInTheDocument()
  expect(shownNames()).toEqual(['Kopp, Finn'])
})

const type = { id: 1, name: 'Schellenhansel' }
const costume = (id: number, number: string) => ({
  id,
  number,
  type,
  costumeTypeId: 1,
  registeredSince: '2001-01-06',
  registeredUntil: null,
  comment: '',
  currentOwner: { id: 5, firstName: 'Annegret', lastName: 'Gruber' },
})

async function openCostumes(wire: WireTable = {}, roles: Role[] = ['management']) {
  const app = renderApp({
    path: '/costumes',
    user: withRoles(...roles),
    wire: {
      'GET /api/costume/info': json([costume(1, '1'), costume(2, '2'), costume(3, '3')]),
      'GET /api/costumeType': json([type]),
      ...wire,
    },
  })
  await screen.findByRole('searchbox')
  await screen.findByRole('checkbox', { name: /^3 |^Schellenhansel 3|^3/ })
  return app
}

const box = (number: string) => new RegExp(`^(Schellenhansel )?${number}\\b.*auswählen$`)
const deregister = 'POST /api/costume/deregister'

test('Ticked costumes are deregistered with one day; if some are rejected (409), they are listed and the others can be deregistered without them', async () => {
  const rows = [
    { id: 2, code: 'Conflict', message: 'Schellenhansel 2 ist schon zum 30.06.2025 abgemeldet.' },
  ]
  const message = 'Bei 1 von 2 geht das nicht. Es ist nichts geändert.'
  const { person, wire } = await openCostumes({
    [deregister]: [refusal(409, 'RowsRefused', message, { rows }), named([{ id: 1 }], 200)],
  })
  await tick(person, box('1'), box('2'))
  await press(person, 'Abmelden')
  const dialog = within(await screen.findByRole('dialog', { name: '2 Kleider abmelden' }))
  const day = dialog.getByLabelText(/^Abgemeldet am/)
  await person.clear(day)
  await person.type(day, '31.12.2025')
  await person.click(dialog.getByRole('button', { name: 'OK' }))
  expect(await dialog.findByText(rows[0]?.message ?? '')).toBeVisible()
  expect(day).toHaveValue('31.12.2025')
  await person.click(dialog.getByRole('button', { name: 'Ohne dieses abmelden' }))
  expect(await screen.findByText('Ein Kleid abgemeldet')).toBeVisible()
  expect(wire.sent(deregister).map(({ body }) => body)).toEqual([
    { ids: [1, 2], registeredUntil: '2025-12-31' },
    { ids: [1], registeredUntil: '2025-12-31' },
  ])
  expect(screen.getByRole('button', { name: 'Rückgängig' })).toBeVisible()
})

test('A read-only user can print the ticked costumes', async () => {
  const { person } = await openCostumes({}, ['readonly'])
  await tick(person, box('3'))
  expect(screen.queryByRole('button', { name: 'Abmelden' })).not.toBeInTheDocument()
  await press(person, 'Liste drucken')
  expect(printed).toHaveLength(1)
  expect(printed[0]).toContain('Schellenhansel3Gruber, Annegret06.01.2001')
  expect(printed[0]).toContain('Ein Kleid')
})
