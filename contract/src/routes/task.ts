import { z } from 'zod'
import { pageQuery, spanQuery } from '../paging.ts'
import { queryNumber } from '../query-number.ts'
import { idParams, route } from '../route.ts'
import { openTasks, task, taskEnd } from '../task.ts'

const text = z.string().trim().max(255).optional()
const ownQuery = z.object({
  ...pageQuery,
  platform: text,
  task_id: text,
  status: text,
  action: text,
  ...spanQuery,
})
export const taskQuery = ownQuery.extend({ channel_id: queryNumber })

export const taskRoutes = {
  'GET /api/task/open': route({
    access: 'admin',
    summary: 'Counts unfinished tasks but drawings by channel, most first',
    data: z.array(openTasks),
  }),
  'POST /api/task/:id/end': route({
    access: 'admin',
    summary: 'Ends an unfinished task as failed, and refunds its charge',
    params: idParams,
    body: taskEnd,
    data: task,
    errors: ['not_found', 'task_over'],
  }),
  'GET /api/task/': route({
    access: 'admin',
    summary: 'Lists tasks of all accounts but drawings, newest first',
    query: taskQuery,
    items: task,
  }),
  'GET /api/task/self': route({
    access: 'user',
    summary: 'Lists own tasks but drawings, newest first',
    query: ownQuery,
    items: task,
  }),
}
