/** What one looks at most, and beside it what goes along. */
export const twoColumns = 'grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem]'
