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

/** Of the season before; its day of the week and its distance to Ash Wednesday stay. */
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

describe('parades of the last season', () => {
  test('are proposed for the next, each once, and nothing but proposed', async () => {
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

  test('that are entered again already are not proposed', async () => {
    await ofLastSeason()
    await aParade({ date: '2027-02-07' })
    expect(await json(post('/api/parade/drafts'))).toMatchObject({ drafts: [], proposable: 0 })
  })

  test('are proposed once when two people ask at the same moment', async () => {
    await ofLastSeason()
    const answers = await Promise.all([post('/api/parade/drafts'), post('/api/parade/drafts')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await rows('SELECT id FROM parade_drafts')).toHaveLength(1)
  })

  test('make room for those of the season after', async () => {
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

describe('a proposal', () => {
  const proposed = async () => {
    const { id } = await ofLastSeason()
    const [draft] = (await json(post('/api/parade/drafts'))).drafts
    return { sourceId: id, draft }
  }

  test('goes when it is saved as a parade, with it', async () => {
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

  test('stays when the parade is refused', async () => {
    const { draft } = await proposed()
    expect((await post('/api/parade', { ...saved(draft), title: ' ' })).status).toBe(422)
    expect((await drafts()).drafts).toHaveLength(1)
  })

  test('becomes a parade once', async () => {
    const { draft } = await proposed()
    const answers = await Promise.all([1, 2].map(() => post('/api/parade', saved(draft))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(await json(refused as Response)).toMatchObject({ error: { code: 'Conflict' } })
    expect(await rows("SELECT id FROM parades WHERE date = '2027-02-07'")).toHaveLength(1)
  })

  test('is discarded, and may be asked for again', async () => {
    const { draft } = await proposed()
    expect((await remove(`/api/parade/drafts/${draft.id}`)).status).toBe(204)
    expect((await remove(`/api/parade/drafts/${draft.id}`)).status).toBe(404)
    expect(await drafts()).toMatchObject({ drafts: [], proposable: 1 })
  })

  test('goes with the parade it was made from', async () => {
    const { sourceId } = await proposed()
    expect((await remove(`/api/parade/${sourceId}`)).status).toBe(204)
    expect(await drafts()).toMatchObject({ drafts: [], proposable: 0 })
  })
})
