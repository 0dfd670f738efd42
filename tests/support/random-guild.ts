import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { duties, honorBases, honorTypes } from '#worker/domain/codes.ts'
import { type ArchiveColumn, archiveTables } from '#worker/domain/guild-archive.ts'
import { costumeNumberKey, normaliseName } from '#worker/domain/names.ts'
import { paradeSearchKey } from '#worker/domain/parade.ts'
import { isPrintable, isPrintableLine } from '#worker/domain/text.ts'

// Random rows for every table of the archive, with texts that are known to change on a way through files,
// and values at the limits of their columns.

type Row = Record<string, string | number | null>
export type RandomGuild = Record<string, Row[]>

const hardLines = [
  '',
  ' ',
  'Müßig & Söhne',
  "O'Neill",
  "'",
  "''",
  '"',
  '""',
  'a;b',
  '=1+1',
  "'=1+1",
  "''=1+1",
  '-',
  '+',
  '@x',
  '+49 (7523) 12/34-5',
  "'+49 7523",
  '+49x',
  ';',
  ' vorn und hinten ',
  'nein',
  'null',
  '0',
  '007',
  '1e5',
  '🎭 e\u0301 \u00e9',
  '\\n',
  'ZWNJ\u200c',
]
const hardTexts = [
  ...hardLines,
  'Zeile 1\nZeile 2',
  'von Windows\r\nabgeschickt\r\n',
  '\r',
  '\n',
  '\t=Tab',
  '"\r\n;"',
  'Absatz\u2028neu',
]

/** Never cuts a surrogate pair. */
const cut = (text: string, max: number) => {
  const short = text.slice(0, max)
  return isPrintable(short) ? short : short.slice(0, -1)
}
const line = (max = 200) =>
  fc
    .oneof(
      fc.constantFrom(...hardLines),
      fc.string({ unit: 'grapheme', maxLength: 12 }).filter(isPrintableLine),
      fc.constant('ä'.repeat(max)),
    )
    .map((text) => cut(text, max))
const lines = (max = 2000) =>
  fc
    .oneof(
      fc.constantFrom(...hardTexts),
      fc.string({ unit: 'grapheme', maxLength: 12 }).filter(isPrintable),
      fc.constant('"'.repeat(max)),
    )
    .map((text) => cut(text, max))

const dayOf = (days: number) =>
  new Date(Date.UTC(1990, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)
const day = fc.oneof(
  fc.nat({ max: 13_500 }).map(dayOf),
  fc.constantFrom('1900-01-01', '2099-12-31'),
)
const instant = fc
  .nat({ max: 1_000_000_000 })
  .map((seconds) => new Date(seconds * 1000).toISOString())
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 })
const flag = fc.constantFrom(0, 1)
const cents = fc.constantFrom(0, 1, 800, 99_999)
/** A day, and a later one or none. */
const span = fc
  .tuple(fc.nat({ max: 12_000 }), maybe(fc.nat({ max: 1000 })))
  .map(([from, length]) => [dayOf(from), length === null ? null : dayOf(from + length)] as const)

const settings = fc
  .record({
    name: line(),
    address: line(),
    creditor_name: line(),
    creditor_id: line(),
    creditor_iban: line(),
    creditor_bic: line(),
    sepa_lead_days: fc.nat({ max: 30 }),
    assembly_date: maybe(day),
    self_cancel: fc.constantFrom('off', 'withoutRefund', 'refund'),
    self_cancel_days: fc.nat({ max: 60 }),
    legal_name: line(),
    street: line(),
    plz: line(),
    town: line(),
    representatives: line(),
    contact_email: line(),
    contact_phone: line(),
    register_court: line(),
    register_number: line(),
    vat_id: line(),
    privacy_contact: line(),
    imprint_text: lines(10_000),
    privacy_text: lines(10_000),
    family_cap_in_cent: maybe(fc.constantFrom(1, 4500)),
    accessibility_text: lines(10_000),
    cash_at_check_in: fc.constantFrom(0, 1),
  })
  .map((row): Row => ({ id: 1, ...row }))

/** A value of a column by its kind; constraints between columns are handled below. */
function valueIn({ kind, isNullable }: ArchiveColumn): fc.Arbitrary<string | number | null> {
  const value = valueOfKind(kind)
  return isNullable ? maybe(value) : value
}

