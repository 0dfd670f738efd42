import { paths } from '#web/paths.ts'
import { addDays, berlinDay } from '#worker/domain/dates.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { expect, test } from './fixtures.ts'
import { textsOf } from './printed-text.ts'
import { getAs, postAs } from './session.ts'

// Positions are measured in the printed PDF: A4 with margins of 14 mm.

const heads = ['Nachname', 'Vorname', 'Geburtstag', 'Mitgliedsstatus']
const longName = 'Freifrau von Oberhofer-Unterreitmeier-Donaudampfschifffahrtsgesellschaft'
const unbroken = 'Ł'.repeat(60)

test('137 members are printed on four sheets with about 45 each; the headings are repeated, and long names are wrapped', async ({
  browserOf,
  guild: { origin },
}) => {
  const [model] = await getAs<MemberRow[]>(origin, 'management', '/api/member')
  if (!model) throw new Error('The demo has no members')
  const birthday = '1958-07-01'
  const members = Array.from({ length: 137 }, (_, index) => {
    const number = String(index + 1).padStart(3, '0')
    const lastName = { 60: `Muster060 ${longName}`, 61: `Muster061 ${unbroken}${unbroken}` }[
      index + 1
    ]
    const names = { lastName: lastName ?? `Muster${number}`, firstName: `Vorne${number}` }
    return { ...model, ...names, id: 9000 + index, maidenName: '', exitDate: null, birthday }
  })
  const page = await browserOf('management')
  await page.route('**/api/member', (route) => route.fulfill({ json: members }))
  await page.goto(paths.members)
  // A ticked row is printed like all others.
  await page.getByRole('checkbox', { name: 'Muster001 Vorne001 auswählen' }).check()

  const { pageCount, texts } = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  expect(pageCount).toBe(4)
  const firstNames = texts.filter(({ text }) => /^Vorne\d{3}$/.test(text))
  expect(firstNames.map(({ text }) => text)).toEqual(members.map(({ firstName }) => firstName))
  const counts = [0, 1, 2, 3].map((at) => firstNames.filter(({ page: on }) => on === at).length)
  // The first sheet has the page's heading, the second one the two long names.
  for (const count of counts.slice(0, 3)) {
    expect(count).toBeGreaterThanOrEqual(40)
    expect(count).toBeLessThanOrEqual(48)
  }
  for (const at of [0, 1, 2, 3]) {
    const onSheet = texts.filter(({ page: on }) => on === at).map(({ text }) => text)
    expect(onSheet.filter((text) => heads.includes(text))).toEqual(heads)
  }

  // The column starts below its heading, however long the name before it is.
  const column = texts.find(({ text }) => text === 'Vorname')
  for (const { x } of firstNames) expect(Math.abs(x - (column?.x ?? 0))).toBeLessThan(0.5)
  for (const { x } of texts) {
    expect(x).toBeGreaterThanOrEqual(13)
    expect(x).toBeLessThan(196)
  }
  const lines = (mark: RegExp) =>
    texts.filter(({ text, x }) => x < (column?.x ?? 0) - 1 && mark.test(text))
  expect(lines(/Muster060|Freifrau|Ober|Donau|gesellschaft/).length).toBeGreaterThan(1)
  expect(lines(/Ł/).length).toBeGreaterThan(1)
  expect(lines(/Ł/).flatMap(({ text }) => text.match(/Ł/g) ?? [])).toHaveLength(120)
  // Neither the labels of checkboxes nor controls are printed.
  const all = texts.map(({ text }) => text).join(' ')
  expect(all).not.toMatch(/ausgewählt|Aufheben|Rows per page|Ansicht speichern|Drucken/)
})

test('With seven columns or more a list is printed in landscape without broken words, and says which columns do not fit', async ({
  browserOf,
  guild: { origin },
}) => {
  const [model] = await getAs<MemberRow[]>(origin, 'management', '/api/member')
  if (!model) throw new Error('The demo has no members')
  const members = Array.from({ length: 40 }, (_, index) => ({
    ...model,
    id: 9000 + index,
    lastName: 'Bodenmüller',
    firstName: 'Annegret',
    maidenName: '',
    exitDate: null,
    addressStreet: 'Klosterweg',
    addressNumber: '12',
    addressPlz: '88999',
    addressTown: 'Schellental',
    phone: '07523 12345',
  }))
  const page = await browserOf('management')
  await page.route('**/api/member', (route) => route.fulfill({ json: members }))
  const print = async (columns: string) => {
    await page.goto(`${paths.members}?columns=${columns}`)
    await page.getByRole('link', { name: 'Bodenmüller' }).first().waitFor()
    return (await textsOf(await page.pdf({ preferCSSPageSize: true }))).texts
  }
  const address = 'birthday,membershipState,phone,phoneMobile,street,plz,town'
  const texts = await print(address)
  const words = texts.map(({ text }) => text)
  for (const word of ['Bodenmüller', 'Schellental', 'Klosterweg 12'])
    expect(words.filter((one) => one === word)).toHaveLength(40)
  expect(words.join(' ')).not.toContain('Nicht auf dem Blatt')
  // Wider than a sheet in portrait, and within the margins of one in landscape.
  const right = (all: typeof texts) => Math.max(...all.map(({ x }) => x))
  expect(right(texts)).toBeGreaterThan(210)
  expect(right(texts)).toBeLessThan(283)

  const all = await print(`${address},dateJoined,dateLeft,eMail,memberNumber,age,membershipYears`)
  // The address stays, however many columns stand before it; the screen names what is missing as well.
  expect(all.map(({ text }) => text).join(' ')).toMatch(
    /Nicht auf dem Blatt, weil der Platz fehlt: .*Mitgliedsjahre/,
  )
  await expect(page.getByText(/^Beim Drucken fehlen, .*Mitgliedsjahre$/)).toBeVisible()
  for (const word of ['88999', 'Schellental'])
    expect(all.filter(({ text }) => text === word)).toHaveLength(40)
  expect(right(all)).toBeLessThan(283)
})

