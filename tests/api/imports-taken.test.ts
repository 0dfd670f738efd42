import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember } from '#tests/support/builders.ts'
import { type SheetFile, sendFile } from '#tests/support/import-file.ts'
import type { ImportCell } from '#worker/imports/imports.contract.ts'

// Unique values (member numbers, costumes): passed on within a file, and taken by another member before the
// import is undone.

let token: string
beforeEach(async () => {
  setClock()
  token = (await signedIn('management')).token
})

const anna = { firstName: 'Anna', lastName: 'Alb', birthday: '1950-01-01' }
const bert = { firstName: 'Bert', lastName: 'Bantle', birthday: '1951-01-01' }

const numbers = (...lines: ImportCell[][]): SheetFile => ({
  kind: 'members',
  headings: ['Nachname', 'Vorname', 'Geburtstag', 'Mitgliedsnummer'],
  lines,
})

const stored = () =>
  rows('SELECT last_name AS name, member_number AS number FROM members ORDER BY last_name')

async function takenOver(file: SheetFile) {
  const sent = await sendFile(file, token)
  const { seen } = await sent.preview()
  expect((await sent.commit(seen)).status).toBe(200)
  const undo = (body: object = {}) => call('POST', `${sent.path}/undo`, body, { token })
  return { undo }
}

/** Each member gets the number of the next one, towards higher and towards lower ids. */
test.each(['up', 'down'])(
  'If a file moves the member numbers %s by one member, each member gets the number of a neighbour, and the undo restores the old numbers',
  async (way) => {
    const carl = { firstName: 'Carl', lastName: 'Cent', birthday: '1952-01-01' }
    for (const [index, one] of [anna, bert, carl].entries()) {
      await aMember({ ...one, memberNumber: index + 1 })
    }
    const lines = [
      ['Alb', 'Anna', '01.01.1950', way === 'up' ? 2 : 9],
      ['Bantle', 'Bert', '01.01.1951', way === 'up' ? 3 : 1],
      ['Cent', 'Carl', '01.01.1952', way === 'up' ? 9 : 2],
    ]
    const before = await stored()
    // Each row takes the number that the row before it gave up.
    const { undo } = await takenOver(numbers(...(way === 'up' ? lines.toReversed() : lines)))
    expect(await stored()).toEqual(lines.map(([name, , , number]) => ({ name, number })))
    expect((await undo()).status).toBe(200)
    expect(await stored()).toEqual(before)
  },
)

test('The undo of an import is rejected (409) if another member has a number to be restored; with `others` the rest is undone', async () => {
  await aMember({ ...anna, memberNumber: 1 })
  await aMember({ ...bert, memberNumber: 2 })
  const { undo } = await takenOver(
    numbers(['Alb', 'Anna', '01.01.1950', 8], ['Bantle', 'Bert', '01.01.1951', 9]),
  )
  await aMember({ firstName: 'Neu', lastName: 'Zeller', birthday: '1990-01-01', memberNumber: 1 })
  const refused = await undo()
  expect(refused.status).toBe(409)
  const { error } = await json(refused)
  expect(error.code).toBe('ImportInUse')
  expect(error.obstacles).toEqual(['Anna Alb: die alte Mitgliedsnummer hat jetzt jemand anderes'])
  expect((await undo({ others: true })).status).toBe(200)
  expect(await stored()).toEqual([
    { name: 'Alb', number: 8 },
    { name: 'Bantle', number: 2 },
    { name: 'Zeller', number: 1 },
  ])
})

test('Undoing an import of costumes does not reopen the former ownership of a costume whose imported ownership was changed since', async () => {
  const hexe = await aCostumeType('Hexe')
  const first = await aMember(anna)
  const next = await aMember(bert)
  const { id } = await aCostume(hexe.id, '5')
  await env.DB.prepare(
    'INSERT INTO costume_ownerships (costume_id, member_id, owned_from) VALUES (?, ?, ?)',
  )
    .bind(id, first.id, '2001-11-11')
    .run()
  const { undo } = await takenOver({
    kind: 'costumes',
    headings: ['Kleidertyp', 'Kleidernummer', 'Nachname', 'Vorname', 'Besitz seit'],
    lines: [['Hexe', '5', 'Bantle', 'Bert', '01.01.2020']],
  })
  // A user enters that the next owner returned the costume.
  await rows(`UPDATE costume_ownerships SET owned_to = '2025-01-01' WHERE member_id = ${next.id}`)
  const owned = () =>
    rows('SELECT member_id, owned_from, owned_to FROM costume_ownerships ORDER BY owned_from')
  const before = await owned()
  const { error } = await json(undo())
  expect(error.obstacles).toContain('Anna Alb: das Kleid hat jetzt jemand anderes')
  expect((await undo({ others: true })).status).toBe(200)
  expect(await owned()).toEqual(before)
})

test('A row with two different dates for the same honor, in two columns, is an error', async () => {
  await aMember({ ...anna, memberNumber: 1 })
  const sent = await sendFile(
    {
      kind: 'honors',
      headings: ['Nachname', 'Vorname', 'Sprungorden 25', 'Noch einmal'],
      lines: [['Alb', 'Anna', '01.01.2001', '01.01.2005']],
    },
    token,
  )
  const columns = ['lastName', 'firstName', 'honor:Parades_25', 'honor:Parades_25']
  await call('PUT', sent.path, { mapping: { columns } }, { token })
  const { rows: judged } = await sent.preview()
  expect(judged.map(({ verdict }) => verdict)).toEqual(['error'])
})
