import { Check } from 'lucide-react'
import { Fact, FactBox, Facts } from '#web/components/facts.tsx'
import { groupedIban } from '#web/lib/iban.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { mailtoLink } from '#worker/domain/text.ts'
import type { Member, Person } from '#worker/members/members.contract.ts'
import { PersonLink } from './family-words.tsx'
import { memberFields } from './member-sections.ts'

export function ContactBox({ member }: { member: Member }) {
  const lines = [
    [member.addressStreet, member.addressNumber],
    [member.addressPlz, member.addressTown],
  ]
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean)
  return (
    <FactBox title="Kontaktdaten">
      <Facts>
        <Fact label="Anschrift">
          {lines.length > 0 &&
            lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
        </Fact>
        <Fact label={memberFields.phone.label}>
          <PhoneLink number={member.phone} />
        </Fact>
        <Fact label={memberFields.phoneMobile.label}>
          <PhoneLink number={member.phoneMobile} />
        </Fact>
        <Fact label={memberFields.eMail.label}>
          {member.eMail && <a href={mailtoLink(member.eMail)}>{member.eMail}</a>}
        </Fact>
      </Facts>
    </FactBox>
  )
}

function PhoneLink({ number }: { number: string }) {
  return number ? <a href={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</a> : '–'
}

type BankBoxProps = { member: Member; payer: Person | null }

export function BankBox({ member, payer }: BankBoxProps) {
  return (
    <FactBox title="Bankdaten">
      <Facts>
        <Fact label={memberFields.bankingAccountOwner.label}>{member.bankingAccountOwner}</Fact>
        <Fact label={memberFields.bankingIban.label}>
          {member.bankingIban && (
            <span className="max-md:text-[0.9375rem]">{groupedIban(member.bankingIban)}</span>
          )}
        </Fact>
        <Fact label={memberFields.bankingBic.label}>{member.bankingBic}</Fact>
        <Fact label={memberFields.bankingBank.label}>{member.bankingBank}</Fact>
        <Fact label="SEPA-Mandat">
          <Mandate member={member} />
        </Fact>
        {member.mandateReference && (
          <Fact label={memberFields.mandateReference.label}>{member.mandateReference}</Fact>
        )}
      </Facts>
      {payer && (
        <p className="mt-3.5 text-muted-foreground">
          Der Beitrag wird vom Konto des Zahlers eingezogen: <PersonLink person={payer} />.
        </p>
      )}
    </FactBox>
  )
}

function Mandate({ member }: { member: Member }) {
  const { bankingSepaAllowed, bankingSepaAllowedDate: date } = member
  if (!bankingSepaAllowed) return <span className="text-muted-foreground">nicht erteilt</span>
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-success-soft-foreground">
      <Check />
      {date ? `erteilt am ${germanDate(date)}` : 'erteilt'}
    </span>
  )
}
