/** Of a file that somebody made; an archive of ours may be larger (docs/rules.md). */
export const maxFileBytes = 20_000_000
export const maxRows = 20_000
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
