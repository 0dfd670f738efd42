import type { Extra } from '#worker/domain/extras.ts'

/** A bus of a parade, for `aParade({ extras: [aBus()] })`. */
export const aBus = (change: Partial<Extra> = {}): Extra => ({
  id: 1,
  title: 'Bus ab Rathaus',
  kind: 'bus',
  priceForAdultsInCent: 500,
  priceForChildrenInCent: 200,
  capacity: 50,
  departure: null,
  ...change,
})
