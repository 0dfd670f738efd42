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

/** The fields of the member list and of its file, in the file's order; never bank data. */
export const listedNames = memberFieldsOfFiles.filter(
  (name): name is ListedName => memberField(name).listed === true,
)

/**
 * A row of the member list; `exitDate`: the last day of a member whose exit waits, `timespans`: for counting
 * years of membership, `hasMandate`: whether the fee can be collected, the only information about the account,
 * null for users who may not see bank data. These are not in the file.
 */
export type MemberRow = {
  id: number
  exitDate: string | null
  timespans: Timespan[]
  hasMandate: boolean | null
} & Pick<MemberFields, ListedName | 'mailOptOut'>

/** The column headings of the file. */
export const fileHeads = listedNames.map(labelAlone)

/** The cells of a row in the file. */
export function fileCells(row: Pick<MemberFields, ListedName>): string[] {
  return listedNames.map((name) => valueInWords(name, row[name]))
}
