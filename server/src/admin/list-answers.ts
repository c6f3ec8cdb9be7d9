import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { ConsoleCaller } from '../identity/console-caller.ts'
import { normalisePath } from '../platform/normalise-path.ts'
import { createSharedMemory } from '../platform/shared-memory.ts'
import { type ListAnswer, type Listed, listAnswer } from './answer.ts'
import { type Page, type PageConvention, type PageQuery, parsePage } from './paging.ts'

/** Answers of lists in the two forms that clients use: see `parsePage`. */
export interface ListAnswers {
  answer<T>(
    request: {
      caller: Pick<ConsoleCaller, 'id' | 'sessionHash' | 'isByHeader'>
      raw: Request
      query: PageQuery
    },
    convention: PageConvention,
    read: (page: Page) => Promise<Listed<T>>,
  ): Promise<ListAnswer<T>>
}

const hour = 3_600
const million = 1_048_576

/** Remembers for an hour which callers started a list at page 0: in Redis if configured, otherwise in this process. */
export function createListAnswers(redis: Redis | undefined): ListAnswers {
  const begun = createSharedMemory({
    name: 'page',
    redis,
    sizeMax: million,
    entrySizeMax: 1_000,
    ttlSeconds: hour,
  })
  return {
    async answer({ caller, raw, query }, convention, read) {
      const key = identifyPaging({
        caller,
        raw,
        size: convention.sizeParam ? query[convention.sizeParam] : undefined,
      })
      const hasBegunAtZero = (await begun.get(key)) !== null
      const isProgram = caller.sessionHash === null
      const hasSessionToken = !isProgram && caller.isByHeader
      const page = parsePage(query, convention, { isProgram, hasBegunAtZero, hasSessionToken })
      const found = await read(page)
      if (page.form === 'object') return listAnswer(found, page)
      if (page.page === 0 || hasBegunAtZero) begun.set(key, '1')
      else if (found.items.length === 0 && found.total > 0) {
        // The caller began here, so it counts from 1: its list must not look empty.
        const counted = parsePage(query)
        return listAnswer(await read(counted), counted)
      }
      return listAnswer(found, page)
    },
  }
}

/** One caller's paging through one list. Two programs of an account differ by their user agent. */
function identifyPaging(of: {
  caller: Pick<ConsoleCaller, 'id' | 'sessionHash'>
  raw: Request
  size: number | undefined
}): string {
  const { id, sessionHash } = of.caller
  const path = normalisePath(new URL(of.raw.url).pathname)
  const walk = [id, sessionHash, path, of.size ?? '', of.raw.headers.get('user-agent')]
  return createHash('sha256').update(JSON.stringify(walk)).digest('base64url')
}
