import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { aClaim } from '#tests/support/written-ledger.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'

// An organization is a member without a first name.

let management: { token: string }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
  await commit(db(), [
    write.update(guildSettings).set({
      creditorName: 'Narrenzunft Schellental e.V.',
      creditorId: 'DE98ZZZ09999999999',
      creditorIban: 'DE02120300000000202051',
    }),
  ])
})

const get = (path: string) => call('GET', path, undefined, management)
const post = (path: string, body: unknown = {}) => call('POST', path, body, management)
const put = (path: string, body: unknown) => call('PUT', path, body, management)

const name = 'Gasthaus Krone GmbH'
const krone = { firstName: '', lastName: name, birthday: null }
/** Traces of a missing first name that no text may contain. */
const gap = / {2}Gasthaus|, Gasthaus| Gasthaus Krone GmbH ,|Gasthaus Krone GmbH, *[";<]|> Gasthaus/

describe('An organization', () => {
  test.each([
    ['missing', {}],
    ['empty', { firstName: '' }],
    ['made of blanks only', { firstName: ' \t'.trim() }],
    ['made of invisible characters only', { firstName: ' \u200b\u00a0' }],
  ])(
    'A member whose first name is %s is stored as an organization, without a first name',
    async (_what, given) => {
      const response = await post('/api/member', { lastName: name, ...given })
      expect(response.status).toBe(201)
      const { id } = await json(response)
      expect(await json(get(`/api/member/${id}`))).toMatchObject({ firstName: '', lastName: name })
    },
  )

  test('Removing the first name makes a member an organization; the history has this one change, which can be undone', async () => {
    const { id } = await aMember({ firstName: 'Krone', lastName: name })
    expect((await put(`/api/member/${id}`, { firstName: '' })).status).toBe(200)
    const history = await json(get('/api/history'))
    const [change] = history.entries
    expect(change.lines).toMatchObject([{ changes: { firstName: ['Krone', ''] } }])
    expect(history.names.member).toEqual({ [id]: name })
    expect((await put(`/api/member/${id}`, { lastName: ' ' })).status).toBe(422)
    expect((await post(`/api/history/${change.requestId}/undo`)).status).toBe(200)
    expect(await json(get(`/api/member/${id}`))).toMatchObject({ firstName: 'Krone' })
  })

  test('The member list sorts an organization by its name, before people with the same last name', async () => {
    await aMember({ firstName: 'Anna', lastName: 'Krone' })
    await aMember({ ...krone, lastName: 'Krone' })
    await aMember({ ...krone, lastName: 'Zunftbräu AG' })
    await aMember({ firstName: 'Zita', lastName: 'Abele' })
    const list = await json(get('/api/member'))
    expect(list.map((one: typeof krone) => [one.lastName, one.firstName])).toEqual([
      ['Abele', 'Zita'],
      ['Krone', ''],
      ['Krone', 'Anna'],
      ['Zunftbräu AG', ''],
    ])
    const csv = await (await get('/api/members/download')).text()
    expect(csv).toContain('\r\n;Zunftbräu AG;;;;')
  })

  test('An organization is a possible duplicate of another organization of the same name, but not of a person', async () => {
    await aMember({ ...krone, lastName: 'Krone', birthday: '1990-01-01' })
    await aMember({ firstName: 'Anna', lastName: 'Krone', birthday: '1990-01-01' })
    await aMember({ ...krone, lastName: 'Adler', birthday: '1990-01-01' })
    expect(await json(get('/api/members/duplicates'))).toMatchObject({ pairs: [] })
    expect((await post('/api/member', { lastName: 'KRONE' })).status).toBe(409)
    expect((await post('/api/member', { firstName: 'Ida', lastName: 'Krone' })).status).toBe(201)
    await aMember({ ...krone, lastName: 'Krone' })
    expect((await json(get('/api/members/duplicates'))).pairs).toHaveLength(1)
  })

  test('The merge preview of two organizations contains no gap for the missing first name', async () => {
    const { id } = await aMember(krone)
    const { id: gone } = await aMember({ ...krone, eMail: 'post@krone.example' })
    const plan = await json(get(`/api/member/${id}/merge?with=${gone}`))
    expect(JSON.stringify(plan)).not.toMatch(gap)
  })

  test('The SEPA file contains the name of an organization as debtor and in the remittance text', async () => {
    await aMember({
      ...krone,
      memberNumber: 7,
      bankingIban: 'DE89370400440532013000',
      bankingSepaAllowed: true,
      bankingSepaAllowedDate: '2014-02-01',
      individualFeeInCent: 5000,
    })
    const xml = await (await get('/api/billing/membershipfees/2027/xml')).text()
    expect(xml).toContain(`<Nm>${name}</Nm>`)
    expect(xml).toContain(`<Ustrd>Mitgliedsbeitrag 2027 ${name}, Mitglied 7</Ustrd>`)
  })

  test('A rejected fee letter and the fee report show an organization under its name, without a gap for a first name', async () => {
    const { id } = await aMember(krone)
    await aClaim({ memberId: id })
    const letter = { year: 2027, kind: 'invoice', channel: 'letter', dueOn: '2027-01-30' }
    const refused = await post('/api/billing/letters', { ...letter, payerIds: [id] })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain(`"${name} hat `)
    const report = await (await get('/api/billing/years/2027/report.csv')).text()
    expect(report).toContain(`Offen;2027;${name};`)
    expect(report).not.toMatch(gap)
  })

  test('A circular addresses an organization as "Damen und Herren" and has no gap in place of {Vorname}', async () => {
    const { id } = await aMember({ ...krone, eMail: 'post@krone.example' })
    const body = '{Anrede}\n\nHallo {Vorname}, {Vorname} {Nachname}'
    const preview = await json(
      post('/api/circular/preview', { subject: 'An {Nachname}', body, memberIds: [id] }),
    )
    expect(preview.mail.subject).toBe(`An ${name}`)
    expect(preview.mail.text).toContain(`Sehr geehrte Damen und Herren,\n\nHallo, ${name}\n`)
  })

  test('An organization cannot be enrolled at the stall (422), but management can add it to the participants of a parade', async () => {
    const { id } = await aMember(krone)
    const parade = await aParade()
    const type = await aCostumeType()
    const costume = await aCostume(type.id, '12')
    const chosen = [{ paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '12' }]
    const refused = await post('/api/parades/internal-enrol', { memberId: id, parades: chosen })
    expect(refused.status).toBe(422)
    expect((await json(refused)).error.fields).toEqual({ firstName: 'Gib den Vornamen an.' })
    expect(await rows('SELECT id FROM participations')).toEqual([])

    const entered = await post(`/api/parade/${parade.id}/participation`, {
      costumeId: costume.id,
      memberId: id,
    })
    expect(entered.status).toBe(201)
    const [participation] = await json(get(`/api/parade/${parade.id}/participation`))
    expect(participation).toMatchObject({ memberName: name, memberId: id })
  })

  test('An organization can get a disclosure, and is anonymised only if its full name is typed to confirm it (else 422)', async () => {
    const { id } = await aMember({ ...krone, membershipState: 'Left', dateLeft: '2000-01-01' })
    const page = await get(`/api/member/${id}/disclosure`)
    expect(await page.text()).not.toMatch(gap)
    expect((await post(`/api/member/${id}/anonymise`, { name: `Krone` })).status).toBe(422)
    expect((await post(`/api/member/${id}/anonymise`, { name: ` ${name} ` })).status).toBe(200)
  })
})