function valueOfKind(kind: ArchiveColumn['kind']): fc.Arbitrary<string | number> {
  switch (kind.of) {
    case 'line':
      return line(kind.max)
    case 'lines':
      return lines(kind.max)
    case 'day':
      return day
    case 'instant':
      return instant
    case 'flag':
      return flag
    case 'code':
      return fc.constantFrom(...kind.codes)
    default:
      return cents
  }
}

const isOwn = ({ kind, column }: ArchiveColumn) =>
  kind.of !== 'id' && kind.of !== 'row' && column !== 'member_number'

const member = fc
  .record({
    ...Object.fromEntries(
      archiveTables.members.columns.filter(isOwn).map((one) => [one.column, valueIn(one)]),
    ),
    first_name: line(100),
    last_name: line(100),
    maiden_name: line(100),
    version: fc.nat({ max: 3 }),
  })
  .chain((row) =>
    fc
      .record({
        joined: span,
        isJoined: fc.boolean(),
        before: fc.constantFrom(0, 1, 48),
        until: maybe(day),
        hasNumber: fc.boolean(),
        payer: maybe(fc.nat({ max: 2 })),
      })
      .map(({ joined: [from, to], isJoined, before, until, hasNumber, payer }) => ({
        ...row,
        date_joined: isJoined ? from : null,
        date_left: to,
        parades_before: before,
        parades_before_until: before > 0 ? (until ?? '2020-12-31') : until,
        hasNumber,
        payer,
      })),
  )

/** A random index among `of` rows. */
const pick = (of: number) => fc.nat({ max: Math.max(0, of - 1) })
const some = <T>(of: number, one: fc.Arbitrary<T>, maxLength: number) =>
  of === 0 ? fc.constant<T[]>([]) : fc.array(one, { maxLength })

/** Ids with gaps, as after deletions. */
const idOf = (index: number) => index * 3 + 2

const keysOf = (row: { first_name: string; last_name: string; maiden_name: string }) => ({
  first_name_key: normaliseName(row.first_name),
  last_name_key: normaliseName(row.last_name),
  maiden_name_key: normaliseName(row.maiden_name),
})

const sizes = fc.record({
  members: fc.nat({ max: 6 }),
  types: fc.nat({ max: 3 }),
  costumes: fc.nat({ max: 5 }),
  parades: fc.nat({ max: 4 }),
})

