import { finish, type Strand, start, step } from './machine/gate.ts'

type Work = () => Promise<unknown>
type Choice = { chosen: number; of: number }

/**
 * Plays a story again and again, each time with another order of the database calls of its requests, until all orders
 * with at most `mostSwitches` switches away from an unfinished request were played.
 * @param play calls `together` once, with requests that use `gatedDatabase`
 * @returns the number of orders
 */
export async function playInterleavings(
  mostSwitches: number,
  play: (together: (...works: Work[]) => Promise<void>) => Promise<void>,
): Promise<number> {
  let planned: number[] = []
  for (let played = 1; ; played += 1) {
    const choices: Choice[] = []
    await play(async (...works) => {
      const choose = (of: number) => {
        const chosen = planned[choices.length] ?? 0
        choices.push({ chosen, of })
        return chosen
      }
      await runTogether(works, mostSwitches, choose)
    })
    while (choices.at(-1) && choices.at(-1)?.chosen === (choices.at(-1)?.of ?? 0) - 1) choices.pop()
    if (choices.length === 0) return played
    planned = choices.map(({ chosen }, index) =>
      index === choices.length - 1 ? chosen + 1 : chosen,
    )
  }
}

async function runTogether(
  works: readonly Work[],
  mostSwitches: number,
  choose: (of: number) => number,
): Promise<void> {
  const strands: Strand[] = []
  for (const [index, work] of works.entries()) {
    strands.push(await start(`${index}`, async () => void (await work())))
  }
  let running: Strand | undefined
  for (let switches = 0; ; ) {
    const halted = strands.filter(({ isDone }) => !isDone)
    if (halted.length === 0) break
    const isHalted = running !== undefined && halted.includes(running)
    // The running request comes first, so that the first order plays one request after the other.
    const next = isHalted ? [running, ...halted.filter((one) => one !== running)] : halted
    const chosen = isHalted && switches === mostSwitches ? 0 : choose(next.length)
    if (isHalted && chosen > 0) switches += 1
    running = next[chosen]
    if (running) await step(running)
  }
  for (const strand of strands) await finish(strand)
}
