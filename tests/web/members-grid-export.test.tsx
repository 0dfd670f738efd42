import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aMemberRow, baisch, gruber, manyMembers } from '#tests/support/member-rows.ts'
import { openMembers } from '#tests/support/members-page.tsx'
import { catchSavedFiles } from '#tests/support/saved-files.ts'

const byteOrderMark = [0xef, 0xbb, 0xbf]

async function exported(path: string, rows = [gruber, baisch]) {
  const saved = catchSavedFiles()
  const { person } = await openMembers({ path, rows })
  await person.click(screen.getByRole('button', { name: 'Export' }))
  expect(saved.map(({ name }) => name)).toEqual(['Export.csv'])
  const bytes = (await saved[0]?.bytes()) ?? new Uint8Array()
  expect([...bytes.slice(0, 3)]).toEqual(byteOrderMark)
  return new TextDecoder().decode(bytes)
}

test('The export of the member list is a CSV file with a byte-order mark and semicolons', async () => {
  expect(await exported('/members')).toBe(
    [
      'Nachname;Vorname;Geburtstag;Mitgliedsstatus',
      'Baisch;Wolfgang;22.08.1959;Passiv',
      'Gruber;Annegret;14.03.1968;Aktiv',
      '',
    ].join('\r\n'),
  )
})

test('The export of the member list contains the visible columns and the rows found, in the shown order', async () => {
  const path = '/members?columns=maidenName,dateLeft,phone&q=a&filter.lastName=r&sort=-lastName'
  const harder = aMemberRow({ id: 9, lastName: 'Harder', phone: '+49 7523 12', maidenName: '=1+1' })
  expect(await exported(path, [baisch, gruber, harder])).toBe(
    [
      'Nachname;Vorname;Mädchenname;Austrittsdatum;Telefon',
      "Harder;Annegret;'=1+1;;+49 7523 12",
      'Gruber;Annegret;Häußler;;07523 1234',
      '',
    ].join('\r\n'),
  )
})

test('The export of the member list contains the rows of all pages', async () => {
  const text = await exported('/members?page=2', manyMembers(60))
  expect(text.trim().split('\r\n')).toHaveLength(61)
})
