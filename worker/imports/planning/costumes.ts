import type { costumeOwnerships, costumes, costumeTypes } from '#worker/db/schema.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { CostumeValues } from '#worker/domain/import/types.ts'
import { wordKey } from '#worker/domain/import/words.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { costumeNumberKey, fullName, listName, normaliseName } from '#worker/domain/names.ts'
import { type Owner, ownershipProblems } from '#worker/domain/ownership.ts'
import { isBlank } from '#worker/domain/text.ts'
import type { ImportQuestion } from '#worker/imports/imports.contract.ts'
import type { Insertion, PlanClock, Ref, Staged, Update } from '#worker/imports/plan.ts'
import { changedOnly, shownDay, shownText } from './honors-and-duties.ts'
import {
  addRowErrors,
  cellField,
  type InputRow,
  isReadable,
  type Judged,
  judged as judgedRow,
  type KindPlan,
} from './judged-row.ts'
import { findPerson, type Known, Register } from './people.ts'

export type CostumesReading = {
  members: readonly Known[]
  costumeTypes: readonly (typeof costumeTypes.$inferSelect)[]
  costumes: readonly (typeof costumes.$inferSelect)[]
  ownerships: readonly (typeof costumeOwnerships.$inferSelect)[]
}

type Type = { id: number | Ref; name: string }

/** A costume during planning; `id` null = added by the file. */
type Costume = {
  id: number | null
  ref: string
  type: Type
  number: string
  numberKey: string
  registeredSince: Day | null
  registeredUntil: Day | null
  comment: string
  /** The comments of the costume's rows, and the first row with a comment. */
  fileComments: { comments: string[]; row: Judged | null }
  stored: typeof costumes.$inferSelect | null
  spans: Span[]
}

/** A period of ownership; `row` null = not in the file. */
type Span = {
  id: number | null
  member: Known
  ownedFrom: Day
  ownedTo: Day | null
  stored: { ownedFrom: Day; ownedTo: Day | null } | null
  row: Judged | null
}

const newType = 'new'
const deregistered = 'Ein abgemeldetes Kleid bekommt keinen neuen Besitzer.'

/**
 * Each row is an ownership of a costume. Without an end it lasts until the next one begins; without an owner
 * the costume belongs to the guild.
 */
