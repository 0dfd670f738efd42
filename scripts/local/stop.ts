/** Ends the command with an error message for the user. */
export function stop(message: string): never {
  console.error(`\n${message}\n`)
  process.exit(1)
}
