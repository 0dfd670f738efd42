/** What `unmatchedPerson` of domain/enrolment.ts says of a row, as its index has it. */
export const unmatchedPersonKey = `CASE WHEN birthday IS NOT NULL OR person_key GLOB 'x:*' THEN person_key
      ELSE person_key || ' ' || coalesce(order_id, created_at) END`