export function planCostumes(
  reading: CostumesReading,
  rows: readonly InputRow<'costumes'>[],
  staged: Staged,
  { today }: PlanClock,
): KindPlan {
  const { columns } = staged.mapping
  const types = typesOf(reading.costumeTypes, staged)
  const register = new Register(reading.members)
  const all = storedCostumes(reading)
  const byKey = new Map<string, Costume[]>()
  for (const costume of all) add(costume)

  function add(costume: Costume): void {
    const key = keyOf(costume.type, costume.numberKey)
    byKey.set(key, [...(byKey.get(key) ?? []), costume])
  }

  function judgeRow(inputRow: InputRow<'costumes'>): Judged {
    const values = inputRow.items[0] ?? { owner: null }
    const row = judgedRow(inputRow, [values.costumeType, values.number].filter(Boolean).join(' '))
    if (row.decision === 'skip') return row
    addRowErrors(row, inputRow)
    const type =
      values.costumeType === undefined ? null : types.find(values.costumeType, row, columns)
    const hasIt = staged.isAgain && type ? (one: Known) => isOwned(values, type, one) : undefined
    const owner =
      values.owner && findPerson(register, values.owner, { ...inputRow, columns, hasIt }, row)
    if (owner) row.fields.push(shownText('owner', 'Besitzer', '', listName(owner)))
    if (values.number !== undefined && isBlank(values.number)) {
      row.errors.push({ field: cellField(columns, 'number'), text: 'Gib dem Kleid eine Nummer.' })
    }
    const isOpen = row.errors.length > 0 || row.doubts.length > 0
    if (!type || !values.number || !isReadable(inputRow) || isOpen) return row
    const costume = costumeOf(values, type, row)
    if (owner) giveTo(costume, owner, values, row)
    return row
  }

  function isOwned(values: CostumeValues, type: Type, { id }: Known): boolean {
    const alike = byKey.get(keyOf(type, costumeNumberKey(values.number ?? ''))) ?? []
    return alike.some(({ spans }) =>
      spans.some(
        ({ member, ownedFrom }) =>
          member.id === id && (values.ownedFrom === undefined || ownedFrom === values.ownedFrom),
      ),
    )
  }

  function costumeOf(values: CostumeValues, type: Type, row: Judged): Costume {
    const number = values.number ?? ''
    const numberKey = costumeNumberKey(number)
    const alike = byKey.get(keyOf(type, numberKey)) ?? []
    const until = values.registeredUntil ?? null
    const found =
      alike.find((one) => one.registeredUntil === until) ??
      alike.find(({ id, registeredUntil }) => id !== null && registeredUntil === null)
    const costume: Costume = found ?? {
      id: null,
      ref: `costume ${row.row}`,
      type,
      number,
      numberKey,
      registeredSince: null,
      registeredUntil: until,
      comment: '',
      fileComments: { comments: [], row: null },
      stored: null,
      spans: [],
    }
    if (!found) {
      all.push(costume)
      add(costume)
      row.fields.unshift(
        shownText('costumeType', 'Kleidertyp', '', type.name),
        shownText('number', 'Kleidernummer', '', number),
      )
    }
    setDays(costume, values, row, !found)
    if (values.comment) {
      costume.fileComments.row ??= row
      if (!costume.fileComments.comments.includes(values.comment))
        costume.fileComments.comments.push(values.comment)
    }
    row.targets.push(costume.id === null ? costume.ref : `${costume.id}`)
    row.effects.push(found ? 'same' : 'new')
    return costume
  }

  function setDays(costume: Costume, values: CostumeValues, row: Judged, isNew: boolean): void {
    const labels = { registeredSince: 'Angemeldet seit', registeredUntil: 'Abgemeldet am' }
    for (const field of ['registeredSince', 'registeredUntil'] as const) {
      const now = values[field]
      const old = costume[field]
      if (now === undefined || (now === old && !isNew)) continue
      const isSaidTwice = old !== null && old !== (costume.stored?.[field] ?? null) && !isNew
      if (isSaidTwice) {
        const problem = `Weiter oben steht bei diesem Kleid der ${germanDate(old)}.`
        row.errors.push({ field: cellField(columns, field), text: problem })
        continue
      }
      costume[field] = now
      row.fields.push(shownDay(field, labels[field], isNew ? null : old, now))
      row.effects.push(isNew ? 'new' : 'changes')
    }
    const { registeredSince: since, registeredUntil: until } = costume
    if (since && until && until < since) {
      const problem = 'Das Kleid wird abgemeldet, bevor es angemeldet ist.'
      row.errors.push({ field: cellField(columns, 'registeredUntil'), text: problem })
    }
  }

  function giveTo(costume: Costume, member: Known, values: CostumeValues, row: Judged): void {
    const ofMember = costume.spans.filter((span) => span.member.id === member.id)
    const found = values.ownedFrom
      ? ofMember.find((span) => span.ownedFrom === values.ownedFrom)
      : (ofMember.find(({ ownedTo }) => ownedTo === null || ownedTo > today) ?? ofMember.at(-1))
    if (!found && values.ownedFrom === undefined && values.ownedTo !== undefined) {
      row.errors.push({ field: cellField(columns, 'ownedFrom'), text: 'Gib an, seit wann.' })
      return
    }
    if (
      found?.row &&
      values.ownedTo !== undefined &&
      (found.ownedTo ?? values.ownedTo) !== values.ownedTo
    ) {
      const problem = `In Zeile ${found.row.row} endet dieser Besitz an einem anderen Tag.`
      row.errors.push({ field: cellField(columns, 'ownedTo'), text: problem })
      return
    }
    if (found) {
      found.ownedTo = values.ownedTo ?? found.ownedTo
      found.row ??= row
    } else {
      if (values.ownedFrom === undefined) {
        row.notes.push({ field: 'ownedFrom', text: `Ohne Beginn: ab heute, ${germanDate(today)}` })
      }
      costume.spans.push({
        id: null,
        member,
        ownedFrom: values.ownedFrom ?? today,
        ownedTo: values.ownedTo ?? null,
        stored: null,
        row,
      })
    }
    row.targets.push(`${member.id}`)
  }

  const judged = rows.map(judgeRow)
  for (const costume of all) {
    if (costume.fileComments.row) judgeComment(costume, costume.fileComments.row)
    judgeSpans(costume)
  }

  function judgeComment(costume: Costume, row: Judged): void {
    const comment = costume.fileComments.comments.join('\n')
    if (comment === costume.comment) return
    if (comment.length > maxLength.comment) {
      const problem = `Höchstens ${maxLength.comment} Zeichen.`
      row.errors.push({ field: cellField(columns, 'comment'), text: problem })
    }
    row.fields.push(shownText('comment', 'Kommentar', costume.comment, comment))
    row.effects.push('changes')
    costume.comment = comment
  }

  function judgeSpans({ spans, registeredUntil }: Costume): void {
    if (spans.every(({ row }) => row === null)) return
    const inOrder = spans.toSorted((a, b) => (a.ownedFrom < b.ownedFrom ? -1 : 1))
    for (const span of inOrder) {
      if (span.ownedTo !== null) continue
      const next = inOrder.find(({ ownedFrom }) => ownedFrom > span.ownedFrom)
      if (!next) continue
      span.ownedTo = next.ownedFrom
      // A stored ownership that ends because of this row is shown at this row.
      if (span.row === null && next.row) {
        const label = `Besitz von ${fullName(span.member)} bis`
        next.row.fields.push(shownDay('ownedTo', label, null, span.ownedTo))
        next.row.effects.push('changes')
      }
    }
    for (const span of inOrder) if (span.row) judgeSpan(span, span.row, inOrder)

    function judgeSpan(span: Span, row: Judged, every: readonly Span[]): void {
      const { ownedFrom, ownedTo, stored } = span
      const problems = ownershipProblems(
        {
          span: { ownedFrom, ownedTo },
          before: stored ?? { ownedFrom: '', ownedTo: null },
          owner: ownerOf(span.member),
          given: ['memberId', 'ownedFrom', 'ownedTo'],
          others: every.filter((one) => one !== span),
        },
        today,
      )
      if (!stored && ownedTo === null && registeredUntil !== null) problems.ownedTo ??= deregistered
      const isDead = problems.memberId !== undefined && problems.ownedTo !== undefined
      for (const [field, problem] of Object.entries(problems)) {
        const name = field === 'memberId' ? 'lastName' : field
        if (isDead && field === 'memberId') continue
        row.errors.push({ field: cellField(columns, name), text: problem })
      }
      if (!stored) row.fields.push(shownDay('ownedFrom', 'Besitz seit', null, ownedFrom))
      if (ownedTo !== (stored?.ownedTo ?? null)) {
        row.fields.push(shownDay('ownedTo', 'Besitz bis', stored?.ownedTo, ownedTo))
      }
      row.effects.push(!stored ? 'new' : ownedTo !== stored.ownedTo ? 'changes' : 'same')
      // An unchanged owner is not shown as a change.
      if (stored) row.fields = row.fields.filter(({ field }) => field !== 'owner')
    }
  }

  return {
    rows: judged,
    insertions: [...types.added(all), ...all.flatMap(insertionsOf)],
    updates: all.flatMap(updatesOf),
    questions: types.questions(),
  }
}

