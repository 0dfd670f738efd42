import fc from 'fast-check'
import { rows } from '#tests/support/api.ts'
import type { Draft, ShownRow } from '#web/parades/check-in/outbox/acts.ts'
import { targetOf } from '#web/parades/check-in/outbox/acts.ts'
import { fates } from './network.ts'
import type { World } from './world.ts'

/** The possible acts; their numbers choose among the existing phones, pages and rows. */
export type Act = { what: What; which: number; how: number }

const weights = {
  tick: 16,
  money: 6,
  again: 2,
  enter: 5,
  onEntry: 5,
  press: 3,
  trouble: 9,
  down: 2,
  up: 3,
  carry: 9,
  pass: 8,
  sleep: 1,
  jump: 3,
  reload: 3,
  die: 2,
  openTab: 2,
  halt: 4,
  goOn: 3,
  fidget: 1,
  expire: 2,
  signIn: 3,
  end: 1,
  unlock: 1,
  otherUser: 1,
  asMine: 2,
  signOut: 1,
  retry: 2,
  deskTick: 4,
  deskMoney: 2,
  deskRemoves: 2,
  deskEnters: 2,
  cancelParade: 1,
  reinstate: 2,
  cash: 1,
  deleteParade: 1,
} as const
type What = keyof typeof weights

export const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    what: fc.oneof(
      ...Object.entries(weights).map(([what, weight]) => ({
        weight,
        arbitrary: fc.constant(what as What),
      })),
    ),
    which: fc.nat(23),
    how: fc.nat(23),
  }),
  { minLength: 10, maxLength: 50, size: 'max' },
)

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Rows 1 and 3 are the same person; rows 1 and 4 want the same number. */
const newcomers = [
  ['Lena', 'Abele', '3'],
  ['Kurt', 'Zoll', ''],
  ['Lena', 'Abele', ''],
  ['Ida', 'Merk', '3'],
  ['Erika', 'Bantle', ''],
] as const

export async function perform(world: World, { what, which, how }: Act): Promise<void> {
  await change(world, what, which, how)
  await world.settle()
}

