import type { taskQuery } from '@sluice/contract/routes/task'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { PageConvention } from '../paging.ts'
import { endTask } from './end-task.ts'
import { parseTaskQuery } from './parse-task-query.ts'
import { countOpen, listTaskLines } from './service.ts'

const convention: PageConvention = { first: 0, sizeParam: null }

interface ListRequest {
  caller: ConsoleCaller
  raw: Request
  query: z.output<typeof taskQuery>
}

export function mountTaskRoutes(api: AdminApi, deps: AdminDependencies): void {
  const answer = (request: ListRequest, isAdmin: boolean) =>
    deps.listAnswers.answer(request, convention, ({ offset, limit }) => {
      const filter = parseTaskQuery(request.query, isAdmin ? null : request.caller.id)
      return listTaskLines(deps, filter, { offset, limit, isAdmin })
    })

  api.route('GET /api/task/open', async () => ({ data: await countOpen(deps) }))
  api.route('POST /api/task/:id/end', async ({ params, body, audit }) => ({
    data: await endTask(deps, { id: params.id, reason: body.reason }, audit),
  }))
  api.route('GET /api/task/', (request) => answer(request, true))
  api.route('GET /api/task/self', (request) => answer(request, false))
}
