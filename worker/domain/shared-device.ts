/** How long a sign-in on a shared device lasts after the last input of a person. */
export const sharedWithoutInputMs = 15 * 60_000
