import {
  labelAlone,
  type MemberFields,
  memberField,
  memberFieldsOfFiles,
  type NameWith,
  type Timespan,
} from '#worker/domain/member.ts'
import { valueInWords } from '#worker/domain/member-values.ts'

export type ListedName = NameWith<{ listed: true }>

/** The fields of the member list, on the wire and in the file, in the file's order; never bank data. */
export const listedNames = memberFieldsOfFiles.filter(
  (name): name is ListedName => memberField(name).listed === true,
)

/**
 * A row of the member list; `exitDate`: the last day of a member who is leaving, `timespans`: what the years of
 * membership are counted from, `hasMandate`: whether their fee may be collected, and nothing else of their
 * account. None of these is for the file.
 */
export type MemberRow = {
  id: number
  exitDate: string | null
  timespans: Timespan[]
  hasMandate: boolean
} & Pick<MemberFields, ListedName | 'mailOptOut'>

/** The columns' heads in the file. */
export const fileHeads = listedNames.map(labelAlone)

/** The cells of a row in the file. */
export function fileCells(row: Pick<MemberFields, ListedName>): string[] {
  return listedNames.map((name) => valueInWords(name, row[name]))
}
