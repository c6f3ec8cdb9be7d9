import { z } from 'zod'
import { drawingTask } from '../drawing.ts'
import { pageQuery, spanQuery } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { route } from '../route.ts'

const text = z.string().trim().max(255).optional()
const ownQuery = z.object({
  ...pageQuery,
  mj_id: text,
  action: text,
  status: text,
  ...spanQuery,
})
export const drawingQuery = ownQuery.extend({ channel_id: queryNumber })

export const drawingRoutes = {
  'GET /api/mj/': route({
    access: 'admin',
    summary: 'Lists drawing tasks of all accounts, newest first',
    query: drawingQuery,
    items: drawingTask,
  }),
  'GET /api/mj/self': route({
    access: 'user',
    summary: 'Lists own drawing tasks, newest first',
    query: ownQuery,
    items: drawingTask,
  }),
}
