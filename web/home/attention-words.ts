/** What stands on the tile of the payments as long as somebody has to look at one. */
export function attentionWords(count: number): string {
  return count === 1 ? '1 Zahlung ist zu klären' : `${count} Zahlungen sind zu klären`
}