const keyOf = ({ id }: Type, numberKey: string) =>
  `${typeof id === 'number' ? id : id.ref} ${numberKey}`

function ownerOf({ firstName, lastName, membershipState, dateLeft }: Known): Owner {
  const hasDied = membershipState === 'Died'
  return {
    firstName,
    lastName,
    hasDied,
    dateOfDeath: hasDied ? dateLeft : null,
    isAnonymised: false,
  }
}

function storedCostumes(reading: CostumesReading): Costume[] {
  const members = new Map(reading.members.map((member) => [member.id, member]))
  const types = new Map(reading.costumeTypes.map(({ id, name }) => [id, name]))
  const owned = Map.groupBy(reading.ownerships, ({ costumeId }) => costumeId)
  return reading.costumes.map((stored) => {
    const { id, costumeTypeId, number, numberKey, registeredSince, registeredUntil, comment } =
      stored
    const spans = (owned.get(id) ?? []).map(({ memberId, ownedFrom, ownedTo, ...one }): Span => {
      const member = members.get(memberId) ?? anonymisedOwner(memberId)
      return { id: one.id, member, ownedFrom, ownedTo, stored: { ownedFrom, ownedTo }, row: null }
    })
    return {
      id,
      ref: '',
      type: { id: costumeTypeId, name: types.get(costumeTypeId) ?? '' },
      number,
      numberKey,
      registeredSince,
      registeredUntil,
      comment,
      fileComments: { comments: [], row: null },
      stored,
      spans,
    }
  })
}

