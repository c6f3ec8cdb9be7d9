import { route } from '../route.ts'
import { systemCheckup, systemState } from '../system.ts'

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
  'GET /api/system/bundle': route({
    access: 'root',
    summary:
      'A file for support: versions, settings, state, checks and the last log lines, without secrets and content',
    file: 'application/octet-stream',
  }),
}
