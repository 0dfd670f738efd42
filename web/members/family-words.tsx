import { Fragment } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import type { Family, Person } from '#worker/members/members.contract.ts'

/**
 * "Es zahlt Annegret Gruber", "Zahlt auch für Max Gruber, Lisa Gruber"; nothing for a member who pays only their
 * own fee.
 */
export function FamilyWords({ family: { payer, payees } }: { family: Family }) {
  return (
    <>
      {payer && (
        <p>
          Es zahlt <PersonLink person={payer} />
        </p>
      )}
      {payees.length > 0 && (
        <p>
          Zahlt auch für{' '}
          {payees.map((person, index) => (
            <Fragment key={person.id}>
              {index > 0 && ', '}
              <PersonLink person={person} />
            </Fragment>
          ))}
        </p>
      )}
    </>
  )
}

export function PersonLink({ person }: { person: Person }) {
  return (
    <Link to={paths.member(person.id)}>
      {person.firstName} {person.lastName}
    </Link>
  )
}
