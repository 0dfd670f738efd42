import { addDays, type Day } from '#worker/domain/dates.ts'
import { latest } from './days.ts'
import type { Household } from './households.ts'
import { germanIban } from './iban.ts'
import type { Random } from './random.ts'

const banks = [
  { bank: 'Volksbank Schellental', code: '99990001', bic: 'VBSTDE61XXX' },
  { bank: 'Kreissparkasse Lauchenried', code: '99990002', bic: 'KSLRDE61XXX' },
  { bank: 'Raiffeisenbank Moosried', code: '99990003', bic: 'RBMRDE61XXX' },
]

const none = {
  bankingIban: '',
  bankingBic: '',
  bankingAccountOwner: '',
  bankingBank: '',
  bankingSepaAllowed: false,
  bankingSepaAllowedDate: null,
}

/** SEPA mandates have been collected since this day. */
const firstMandates: Day = '2014-02-01'

type Belonging = { home: Household; from: Day; to: Day | null }

/** Bank data of a member; some members have no account, some have not signed a mandate. */
export function makeBankData(random: Random, { home, from, to }: Belonging, today: Day) {
  const lastChance = addDays(to ?? today, -3)
  if (random.chance(0.09) || lastChance < firstMandates) return none
  const { bank, code, bic } = random.pick(banks)
  const hasMandate = random.chance(0.91)
  const signed = random.day(latest(from, firstMandates), lastChance)
  return {
    bankingIban: germanIban(code, random.int(1_000, 99_999_999)),
    bankingBic: random.chance(0.8) ? bic : '',
    bankingAccountOwner: home.owner,
    bankingBank: bank,
    bankingSepaAllowed: hasMandate,
    bankingSepaAllowedDate: hasMandate ? signed : null,
  }
}
