import { parseJson } from '@sluice/contract/read-json'
import { type NodeFigures, nodeFigures } from '@sluice/contract/system'
import type { Redis } from 'ioredis'
import type { Metrics } from './metrics.ts'
import { readNodeFigures } from './node-figures.ts'

/** What the processes of the site report of themselves. */
export interface NodeBoard {
  /** Shows the figures of this process to the others. Does nothing without Redis. */
  publish(): Promise<void>
  /** Name → figures: of this process, of the workers of its host, and with Redis of all those named. */
  read(names: readonly string[]): Promise<ReadonlyMap<string, NodeFigures>>
}

/** Four times the interval of the job that publishes. */
const keptSeconds = 60

export function createNodeBoard(
  metrics: Pick<Metrics, 'readings' | 'ownReadings'>,
  redis: Redis | undefined,
): NodeBoard {
  const keyOf = (name: string) => `sluice:node:${name}`

  async function readShared(names: readonly string[]): Promise<[string, NodeFigures][]> {
    if (!redis || names.length === 0) return []
    // While Redis is unreachable they are unknown.
    const texts = await redis.mget(names.map(keyOf)).catch(() => [])
    return names.flatMap((name, index) => {
      const text = texts[index]
      const { success, data } = nodeFigures.safeParse(parseJson(text ?? ''))
      return success ? [[name, data]] : []
    })
  }

  return {
    async publish() {
      const own = readNodeFigures(metrics.ownReadings())
      if (own && redis) await redis.set(keyOf(own.name), JSON.stringify(own.figures), 'EX', keptSeconds)
    },
    async read(names) {
      const found = new Map<string, NodeFigures>()
      for (const readings of (await metrics.readings()).values()) {
        const node = readNodeFigures(readings)
        if (node) found.set(node.name, node.figures)
      }
      for (const [name, figures] of await readShared(names.filter((name) => !found.has(name)))) found.set(name, figures)
      return found
    },
  }
}
