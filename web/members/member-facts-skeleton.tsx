import { Fact, FactBox, Facts, FactsCard } from '#web/ui/facts.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const waiting = {
  Allgemein: ['Geburtstag', 'Eintrittsdatum', 'Austrittsdatum', 'Mitgliedszeiten', 'Kommentar'],
  Kontaktdaten: ['Anschrift', 'Telefon', 'Mobil', 'E-Mail'],
  Bankdaten: ['Kontoinhaber', 'IBAN', 'BIC', 'Bank', 'SEPA-Mandat'],
  Mitgliedsbeitrag: [],
}

export function MemberFactsSkeleton() {
  return (
    <Loading>
      <FactsCard>
        {Object.entries(waiting).map(([title, labels]) => (
          <FactBox key={title} title={title}>
            <Facts>
              {labels.map((label) => (
                <Fact key={label} label={label}>
                  <Skeleton width="60%" className="my-1.25" />
                </Fact>
              ))}
            </Facts>
          </FactBox>
        ))}
      </FactsCard>
    </Loading>
  )
}
