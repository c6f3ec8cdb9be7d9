import type { drawingQuery } from '@sluice/contract/routes/drawing'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { PageConvention } from '../paging.ts'
import { parseDrawingQuery } from './parse-drawing-query.ts'
import { listDrawings } from './service.ts'

const convention: PageConvention = { first: 0, sizeParam: null }

interface ListRequest {
  caller: ConsoleCaller
  raw: Request
  query: z.output<typeof drawingQuery>
}

export function mountDrawingRoutes(api: AdminApi, deps: AdminDependencies): void {
  const answer = (request: ListRequest, isAdmin: boolean) =>
    deps.listAnswers.answer(request, convention, ({ offset, limit }) => {
      const filter = parseDrawingQuery(request.query, isAdmin ? null : request.caller.id)
      return listDrawings(deps, filter, { offset, limit, isAdmin })
    })

  api.route('GET /api/mj/', (request) => answer(request, true))
  api.route('GET /api/mj/self', (request) => answer(request, false))
}
