import type { costumeOwnerships, costumes, costumeTypes, parades } from '#worker/db/schema.ts'
import { ageClass } from '#worker/domain/birthdays.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { nameKey, personKey } from '#worker/domain/enrolment.ts'
import type { ParticipationValues } from '#worker/domain/import/types.ts'
import { wordKey } from '#worker/domain/import/words.ts'
import { costumeNumberKey, normaliseName } from '#worker/domain/names.ts'
import { isBlank } from '#worker/domain/text.ts'
import type { ImportQuestion } from '#worker/imports/imports.contract.ts'
import type { Insertion, PlanClock, Staged, Update } from '#worker/imports/plan.ts'
import { cellField, type InputRow, isReadable, type Judged, type KindPlan } from './judged-row.ts'
import { judgeRowOfMember, type Known, Register } from './people.ts'

type Parade = Pick<typeof parades.$inferSelect, 'id' | 'title' | 'host' | 'date' | 'cancelledAt'>
type Costume = Pick<
  typeof costumes.$inferSelect,
  'id' | 'number' | 'numberKey' | 'costumeTypeId' | 'registeredUntil'
>
type Ownership = Pick<
  typeof costumeOwnerships.$inferSelect,
  'costumeId' | 'memberId' | 'ownedFrom' | 'ownedTo'
>

/** A taken place: no person and no costume can be in a parade twice. */
type HeldPlace = {
  id: number
  paradeId: number
  memberId: number | null
  state: string
  givenKey: string
  costumeTypeId: number
  costumeNumberKey: string
  participationConfirmed: boolean
}

export type ParticipationsReading = {
  members: readonly Known[]
  parades: readonly Parade[]
  costumeTypes: readonly (typeof costumeTypes.$inferSelect)[]
  costumes: readonly Costume[]
  ownerships: readonly Ownership[]
  /** The taken places of the parades that the file may mean. */
  places: readonly HeldPlace[]
}

/** Attendance at past parades: one row each, or a cross in a parade's column. */
export function planParticipations(
  reading: ParticipationsReading,
  rows: readonly InputRow<'participations'>[],
  staged: Staged,
  { now, today }: PlanClock,
): KindPlan {
  const { columns } = staged.mapping
  const register = new Register(reading.members)
  const parade = paradesOf(reading.parades, staged, today)
  const wardrobe = wardrobeOf(reading, staged)
  const held = Map.groupBy(reading.places, ({ paradeId }) => paradeId)
  const insertions: Insertion[] = []
  const updates: Update[] = []
  const taken = new Map<string, number>()

  function judgeItem(row: Judged, member: Known, item: ParticipationValues): void {
    const found = parade.find(item.parade, row, columns)
    if (!found) return
    const places = held.get(found.id) ?? []
    const own = places.find(({ memberId }) => memberId === member.id)
    const title = titleOf(found)
    row.targets.push(`${found.id}`)
    const key = `${found.id} ${member.id}`
    const isConfirmed = item.confirmed ?? true
    if (own) {
      judgeOwn(own, title, isConfirmed, row)
      return
    }
    if (taken.has(key)) {
      row.effects.push('same')
      return
    }
    const namesake = places.find(
      ({ memberId, givenKey }) => memberId === null && givenKey === nameKey(member),
    )
    if (namesake) {
      const text = `In „${found.title}“ steht unter diesem Namen schon jemand, der keinem Mitglied zugeordnet ist.`
      row.errors.push({ field: cellField(columns, 'lastName'), text })
      return
    }
    const costume = wardrobe.find(item, member, found.date, row, columns)
    if (!costume) return
    const number = costumeNumberKey(costume.number)
    const costumeKey = `${found.id} in ${costume.typeId} ${number}`
    const isTaken =
      number !== '' &&
      (taken.has(costumeKey) ||
        places.some(
          (place) => place.costumeTypeId === costume.typeId && place.costumeNumberKey === number,
        ))
    if (isTaken && costume.isSaid) {
      const text = `Das Kleid ${costume.number} trägt in „${found.title}“ schon jemand.`
      row.errors.push({ field: cellField(columns, 'costumeNumber'), text })
      return
    }
    const worn = isTaken ? { ...costume, id: null, number: '' } : costume
    if (worn.number !== '') taken.set(costumeKey, row.row)
    taken.set(key, row.row)
    const { firstName, lastName, birthday } = member
    const person = { firstName, lastName, birthday, memberId: member.id }
    const isPaid = item.paid ?? true
    insertions.push({
      table: 'participations',
      row: {
        paradeId: found.id,
        memberId: member.id,
        door: 'management',
        state: 'booked',
        firstName,
        lastName,
        birthday,
        personKey: personKey(person),
        givenKey: personKey(person),
        costumeTypeId: worn.typeId,
        costumeId: worn.id,
        costumeNumber: worn.number,
        costumeNumberKey: costumeNumberKey(worn.number),
        ageClass: ageClass(birthday, found.date),
        priceInCent: 0,
        participationFeePayed: isPaid,
        feePayedAt: isPaid ? now.toISOString() : null,
        participationConfirmed: isConfirmed,
        participationConfirmedAt: isConfirmed ? now.toISOString() : null,
      },
    })
    const wearing = [worn.typeName, worn.number].filter(Boolean).join(' ')
    const details = [wearing, ...(isConfirmed ? [] : ['nicht bestätigt'])].join(', ')
    row.fields.push({ field: 'parade', label: title, old: null, new: details })
    row.effects.push('new')
  }

  /** A person already enrolled is confirmed; payment and costume stay unchanged. */
  function judgeOwn(own: HeldPlace, label: string, isConfirmed: boolean, row: Judged): void {
    if (own.state !== 'booked') {
      const text = `${label}: Dort ist noch eine Zahlung offen.`
      row.errors.push({ field: cellField(columns, 'lastName'), text })
      return
    }
    if (own.participationConfirmed || !isConfirmed || taken.has(`confirm ${own.id}`)) {
      row.effects.push('same')
      return
    }
    taken.set(`confirm ${own.id}`, row.row)
    const at = now.toISOString()
    updates.push({
      table: 'participations',
      id: own.id,
      before: { participationConfirmed: false, participationConfirmedAt: null },
      after: { participationConfirmed: true, participationConfirmedAt: at },
    })
    row.fields.push({ field: 'parade', label, old: 'nicht bestätigt', new: 'bestätigt' })
    row.effects.push('changes')
  }

  const judged = rows.map((inputRow) => {
    const { row, member } = judgeRowOfMember(inputRow, register, staged, (one, item) =>
      parade
        .meant(item.parade)
        .some(({ id }) => held.get(id)?.some((place) => place.memberId === one.id)),
    )
    if (!member || !isReadable(inputRow)) return row
    const before = [insertions.length, updates.length] as const
    for (const item of inputRow.items) judgeItem(row, member, item)
    if (row.errors.length > 0) {
      insertions.splice(before[0])
      updates.splice(before[1])
    }
    return row
  })
  return {
    rows: judged,
    insertions,
    updates,
    questions: [...parade.questions(), ...wardrobe.questions()],
  }
}

