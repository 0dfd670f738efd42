/** State of a link to the sign-in: the page of ours to go on at afterwards. */
export const backTo = (path: string) => ({ backTo: path })

/** What such a link has said; null = nothing. */
export function placeToGoOn(state: unknown): string | null {
  const said = typeof state === 'object' && state !== null ? Reflect.get(state, 'backTo') : null
  return typeof said === 'string' && said.startsWith('/') ? said : null
}
