import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { extraColumns, toExtras } from '#worker/db/place-extras.ts'
import {
  assemblyHonors,
  auditEntries,
  circulars,
  costumeOwnerships,
  costumes,
  costumeTypes,
  disclosures,
  dutyEntries,
  feeBookings,
  feeClaims,
  feeLetters,
  guildSettings,
  honorRules,
  honors,
  imports,
  mails,
  matchActs,
  memberExits,
  members,
  memberTimespans,
  offices as officesTable,
  orderHistory,
  orderRefunds,
  orders,
  parades,
  participations,
} from '#worker/db/schema.ts'
import { correlated } from '#worker/db/statements.ts'
import { feeState, openInCent } from '#worker/domain/fee-ledger.ts'
import { memberColumns } from '#worker/members/member-columns.ts'

/** A member's data, or all data stored under an address. */
export type Subject = { memberId: number } | { emailAddress: string }

/**
 * Everything stored about a person (Art. 15 DSGVO), in one read. Of other people it contains only what the
 * person has entered about them; users of the guild are not named.
 */
export async function readDisclosure(db: Db, subject: Subject) {
  const { theirMembers, address } = keysOf(subject)
  const ownOrders = sql`(SELECT id FROM orders WHERE lower(email_address) = ${address})`
  const theirPlaces = sql`(SELECT id FROM participations WHERE member_id IN ${theirMembers})`
  const theirClaims = sql`(SELECT id FROM fee_claims WHERE member_id IN ${theirMembers}
    UNION SELECT id FROM fee_claims WHERE payer_id IN ${theirMembers})`
  const isTheirMember = sql`${participations.memberId} IN ${theirMembers}`
  const [
    [guild],
    people,
    timespans,
    exits,
    held,
    assemblies,
    offices,
    owned,
    fees,
    booked,
    feeLettersOf,
    places,
    ordersOf,
    refunds,
    steps,
    letters,
    changes,
    requests,
  ] = await db.batch([
    db
      .select({
        name: guildSettings.name,
        legalName: guildSettings.legalName,
        street: guildSettings.street,
        plz: guildSettings.plz,
        town: guildSettings.town,
        contactEmail: guildSettings.contactEmail,
        privacyContact: guildSettings.privacyContact,
      })
      .from(guildSettings),
    db
      .select({
        ...memberColumns,
        createdAt: members.createdAt,
        updatedAt: members.updatedAt,
        importedFrom: imports.fileName,
        importedAt: imports.doneAt,
      })
      .from(members)
      .leftJoin(imports, eq(imports.id, members.importId))
      .where(sql`${members.id} IN ${theirMembers}`)
      .orderBy(asc(members.id)),
    db
      .select({
        memberId: memberTimespans.memberId,
        from: memberTimespans.from,
        to: memberTimespans.to,
      })
      .from(memberTimespans)
      .where(sql`${memberTimespans.memberId} IN ${theirMembers}`)
      .orderBy(asc(memberTimespans.from)),
    db
      .select({
        memberId: memberExits.memberId,
        state: memberExits.state,
        date: memberExits.date,
        recordedAt: memberExits.recordedAt,
        effectiveAt: memberExits.effectiveAt,
        undoneAt: memberExits.undoneAt,
      })
      .from(memberExits)
      .where(sql`${memberExits.memberId} IN ${theirMembers}`)
      .orderBy(asc(memberExits.id)),
    db
      .select({
        memberId: honors.memberId,
        honor: honorRules.label,
        date: honors.date,
        comment: honors.comment,
      })
      .from(honors)
      .innerJoin(honorRules, eq(honorRules.type, honors.type))
      .where(sql`${honors.memberId} IN ${theirMembers}`)
      .orderBy(asc(honors.date)),
    db
      .select({
        memberId: assemblyHonors.memberId,
        date: assemblyHonors.date,
        honor: honorRules.label,
        attendance: assemblyHonors.attendance,
        choice: assemblyHonors.choice,
        invitedOn: assemblyHonors.invitedOn,
        orderedOn: assemblyHonors.orderedOn,
        handedOverOn: assemblyHonors.handedOverOn,
        note: assemblyHonors.note,
      })
      .from(assemblyHonors)
      .innerJoin(honorRules, eq(honorRules.type, assemblyHonors.type))
      .where(sql`${assemblyHonors.memberId} IN ${theirMembers}`)
      .orderBy(asc(assemblyHonors.date), asc(assemblyHonors.id)),
    db
      .select({
        memberId: dutyEntries.memberId,
        duty: dutyEntries.duty,
        office: officesTable.label,
        from: dutyEntries.from,
        to: dutyEntries.to,
        comment: dutyEntries.comment,
      })
      .from(dutyEntries)
      .innerJoin(officesTable, eq(officesTable.code, dutyEntries.duty))
      .where(sql`${dutyEntries.memberId} IN ${theirMembers}`)
      .orderBy(asc(dutyEntries.from)),
    db
      .select({
        memberId: costumeOwnerships.memberId,
        costumeType: costumeTypes.name,
        number: costumes.number,
        ownedFrom: costumeOwnerships.ownedFrom,
        ownedTo: costumeOwnerships.ownedTo,
      })
      .from(costumeOwnerships)
      .innerJoin(costumes, eq(costumes.id, costumeOwnerships.costumeId))
      .innerJoin(costumeTypes, eq(costumeTypes.id, costumes.costumeTypeId))
      .where(sql`${costumeOwnerships.memberId} IN ${theirMembers}`)
      .orderBy(asc(costumeOwnerships.ownedFrom)),
    db
      .select({
        id: feeClaims.id,
        memberId: feeClaims.memberId,
        payerId: feeClaims.payerId,
        year: feeClaims.year,
        amountInCent: feeClaims.amountInCent,
        reason: feeClaims.reason,
      })
      .from(feeClaims)
      .where(sql`${feeClaims.id} IN ${theirClaims}`)
      .orderBy(asc(feeClaims.year), asc(feeClaims.id)),
    db
      .select()
      .from(feeBookings)
      .where(sql`${feeBookings.claimId} IN ${theirClaims}`)
      .orderBy(asc(feeBookings.id)),
    db
      .select({
        memberId: feeLetters.payerId,
        kind: feeLetters.kind,
        step: feeLetters.step,
        year: feeLetters.year,
        channel: feeLetters.channel,
        dueOn: feeLetters.dueOn,
        createdAt: feeLetters.createdAt,
        voidedAt: feeLetters.voidedAt,
      })
      .from(feeLetters)
      .where(sql`${feeLetters.payerId} IN ${theirMembers}`)
      .orderBy(asc(feeLetters.id)),
    db
      .select({
        id: participations.id,
        orderId: participations.orderId,
        parade: parades.title,
        date: parades.date,
        firstName: participations.firstName,
        lastName: participations.lastName,
        // Of other people whom the payer has entered, only the name is disclosed, not the birthday.
        birthday: sql<string | null>`CASE WHEN ${isTheirMember}
          THEN ${participations.birthday} END`.as('own_birthday'),
        costumeType: costumeTypes.name,
        costumeNumber: participations.costumeNumber,
        ageClass: participations.ageClass,
        priceInCent: participations.priceInCent,
        isPaid: participations.participationFeePayed,
        isPaidAt: participations.feePayedAt,
        cashReturnedAt: participations.cashReturnedAt,
        isConfirmed: participations.participationConfirmed,
        confirmedAt: participations.participationConfirmedAt,
        checkInCode: participations.checkInCode,
        guardianName: participations.guardianName,
        // The phone number of a guardian whom another person has named is that person's.
        guardianPhone: sql<string | null>`CASE WHEN ${participations.orderId} IN ${ownOrders}
          THEN ${participations.guardianPhone} END`.as('own_guardian_phone'),
        guardianConsent: participations.guardianConsent,
        guardianConsentedAt: participations.guardianAt,
        ...extraColumns,
        state: participations.state,
        enrolledAt: participations.createdAt,
        cancelledAt: participations.cancelledAt,
        matchedAt: matchActs.at,
      })
      .from(participations)
      .innerJoin(parades, eq(parades.id, participations.paradeId))
      .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
      .leftJoin(matchActs, eq(matchActs.id, participations.matchActId))
      .where(
        sql`${participations.id} IN (SELECT id FROM ${sql.raw('participations')} WHERE member_id IN ${theirMembers}
          UNION SELECT id FROM ${sql.raw('participations')} WHERE order_id IN ${ownOrders})`,
      )
      .orderBy(asc(parades.date), asc(participations.id)),
    db
      .select({
        id: orders.id,
        emailAddress: orders.emailAddress,
        firstName: orders.firstName,
        lastName: orders.lastName,
        state: orders.state,
        amountInCent: orders.amountInCent,
        receivedInCent: orders.receivedInCent,
        currency: orders.currency,
        provider: orders.provider,
        createdAt: orders.createdAt,
        paidAt: orders.paidAt,
        closedAt: orders.closedAt,
        disputedAt: orders.disputedAt,
      })
      .from(orders)
      .where(sql`${orders.id} IN ${ownOrders}`)
      .orderBy(asc(orders.id)),
    db
      .select({
        orderId: orderRefunds.orderId,
        parade: orderRefunds.title,
        amountInCent: orderRefunds.amountInCent,
        reason: orderRefunds.reason,
        state: orderRefunds.state,
        requestedAt: orderRefunds.requestedAt,
        doneAt: orderRefunds.doneAt,
      })
      .from(orderRefunds)
      .where(sql`${orderRefunds.orderId} IN ${ownOrders}`)
      .orderBy(asc(orderRefunds.requestedAt)),
    db
      .select({
        orderId: orderHistory.orderId,
        at: orderHistory.at,
        kind: orderHistory.kind,
        amountInCent: orderHistory.amountInCent,
        detail: orderHistory.detail,
        by: sql<string>`CASE WHEN ${orderHistory.userId} IS NULL THEN '' ELSE 'Verwaltung' END`.as(
          'by_role',
        ),
      })
      .from(orderHistory)
      .where(sql`${orderHistory.orderId} IN ${ownOrders}`)
      .orderBy(asc(orderHistory.id)),
    db
      .select({
        kind: mails.kind,
        subject: circulars.subject,
        state: mails.state,
        createdAt: mails.createdAt,
        sentAt: mails.sentAt,
      })
      .from(mails)
      .leftJoin(circulars, eq(circulars.id, mails.circularId))
      .where(
        sql`${mails.id} IN (SELECT id FROM mails WHERE order_id IN ${ownOrders}
          UNION SELECT id FROM mails WHERE lower(email_address) = ${address} AND email_address IS NOT NULL
            AND user_id IS NULL
          UNION SELECT id FROM mails WHERE participation_id IN ${theirPlaces} AND order_id IS NULL
          UNION SELECT id FROM mails WHERE letter_id IN (SELECT id FROM fee_letters WHERE payer_id IN ${theirMembers})
          UNION SELECT mail_id FROM circular_recipients WHERE lower(email_address) = ${address})`,
      )
      .orderBy(asc(mails.id)),
    db
      .select({
        at: auditEntries.at,
        via: auditEntries.via,
        entity: auditEntries.entity,
        op: auditEntries.op,
      })
      .from(auditEntries)
      .where(inArray(auditEntries.memberId, withMerged(theirMembers)))
      .orderBy(asc(auditEntries.id)),
    db
      .select({ createdAt: disclosures.createdAt, expiresAt: disclosures.expiresAt })
      .from(disclosures)
      .where(sql`lower(${disclosures.emailAddress}) = ${address}`)
      .orderBy(asc(disclosures.id)),
  ])
  const ofMember = <Row extends { memberId: number }>(rows: readonly Row[], id: number) =>
    rows.filter(({ memberId }) => memberId === id).map(({ memberId: _, ...row }) => row)
  const ofOrder = <Row extends { orderId: number }>(rows: readonly Row[], id: number) =>
    rows.filter(({ orderId }) => orderId === id).map(({ orderId: _, ...row }) => row)
  return {
    guild: guild ?? null,
    members: people.map((member) => ({
      ...member,
      membershipActiveTimespan: ofMember(timespans, member.id),
      exits: ofMember(exits, member.id),
      honors: ofMember(held, member.id),
      assemblies: ofMember(assemblies, member.id),
      duties: ofMember(offices, member.id),
      costumes: ofMember(owned, member.id),
      ...feesOf(member.id, fees, booked),
      feeLetters: ofMember(feeLettersOf, member.id),
    })),
    places: places.map(({ bookedExtras, offeredExtras, ...place }) => ({
      ...place,
      extras: toExtras({ bookedExtras, offeredExtras }),
    })),
    orders: ordersOf.map((order) => ({
      ...order,
      refunds: ofOrder(refunds, order.id),
      history: ofOrder(steps, order.id),
    })),
    mails: letters,
    history: changes,
    disclosures: requests,
  }
}

