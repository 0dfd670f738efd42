/** How long a text may be, in characters (docs/rules.md, "Eingaben"). */
export const maxLength = {
  name: 100,
  line: 200,
  comment: 2000,
  eMail: 254,
  costumeNumber: 20,
  password: 200,
  /** Cloudflare's own limit. */
  challenge: 2048,
  circularSubject: 150,
  circularBody: 10_000,
  mailSignature: 500,
  certificate: 1000,
} as const

/** A public or internal request names 1 to 30 parades. */
export const maxParades = 30

/** A public request names 1 to 8 people, with 60 places in all at most. */
export const maxPeople = 8
export const maxPlaces = 60

/** Impressum and Datenschutz as a guild writes them itself. */
export const maxLegalText = 10_000

/** As many people as one request matches with members. */
export const maxMatches = 500

/** As many rows as one call changes at once. */
export const maxRowsAtOnce = 500

/** Honors of an assembly that one request changes or enters: all of a large guild. */
export const maxAssemblyRows = 2_000

/** Bookings of one request: what one statement of a large guild has at most. */
export const maxBookings = 5_000

/** Claims of one page of their list. */
export const claimsPerPage = 500

/** Letters of one request: all payers of a large guild. */
export const maxLetters = 2_000

/** Of a file that somebody made; an archive of ours may be larger (docs/rules.md). */
export const maxFileBytes = 20_000_000
export const maxFileRows = 20_000
export const maxColumns = 200

/** Of one part as it is uploaded. */
export const maxPartBytes = 1_000_000
/** A larger archive is refused before it is unpacked. */
export const maxArchiveBytes = 100_000_000
export const maxUnpackedBytes = 200_000_000

/** Of one cell, in characters. */
export const maxCellLength = 10_000
/** Of what was left out as many are told one by one. */
export const maxSkipped = 2_000
