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

/** The most parades of one public or internal request. */
export const maxParades = 30

/** The most departures of one parade. */
export const maxDepartures = 10

/** The most extras of one parade. */
export const maxExtras = 10

/** The highest number that a parade's limit of people may be set to. */
export const maxCapacity = 10_000

/** The highest age that an age rule may state. */
export const maxAge = 99

/** The most people and the most places of one public request. */
export const maxPeople = 8
export const maxPlaces = 60

/** The longest text of a guild for Impressum or Datenschutz, in characters. */
export const maxLegalText = 10_000

/** The most participations that one request matches with members. */
export const maxMatches = 500

/** The most rows of one bulk change. */
export const maxRowsAtOnce = 500

/** The most honors of an assembly that one request changes or enters; enough for a large guild. */
export const maxAssemblyRows = 2_000

/** The most bookings of one request; enough for a bank statement of a large guild. */
export const maxBookings = 5_000

/** The number of claims on a page of the list of claims. */
export const claimsPerPage = 500

/** The most letters of one request; enough for all payers of a large guild. */
export const maxLetters = 2_000

/** Limits of a file that a user uploads; an archive made by this software may be larger (docs/rules.md). */
export const maxFileBytes = 20_000_000
export const maxFileRows = 20_000
export const maxColumns = 200

/** The most bytes of one part of an uploaded import. */
export const maxPartBytes = 1_000_000
/** The most bytes of an archive; a larger one is rejected before it is unpacked. */
export const maxArchiveBytes = 100_000_000
export const maxUnpackedBytes = 200_000_000

/** The longest text of an imported cell, in characters. */
export const maxCellLength = 10_000
/** The most rows left out of an import that are listed one by one. */
export const maxSkipped = 2_000
