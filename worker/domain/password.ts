import { maxLength } from './text-limits.ts'

/** Spec §9. One sentence for every way to break the rule, so that it helps at the first try. */
export const passwordRule =
  'Das Passwort braucht mindestens 8 Zeichen, eine Ziffer, einen Buchstaben und ein Sonderzeichen.'

/** Measured as it is compared: after NFKC. */
export function isPasswordTooLong(password: string): boolean {
  return [...password.normalize('NFKC')].length > maxLength.password
}

/** null = the password keeps the rule. */
export function passwordProblem(password: string): string | null {
  if (isPasswordTooLong(password)) {
    return `Das Passwort darf höchstens ${maxLength.password} Zeichen haben.`
  }
  const text = password.normalize('NFKC')
  const keepsRule =
    [...text].length >= 8 &&
    /\p{Nd}/u.test(text) &&
    /\p{L}/u.test(text) &&
    /[^\p{L}\p{N}\s]/u.test(text)
  return keepsRule ? null : passwordRule
}