type Named = ParticipationValues['parade']

/** Finds the parade of a row or column; for a day with several parades the user is asked once. */
function paradesOf(all: readonly Parade[], { answers }: Staged, today: Day) {
  const byDay = Map.groupBy(all, ({ date }) => date)
  const byMonthDay = Map.groupBy(all, ({ date }) => date.slice(5))
  const asked = new Map<string, ImportQuestion>()

  function fitting({ date, monthDay, title }: Named): Parade[] {
    const onDay = date ? byDay.get(date) : monthDay ? byMonthDay.get(monthDay) : all
    const takingPlace = (onDay ?? []).filter(({ cancelledAt }) => cancelledAt === null)
    if (!title) return takingPlace
    const titled = takingPlace.filter((one) => normaliseName(one.title) === normaliseName(title))
    return titled.length > 0 || !date ? titled : takingPlace
  }

  return {
    /** All parades that the row or column may mean. */
    meant: fitting,
    find(named: Named, row: Judged, columns: readonly (string | null)[]): Parade | null {
      const { date, monthDay, title, column } = named
      const isCross = column !== undefined
      const field = isCross
        ? (columns[column] ?? 'date')
        : columns.includes('date')
          ? 'date'
          : 'title'
      const addFault = (text: string) => {
        row.errors.push({ field, text })
        return null
      }
      const every = fitting(named)
      const found = every.filter((one) => one.date < today)
      const when = date
        ? germanDate(date)
        : monthDay
          ? `${monthDay.slice(3)}.${monthDay.slice(0, 2)}.`
          : ''
      const what = when ? `Am ${when}` : `Mit dem Namen „${title ?? ''}“`
      if (every.length > 0 && found.length === 0) {
        return addFault(`${what} ist der Umzug noch nicht vorbei.`)
      }
      const [only] = found
      if (!only)
        return addFault(
          `${what} gibt es keinen Umzug: Lege ihn zuerst an oder übernimm die Umzüge.`,
        )
      if (found.length === 1) return only
      const key = `parade:${date ?? monthDay ?? ''}${title && !isCross ? ` ${wordKey(title)}` : ''}`
      const answer = answers.choices[key] ?? null
      const question = asked.get(key)
      if (question) question.rows += 1
      else {
        asked.set(key, {
          place: 'choices',
          field: key,
          question: `${what} gab es mehrere Umzüge. Welcher ist gemeint?`,
          word: '',
          rows: 1,
          options: found.map((one) => ({ value: String(one.id), label: titleOf(one) })),
          answer,
        })
      }
      const chosen = found.find(({ id }) => String(id) === answer)
      return chosen ?? addFault(`${what} gab es mehrere Umzüge.`)
    },
    questions: () => [...asked.values()],
  }
}

