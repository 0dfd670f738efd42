import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowOf } from '#tests/support/outbox-world.ts'
import {
  type ShownRow,
  type StoredAct,
  targetOf,
  withActs,
} from '#web/parades/check-in/outbox/acts.ts'
import type { ActKind, CheckInRow } from '#worker/check-in/check-in.contract.ts'

const me = 7

function act(seq: number, changes: Partial<StoredAct> & { kind: ActKind }): StoredAct {
  const any = {
    seq,
    id: `act-${seq}`,
    userId: me,
    userName: 'Lena F.',
    at: new Date(Date.UTC(2027, 0, 17, 12, 0, seq)).toISOString(),
    state: 'waiting',
    result: null,
    paradeId: 3,
    memberName: 'Bantle, Erika',
    ...(changes.kind === 'enter'
      ? {
          entry: {
            firstName: 'Lena',
            lastName: 'Wäschle',
            selectedCostumeTypeId: 2,
            costumeNumber: '233',
          },
          costumeType: 'Garde',
        }
      : { target: { participationId: 1 } }),
  }
  return { ...any, ...changes } as StoredAct
}

const two = [rowOf(1, 'Bantle, Erika'), rowOf(2, 'Dorn, Christa')]
const shown = (rows: readonly CheckInRow[], ...acts: StoredAct[]) => withActs(rows, acts, me)

