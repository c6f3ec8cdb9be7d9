import { languageOf } from '../../platform/accepted-language.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parsePage } from '../paging.ts'
import { parseAuditQuery } from './parse-audit-query.ts'
import { listAuditLines } from './service.ts'

export function mountAuditRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/audit/', async ({ query, caller, raw }) => {
    const page = parsePage(query)
    const { offset, limit } = page
    const slice = { offset, limit, language: languageOf(raw.headers, caller) }
    const { items, total } = await listAuditLines(deps, parseAuditQuery(query), slice)
    return pagedList(items, total, page)
  })
}