export const randomGuild: fc.Arbitrary<RandomGuild> = sizes.chain((size) => {
  const costumeCount = size.types === 0 ? 0 : size.costumes
  return fc
    .record({
      settings,
      fees: fc.array(
        fc.record({
          valid_from: fc.constantFrom(1900, 2027, 2099),
          state: fc.constantFrom('Active', 'Passive'),
          ages: fc.tuple(fc.nat({ max: 150 }), maybe(fc.nat({ max: 150 }))),
          amount_in_cent: cents,
        }),
        { maxLength: 4 },
      ),
      rules: fc.subarray([...honorTypes], { minLength: 3 }).chain((types) =>
        fc.tuple(
          ...types.map((type) =>
            fc.record({
              type: fc.constant(type),
              basis: fc.constantFrom(...honorBases),
              threshold: fc.constantFrom(1, 25, 1000),
              isNull: fc.boolean(),
              label: line(100).map((text) => (text.trim() === '' ? 'Orden' : text)),
              duties: fc.subarray([...duties], { maxLength: 3 }),
              issuer: line(100),
              certificate: fc.constantFrom('', '{Name};{Datum}', 'für\r\n"{Ehrung}"', "'=Text"),
            }),
          ),
        ),
      ),
      members: fc.array(member, { minLength: size.members, maxLength: size.members }),
      spans: some(size.members, fc.tuple(pick(size.members), span), 8),
      honors: some(
        size.members,
        fc.record({ at: pick(size.members), rule: fc.nat(), date: day, comment: lines() }),
        8,
      ),
      assemblies: some(
        size.members,
        fc.record({
          at: pick(size.members),
          rule: fc.nat(),
          honor: maybe(fc.nat()),
          date: fc.constantFrom('2026-11-11', '2027-11-11'),
          attendance: maybe(fc.constantFrom('present', 'excused')),
          choice: maybe(fc.constantFrom('added', 'left_out')),
          invited_on: maybe(day),
          ordered_on: maybe(day),
          handed_over_on: maybe(day),
          act: maybe(fc.uuid()),
          note: line(),
        }),
        8,
      ),
      offices: some(
        size.members,
        fc.record({
          at: pick(size.members),
          duty: fc.constantFrom(...duties),
          span,
          comment: lines(),
        }),
        6,
      ),
      types: fc.array(line(90), { minLength: size.types, maxLength: size.types }),
      costumes: fc.array(
        fc.record({ at: pick(size.types), number: line(15), span, comment: lines() }),
        { minLength: costumeCount, maxLength: costumeCount },
      ),
      owners: some(
        Math.min(costumeCount, size.members),
        fc.record({ at: pick(costumeCount), by: pick(size.members), span }),
        6,
      ),
      exits: some(
        size.members,
        fc.record({
          at: pick(size.members),
          date: day,
          before: maybe(day),
          isOver: fc.boolean(),
          recorded: instant,
        }),
        4,
      ),
      parades: fc.array(
        fc.record({
          title: line(),
          host: line(),
          host_town: line(),
          host_plz: line(10),
          days: fc.tuple(fc.nat({ max: 13_000 }), fc.nat({ max: 90 }), fc.nat({ max: 30 })),
          parade_number: fc.nat({ max: 900 }),
          comment: lines(),
          price_for_adults_in_cent: cents,
          price_for_children_in_cent: cents,
          is_child_parade: flag,
          cancelled_at: maybe(instant),
          cancel_reason: line(),
        }),
        { minLength: size.parades, maxLength: size.parades },
      ),
      places: some(
        Math.min(size.parades, size.types),
        fc.record({
          parade: pick(size.parades),
          by: maybe(pick(size.members)),
          first_name: line(100),
          last_name: line(100),
          birthday: maybe(day),
          door: fc.constantFrom('public', 'internal', 'management', 'onSite'),
          state: fc.constantFrom('booked', 'booked', 'booked', 'cancelled', 'released'),
          given: fc.constantFrom('', 'p:a|b|1990-01-01', 'm:2', 'x:7'),
          type: pick(size.types),
          costume: maybe(pick(costumeCount)),
          number: line(12),
          age_class: fc.constantFrom('Adult', 'Child'),
          price_in_cent: cents,
          payed: flag,
          payed_at: maybe(instant),
          confirmed: flag,
          confirmed_at: maybe(instant),
          created_at: instant,
          cash_returned_at: maybe(instant),
          hasCode: fc.boolean(),
        }),
        14,
      ),
    })
    .map((made) => {
      const used = (seen: Set<string>, name: string) => {
        if (seen.has(name)) return true
        seen.add(name)
        return false
      }
      const openSpans = new Set<string>()
      const honored = new Set<string>()
      const honors = made.honors.flatMap(({ at, rule, date, comment }, index) => {
        const { type = 'Parades_25' } = made.rules[rule % made.rules.length] ?? {}
        if (type !== 'Extra_Certificate' && used(honored, `${at} ${type}`)) return []
        return [{ id: idOf(index), member_id: idOf(at), type, date, comment }]
      })
      const assembled = new Set<string>()
      const owned = new Set<string>()
      const leaving = new Set<string>()
      const places = new Set<string>()
      return {
        guild_settings: [made.settings],
        fee_rules: made.fees.map(({ ages: [from, length], ...row }, index) => ({
          id: idOf(index),
          ...row,
          age_from: from,
          age_to: length === null ? null : Math.min(150, from + length),
        })),
        honor_rules: made.rules.map(
          ({ type, basis, threshold, isNull, label, issuer, certificate }, index) => ({
            id: honorTypes.indexOf(type) + 1,
            label_key: normaliseName(label),
            position: index + 1,
            type,
            basis,
            threshold: basis === 'manual' && isNull ? null : threshold,
            label,
            issuer,
            certificate_text: certificate,
          }),
        ),
        honor_rule_duties: made.rules.flatMap((rule) =>
          rule.duties.map((duty) => ({ type: rule.type, duty })),
        ),
        members: made.members.map(({ hasNumber, payer, ...row }, index) => ({
          id: idOf(index),
          // Every second member may have a payer, whose row stands before or after it.
          payer_id:
            index % 2 === 1 && payer !== null && payer * 2 < made.members.length
              ? idOf(payer * 2)
              : null,
          member_number: hasNumber ? index + 1 : 0,
          ...row,
          ...keysOf(row),
        })),
        member_timespans: made.spans.flatMap(([at, [from, to]], index) =>
          to === null && used(openSpans, `${at}`)
            ? []
            : [{ id: idOf(index), member_id: idOf(at), from_date: from, to_date: to }],
        ),
        honors,
        assembly_honors: made.assemblies.flatMap(({ at, rule, honor, ...row }, index) => {
          const { type = 'Parades_25' } = made.rules[rule % made.rules.length] ?? {}
          if (used(assembled, `${row.date} ${at} ${type}`)) return []
          const entered = honor === null ? undefined : honors[honor % Math.max(1, honors.length)]
          return [
            { id: idOf(index), member_id: idOf(at), type, honor_id: entered?.id ?? null, ...row },
          ]
        }),
        duty_entries: made.offices.map(({ at, duty, span: [from, to], comment }, index) => ({
          id: idOf(index),
          member_id: idOf(at),
          duty,
          from_date: from,
          to_date: to,
          comment,
        })),
        costume_types: made.types.map((text, index) => {
          const name = `${text} ${index}`
          return { id: idOf(index), name, name_key: normaliseName(name) }
        }),
        costumes: made.costumes.map(({ at, number, span: [from, to], comment }, index) => ({
          id: idOf(index),
          number: `${number}-${index}`,
          number_key: costumeNumberKey(`${number}-${index}`),
          costume_type_id: idOf(at),
          registered_since: from,
          registered_until: to,
          comment,
        })),
        costume_ownerships: made.owners.flatMap(({ at, by, span: [from, to] }, index) =>
          to === null && used(owned, `${at}`)
            ? []
            : [
                {
                  id: idOf(index),
                  costume_id: idOf(at),
                  member_id: idOf(by),
                  owned_from: from,
                  owned_to: to,
                },
              ],
        ),
        member_exits: made.exits.flatMap(({ at, date, before, isOver, recorded }, index) =>
          !isOver && used(leaving, `${at}`)
            ? []
            : [
                {
                  id: idOf(index),
                  member_id: idOf(at),
                  state: 'Left',
                  date,
                  state_before: 'Active',
                  date_left_before: before,
                  ended: JSON.stringify([
                    { kind: 'timespan', id: 1, from: date, to: null },
                    { kind: 'duty', id: 2, from: date, to: before, duty: 'Kassier' },
                  ]),
                  recorded_at: recorded,
                  recorded_by: 1,
                  undone_at: isOver ? recorded : null,
                },
              ],
        ),
        parades: made.parades.map(({ days: [start, open, wait], ...row }, index) => ({
          id: idOf(index),
          ...row,
          search_key: paradeSearchKey({
            host: row.host,
            title: row.title,
            hostTown: row.host_town,
          }),
          date_enrolment_start: dayOf(start),
          date_enrolment_end: dayOf(start + open),
          date: dayOf(start + open + wait),
        })),
        participations: made.places.flatMap((place, index) => {
          const { parade, by, type, number, costume, given, hasCode } = place
          const id = idOf(index)
          const isOne = by !== null && size.members > 0
          const person = isOne ? `m:${idOf(by)}` : `p:${index}|${place.last_name}|`
          if (used(places, `${parade} ${person}`)) return []
          const shown = costumeNumberKey(number) === '' ? number : `${number}${index}`
          return [
            {
              id,
              parade_id: idOf(parade),
              member_id: isOne ? idOf(by) : null,
              door: place.door,
              state: place.state,
              first_name: place.first_name,
              last_name: place.last_name,
              birthday: place.birthday,
              person_key: person,
              given_key: given,
              costume_type_id: idOf(type),
              costume_id: costume === null || costumeCount === 0 ? null : idOf(costume),
              costume_number: shown,
              costume_number_key: costumeNumberKey(shown),
              age_class: place.age_class,
              price_in_cent: place.price_in_cent,
              participation_fee_payed: place.payed,
              fee_payed_at: place.payed_at,
              participation_confirmed: place.confirmed,
              participation_confirmed_at: place.confirmed_at,
              created_at: place.created_at,
              cash_returned_at: place.cash_returned_at,
              check_in_code: hasCode ? `C${id}` : '',
            },
          ]
        }),
      }
    })
})

/** Replaces the data of an empty guild. A user with id 1 must exist. */
export async function loadGuild(guild: RandomGuild): Promise<void> {
  const fresh = ['honor_rule_duties', 'honor_rules', 'fee_rules', 'guild_settings', 'costume_types']
  await env.DB.batch([
    ...fresh.map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    ...Object.entries(guild).flatMap(([table, rows]) => {
      const columns = Object.keys(rows[0] ?? {})
      if (columns.length === 0) return []
      const values = columns.map((column) => `value ->> '${column}'`)
      const insert = `INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`
      return [env.DB.prepare(insert).bind(JSON.stringify(rows))]
    }),
  ])
}
