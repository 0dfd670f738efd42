const missingCode = 'MissingCode'

/** Imports code; a failure is marked so that `useReloadAfterDeployment` can reload the page. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw Object.assign(new Error('A chunk could not be loaded', { cause }), {
      name: missingCode,
    })
  }
}

export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && error.name === missingCode
}
