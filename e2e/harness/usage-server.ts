import { addUsageHours, type UsageClientHour, type UsageHour } from '../../server/src/store/usage-hours.ts'
import { type Account, insertAccounts, password } from '../../server/test/accounts.ts'
import { createDatabase } from '../../server/test/databases.ts'
import { type ServerProcess, startServerProcess } from '../../server/test/server-process.ts'
import { expect } from './test.ts'

export interface UsageServer extends ServerProcess {
  /** Stops the server gracefully, and removes its database. */
  stop(): Promise<void>
}

/** A server that is set up, with accounts and sums of past hours in its database, of known programs, too. */
export async function startUsageServer(
  accounts: readonly Account[],
  hours: readonly UsageHour[],
  clientHours: readonly UsageClientHour[] = [],
): Promise<UsageServer> {
  const database = await createDatabase('SQLite')
  const store = await database.open({ readOnly: false })
  await insertAccounts(store, accounts)
  await addUsageHours(store.db, hours)
  if (clientHours.length > 0) await store.db.insertInto('usage_client_hours').values(clientHours).execute()
  await store.close()
  const server = await startServerProcess({
    LOG_LEVEL: 'warn',
    CRITICAL_RATE_LIMIT_ENABLE: 'false',
    GLOBAL_API_RATE_LIMIT_ENABLE: 'false',
    GLOBAL_WEB_RATE_LIMIT_ENABLE: 'false',
    ...database.environment,
  })
  const body = { username: 'root', password, confirmPassword: password }
  await fetch(`${server.url}/api/setup`, { method: 'POST', body: JSON.stringify(body) })
  return {
    ...server,
    async stop() {
      expect(await server.terminate()).toBe(0)
      await database.drop()
    },
  }
}
