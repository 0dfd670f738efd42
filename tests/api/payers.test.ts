import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { feeClaims } from '#worker/db/schema.ts'

let management: { token: string; id: number }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
})

const get = (path: string) => call('GET', path, undefined, management)
const put = (id: number, body: unknown) => call('PUT', `/api/member/${id}`, body, management)
const post = (path: string, body: unknown) => call('POST', path, body, management)

const payers = () =>
  rows<{ firstName: string; payerId: number | null }>(
    'SELECT first_name firstName, payer_id payerId FROM members ORDER BY id',
  )

const chain = 'Wer für andere zahlt, zahlt auch den eigenen Beitrag.'

describe("The payer of a member's fee", () => {
  test('A payer is stored for a new or an existing member, and can be removed', async () => {
    const mother = await aMember()
    const created = await json(
      post('/api/member', { firstName: 'Max', lastName: 'Gruber', payerId: mother.id }),
    )
    expect(created.payerId).toBe(mother.id)
    const lisa = await aMember({ firstName: 'Lisa' })
    expect(await json(put(lisa.id, { payerId: mother.id }))).toMatchObject({ payerId: mother.id })
    expect(await json(get(`/api/member/${lisa.id}`))).toMatchObject({ payerId: mother.id })
    expect(await json(put(lisa.id, { payerId: null }))).toMatchObject({ payerId: null })
  })

  test("The answer about a member's family contains the payer and the members for whom this member pays", async () => {
    const mother = await aMember()
    const max = await aMember({ firstName: 'Max', payerId: mother.id })
    const lisa = await aMember({ firstName: 'Lisa', payerId: mother.id })
    const person = ({ id, firstName, lastName, birthday }: typeof mother) => {
      return { id, firstName, lastName, birthday }
    }
    expect(await json(get(`/api/member/${mother.id}/family`))).toEqual({
      payer: null,
      payees: [person(lisa), person(max)],
    })
    expect(await json(get(`/api/member/${max.id}/family`))).toEqual({
      payer: person(mother),
      payees: [],
    })
    expect((await get('/api/member/999/family')).status).toBe(404)
  })

  test('A payer who is unknown, dead, anonymised or has a payer is rejected, and so is any payer for a member who pays for others (422)', async () => {
    const mother = await aMember()
    const max = await aMember({ firstName: 'Max', payerId: mother.id })
    const dead = await aMember({ firstName: 'Xaver', membershipState: 'Died' })
    const anonymised = await aMember({ firstName: '', anonymisedAt: '2026-01-01T00:00:00.000Z' })
    const ida = await aMember({ firstName: 'Ida' })
    const before = await payers()
    const refusals: [number, number, string][] = [
      [ida.id, ida.id, 'Wer selbst zahlt, braucht hier keinen Eintrag.'],
      [ida.id, 999, 'Dieses Mitglied gibt es nicht.'],
      [ida.id, anonymised.id, 'Dieses Mitglied gibt es nicht.'],
      [ida.id, dead.id, 'Xaver Gruber ist verstorben.'],
      [ida.id, max.id, `Für Max Gruber zahlt schon Annegret Gruber. ${chain}`],
      [mother.id, ida.id, `Dieses Mitglied zahlt schon für Max Gruber. ${chain}`],
    ]
    for (const [id, payerId, message] of refusals) {
      const answer = await put(id, { payerId, comment: 'wird nicht gespeichert' })
      expect(answer.status, message).toBe(422)
      expect((await json(answer)).error).toEqual({
        code: 'PayerImpossible',
        message,
        fields: { payerId: message },
      })
    }
    expect(await payers()).toEqual(before)
    expect(await rows("SELECT id FROM members WHERE comment <> ''")).toEqual([])

    for (const payerId of [dead.id, max.id, anonymised.id, 999]) {
      const answer = await post('/api/member', { firstName: 'Neu', lastName: 'Gruber', payerId })
      expect(answer.status, `${payerId}`).toBe(422)
      expect((await json(answer)).error.code).toBe('PayerImpossible')
    }
    expect(await payers()).toEqual(before)
  })

  test('A member who has left the guild is accepted as payer', async () => {
    const father = await aMember({ membershipState: 'Left' })
    const child = await aMember({ firstName: 'Max' })
    expect((await put(child.id, { payerId: father.id })).status).toBe(200)
  })

  test('A member whose payer has died can be saved with this payer unchanged', async () => {
    const mother = await aMember({ membershipState: 'Died' })
    const max = await aMember({ firstName: 'Max', payerId: mother.id })
    const answer = await put(max.id, { payerId: mother.id, comment: 'neu' })
    expect(answer.status).toBe(200)
    expect(await json(answer)).toMatchObject({ payerId: mother.id, comment: 'neu' })
  })

  test('Of two simultaneous changes that together would give a payer a payer, one is rejected (422)', async () => {
    const mother = await aMember()
    const max = await aMember({ firstName: 'Max' })
    const lisa = await aMember({ firstName: 'Lisa' })
    const statuses = await Promise.all([
      put(lisa.id, { payerId: max.id }),
      put(max.id, { payerId: mother.id }),
    ]).then((answers) => answers.map(({ status }) => status))
    expect(statuses.toSorted()).toEqual([200, 422])
    const [, ofMax, ofLisa] = await payers()
    expect([ofMax?.payerId, ofLisa?.payerId].filter((id) => id !== null)).toHaveLength(1)
  })

  test('An undo that would give a payer to a member who pays for another by now is rejected (409)', async () => {
    const mother = await aMember()
    const max = await aMember({ firstName: 'Max', payerId: mother.id })
    const lisa = await aMember({ firstName: 'Lisa' })
    const freed = await put(max.id, { payerId: null })
    const requestId = freed.headers.get('X-Request-Id')
    await put(lisa.id, { payerId: max.id })
    const undone = await post(`/api/history/${requestId}/undo`, {})
    expect(undone.status).toBe(409)
    expect((await json(undone)).error.code).toBe('ChangedSince')
    expect((await payers()).map(({ payerId }) => payerId)).toEqual([null, null, max.id])
  })

  test('A member who pays for another, or who has a fee claim as member or payer, cannot be deleted (409)', async () => {
    const mother = await aMember()
    const max = await aMember({ firstName: 'Max', payerId: mother.id })
    const paid = await aMember({ firstName: 'Ida' })
    const claim = { year: 2026, amountInCent: 2000, reason: 'Aktiv ab 18' }
    const written = { createdAt: '2026-11-01T00:00:00.000Z', createdBy: management.id }
    await commit(db(), [
      write.insert(feeClaims).values({ ...claim, ...written, memberId: max.id, payerId: paid.id }),
    ])
    const references = async (id: number) => {
      const answer = await call('DELETE', `/api/member/${id}`, undefined, management)
      expect(answer.status).toBe(409)
      return (await json(answer)).error.references
    }
    expect(await references(mother.id)).toMatchObject({ paysFor: 1, claims: 0 })
    expect(await references(max.id)).toMatchObject({ paysFor: 0, claims: 1 })
    expect(await references(paid.id)).toMatchObject({ paysFor: 0, claims: 1 })
  })
})
