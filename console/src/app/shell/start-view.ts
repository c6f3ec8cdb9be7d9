import { noteView } from '../../lib/account-view.ts'
import { api } from '../../lib/api.ts'
import { selfQuery } from '../../lib/queries.ts'
import { startSession } from '../../lib/session.ts'
import { queryClient } from '../query-client.ts'

/** Reads whose account this tab shows, as a log-in would. Returns the failure; null = the console can start. */
export async function startView(): Promise<Error | null> {
  try {
    const view = await api('GET /api/user/self/view')
    startSession(await queryClient.fetchQuery(selfQuery))
    noteView(view)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