type FeeRow = {
  id: number
  memberId: number
  payerId: number
  year: number
  amountInCent: number
  reason: string
}
type BookingRow = typeof feeBookings.$inferSelect

/**
 * Fees that the person owes, and fees paid for others, without names: a fee paid by another person shows
 * nothing of that account, and a fee of another person not its reason.
 */
function feesOf(id: number, fees: readonly FeeRow[], booked: readonly BookingRow[]) {
  const disclosedFee = ({ id: claimId, year, amountInCent, memberId, payerId }: FeeRow) => {
    const bookings = booked.filter((one) => one.claimId === claimId)
    const account = { amountInCent, bookings }
    return {
      year,
      amountInCent,
      openInCent: openInCent(account),
      state: feeState(account),
      bookings: bookings.map(({ day, kind, amountInCent, method, note, ...of }) => ({
        day,
        kind,
        amountInCent,
        method: payerId === id ? method : null,
        reasonCode: payerId === id ? of.reasonCode : null,
        mandateId: payerId === id ? of.mandateId : null,
        note: memberId === id ? note : '',
      })),
    }
  }
  return {
    fees: fees
      .filter(({ memberId }) => memberId === id)
      .map((fee) => ({
        ...disclosedFee(fee),
        reason: fee.reason,
        isPaidByOther: fee.payerId !== id,
      })),
    feesOfOthers: fees
      .filter(({ memberId, payerId }) => payerId === id && memberId !== id)
      .map(disclosedFee),
  }
}

/** The members and the ids of records merged into them, whose history belongs to them as well. */
function withMerged(theirMembers: SQL): SQL {
  return sql`(SELECT id FROM ${theirMembers} UNION SELECT g.gone_id FROM member_merges g
    WHERE g.kept_id IN ${theirMembers} AND g.undone_at IS NULL)`
}

export type Disclosure = Awaited<ReturnType<typeof readDisclosure>>

function keysOf(subject: Subject): { theirMembers: SQL; address: SQL } {
  if ('memberId' in subject) {
    const { memberId } = subject
    return {
      theirMembers: sql`(SELECT id FROM members WHERE id = ${memberId})`,
      // NULL for a member without an address, since NULL matches no address.
      address: correlated(
        sql`SELECT nullif(lower(trim(e_mail)), '') FROM members WHERE id = ${memberId}`,
      ),
    }
  }
  const address = sql`lower(${subject.emailAddress.trim()})`
  return {
    theirMembers: sql`(SELECT id FROM members WHERE e_mail <> '' AND lower(trim(e_mail)) = ${address})`,
    address,
  }
}
