import type * as tables from '#worker/db/schema.ts'

// Types of generated rows: as the schema inserts them, with their ids.

type Row<Name extends keyof typeof tables> = (typeof tables)[Name]['$inferInsert']
type WithId<Name extends keyof typeof tables> = Row<Name> & { id: number }

export type MemberRow = WithId<'members'> & { birthday: string | null; dateJoined: string }
export type TimespanRow = Row<'memberTimespans'>
export type HonorRow = Row<'honors'>
export type AssemblyHonorRow = Row<'assemblyHonors'>
export type DutyRow = Row<'dutyEntries'>
export type CostumeTypeRow = WithId<'costumeTypes'>
export type CostumeRow = WithId<'costumes'> & { registeredSince: string }
export type OwnershipRow = Row<'costumeOwnerships'> & { ownedTo: string | null }
export type ParadeRow = WithId<'parades'> & {
  priceForAdultsInCent: number
  priceForChildrenInCent: number
  timeEnrolmentStart: string | null
  timeEnrolmentEnd: string | null
}
export type OrderRow = WithId<'orders'>
export type OrderHistoryRow = Row<'orderHistory'>
export type SandboxPaymentRow = Row<'sandboxPayments'>
export type ParticipationRow = WithId<'participations'>
export type CheckInActRow = Row<'checkInActs'>
export type FeeClaimRow = WithId<'feeClaims'>
export type FeeBookingRow = WithId<'feeBookings'>
export type SepaRunRow = WithId<'sepaRuns'>
export type GuildSettingsRow = Row<'guildSettings'>
