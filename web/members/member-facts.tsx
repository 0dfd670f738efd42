import { FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Family, Member, MembershipFee } from '#worker/members/members.contract.ts'
import { BankBox, ContactBox } from './contact-and-bank-boxes.tsx'
import { FeeBox } from './fee-box.tsx'
import { GeneralBox } from './general-box.tsx'

type MemberFactsProps = {
  member: Member
  fee: SectionQuery<MembershipFee>
  family: SectionQuery<Family>
  today: Day
}

export function MemberFacts({ member, fee, family, today }: MemberFactsProps) {
  return (
    <FactsCard aria-label="Daten des Mitglieds">
      <GeneralBox member={member} today={today} />
      <ContactBox member={member} />
      <BankBox member={member} payer={family.data?.payer ?? null} />
      <FeeBox member={member} fee={fee} family={family} today={today} />
    </FactsCard>
  )
}

const waiting = {
  Allgemein: ['Geburtstag', 'Eintrittsdatum', 'Austrittsdatum', 'Mitgliedszeiten', 'Kommentar'],
  Kontaktdaten: ['Anschrift', 'Telefon', 'Mobil', 'E-Mail'],
  Bankdaten: ['Kontoinhaber', 'IBAN', 'BIC', 'Bank', 'SEPA-Mandat'],
  Mitgliedsbeitrag: [],
}

export function MemberFactsSkeleton() {
  return <FactsSkeleton boxes={waiting} />
}
