/** Blanks, joiners and other characters that show nothing make no name. */
export function isBlank(text: string): boolean {
  return /^[\p{Z}\p{C}\s]*$/u.test(text)
}
