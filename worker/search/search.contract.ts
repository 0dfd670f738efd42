import type { Parade } from '#worker/parades/parades.contract.ts'

// GET /api/search/index  200 SearchIndex

/** The data searched in addition to the lists of members and costumes; newest first. */
export type SearchIndex = {
  parades: FoundParade[]
  /** Of this season and the last; absent for roles that may not see payments. */
  orders?: FoundOrder[]
}

export type FoundParade = Pick<Parade, 'id' | 'title' | 'host' | 'hostTown' | 'hostPlz' | 'date'>

export type FoundOrder = {
  id: number
  firstName: string
  lastName: string
  createdAt: string
  amountInCent: number
}
