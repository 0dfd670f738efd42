/** Longest texts, in characters (docs/rules.md, "Eingaben"). */
export const maxLength = {
  name: 100,
  line: 200,
  comment: 2000,
  eMail: 254,
  costumeNumber: 20,
  password: 200,
  /** Cloudflare's own limit for a Turnstile token. */
  challenge: 2048,
  circularSubject: 150,
  circularBody: 10_000,
  mailSignature: 500,
  certificate: 1000,
  /** The opening and the closing of a letter about fees, so that the letter fits on one page. */
  letterText: 600,
} as const

/** The most bytes of all PDF files of one circular together. */
export const maxAttachmentBytes = 2 * 1024 * 1024
export const maxAttachments = 10

/** Parades of one public or internal request. */
export const maxParades = 30

/** Departures of one parade. */
export const maxDepartures = 10

/** Extras of one parade. */
export const maxExtras = 10

/** The largest limit of people for one parade. */
export const maxCapacity = 10_000

/** The largest age of an age rule. */
export const maxAge = 99

/** People and places of one public request. */
export const maxPeople = 8
export const maxPlaces = 60

/** A guild's own text for Impressum or Datenschutz. */
export const maxLegalText = 10_000

/** Participations that one request matches with members. */
export const maxMatches = 500

/** Rows of one bulk change. */
export const maxRowsAtOnce = 500

/** Honors of an assembly that one request changes or enters; enough for a large guild. */
export const maxAssemblyRows = 2_000

/** Bookings of one request; enough for a bank statement of a large guild. */
export const maxBookings = 5_000

/** Claims per page of their list. */
export const claimsPerPage = 500

/** Letters of one request; enough for all payers of a large guild. */
export const maxLetters = 2_000

/** Limits of a file that a user uploads; an archive made by this software may be larger (docs/rules.md). */
export const maxFileBytes = 20_000_000
export const maxFileRows = 20_000
export const maxColumns = 200

/** The largest part of an uploaded import. */
export const maxPartBytes = 1_000_000
/** The most bytes of an archive; a larger one is rejected before it is unpacked. */
export const maxArchiveBytes = 100_000_000
export const maxUnpackedBytes = 200_000_000

/** The longest text of an imported cell, in characters. */
export const maxCellLength = 10_000
/** How many left-out rows are listed one by one. */
export const maxSkipped = 2_000
