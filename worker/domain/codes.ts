// All enumerations of the product. The database stores them as plain text; a test verifies after
// each API test that its columns hold no other value.

export const roles = [
  'management',
  'treasurer',
  'secretary',
  'costumes',
  'parades',
  'readonly',
  'helper',
] as const
export type Role = (typeof roles)[number]

/** What a link in a mail to a user is for: setting the first password, or a new one. */
export const linkPurposes = ['invite', 'reset'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/**
 * What a passkey challenge is for. `waived` is no challenge: the row says that another user of management allows a
 * new password without a passkey.
 */
export const challengePurposes = [
  'register',
  'firstPasskey',
  'signIn',
  'secondFactor',
  'confirm',
  'link',
  'waived',
] as const
export type ChallengePurpose = (typeof challengePurposes)[number]

/** Where a change came from; `outside`: the database was changed without this software. */
export const auditVias = [
  'staff',
  'public',
  'provider',
  'cron',
  'cli',
  'import',
  'outside',
] as const
export type AuditVia = (typeof auditVias)[number]

export const auditOps = ['insert', 'update', 'delete', 'event'] as const
export type AuditOp = (typeof auditOps)[number]

/** How a row in the journal was changed. */
export const journalOps = ['insert', 'update', 'delete'] as const
export type JournalOp = (typeof journalOps)[number]

/** The things whose changes the history shows. */
export const auditEntities = [
  'member',
  'timespan',
  'exit',
  'honor',
  'duty',
  'costumeType',
  'costume',
  'ownership',
  'parade',
  'participation',
  'settings',
  'feeRule',
  'honorRule',
  'honorRuleDuty',
  'office',
  'user',
  'userRole',
  'passkey',
  'session',
  'run',
  'export',
  'disclosure',
  'import',
  'merge',
  'view',
  'circular',
  'feeYear',
  'feeBooking',
  'feeLetter',
  'assemblyHonor',
  'letterText',
  'circularTemplate',
] as const
export type AuditEntity = (typeof auditEntities)[number]

/** The kinds of import; a file has one kind. An archive is the download of a whole guild. */
export const importKinds = [
  'members',
  'costumes',
  'honors',
  'duties',
  'paradesBefore',
  'parades',
  'participations',
  'archive',
] as const
export type ImportKind = (typeof importKinds)[number]

export const importStates = ['staged', 'done', 'undone'] as const

/** The decision on a row of an import: an existing member, a new member, or left out. */
export const importDecisions = ['same', 'new', 'skip'] as const
export type ImportDecision = (typeof importDecisions)[number]

/** The steps to set up a new guild, in order. The data show whether a step is done; staff mark unneeded ones. */
export const setupSteps = [
  'association',
  'sepa',
  'fees',
  'honors',
  'costumeTypes',
  'import',
  'parade',
  'payment',
  'privacy',
  'secondUser',
  'passkeys',
] as const
export type SetupStep = (typeof setupSteps)[number]

export const membershipStates = ['Active', 'Passive', 'Left', 'Died'] as const
export type MembershipState = (typeof membershipStates)[number]

/**
 * The code of an office or honor that the guild added: `own_` and the id of the row in `offices` or `honor_rules`.
 */
export type OwnCode = `own_${number}`

const ownCode = /^own_([1-9]\d{0,14})$/

/** The id in an own code; null for any other code. */
export function idOfOwnCode(code: string): number | null {
  const [, digits] = ownCode.exec(code) ?? []
  return digits === undefined ? null : Number(digits)
}

/** The rank by which codes are sorted: built-in codes in their order, then the guild's own, oldest first. */
export function rankOf(builtIn: readonly string[], code: string): number {
  const place = builtIn.indexOf(code)
  return place >= 0 ? place : builtIn.length + (idOfOwnCode(code) ?? 0)
}

/** The honors of the specification; a guild can add its own. */
export const honorTypes = [
  'Parades_25',
  'Parades_50',
  'Parades_100',
  'Parades_150',
  'Parades_200',
  'Parades_250',
  'Parades_300',
  'Member_for_25_Years',
  'Member_for_40_Years',
  'Member_for_50_Years',
  'Extra_Certificate',
  'Honorary_Member_Extra',
  'Honorary_Member_25',
  'Honorary_Cashier',
  'Ehrennarr_20',
  'Ehrennarr_30',
  'Obernarr_15',
  'Obernarr_20',
  'Ehrenelferrat',
  'Ehrenpraesident',
  'Ehrenvizepraesident',
  'Ehrenschriftfuehrer',
  'Ehrenprotokollfuehrer',
  'Certificate_10_Years_va',
  'Certificate_10_Years_av',
  'Certificate_15_Years_av',
  'Certificate_30_Years',
  'Certificate_35_Years',
] as const
export type BuiltInHonor = (typeof honorTypes)[number]
export type HonorType = BuiltInHonor | OwnCode

export function isBuiltInHonor(code: string): code is BuiltInHonor {
  return honorTypes.some((type) => type === code)
}

export function isHonorType(code: string): code is HonorType {
  return isBuiltInHonor(code) || ownCode.test(code)
}

export const rankOfHonor = (type: HonorType) => rankOf(honorTypes, type)

export const honorBases = ['parades', 'membershipYears', 'dutyYears', 'manual'] as const
export type HonorBasis = (typeof honorBases)[number]

/** The offices of the specification; a guild can add its own. */
export const duties = [
  '_1_Praesident',
  '_2_Praesident',
  'Einkauf',
  'Elferratsmitglied',
  'Gardeleiter',
  'Geschaeftsfuehrer',
  'Gruendungsmitglied',
  'Kassenpruefer',
  'Kassier',
  'Kleiderchef',
  'Protokollfuehrer',
  'Schriftfuehrer',
  'Zunftraumverwalter',
] as const
export type BuiltInDuty = (typeof duties)[number]
export type Duty = BuiltInDuty | OwnCode

export function isBuiltInDuty(code: string): code is BuiltInDuty {
  return duties.some((duty) => duty === code)
}

export function isDuty(code: string): code is Duty {
  return isBuiltInDuty(code) || ownCode.test(code)
}

export const rankOfDuty = (duty: Duty) => rankOf(duties, duty)

export const ageClasses = ['Adult', 'Child'] as const
export type AgeClass = (typeof ageClasses)[number]

/** The ways in which a participation can be entered: docs/rules.md, "Anmeldung". */
export const enrolmentChannels = ['public', 'internal', 'management', 'onSite'] as const
export type EnrolmentChannel = (typeof enrolmentChannels)[number]

/**
 * `reserved` and `booked` occupy the place; only `booked` participations are counted and shown. A `waiting` one is
 * wanted by an order on the waiting list.
 */
export const participationStates = [
  'reserved',
  'booked',
  'released',
  'cancelled',
  'waiting',
] as const
export type ParticipationState = (typeof participationStates)[number]

/** What a helper can do at the check-in of a parade. */
export const actKinds = ['confirm', 'unconfirm', 'pay', 'unpay', 'enter'] as const
export type ActKind = (typeof actKinds)[number]

/**
 * The outcomes of an act (docs/rules.md, "Umzugstag"): after `done` and `already` the act is in effect; any other
 * outcome means that the act changed nothing.
 */
export const actOutcomes = [
  'done',
  'already',
  'overtaken',
  'notYours',
  'paidOnline',
  'gone',
  'paradeCancelled',
  'refused',
  'noEntry',
] as const
export type ActOutcome = (typeof actOutcomes)[number]

/** `waiting`: on the waiting list, also while places are offered to the order and not yet accepted. */
export const orderStates = [
  'pending',
  'waiting',
  'paid',
  'expired',
  'cancelled',
  'failed',
  'review',
  'refund_pending',
  'refunded',
] as const
export type OrderState = (typeof orderStates)[number]

/** Why staff have to look at an order. */
export const orderAttentions = [
  'noPlace',
  'extrasGivenUp',
  'review',
  'refundFailed',
  'refundedOutside',
  'disputed',
  'undecided',
] as const
export type OrderAttention = (typeof orderAttentions)[number]

export const refundReasons = [
  'late',
  'double',
  'review',
  'staff',
  'paradeCancelled',
  'self',
  'extras',
  'outside',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** Whether payers may cancel a place themselves, and whether the money is refunded then. */
export const selfCancels = ['off', 'withoutRefund', 'refund'] as const
export type SelfCancel = (typeof selfCancels)[number]

/** The states of a refund; `byHand`: a user recorded that the money was given back in another way. */
export const refundStates = ['pending', 'done', 'failed', 'byHand'] as const
export type RefundState = (typeof refundStates)[number]

/** The events of an order's history. */
export const orderEvents = [
  'paid',
  'paidLate',
  'paidDouble',
  'review',
  'accepted',
  'expired',
  'cancelled',
  'failed',
  'placeCancelled',
  'placeCancelledByPayer',
  'costumeChangedByPayer',
  'extrasChangedByPayer',
  'addressChangedByPayer',
  'refundRequested',
  'refunded',
  'refundRefused',
  'refundRetried',
  'refundedByHand',
  'refundedOutside',
  'disputed',
  'releasedByHand',
  'ended',
  'settled',
  'waiting',
  'offered',
  'offerAccepted',
  'offerKept',
  'offerTakenBack',
  'movedFirst',
  'costumeTaken',
  'replaced',
] as const
export type OrderEvent = (typeof orderEvents)[number]

/**
 * An entry of the waiting list. `offered`: places are held for it, and its payer has to accept them or is paying;
 * `taken`: its places were booked; `lapsed`: it ended without places; `removed`: payer or staff ended it.
 */
export const waitingStates = ['waiting', 'offered', 'taken', 'lapsed', 'removed'] as const
export type WaitingState = (typeof waitingStates)[number]

/** What removed an entry: staff, another order of its payer in its place, or the payer, who left. */
export const waitingEnds = ['staff', 'newOrder', 'payer'] as const
export type WaitingEnd = (typeof waitingEnds)[number]

/** Why places cannot be offered to an entry of the waiting list now. */
export const waitingReasons = [
  'paradeCancelled',
  'tooLate',
  'ageRule',
  'personEnrolled',
  'costumeTaken',
  'paradeFull',
  'extraFull',
] as const
export type WaitingReason = (typeof waitingReasons)[number]

/** Mails with a link that lets a user set a password. */
export const linkMailKinds = ['invitation', 'passwordReset'] as const
export type LinkMailKind = (typeof linkMailKinds)[number]

/** Mails to users about a change of their own account. */
export const noticeMailKinds = [
  'passwordChanged',
  'passkeyAdded',
  'passkeyRemoved',
  'newSignIn',
] as const
export type NoticeMailKind = (typeof noticeMailKinds)[number]

/** The kinds of mails to users about their own account. */
export const userMailKinds = [...linkMailKinds, ...noticeMailKinds] as const
export type UserMailKind = (typeof userMailKinds)[number]

export const mailKinds = [
  'enrolled',
  'refunded',
  'paradeCancelled',
  'paradeReinstated',
  'orderLinks',
  'addressChanged',
  'waiting',
  'offered',
  'waitingCostume',
  'waitingEnded',
  'disclosure',
  'circular',
  'feeLetter',
  ...userMailKinds,
] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * The states of a mail. `sending`: one run of the sender has claimed the mail. `skipped`: no sender address is
 * configured, or the content is out of date.
 */
export const mailStates = ['waiting', 'sending', 'sent', 'skipped', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/** The tasks of the cron, in the order in which they run. */
export const jobs = [
  'orders',
  'logins',
  'challenges',
  'networks',
  'counts',
  'imports',
  'exits',
  'retention',
  'statistics',
  'mails',
] as const
export type Job = (typeof jobs)[number]

/** The lists for which views can be saved. */
export const grids = ['members', 'costumes', 'paradesPerMember', 'duties'] as const
export type GridName = (typeof grids)[number]

export const paymentProviders = ['sandbox', 'stripe', 'mollie', 'none'] as const
export type PaymentProviderId = (typeof paymentProviders)[number]

/**
 * The kinds of bookings on a claim; `collected` is only booked by a debit run, `undone` only by
 * reverting a booking.
 */
export const feeBookingKinds = [
  'collected',
  'paid',
  'waived',
  'returned',
  'refunded',
  'charged',
  'corrected',
  'undone',
] as const
export type FeeBookingKind = (typeof feeBookingKinds)[number]

/** The state of a claim; computed from its bookings (domain/fee-ledger.ts). */
export const feeStates = [
  'open',
  'returned',
  'credit',
  'free',
  'collected',
  'paid',
  'waived',
] as const
export type FeeState = (typeof feeStates)[number]

/** How a fee was paid without a direct debit. */
export const paymentMethods = ['transfer', 'cash'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Letters about fees: before a debit, instead of a debit, and after a missed payment. */
export const feeLetterKinds = ['notice', 'invoice', 'reminder'] as const
export type FeeLetterKind = (typeof feeLetterKinds)[number]

/** The kinds of letters by their text: a reminder has one text for each of its three steps. */
export const letterTextKinds = ['notice', 'invoice', 'reminder', 'dunning', 'lastDunning'] as const
export type LetterTextKind = (typeof letterTextKinds)[number]

export const letterChannels = ['mail', 'letter'] as const
export type LetterChannel = (typeof letterChannels)[number]

/** Attendance at the general assembly; excused members are honored as well. */
export const attendances = ['present', 'excused'] as const
export type Attendance = (typeof attendances)[number]

/** A decision about an honor at an assembly that differs from the rules. */
export const assemblyChoices = ['added', 'left_out'] as const
export type AssemblyChoice = (typeof assemblyChoices)[number]

/** The kinds of extras of a parade: a bus, of which a person books seats, or an item, one per person. */
export const extraKinds = ['bus', 'item'] as const
export type ExtraKind = (typeof extraKinds)[number]
