import { maxLength } from './text-limits.ts'

/** Spec §9. One sentence for every way to break the rule, so that it helps at the first try. */
export const passwordRule =
  'Das neue Passwort braucht mindestens 8 Zeichen, eine Ziffer, einen Buchstaben und ein Sonderzeichen.'

/** null = the password keeps the rule. */
export function passwordProblem(password: string): string | null {
  const text = password.normalize('NFKC')
  if ([...text].length > maxLength.password) {
    return `Das neue Passwort darf höchstens ${maxLength.password} Zeichen haben.`
  }
  const keepsRule =
    [...text].length >= 8 &&
    /\p{Nd}/u.test(text) &&
    /\p{L}/u.test(text) &&
    /[^\p{L}\p{N}\s]/u.test(text)
  return keepsRule ? null : passwordRule
}
