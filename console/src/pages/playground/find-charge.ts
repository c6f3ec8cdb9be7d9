import { api } from '../../lib/api.ts'
import { chargeOf } from './charge-of.ts'
import type { AnswerFacts } from './message.ts'

/** When the log is queried for the cost of a call. A stopped call is settled a moment later. */
const logDelaysMs = [100, 1_500, 5_000]
const logRows = 20

/** The charge of a call once the log has it; null = it did not appear there. */
export async function findCharge(requestId: string): Promise<AnswerFacts | null> {
  for (const ms of logDelaysMs) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const query = { p: 1, page_size: logRows }
    const rows = await api.list('GET /api/log/self', { query }).catch(() => null)
    const found = chargeOf(rows?.items ?? [], requestId)
    if (found !== null) return found
  }
  return null
}