describe('the check-in list with acts of the outbox', () => {
  test('In the check-in list, a person without a waiting act is shown as the server sent the row', () => {
    expect(shown(two)).toBe(two)
    expect(shown(two, act(1, { kind: 'confirm' }))[1]).toBe(two[1])
  })

  test('A confirmation that waits to be sent is shown as confirmed and marked as waiting', () => {
    const [row] = shown(two, act(1, { kind: 'confirm' }))
    expect(row).toMatchObject({ confirmed: true, mine: true, waits: { tick: true, fee: false } })
    expect(row?.confirmedAt).toBe('2027-01-17T12:00:01.000Z')
  })

  test('A waiting cash payment and a waiting confirmation of the same person are shown and marked separately', () => {
    const [row] = shown(two, act(1, { kind: 'pay' }))
    expect(row).toMatchObject({ confirmed: false, paid: true, cash: { mine: true } })
    expect(row?.waits).toEqual({ tick: false, fee: true })
    const both = shown(two, act(1, { kind: 'pay' }), act(2, { kind: 'confirm' }))
    expect(both[0]?.waits).toEqual({ tick: true, fee: true })
  })

  test('If a confirmation and its later withdrawal both wait to be sent, the person is shown as not confirmed, in whatever order the acts are stored', () => {
    const confirm = act(1, { kind: 'confirm' })
    const undo = act(2, { kind: 'unconfirm' })
    expect(shown(two, undo, confirm)[0]).toMatchObject({ confirmed: false, confirmedAt: null })
  })

  test('A confirmation that was sent is shown as the server answered, and not as waiting', () => {
    const jonas = rowOf(1, 'Bantle, Erika', {
      confirmed: true,
      confirmedAt: '2027-01-17T11:00:00.000Z',
      paid: true,
    })
    const result = { id: 'act-1', outcome: 'already', participationId: 1, row: jonas } as const
    const [row] = shown(two, act(1, { kind: 'confirm', state: 'done', result }))
    expect(row).toMatchObject({ confirmed: true, mine: false, confirmedAt: jonas.confirmedAt })
    // The money is another matter: what is known of it may be newer.
    expect(row?.paid).toBe(false)
    expect(row?.waits).toBeUndefined()
  })

  test('A confirmation that the server rejected is not shown in the check-in list', () => {
    expect(shown(two, act(1, { kind: 'confirm', state: 'rejected' }))).toEqual(two)
  })

  test("A confirmation by another user of the same device is not shown as the current user's own", () => {
    const [row] = shown(two, act(1, { kind: 'confirm', userId: 8 }))
    expect(row).toMatchObject({ confirmed: true, mine: false })
  })

  test('A person whose entry on site waits to be sent is listed by name, with a temporary id, the costume and as confirmed', () => {
    const rows = [rowOf(1, 'Bantle, Erika'), rowOf(2, 'Zehnder, Ute')]
    const all = shown(rows, act(4, { kind: 'enter' }))
    expect(all.map(({ memberName }) => memberName)).toEqual([
      'Bantle, Erika',
      'Wäschle, Lena',
      'Zehnder, Ute',
    ])
    expect(all[1]).toMatchObject({
      id: -4,
      costume: { typeId: 2, type: 'Garde', number: '233' },
      confirmed: true,
      paid: false,
      mine: true,
      waits: { tick: true, fee: false },
    })
    expect(all[1] && targetOf(all[1])).toEqual({ actId: 'act-4' })
  })

  test('A payment for a person entered on site is shown both before and after the entry has reached the server', () => {
    const enter = act(1, { kind: 'enter' })
    const pay = act(2, { kind: 'pay', target: { actId: 'act-1' } })
    const undo = act(3, { kind: 'unconfirm', target: { actId: 'act-1' } })
    const before = shown(two, enter, pay, undo).find(({ id }) => id === -1)
    expect(before).toMatchObject({ paid: true, confirmed: false, waits: { tick: true, fee: true } })
    const row = rowOf(90, 'Wäschle, Lena', { confirmed: true, code: 'ABCD' })
    const result = { id: 'act-1', outcome: 'done', participationId: 90, row } as const
    const known = act(1, { kind: 'enter', state: 'done', result })
    const after = act(2, { kind: 'pay', target: { participationId: 90 } })
    const one = shown(two, known, after).find(({ id }) => id === -1)
    expect(one).toMatchObject({ paid: true, confirmed: true, code: 'ABCD' })
    expect(one?.waits).toEqual({ tick: false, fee: true })
  })

  test('A person entered on site is listed once when the list of the server contains the person already', () => {
    const row = rowOf(90, 'Wäschle, Lena', { confirmed: true })
    const result = { id: 'act-1', outcome: 'done', participationId: 90, row } as const
    const all = shown([...two, row], act(1, { kind: 'enter', state: 'done', result }))
    expect(all.map(({ id }) => id)).toEqual([1, 2, 90])
  })

  test('If a person is not in the check-in list, waiting acts for this person are not shown', () => {
    expect(shown(two, act(1, { kind: 'confirm', target: { participationId: 55 } }))).toEqual(two)
    expect(shown(two, act(1, { kind: 'pay', target: { actId: 'gone' } }))).toEqual(two)
  })

  test('If a cash payment is taken back, a fee that was paid online still counts as paid', () => {
    const [row] = shown([rowOf(1, 'Bantle, Erika', { paid: true })], act(1, { kind: 'unpay' }))
    expect(row).toMatchObject({ paid: true, cash: null })
  })

  test('Confirming a person again does not change the time of the first confirmation', () => {
    const ticked = rowOf(1, 'Bantle, Erika', { confirmed: true, confirmedAt: 'before' })
    const [row] = shown([ticked], act(1, { kind: 'confirm' }))
    expect(row).toMatchObject({ confirmedAt: 'before', mine: false })
  })

  // A second, plainer way of saying the same: person by person, by who touched what last.
  test('For random check-in acts, the list equals a replay of the acts person by person', () => {
    const people = [1, 2, 3]
    const kinds = ['confirm', 'unconfirm', 'pay', 'unpay'] as const
    const anAct = fc.record({
      kind: fc.constantFrom(...kinds),
      person: fc.constantFrom(...people),
      state: fc.constantFrom('waiting' as const, 'done' as const, 'rejected' as const),
      userId: fc.constantFrom(me, 8),
    })
    const aRow = fc.record({ confirmed: fc.boolean(), paid: fc.boolean(), byHand: fc.boolean() })
    fc.assert(
      fc.property(fc.array(anAct, { maxLength: 12 }), fc.tuple(aRow, aRow, aRow), (taps, facts) => {
        const rows = people.map((id, index) => {
          const fact = facts[index] ?? { confirmed: false, paid: false, byHand: false }
          return rowOf(id, `Person ${id}`, {
            confirmed: fact.confirmed,
            confirmedAt: fact.confirmed ? 'list' : null,
            paid: fact.paid,
            cash: fact.paid && fact.byHand ? { mine: false, returnedAt: null } : null,
          })
        })
        const acts = taps.map((tap, index) =>
          act(index + 1, {
            kind: tap.kind,
            state: tap.state,
            userId: tap.userId,
            target: { participationId: tap.person },
          }),
        )
        const all = withActs(rows, acts, me)
        expect(all.map(({ id }) => id)).toEqual(people)
        for (const [index, row] of rows.entries()) {
          const own = taps.flatMap((tap, at) =>
            tap.person === row.id && tap.state !== 'rejected' ? [{ ...tap, at }] : [],
          )
          const ticks = own.filter(({ kind }) => kind === 'confirm' || kind === 'unconfirm')
          const fees = own.filter(({ kind }) => kind === 'pay' || kind === 'unpay')
          const isOnline = row.paid && row.cash === null
          const expected: Partial<ShownRow> = {
            confirmed: ticks.length > 0 ? ticks.at(-1)?.kind === 'confirm' : row.confirmed,
            paid: isOnline || (fees.length > 0 ? fees.at(-1)?.kind === 'pay' : row.paid),
          }
          expect(all[index]).toMatchObject(expected)
          const waits = {
            tick: ticks.some(({ state }) => state === 'waiting'),
            fee: fees.some(({ state }) => state === 'waiting'),
          }
          expect(all[index]?.waits ?? { tick: false, fee: false }).toEqual(waits)
        }
      }),
      { seed: 1517, numRuns: 500 },
    )
  })
})