test('An address list with nine columns breaks neither an e-mail address nor a postcode, and a popover or dialog over the page is not printed', async ({
  browserOf,
  guild: { origin },
}, { project }) => {
  const [model] = await getAs<MemberRow[]>(origin, 'management', '/api/member')
  if (!model) throw new Error('The demo has no members')
  const eMail = 'annegret.mustermann@example.de'
  const member = {
    ...model,
    ...{ lastName: 'Bodenmüller', firstName: 'Annegret', maidenName: '', exitDate: null, eMail },
    ...{ addressStreet: 'Klosterweg', addressNumber: '12', addressPlz: '88999' },
    ...{ addressTown: 'Schellental', phone: '07523 12345' },
  }
  const members = Array.from({ length: 20 }, (_, index) => ({ ...member, id: 9000 + index }))
  const page = await browserOf('management')
  await page.route('**/api/member', (route) => route.fulfill({ json: members }))
  await page.goto(`${paths.members}?columns=birthday,membershipState,phone,eMail,street,plz,town`)
  const isPhone = project.name === 'phone'
  await page.getByRole('button', { name: isPhone ? 'Liste einstellen' : 'Spalten' }).click()
  const over = page.getByRole('dialog')
  if (isPhone) await over.getByRole('button', { name: 'Spalten' }).click()
  await expect(over.locator('label', { hasText: 'Mitgliedsjahre' })).toBeAttached()
  // The buttons of the dialog stay in sight above a list of columns that is longer than the phone.
  if (isPhone)
    await expect(over.getByRole('button', { name: 'Fertig' })).toBeInViewport({ ratio: 1 })

  const { texts } = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  const words = texts.map(({ text }) => text)
  for (const word of [eMail, '88999', 'Schellental', 'Klosterweg 12'])
    expect(words.filter((one) => one === word)).toHaveLength(20)
  expect(words).not.toContain('Mitgliedsjahre')
  expect(words.join(' ')).not.toContain('Nicht auf dem Blatt')
})

test('The printed list of a parade begins with its day, departures, start and line-up', async ({
  browserOf,
  guild: { origin },
}) => {
  const today = berlinDay(new Date())
  const { id } = await postAs<{ id: number }>(origin, 'management', '/api/parade', {
    title: 'Nachtumzug Papierbach',
    host: 'Narrenzunft Papierbach',
    date: addDays(today, 60),
    dateEnrolmentStart: today,
    dateEnrolmentEnd: addDays(today, 50),
    priceForAdultsInCent: 800,
    priceForChildrenInCent: 300,
    timeStart: '18:30',
    lineUpNumber: '14',
    lineUpPlace: 'Festplatz',
    departures: [
      { time: '15:15', place: 'Zunftstüble' },
      { time: '15:25', place: 'Bahnhof' },
    ],
  })
  const page = await browserOf('management')
  await page.goto(paths.parade(id))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nachtumzug Papierbach')
  const { texts } = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  const printed = texts
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
  expect(printed).toContain('Abfahrt 15:15 Uhr Zunftstüble, 15:25 Uhr Bahnhof')
  expect(printed).toContain('Beginn 18:30 Uhr')
  expect(printed).toContain('Aufstellung Nr. 14, Festplatz')
})

