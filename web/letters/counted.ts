/** "1 Mitglied", "12 Mitglieder" */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