async function change(world: World, what: What, which: number, how: number): Promise<void> {
  const { phones, story, guild, network } = world
  const at = world.pageOf(which)
  const phone = phones[which % 2] ?? phones[0]
  const name = `phone ${which % 2}`
  const note = (text: string) => void story.push(`${name}: ${text}`)
  const paradeId = guild.paradeIds[how % 3] ?? 0
  switch (what) {
    case 'tick':
    case 'money':
    case 'again':
    case 'onEntry': {
      if (!at) return
      const shown = world
        .rowsOf(at.page, at.phone)
        .filter(({ row }) => what !== 'onEntry' || row.enterId !== undefined)
      const chosen = shown[how % Math.max(1, shown.length)]
      if (!chosen) return
      const draft = draftFor(what, how, chosen.paradeId, chosen.row)
      note(`${draft.kind} ${draft.memberName}`)
      return world.tap(at.phone, at.page, draft)
    }
    case 'enter': {
      const [firstName, lastName, costumeNumber] = newcomers[how % 5] ?? newcomers[0]
      const list = at?.page.outbox.state().lists[(which >> 1) % 3]
      if (!at || !list) return
      note(`enters ${firstName} ${lastName} ${costumeNumber} in ${list.paradeId}`)
      return world.tap(at.phone, at.page, {
        kind: 'enter',
        paradeId: list.paradeId,
        memberName: `${lastName}, ${firstName}`,
        costumeType: 'Schellenhansel',
        priceInCent: list.parade.priceForAdultsInCent,
        entry: {
          firstName,
          lastName,
          birthday: how % 7 === 0 ? '1990-05-04' : null,
          costumeNumber,
          selectedCostumeTypeId: guild.typeId,
        },
      })
    }
    case 'press': {
      const told = at?.page.outbox.state().acts.filter(({ state }) => state === 'rejected') ?? []
      const act = told[(which >> 1) % Math.max(1, told.length)]
      if (!at || !act || !at.phone.user) return
      const button = (['discard', 'again', 'existing', 'withoutNumber'] as const)[how % 4]
      if (!button) return
      note(`presses ${button} for ${act.kind} ${act.memberName}`)
      world.detaches(act.id)
      return void at.page.outbox.press(act.id, button)
    }
    case 'trouble': {
      const fate = fates[(how * 7 + which * 5) % fates.length] ?? 'well'
      const times = 1 + (how % 3)
      note(`meets ${fate} ${times} times`)
      return void phone.fates.push(...Array.from({ length: times }, () => fate))
    }
    case 'down':
      note('has no network')
      phone.isDown = true
      return
    case 'up':
      note('has network')
      phone.isDown = false
      for (const { outbox } of phone.pages) outbox.retryNow()
      return
    case 'carry':
      for (let n = 0; n <= how % 4; n += 1) {
        const name = await network.goesOn(which)
        if (name) story.push(`… ${name}`)
        await world.settle()
      }
      return
    case 'pass': {
      const ms = [300, 2 * second, 9 * second, 16 * second, 16 * second, 33 * second][how % 6] ?? 0
      story.push(`${ms} ms pass`)
      return world.passes(ms)
    }
    case 'sleep':
      story.push('all phones sleep')
      world.sleeps([5 * minute, hour, 5 * hour, 14 * hour][how % 4] ?? 0)
      return world.passes(100)
    case 'jump': {
      const ms =
        [-2 * hour, -70 * second, 70 * second, 3 * hour, -30 * hour, 30 * hour][how % 6] ?? 0
      note(`its clock jumps by ${ms / second} s`)
      return world.jumps(phone, ms)
    }
    case 'reload':
    case 'die':
      if (!at) return
      note(what === 'die' ? '†' : 'reloads')
      world.closes(at.phone, at.page)
      if (what === 'reload') world.open(at.index, how)
      return
    case 'openTab':
      if (phone.pages.length > 1) return
      note('opens a tab')
      return void world.open(which % 2, how)
    case 'halt':
      if (!at) return
      note(`stands still ${how % 2 ? 'before' : 'after'} what it does next with the store`)
      return at.page.tab.halts(how % 2 ? 'before' : 'after')
    case 'goOn':
      story.push('all phones wake up')
      return world.letGo()
    case 'fidget':
      if (!at) return
      note('has a finger on the list')
      at.page.isStill = false
      return
    case 'expire': {
      const minutes = [1, 9 * 60, 71 * 60 + 50, 73 * 60][how % 4] ?? 0
      note(`its sign-in is over since ${minutes} minutes`)
      return world.expires(phone, minutes)
    }
    case 'signIn': {
      if (!phone.user) {
        const user = guild.users[which % 2] ?? guild.users[0]
        note(`${user.name} signs in`)
        await world.signsIn(phone, user)
        return void world.open(which % 2, how)
      }
      note('signs in again')
      return world.signsIn(phone, phone.user)
    }
    case 'end':
      if (!phone.user) return
      note(`${phone.user.name} is ${how % 2 ? 'locked' : 'given a new password'}`)
      return world.endSignIns(phone.user, how % 2 === 1)
    case 'unlock':
      if (!phone.user) return
      note(`${phone.user.name} is unlocked`)
      return world.unlock(phone.user)
    case 'otherUser': {
      const user = guild.users[how % 3] ?? guild.users[0]
      note(`${user.name} signs in on it`)
      // Another user means another document: the open pages are closed.
      for (const page of [...phone.pages]) world.closes(phone, page)
      await world.signsIn(phone, user)
      return void world.open(which % 2, which)
    }
    case 'asMine':
      note('sends what waits of others')
      return void at?.page.outbox.sendAsMine()
    case 'signOut':
      note('signs out')
      return world.signsOut(phone)
    case 'retry':
      return at?.page.outbox.retryNow()
    case 'deskTick':
    case 'deskMoney':
    case 'deskRemoves':
    case 'cash': {
      const person = await personOf(which)
      if (!person) return
      const { id, parade } = person
      const stops = how % 3 === 0
      if (what === 'deskTick') {
        const verb = how % 2 ? 'confirm' : 'unconfirm'
        return world.desk(
          'POST',
          `/api/parade/${parade}/participation/${id}/${verb}`,
          undefined,
          stops,
        )
      }
      if (what === 'deskRemoves') return world.desk('DELETE', `/api/paradeParticipation/${id}`)
      const call = what === 'cash' ? 'cashReturned' : 'paid'
      const body = what === 'cash' ? { returned: how % 4 > 0 } : { paid: how % 2 > 0 }
      return world.desk('POST', `/api/participation/${id}/${call}`, body, stops)
    }
    case 'deskEnters': {
      const [firstName, lastName, costumeNumber] = newcomers[which % 5] ?? newcomers[0]
      const body = { firstName, lastName, costumeNumber, selectedCostumeTypeId: guild.typeId }
      const path = `/api/parade/${paradeId}/participation/atParade`
      return world.desk('POST', path, { ...body, birthday: null }, how % 3 === 0)
    }
    case 'cancelParade':
      return world.desk(
        'POST',
        `/api/parade/${paradeId}/cancel`,
        { reason: 'Sturm' },
        how % 4 === 0,
      )
    case 'reinstate':
      for (const id of guild.paradeIds) world.desk('POST', `/api/parade/${id}/reinstate`)
      return
    case 'deleteParade':
      return world.desk('DELETE', `/api/parade/${guild.paradeIds[2]}`)
  }
}

/** The act behind a button of a row; `again`: one whose effect the row already has. */
function draftFor(
  what: 'tick' | 'money' | 'again' | 'onEntry',
  how: number,
  paradeId: number,
  row: ShownRow,
): Draft {
  const { memberName } = row
  const isMoney = what === 'money' || (what !== 'tick' && how % 4 === 1)
  const is = isMoney ? row.paid : row.confirmed
  const shallBe = what === 'again' ? is : !is
  const kinds = isMoney ? (['pay', 'unpay'] as const) : (['confirm', 'unconfirm'] as const)
  return { kind: kinds[shallBe ? 0 : 1], paradeId, memberName, target: targetOf(row) }
}

async function personOf(which: number) {
  const people = await rows<{ id: number; parade: number }>(
    `SELECT id, parade_id AS parade FROM participations WHERE state = 'booked' ORDER BY id`,
  )
  return people[which % Math.max(1, people.length)]
}
