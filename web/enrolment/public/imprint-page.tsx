import { type Legal, missingInImprint } from '#worker/domain/legal.ts'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import { Address, Contact, NotEntered, OwnText, Prose, ProseSection } from './legal-parts.tsx'
import { PublicFrame } from './public-frame.tsx'

type ImprintPageProps = { guild: PublicGuild; legal: Legal }

/** Who answers for these pages (§ 5 DDG). */
export function ImprintPage({ guild, legal }: ImprintPageProps) {
  return (
    <PublicFrame guild={guild} title="Impressum">
      <Prose>
        {legal.imprintText ? <OwnText text={legal.imprintText} /> : <Written legal={legal} />}
      </Prose>
    </PublicFrame>
  )
}

function Written({ legal }: { legal: Legal }) {
  const { representatives, contactEmail, contactPhone, registerCourt, registerNumber, vatId } =
    legal
  return (
    <>
      {hasAddress(legal) && (
        <ProseSection title="Angaben nach § 5 DDG">
          <Address legal={legal} />
        </ProseSection>
      )}
      {representatives && (
        <ProseSection title="Vertreten durch">
          <p>{representatives}</p>
        </ProseSection>
      )}
      {(contactEmail || contactPhone) && (
        <ProseSection title="Kontakt">
          <Contact legal={legal} />
        </ProseSection>
      )}
      {(registerCourt || registerNumber) && (
        <ProseSection title="Vereinsregister">
          <p>{[registerCourt, registerNumber].filter(Boolean).join(', ')}</p>
        </ProseSection>
      )}
      {vatId && (
        <ProseSection title="Umsatzsteuer-ID">
          <p>{vatId}</p>
        </ProseSection>
      )}
      <NotEntered missing={missingInImprint(legal)} />
    </>
  )
}

function hasAddress({ legalName, street, plz, town }: Legal): boolean {
  return Boolean(legalName || street || plz || town)
}
