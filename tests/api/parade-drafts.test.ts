import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aParade } from '#tests/support/builders.ts'

let management: { id: number; token: string }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
})

const get = (path: string) => call('GET', path, undefined, management)
const post = (path: string, body: unknown = {}) => call('POST', path, body, management)
const remove = (path: string) => call('DELETE', path, undefined, management)
const drafts = async () => json(get('/api/parade/drafts'))

/** A parade of last season, whose weekday and distance to Ash Wednesday the draft keeps. */
const ofLastSeason = (values: Parameters<typeof aParade>[0] = {}) =>
  aParade({
    date: '2026-02-15',
    dateEnrolmentStart: '2025-11-11',
    dateEnrolmentEnd: values.date ?? '2026-02-01',
    paradeNumber: 7,
    comment: 'Bus ab 11 Uhr',
    ...values,
  })

const saved = (draft: Record<string, unknown>) => {
  const { id, ...fields } = draft
  return { ...fields, paradeNumber: 8, draftId: id }
}

describe('The parades of the last season', () => {
  test('Parades of the last season are proposed for the next one, on moved dates, once each; a proposal is not listed as a parade', async () => {
    await ofLastSeason()
    await ofLastSeason({ title: 'Nachtumzug', date: '2026-01-06' })
    await aParade({ title: 'Zu alt', date: '2025-02-15' })
    await aParade({ title: 'Zu neu', date: '2026-11-11' })
    expect(await drafts()).toEqual({ season: '2026/27', drafts: [], proposable: 2 })
    const response = await post('/api/parade/drafts')
    expect(response.status).toBe(200)
    const proposed = await json(response)
    expect(proposed).toEqual({
      season: '2026/27',
      proposable: 0,
      drafts: [
        expect.objectContaining({ title: 'Nachtumzug', date: '2027-01-06' }),
        {
          id: expect.any(Number),
          title: 'Ringtreffen Moosried',
          host: 'Butzenzunft Moosried',
          hostTown: 'Moosried',
          hostPlz: '88999',
          date: '2027-02-07',
          comment: 'Bus ab 11 Uhr',
          priceForAdultsInCent: 800,
          priceForChildrenInCent: 300,
          dateEnrolmentStart: '2026-11-03',
          dateEnrolmentEnd: '2027-01-24',
          timeEnrolmentStart: null,
          timeEnrolmentEnd: null,
          timeStart: null,
          lineUpNumber: null,
          lineUpPlace: null,
          departures: [],
          capacity: null,
          minAge: null,
          guardianBelow: null,
          extras: [],
          isChildParade: false,
        },
      ],
    })
    expect(await json(post('/api/parade/drafts'))).toEqual(proposed)
    expect(await drafts()).toEqual(proposed)
    expect(await json(get('/api/parade/year/2027'))).toEqual([])
    expect(JSON.stringify(await json(call('GET', '/api/enrolment/parades')))).not.toContain(
      'Nachtumzug',
    )
  })

  test('A parade of the last season is not proposed if it has already been entered for the next season', async () => {
    await ofLastSeason()
    await aParade({ date: '2027-02-07' })
    expect(await json(post('/api/parade/drafts'))).toMatchObject({ drafts: [], proposable: 0 })
  })

  test('Two simultaneous requests for proposals store each proposal once', async () => {
    await ofLastSeason()
    const answers = await Promise.all([post('/api/parade/drafts'), post('/api/parade/drafts')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await rows('SELECT id FROM parade_drafts')).toHaveLength(1)
  })

  test('Proposing parades for a new season deletes the proposals of the season before', async () => {
    await ofLastSeason()
    await post('/api/parade/drafts')
    await aParade({ date: '2027-01-24' })
    setClock('2027-02-11T12:00:00Z')
    management = { ...management, token: await tokenOf(management.id) }
    expect(await drafts()).toEqual({ season: '2027/28', drafts: [], proposable: 1 })
    expect((await json(post('/api/parade/drafts'))).drafts).toMatchObject([{ date: '2028-02-13' }])
    expect(await rows('SELECT season FROM parade_drafts')).toEqual([{ season: 2028 }])
  })
})

describe('A proposal', () => {
  const proposed = async () => {
    const { id } = await ofLastSeason()
    const [draft] = (await json(post('/api/parade/drafts'))).drafts
    return { sourceId: id, draft }
  }

  test('A proposal is deleted when a parade is created from it', async () => {
    const { draft } = await proposed()
    const response = await post('/api/parade', saved(draft))
    expect(response.status).toBe(201)
    expect(await json(response)).toMatchObject({
      title: 'Ringtreffen Moosried',
      date: '2027-02-07',
      paradeNumber: 8,
    })
    expect(await drafts()).toMatchObject({ drafts: [], proposable: 0 })
  })

  test('A proposal is kept when the parade created from it is rejected (422)', async () => {
    const { draft } = await proposed()
    expect((await post('/api/parade', { ...saved(draft), title: ' ' })).status).toBe(422)
    expect((await drafts()).drafts).toHaveLength(1)
  })

  test('Of two simultaneous requests to create a parade from one proposal the second is rejected (409)', async () => {
    const { draft } = await proposed()
    const answers = await Promise.all([1, 2].map(() => post('/api/parade', saved(draft))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(await json(refused as Response)).toMatchObject({ error: { code: 'Conflict' } })
    expect(await rows("SELECT id FROM parades WHERE date = '2027-02-07'")).toHaveLength(1)
  })

  test('A discarded proposal is no longer listed, but can be proposed again', async () => {
    const { draft } = await proposed()
    expect((await remove(`/api/parade/drafts/${draft.id}`)).status).toBe(204)
    expect((await remove(`/api/parade/drafts/${draft.id}`)).status).toBe(404)
    expect(await drafts()).toMatchObject({ drafts: [], proposable: 1 })
  })

  test('Deleting a parade also deletes the proposal that is based on it', async () => {
    const { sourceId } = await proposed()
    expect((await remove(`/api/parade/${sourceId}`)).status).toBe(204)
    expect(await drafts()).toMatchObject({ drafts: [], proposable: 0 })
  })
})
