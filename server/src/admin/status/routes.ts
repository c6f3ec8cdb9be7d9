import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createStatusService } from './service.ts'

export function mountStatusRoutes(api: AdminApi, deps: AdminDependencies): void {
  const service = createStatusService(deps)
  api.route('GET /api/status', async () => ({ data: await service.read() }))
  api.route('GET /api/notice', () => ({ data: service.readText('Notice') }))
  api.route('GET /api/about', () => ({ data: service.readText('About') }))
  api.route('GET /api/home_page_content', () => ({ data: service.readText('HomePageContent') }))
  api.route('GET /api/user-agreement', () => ({ data: service.readText('legal.user_agreement') }))
  api.route('GET /api/privacy-policy', () => ({ data: service.readText('legal.privacy_policy') }))
  api.route('GET /api/status/test', async () => {
    await service.requireDatabase()
    return { message: 'Server is running' }
  })
  api.route('GET /api/status/update', async () => ({ data: await service.checkUpdate() }))
  api.route('GET /api/uptime/status', async () => ({ data: await service.readUptime() }))
}
