import { z } from 'zod'
import { route } from '../route.ts'
import { systemCancel, systemCheckup, systemState } from '../system.ts'

export const systemRoutes = {
  'GET /api/system/': route({
    access: 'admin',
    summary: 'The nodes of the site, their queues and jobs, the size of the databases, and long tasks',
    data: systemState,
  }),
  'POST /api/system/check': route({
    access: 'root',
    summary: 'Runs the checks of `sluice doctor` on the node that answers, and asks the hosts of channels',
    data: systemCheckup,
  }),
  'POST /api/system/cancel': route({
    access: 'root',
    summary: 'Cancels the cleanup of the usage log, or the export of an account; false if it does not run',
    body: systemCancel,
    data: z.boolean(),
  }),
  'GET /api/system/bundle': route({
    access: 'root',
    summary:
      'A file for support: versions, settings, state, checks and the last log lines, without secrets and content',
    file: 'application/octet-stream',
  }),
}
