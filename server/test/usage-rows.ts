import type { UsageLog, UsageLogDetail } from '@sluice/contract/usage-log'
import type { TestServer } from './test-server.ts'

export interface ReadRow extends UsageLog {
  detail: UsageLogDetail
}

export const withDetail = (row: UsageLog): ReadRow => ({
  ...row,
  detail: row.other ? (JSON.parse(row.other) as UsageLogDetail) : {},
})

/** The newest row of the usage log. */
export async function newestRow(server: TestServer): Promise<ReadRow> {
  const row = (await server.logs())[0]
  if (!row) throw new Error('the usage log is empty')
  return withDetail(row)
}

/** The newest charged row. A call that ended badly may have an error row after it. */
export async function newestCharge(server: TestServer): Promise<ReadRow> {
  const row = (await server.logs('type=2'))[0]
  if (!row) throw new Error('the usage log has no charge')
  return withDetail(row)
}

/** The row of the call that got this response; with `type` its row of that type: 2 = a charge, 5 = an error. */
export const awaitCallRow = (server: TestServer, response: Response, type?: number): Promise<ReadRow> =>
  awaitRow(
    server,
    (row) =>
      row.request_id === response.headers.get('x-oneapi-request-id') && (type === undefined || row.type === type),
  )

/** The newest row that satisfies `isWanted`. Waits for it: a call is settled after its client disconnects. */
export async function awaitRow(server: TestServer, isWanted: (row: ReadRow) => boolean): Promise<ReadRow> {
  const giveUpAt = Date.now() + 50_000
  while (Date.now() < giveUpAt) {
    const row = (await server.logs()).map(withDetail).find(isWanted)
    if (row) return row
    await Bun.sleep(20)
  }
  throw new Error(`no such row among ${JSON.stringify(await server.logs(), null, 1)}`)
}
