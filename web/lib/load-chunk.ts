const missingCode = 'MissingCode'

/** Loads a page's code; when that fails the error says so, and `useFreshVersion` can help. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw Object.assign(new Error('The code of a page is missing', { cause }), {
      name: missingCode,
    })
  }
}

export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && error.name === missingCode
}