test('A printed bus list stands alone on the paper, without the list of participants', async ({
  browserOf,
  guild: { origin },
}) => {
  const today = berlinDay(new Date())
  const parade = await postAs<Parade>(origin, 'management', '/api/parade', {
    title: 'Busumzug Papierbach',
    host: 'Narrenzunft Papierbach',
    date: addDays(today, 60),
    dateEnrolmentStart: today,
    dateEnrolmentEnd: addDays(today, 50),
    priceForAdultsInCent: 0,
    priceForChildrenInCent: 0,
    extras: [
      {
        title: 'Bus ab Papierbach',
        kind: 'bus',
        priceForAdultsInCent: 0,
        priceForChildrenInCent: 0,
        capacity: null,
        departure: null,
      },
    ],
  })
  const [type] = await getAs<{ id: number }[]>(origin, 'management', '/api/costumeType')
  const place = { paradeId: parade.id, costumeTypeId: type?.id }
  const seat = [{ id: parade.extras[0]?.id, quantity: 1 }]
  const person = { memberId: null, lastName: 'Papier', birthday: null }
  const rider = { ...place, costumeNumber: 'P1', extras: seat }
  const walker = { ...place, costumeNumber: 'P2' }
  const enrol = (firstName: string, parades: unknown[]) =>
    postAs(origin, 'management', '/api/parades/internal-enrol', { ...person, firstName, parades })
  await enrol('Fährtmit', [rider])
  await enrol('Läufthin', [walker])
  const page = await browserOf('management')
  // The browser's print dialog would block the page.
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await page.goto(paths.parade(parade.id))
  await page.getByRole('heading', { name: 'Busliste', level: 2 }).click()
  await page.getByRole('button', { name: 'Busliste drucken' }).click()
  const { pageCount, texts } = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  const printed = texts.map(({ text }) => text).join(' ')
  expect(printed).toContain('Busliste Bus ab Papierbach')
  expect(printed).toContain('Fährtmit')
  expect(printed).not.toContain('Läufthin')
  expect(pageCount).toBe(1)
})

test('Address lists on both formats of paper break street and town between words only, and a name of sixty letters stays on the sheet', async ({
  browserOf,
  guild: { origin },
}, { project }) => {
  test.skip(project.name === 'phone', 'the paper is the same')
  const [model] = await getAs<MemberRow[]>(origin, 'management', '/api/member')
  if (!model) throw new Error('The demo has no members')
  const homes = [
    ['Am Narrenbrunnen', '64', 'Kuchelbach', 'carla.aicheler@example.de'],
    ['Im Oberen Wasen', '94', 'Schellental-Oberdorf', 'guenther.aicheler@example.de'],
    ['Ziegelhüttenweg', '65', 'Lauchenried', ''],
    ['Schwarzenbachstraße', '112 a', 'Schellental', ''],
  ] as const
  const people = homes.map(([addressStreet, addressNumber, addressTown, eMail], index) => ({
    ...model,
    ...{ id: 9000 + index, lastName: 'Aicheler', firstName: 'Günther', exitDate: null },
    ...{ maidenName: index === 0 ? 'Eisele' : '', addressStreet, addressNumber, addressTown },
    ...{ addressPlz: '72999', phone: '0221 4710789', phoneMobile: '0171 3920029', eMail },
  }))
  const long = { ...model, id: 9100, lastName: 'Lang', firstName: 'L', addressTown: unbroken }
  const page = await browserOf('management')
  const print = async (members: readonly MemberRow[], columns: string) => {
    await page.unrouteAll()
    await page.route('**/api/member', (route) => route.fulfill({ json: members }))
    await page.goto(`${paths.members}?columns=${columns}`)
    await page.getByRole('row').nth(members.length).waitFor()
    return (await textsOf(await page.pdf({ preferCSSPageSize: true }))).texts
  }
  const landscape = 'birthday,membershipState,phone,eMail,phoneMobile,street,plz,town'
  const portrait = 'phoneMobile,street,plz,town'
  for (const columns of [landscape, portrait]) {
    const all = await print(people, columns)
    const words = all.flatMap(({ text }) => text.split(/[ -]/))
    for (const [street, number, town, eMail] of homes) {
      for (const word of `${street} ${number} ${town}`.split(/[ -]/)) expect(words).toContain(word)
      if (eMail && columns === landscape) expect(all.map(({ text }) => text)).toContain(eMail)
    }
    const right = Math.max(...all.map(({ x }) => x))
    if (columns === landscape) expect(right).toBeGreaterThan(210)
    expect(right).toBeLessThan(columns === landscape ? 283 : 196)
  }
  // The house number stands beside the street, and a maiden name is not larger than the name.
  const sheet = await print(people, portrait)
  const at = (mark: string) => sheet.find(({ text }) => text.endsWith(mark))
  expect(at('64')?.y).toBe(at('Narrenbrunnen 64')?.y)
  expect(at('Eisele)')?.size ?? 99).toBeLessThanOrEqual(at('Aicheler')?.size ?? 0)
  const withLong = await print([...people, long], landscape)
  expect(withLong.map(({ text }) => text).join(' ')).not.toContain('Nicht auf dem Blatt')
  const letters = withLong.flatMap(({ text, x }) => (text.includes('Ł') ? [x] : []))
  expect(letters.length).toBeGreaterThan(1)
  for (const x of letters) expect(x).toBeLessThan(283)
})
