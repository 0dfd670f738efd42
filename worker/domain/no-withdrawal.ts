/** What has to be told before an order that costs something is placed (Art. 246a § 1 Abs. 3 Nr. 1 EGBGB). */
export const noWithdrawal =
  'Für eine Freizeitveranstaltung an einem festen Tag gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB): Du kannst Deine Anmeldung nicht widerrufen.'
