import { type Day, germanDate } from './dates.ts'
import { membershipStateLabels } from './labels.ts'
import { type MemberFieldName, type MemberValueOf, memberFields } from './member.ts'
import { germanEuro } from './money.ts'

const text = (value: string) => value
const day = (value: Day | null) => (value === null ? '' : germanDate(value))

const words: { [Kind in keyof MemberValueOf]: (value: MemberValueOf[Kind]) => string } = {
  line: text,
  digits: text,
  phone: text,
  eMail: text,
  lines: text,
  day,
  birthday: day,
  tick: (isSet) => (isSet ? 'Ja' : 'Nein'),
  count: (number) => (number === 0 ? '' : String(number)),
  euro: (cents) => (cents === null ? '' : germanEuro(cents)),
  state: (state) => membershipStateLabels[state],
  // The name of the other member is that member's personal data, so it is not shown.
  member: (id) => (id === null ? '' : 'Ein anderes Mitglied'),
  spans: (spans) => spans.map(({ from, to }) => `${germanDate(from)} – ${day(to)}`).join('\n'),
}

/** A value of a member in German, for documents and files; '' when it is empty. */
export function valueInWords<Name extends MemberFieldName>(
  name: Name,
  value: MemberValueOf[(typeof memberFields)[Name]['kind']],
): string {
  const inWords = words[memberFields[name].kind] as (value: unknown) => string
  return inWords(value)
}
