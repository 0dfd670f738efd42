/** Downloads a file through the browser, under the name without characters that file names may not have. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = allowedFileName(name)
  link.click()
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Windows allows fewer characters in file names than the others. */
const forbidden = /[\\/:*?"<>|\p{Cc}]/gu

/** "Nachtumzug / Teil 2: Stadt" becomes "Nachtumzug Teil 2 Stadt". */
function allowedFileName(name: string): string {
  return name
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=\.\w+$)/, '')
    .trim()
}
