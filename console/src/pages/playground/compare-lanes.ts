import type { Lane } from './conversation.ts'
import { isRunning } from './message.ts'

/** What is compared: quota, milliseconds to the first token, and output tokens. */
export const comparedFigures = ['charge', 'firstMs', 'completionTokens'] as const
export type LaneFigures = Readonly<Partial<Record<(typeof comparedFigures)[number], number | undefined>>>

/** The figures of a lane's last answer; nothing while it is being written. */
export function figuresOf({ messages }: Pick<Lane, 'messages'>): LaneFigures {
  const last = messages.at(-1)
  return last?.role !== 'assistant' || last.isSample || isRunning(last) ? {} : (last.facts ?? {})
}

/** The lowest of each figure in which the lanes differ. */
export function lowestOf(lanes: readonly Pick<Lane, 'messages'>[]): LaneFigures {
  const all = lanes.map(figuresOf)
  const entries = comparedFigures.flatMap((name) => {
    const values = all.map((figures) => figures[name]).filter((value) => value !== undefined)
    const lowest = Math.min(...values)
    return values.some((value) => value > lowest) ? [[name, lowest] as const] : []
  })
  return Object.fromEntries(entries)
}

/** How many times the lowest a figure is; null = it is the lowest, or cannot be compared. */
export function timesLowest(value: number, lowest: number | undefined): number | null {
  if (lowest === undefined || lowest <= 0 || value <= lowest) return null
  return value / lowest
}
