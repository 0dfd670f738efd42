import { Check } from 'lucide-react'
import { groupedIban } from '#web/lib/iban.ts'
import { Fact, FactBox, Facts } from '#web/ui/facts.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { fieldLabels } from './member-sections.ts'

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
        <Fact label={fieldLabels.phone}>
          <PhoneLink number={member.phone} />
        </Fact>
        <Fact label={fieldLabels.phoneMobile}>
          <PhoneLink number={member.phoneMobile} />
        </Fact>
        <Fact label={fieldLabels.eMail}>
          {member.eMail && <a href={`mailto:${member.eMail}`}>{member.eMail}</a>}
        </Fact>
      </Facts>
    </FactBox>
  )
}

function PhoneLink({ number }: { number: string }) {
  return number ? <a href={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</a> : '–'
}

export function BankBox({ member }: { member: Member }) {
  return (
    <FactBox title="Bankdaten">
      <Facts>
        <Fact label={fieldLabels.bankingAccountOwner}>{member.bankingAccountOwner}</Fact>
        <Fact label={fieldLabels.bankingIban}>
          {member.bankingIban && (
            <span className="max-md:text-[0.9375rem]">{groupedIban(member.bankingIban)}</span>
          )}
        </Fact>
        <Fact label={fieldLabels.bankingBic}>{member.bankingBic}</Fact>
        <Fact label={fieldLabels.bankingBank}>{member.bankingBank}</Fact>
        <Fact label="SEPA-Mandat">
          <Mandate member={member} />
        </Fact>
        {member.mandateReference && (
          <Fact label={fieldLabels.mandateReference}>{member.mandateReference}</Fact>
        )}
      </Facts>
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
