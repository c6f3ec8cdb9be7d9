import { z } from 'zod'
import { route } from '../route.ts'
import { uptimeStatus } from '../site-content.ts'
import { systemStatus, updateStatus } from '../status.ts'

export const statusRoutes = {
  'GET /api/status': route({
    access: 'public',
    summary: 'The public facts about the site',
    data: systemStatus,
  }),
  'GET /api/notice': route({ access: 'public', summary: 'Announcement', data: z.string() }),
  'GET /api/about': route({ access: 'public', summary: 'Content of the about page', data: z.string() }),
  'GET /api/home_page_content': route({
    access: 'public',
    summary: 'Content of the home page',
    data: z.string(),
  }),
  'GET /api/user-agreement': route({ access: 'public', summary: 'User agreement', data: z.string() }),
  'GET /api/privacy-policy': route({ access: 'public', summary: 'Privacy policy', data: z.string() }),
  'GET /api/status/update': route({
    access: 'admin',
    summary: 'The running release and the newest one',
    data: updateStatus,
    errors: ['release_source_missing', 'update_check_failed'],
  }),
  'GET /api/uptime/status': route({
    access: 'public',
    summary: 'Monitors of the status pages of Uptime Kuma that the operator shows',
    data: uptimeStatus,
  }),
  'GET /api/status/test': route({
    access: 'admin',
    summary: 'Whether the server and its database run',
    errors: ['storage_unavailable'],
  }),
}
