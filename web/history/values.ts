import type { History } from '#web/data/history.ts'
import { roleLabels } from '#web/lib/role-labels.ts'
import {
  type AgeClass,
  type EnrolmentChannel,
  type HonorBasis,
  idOfOwnCode,
  type ParticipationState,
} from '#worker/domain/codes.ts'
import { germanDate, germanInstant } from '#worker/domain/dates.ts'
import { extrasList } from '#worker/domain/extras.ts'
import {
  assemblyChoiceLabels,
  attendanceLabels,
  letterTextLabels,
  membershipStateLabels,
  selfCancelLabels,
  setupStepLabels,
} from '#worker/domain/labels.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { clockTime, departureList } from '#worker/domain/times.ts'
import type { Kind } from './fields.ts'

const participationStates: Record<ParticipationState, string> = {
  reserved: 'Vorgemerkt',
  booked: 'Angemeldet',
  released: 'Wieder frei',
  cancelled: 'Abgesagt',
  waiting: 'Auf der Warteliste',
}

const doors: Record<EnrolmentChannel, string> = {
  public: 'Öffentlich',
  internal: 'Im Stall',
  management: 'Durch die Verwaltung',
  onSite: 'Vor Ort',
}

const ageClasses: Record<AgeClass, string> = { Adult: 'Erwachsen', Child: 'Kind' }

const bases: Record<HonorBasis, string> = {
  parades: 'Umzüge',
  membershipYears: 'Mitgliedsjahre',
  dutyYears: 'Amtsjahre',
  manual: 'Von Hand',
}

/** Today's names of ids and codes. */
export type ReferenceNames = History['names'] &
  Record<'honor' | 'duty', Readonly<Record<string, string>>>

/** Formats a value like the pages do. Unknown codes are shown as stored, unknown ids as deleted. */
export function valueWords(value: unknown, kind: Kind, names: ReferenceNames): string {
  if (kind === 'tick') return value ? 'Ja' : 'Nein'
  const text = String(value)
  const labelOf = (labels: Readonly<Record<string, string>>) =>
    (Object.hasOwn(labels, text) ? labels[text] : undefined) ?? text
  const nameOf = (known: Readonly<Record<string, string>>) =>
    Object.hasOwn(known, text) ? (known[text] ?? '') : 'inzwischen gelöscht'
  const codeOf = (known: Readonly<Record<string, string>>) =>
    idOfOwnCode(text) === null ? labelOf(known) : nameOf(known)
  switch (kind) {
    case 'text':
    case 'number':
      return text
    case 'masked':
      return text
    case 'day':
      return germanDate(text)
    case 'instant':
      return germanInstant(text)
    case 'time':
      return clockTime(text)
    case 'extras':
      return extrasList(JSON.parse(text))
    case 'departures':
      return departureList(JSON.parse(text)) || 'keine'
    case 'euro':
      return germanEuro(Number(value))
    case 'state':
      return labelOf(membershipStateLabels)
    case 'honor':
      return codeOf(names.honor)
    case 'duty':
      return codeOf(names.duty)
    case 'basis':
      return labelOf(bases)
    case 'participationState':
      return labelOf(participationStates)
    case 'door':
      return labelOf(doors)
    case 'ageClass':
      return labelOf(ageClasses)
    case 'role':
      return labelOf(roleLabels)
    case 'attendance':
      return labelOf(attendanceLabels)
    case 'assemblyChoice':
      return labelOf(assemblyChoiceLabels)
    case 'selfCancel':
      return labelOf(selfCancelLabels)
    case 'letterTextKind':
      return labelOf(letterTextLabels)
    case 'setupStep':
      return labelOf(setupStepLabels)
    case 'member':
      return nameOf(names.member)
    case 'costume':
      return nameOf(names.costume)
    case 'costumeType':
      return nameOf(names.costumeType)
    case 'parade':
      return nameOf(names.parade)
  }
}
