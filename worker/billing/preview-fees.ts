import type { z } from 'zod'
import type { Db } from '#worker/db/db.ts'
import { type Fee, familyFees } from '#worker/domain/fees.ts'
import { sumInCent } from '#worker/domain/sepa-debit.ts'
import { assertFeeRules } from '#worker/guild/settings-problems.ts'
import type { FeePreview, feePreviewBody } from './billing.contract.ts'
import { findFeeData } from './fees.queries.ts'
import { withHonors } from './list-fees.ts'

/** Today's fees of a year by the stored and by another fee table, in one read. */
export async function previewFees(
  db: Db,
  { year, feeRules, familyCapInCent }: z.output<typeof feePreviewBody>,
): Promise<FeePreview> {
  assertFeeRules(feeRules)
  const data = await findFeeData(db)
  const members = withHonors(data, year)
  const { rules, settings } = data
  const stored = settings.familyCapInCent
  const capInCent = familyCapInCent === undefined ? stored : familyCapInCent
  const before = familyFees(members, { rules, year, capInCent: stored })
  const after = familyFees(members, { rules: feeRules, year, capInCent })
  const fees = members.map((payer, index) => ({
    member: {
      id: payer.memberId,
      firstName: payer.firstName,
      lastName: payer.lastName,
      birthday: payer.birthday,
    },
    before: before[index] as Fee,
    after: after[index] as Fee,
  }))
  return {
    beforeInCent: sumInCent(fees.map(({ before }) => before)),
    afterInCent: sumInCent(fees.map(({ after }) => after)),
    changed: fees
      .filter(({ before, after }) => before.amountInCent !== after.amountInCent)
      .map(({ member, before, after }) => ({
        member,
        before: before.amountInCent,
        after: after.amountInCent,
        reason: after.reason,
      })),
    withoutRow: fees.filter(({ after }) => after.amountInCent === null).map(({ member }) => member),
  }
}