/** The parade as a question lists it: "19.01.2025 Ringtreffen, NZ Moosried". */
function titleOf({ date, title, host }: Parade): string {
  return `${germanDate(date)} ${[title, host].filter(Boolean).join(', ')}`
}

type Worn = {
  typeId: number
  typeName: string
  /** null = not in the register. */
  id: number | null
  number: string
  /** Whether the number is from the file; if not, it is that of the costume which the member owned. */
  isSaid: boolean
}

/** The costume worn: from the file, or the one the member owned on that day. */
function wardrobeOf(reading: ParticipationsReading, { answers }: Staged) {
  const typesByKey = new Map(reading.costumeTypes.map((type) => [type.nameKey, type]))
  const typesById = new Map(reading.costumeTypes.map((type) => [type.id, type]))
  const byId = new Map(reading.costumes.map((costume) => [costume.id, costume]))
  const registered = new Map(
    reading.costumes.flatMap((one) =>
      one.registeredUntil === null ? [[`${one.costumeTypeId} ${one.numberKey}`, one]] : [],
    ),
  )
  const owned = Map.groupBy(reading.ownerships, ({ memberId }) => memberId)
  const given = new Map(
    Object.entries(answers.words.costumeType ?? {}).map(([word, value]) => [wordKey(word), value]),
  )
  const asked = new Map<string, ImportQuestion>()

  function ownedOn(member: Known, date: Day): Costume[] {
    const spans = (owned.get(member.id) ?? []).filter(
      ({ ownedFrom, ownedTo }) => ownedFrom <= date && (ownedTo === null || ownedTo > date),
    )
    return spans.flatMap(({ costumeId }) => byId.get(costumeId) ?? [])
  }

  function typeCalled(word: string) {
    const known = typesByKey.get(normaliseName(word))
    if (known) return known
    const answer = given.get(wordKey(word)) ?? null
    const options = reading.costumeTypes.map(({ id, name }) => ({ value: String(id), label: name }))
    ask(`words ${wordKey(word)}`, {
      place: 'words',
      field: 'costumeType',
      question: `Welcher Kleidertyp ist „${word}“?`,
      word,
      rows: 1,
      options,
      answer,
    })
    return typesById.get(Number(answer)) ?? null
  }

  function ask(key: string, question: ImportQuestion): void {
    const before = asked.get(key)
    if (before) before.rows += 1
    else asked.set(key, question)
  }

  return {
    find(
      { costumeType, costumeNumber = '' }: ParticipationValues,
      member: Known,
      date: Day,
      row: Judged,
      columns: readonly (string | null)[],
    ): Worn | null {
      const isSaid = !isBlank(costumeNumber)
      const ownCostumes = ownedOn(member, date)
      const named = costumeType === undefined ? null : typeCalled(costumeType)
      if (costumeType !== undefined && !named) {
        const text = `Den Kleidertyp „${costumeType}“ gibt es nicht.`
        row.errors.push({ field: cellField(columns, 'costumeType'), text })
        return null
      }
      const ownTypes = [...new Set(ownCostumes.map(({ costumeTypeId }) => costumeTypeId))]
      const type = named ?? (ownTypes.length === 1 ? typesById.get(ownTypes[0] ?? 0) : undefined)
      if (!type) {
        ask('empty', {
          place: 'empty',
          field: 'costumeType',
          question: 'Welcher Kleidertyp ist es, wo keiner steht und niemand ein Kleid hatte?',
          word: '',
          rows: 1,
          options: reading.costumeTypes.map(({ name }) => ({ value: name, label: name })),
          answer: answers.empty.costumeType ?? null,
        })
        const text =
          ownTypes.length > 1
            ? `Am ${germanDate(date)} hatte das Mitglied mehrere Kleider: Gib den Kleidertyp an.`
            : 'Gib den Kleidertyp an.'
        row.errors.push({ field: cellField(columns, 'costumeType'), text })
        return null
      }
      const worn = { typeId: type.id, typeName: type.name, isSaid }
      if (isSaid) {
        const known = registered.get(`${type.id} ${costumeNumberKey(costumeNumber)}`)
        return { ...worn, id: known?.id ?? null, number: costumeNumber }
      }
      const ofType = ownCostumes.filter(({ costumeTypeId }) => costumeTypeId === type.id)
      const [own] = ofType
      return own && ofType.length === 1
        ? { ...worn, id: own.id, number: own.number }
        : { ...worn, id: null, number: '' }
    },
    questions: () => [...asked.values()],
  }
}
