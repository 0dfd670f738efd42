/** Milliseconds to the last byte. @throws Error when the answer has an error status */
export async function time(url: string, init?: RequestInit): Promise<number> {
  const began = performance.now()
  const response = await fetch(url, init)
  await response.arrayBuffer()
  const took = performance.now() - began
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return took
}
