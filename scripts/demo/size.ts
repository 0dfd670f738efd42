/** Size of a demo guild. */
export type Size = {
  members: number
  seasons: number
  costumes: number
  paradesPerSeason: number
  participantsPerParade: number
  /** Booked places in the parade of the day of loading. */
  participantsToday: number
}

/** The size of the guild of `npm start`. */
export const defaultMembers = 420
export const defaultSeasons = 12

/**
 * Larger guilds have more of everything: 5,000 members and 20 seasons give 400 parades and 200,000
 * participations, enough for benchmarks.
 */
export function sizeOf(members: number, seasons: number): Size {
  const isLarge = members >= 2000
  return {
    members,
    seasons,
    costumes: Math.round((members * 10) / 7),
    paradesPerSeason: isLarge ? 20 : 13,
    participantsPerParade: Math.round(members / (isLarge ? 9.6 : 4.4)),
    participantsToday: Math.round(members / (isLarge ? 8 : 3.6)),
  }
}