/** A placeholder for an anonymised owner, whose ownership is still stored. */
function anonymisedOwner(id: number): Known {
  return {
    id,
    memberNumber: 0,
    firstName: 'Anonymisiert',
    lastName: '',
    firstNameKey: '',
    lastNameKey: '',
    maidenNameKey: '',
    birthday: null,
    membershipState: 'Left',
    dateLeft: null,
  }
}

/** The guild's costume types, and those that the user allows the file to add. */
function typesOf(stored: CostumesReading['costumeTypes'], { answers }: Staged) {
  const types = new Map<string, Type>(
    stored.map(({ id, name, nameKey }) => [nameKey, { id, name }]),
  )
  const given = new Map(
    Object.entries(answers.words.costumeType ?? {}).map(([word, value]) => [wordKey(word), value]),
  )
  const asked = new Map<string, ImportQuestion>()
  return {
    find(word: string, row: Judged, columns: readonly (string | null)[]): Type | null {
      const known = types.get(normaliseName(word))
      if (known && typeof known.id === 'number') return known
      const answer = given.get(wordKey(word)) ?? null
      ask(word, answer)
      if (known) return known
      if (answer === newType) {
        const type = { id: { ref: `type ${normaliseName(word)}` }, name: word }
        types.set(normaliseName(word), type)
        return type
      }
      const chosen = [...types.values()].find(({ id }) => answer === String(id))
      if (chosen) return chosen
      const problem = `Den Kleidertyp „${word}“ gibt es noch nicht.`
      row.errors.push({ field: cellField(columns, 'costumeType'), text: problem })
      return null
    },
    questions(): ImportQuestion[] {
      return [...asked.values()]
    },
    added(costumesOfFile: readonly Costume[]): Insertion[] {
      const used = new Set(costumesOfFile.map(({ type }) => type.id))
      return [...types].flatMap(([nameKey, { id, name }]): Insertion[] =>
        typeof id === 'number' || !used.has(id)
          ? []
          : [{ table: 'costumeTypes', ref: id.ref, row: { name, nameKey } }],
      )
    },
  }

  function ask(word: string, answer: string | null): void {
    const key = normaliseName(word)
    const question = asked.get(key)
    if (question) {
      question.rows += 1
      return
    }
    asked.set(key, {
      place: 'words',
      field: 'costumeType',
      question: `Welcher Kleidertyp ist „${word}“?`,
      word,
      rows: 1,
      options: [
        { value: newType, label: 'Neu anlegen' },
        ...stored.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
      answer,
    })
  }
}

function insertionsOf({
  id,
  ref,
  type,
  spans,
  stored: _,
  fileComments: __,
  ...fields
}: Costume): Insertion[] {
  const costumeId = id ?? { ref }
  const { number, numberKey, registeredSince, registeredUntil, comment } = fields
  const days = { registeredSince, registeredUntil, comment }
  const row = { number, numberKey, costumeTypeId: type.id, ...days }
  return [
    ...(id === null ? [{ table: 'costumes', ref, row } satisfies Insertion] : []),
    ...spans.flatMap((span): Insertion[] => {
      if (span.id !== null) return []
      const { member, ownedFrom, ownedTo } = span
      const owned = { costumeId, memberId: member.id, ownedFrom, ownedTo }
      return [{ table: 'costumeOwnerships', row: owned }]
    }),
  ]
}

function updatesOf({ id, stored, spans, ...costume }: Costume): Update[] {
  if (id === null || stored === null) return []
  const { registeredSince, registeredUntil, comment } = costume
  const before = {
    registeredSince: stored.registeredSince,
    registeredUntil: stored.registeredUntil,
    comment: stored.comment,
  }
  const changed = changedOnly(before, { registeredSince, registeredUntil, comment })
  return [
    ...(Object.keys(changed.after).length > 0
      ? [{ table: 'costumes', id, ...changed } satisfies Update]
      : []),
    ...spans.flatMap((span): Update[] => {
      if (span.id === null || !span.stored || span.ownedTo === span.stored.ownedTo) return []
      const [from, to] = [span.stored.ownedTo, span.ownedTo]
      return [
        {
          table: 'costumeOwnerships',
          id: span.id,
          before: { ownedTo: from },
          after: { ownedTo: to },
        },
      ]
    }),
  ]
}
