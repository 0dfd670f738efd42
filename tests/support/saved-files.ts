import { onTestFinished, vi } from 'vitest'

type SavedFile = { name: string; bytes: () => Promise<Uint8Array> }

/** Records the files that a browser would save. */
export function catchSavedFiles(): SavedFile[] {
  const saved: SavedFile[] = []
  const files = new Map<string, Blob>()
  URL.createObjectURL = (file) => {
    const address = `blob:${files.size}`
    files.set(address, file as Blob)
    return address
  }
  URL.revokeObjectURL = () => {}
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const file = files.get(this.href)
    if (!file) throw new Error(`Nothing is saved by ${this.href}`)
    saved.push({
      name: this.download,
      bytes: async () => new Uint8Array(await file.arrayBuffer()),
    })
  })
  onTestFinished(() => click.mockRestore())
  return saved
}
