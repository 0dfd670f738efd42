import type { Legal } from '#worker/guild/guild.contract.ts'

/** A guild without legal details. */
export const noLegal: Legal = {
  legalName: '',
  street: '',
  plz: '',
  town: '',
  representatives: '',
  contactEmail: '',
  contactPhone: '',
  registerCourt: '',
  registerNumber: '',
  vatId: '',
  privacyContact: '',
  imprintText: '',
  privacyText: '',
  accessibilityText: '',
}
