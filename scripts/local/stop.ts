/** Ends the command with a sentence for the person in front of it. */
export function stop(message: string): never {
  console.error(`\n${message}\n`)
  process.exit(1)
}
